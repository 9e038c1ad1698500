"""Generated files are committed as the code would make them now; `make docs` makes them anew."""

from collections.abc import Mapping

import pytest

from api.reference.pages import pages
from api.settings import ALL_SETTINGS
from tests.support.markdown import read_text, tables
from tests.support.project import PROJECT_ROOT

NAMES = (
    "docs/settings.md",
    "docs/settings.ja.md",
    "docs/problems.md",
    "docs/problems.ja.md",
    "docs/statistics.md",
    "docs/statistics.ja.md",
    "docs/export.md",
    "docs/export.ja.md",
    "docs/tournament-changes.md",
    "docs/tournament-changes.ja.md",
    "docs/tournament-standings.md",
    "docs/tournament-standings.ja.md",
    "openapi.yaml",
)


@pytest.fixture(scope="module")
def made() -> Mapping[str, str]:
    return dict(pages())


def test_every_generated_file_is_named_here(made: Mapping[str, str]) -> None:
    assert sorted(made) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_generated_file_is_up_to_date(made: Mapping[str, str], name: str) -> None:
    assert read_text(PROJECT_ROOT / name) == made[name]


@pytest.mark.parametrize("name", ["docs/service.md", "docs/service.ja.md"])
def test_the_page_on_the_service_names_only_settings_that_exist(name: str) -> None:
    named = {word for word in read_text(PROJECT_ROOT / name).replace("`", " ").split() if word.startswith("DAIFU_")}
    assert named
    assert named <= {setting.variable for setting in ALL_SETTINGS}
    assert tables(read_text(PROJECT_ROOT / name))
