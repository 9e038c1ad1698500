"""The pages in docs/rules/: made from the rule books and the profiles, and committed as generated."""

import json
from dataclasses import replace
from itertools import product

import pytest

from daifu.data.markdown import EN, JA
from daifu.data.rulebooks.pages import option_values, page_name, rule_pages, write_rule_pages
from daifu.data.rulebooks.rules import load_rulebook
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option
from daifu.replay.rules import Profile
from tests.support.markdown import tables
from tests.support.project import PROJECT_ROOT

FOLDER = PROJECT_ROOT / "docs" / "rules"
EDITIONS = [
    pytest.param(profile, language, id=page_name(profile.name, language))
    for profile, language in product(PROFILES.values(), (EN, JA))
]


def committed(profile: Profile, language: int) -> str:
    return (FOLDER / page_name(profile.name, language)).read_text(encoding="utf-8")


def option_rows(text: str) -> list[list[str]]:
    """The table of options is the last but one, before that of the faults."""
    return tables(text)[-2]


def row_of(option: Option, language: int) -> list[str]:
    default = f"`{json.dumps(option.default)}`"
    return [f"`{option.name}`", option_values(option.kind)[language], default, option.text[language], option.rule]


def rows_of(option: Option, language: int) -> list[list[str]]:
    parts = [replace(part, name=f"{option.name}.{part.name}") for part in option.parts()]
    return [row_of(one, language) for one in (option, *parts)]


@pytest.mark.parametrize(("name", "text"), [pytest.param(*page, id=page[0]) for page in rule_pages()])
def test_a_committed_page_is_the_one_that_make_docs_writes(name: str, text: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == text


def test_there_are_no_other_pages() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {name for name, _ in rule_pages()}


def test_the_folder_is_created_if_there_is_none(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("new") / "docs" / "rules"
    write_rule_pages(folder)
    assert {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()} == dict(rule_pages())


@pytest.mark.parametrize(("profile", "language"), EDITIONS)
def test_every_option_is_on_the_page_with_its_values_and_its_default(profile: Profile, language: int) -> None:
    assert option_rows(committed(profile, language)) == [
        row for option in profile.options for row in rows_of(option, language)
    ]


@pytest.mark.parametrize(("profile", "language"), EDITIONS)
def test_every_rule_is_on_the_page(profile: Profile, language: int) -> None:
    text = committed(profile, language)
    book = load_rulebook(profile.name)
    assert [rule.id for rule in book.rules if f"- **{rule.id}** {rule.text[language]}\n" not in text] == []


@pytest.mark.parametrize(("profile", "language"), EDITIONS)
def test_every_fault_is_on_the_page_with_the_rules_that_it_cites(profile: Profile, language: int) -> None:
    rows = {code.strip("`"): rules.split(", ") for code, _severity, rules in tables(committed(profile, language))[-1]}
    cited = {(key.partition(":")[0], rule) for key, rule in profile.citations.items()}
    assert {(code, rule) for code, rules in rows.items() for rule in rules} == cited


def test_seats_out_of_place_are_only_a_notice_in_akagiri() -> None:
    assert "| `bad_seating` | notice |" in committed(PROFILES["akagiri"], EN)
    assert "| `bad_seating` | record |" in committed(PROFILES["theater"], EN)


@pytest.mark.parametrize("profile", [PROFILES["akagiri"], PROFILES["theater"]], ids=lambda profile: profile.name)
def test_values_that_are_described_are_described_in_japanese(profile: Profile) -> None:
    described = [row[1] for row in option_rows(committed(profile, JA))]
    assert not [text for text in described if "integer" in text or "list" in text or "object" in text]
