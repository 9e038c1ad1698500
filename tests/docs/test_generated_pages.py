"""What is generated is committed as the code would make it now; `make docs` makes it anew."""

import pytest

from daifu.api.reference.pages import PARTS, pages
from daifu.api.settings import ALL_SETTINGS
from tests.support.markdown import JAPANESE, documents, read_text, tables
from tests.support.project import PROJECT_ROOT


def test_what_is_generated_is_up_to_date() -> None:
    made = dict(pages(PROJECT_ROOT))
    assert [name for name, text in made.items() if read_text(PROJECT_ROOT / name) != text] == []


@pytest.mark.parametrize("part", PARTS)
def test_a_generated_part_stands_on_a_page_in_each_language(part: str) -> None:
    there = [page.name for page in documents() if f"<!-- made: {part} -->\n\n" in read_text(page)]
    assert len(there) == len({name.endswith(JAPANESE) for name in there}) == 2


@pytest.mark.parametrize("name", ["docs/service.md", "docs/service.ja.md"])
def test_the_page_on_the_service_names_only_settings_that_exist(name: str) -> None:
    named = {word for word in read_text(PROJECT_ROOT / name).replace("`", " ").split() if word.startswith("DAIFU_")}
    assert named
    assert named <= {setting.variable for setting in ALL_SETTINGS}
    assert tables(read_text(PROJECT_ROOT / name))
