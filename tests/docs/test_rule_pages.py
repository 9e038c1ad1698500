"""The rule books, and the pages in docs/rules/ that are made from them and from the profiles."""

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import pytest

from daifu.data.rulebooks.pages import EN, JA, option_values, page_name, rule_pages, write_rule_pages
from daifu.data.rulebooks.rules import SECTION_HEADINGS, Rulebook, RuleText, load_rulebook, rule_text, rulebook_names
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option
from daifu.replay.rules import Profile
from daifu.replay.text import Text
from tests.support.project import PROJECT_ROOT, tables

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


PREFIXES = {
    "akagiri": "A",
    "biga": "B",
    "daifugo": "H",
    "dalmuti": "D",
    "floor13": "F",
    "theater": "T",
    "uecda": "U",
}
KANA_OR_KANJI = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
ONLY_LATIN = re.compile(r"[\x20-\x7e]+")


@pytest.fixture(params=sorted(PREFIXES))
def book(request: pytest.FixtureRequest) -> Rulebook:
    return load_rulebook(request.param)


def wordings(book: Rulebook) -> list[tuple[str, Text]]:
    return [("title", book.title), ("summary", book.summary), *((rule.id, rule.text) for rule in book.rules)]


def where(book: Rulebook, rule: RuleText) -> int:
    assert rule.section in SECTION_HEADINGS, f"{rule.id} of {book.name} stands in an unknown section"
    return list(SECTION_HEADINGS).index(rule.section)


def test_every_profile_has_a_rule_book() -> None:
    assert set(rulebook_names()) == set(PREFIXES)


@pytest.mark.parametrize("name", sorted(PREFIXES))
def test_a_rule_book_carries_the_name_of_its_file(name: str) -> None:
    assert load_rulebook(name).name == name


def test_a_rule_book_is_read_once(book: Rulebook) -> None:
    assert load_rulebook(book.name) is book


def test_every_rule_id_begins_with_the_prefix_of_its_profile(book: Rulebook) -> None:
    assert book.prefix == PREFIXES[book.name]
    pattern = re.compile(rf"{book.prefix}(-[A-Z0-9]+)+")
    assert [rule.id for rule in book.rules if not pattern.fullmatch(rule.id)] == []


def test_no_rule_id_is_used_twice() -> None:
    uses = Counter(rule.id for name in rulebook_names() for rule in load_rulebook(name).rules)
    assert [rule_id for rule_id, count in uses.items() if count > 1] == []


def test_no_two_rules_say_the_same(book: Rulebook) -> None:
    uses = Counter(said for rule in book.rules for said in (rule.text.en, rule.text.ja))
    assert [said for said, count in uses.items() if count > 1] == []


def test_japanese_wording_is_written_in_japanese(book: Rulebook) -> None:
    assert [place for place, text in wordings(book) if not KANA_OR_KANJI.search(text.ja)] == []


def test_english_wording_is_written_in_latin_letters(book: Rulebook) -> None:
    assert [place for place, text in wordings(book) if not ONLY_LATIN.fullmatch(text.en)] == []


def test_every_rule_ends_with_a_full_stop_in_both_languages(book: Rulebook) -> None:
    sentences = [("summary", book.summary), *((rule.id, rule.text) for rule in book.rules)]
    assert [place for place, text in sentences if not (text.en.endswith(".") and text.ja.endswith("。"))] == []


def test_both_languages_name_the_same_options(book: Rulebook) -> None:
    named = re.compile(r"`[^`]+`")
    differing = [r.id for r in book.rules if set(named.findall(r.text.en)) != set(named.findall(r.text.ja))]
    assert differing == []


def test_sections_follow_the_order_of_every_rule_book(book: Rulebook) -> None:
    assert all(where(book, first) <= where(book, second) for first, second in pairwise(book.rules))


def test_a_rule_is_found_by_its_id() -> None:
    rule = next(rule for rule in load_rulebook("theater").rules if rule.id == "T-RUN-2")
    assert rule.section == "following"
    assert rule_text("T-RUN-2") == rule.text


@pytest.mark.parametrize("name", ["poker", "", "../rules/theater"])
def test_the_error_for_an_unknown_profile_names_the_known_ones(name: str) -> None:
    with pytest.raises(KeyError, match="akagiri, biga, daifugo, dalmuti, floor13, theater, uecda"):
        load_rulebook(name)


def test_the_error_for_an_unknown_rule_names_the_known_prefixes() -> None:
    with pytest.raises(KeyError, match=r"no rule 'T-RUN-99'.*T- \(theater\)"):
        rule_text("T-RUN-99")
