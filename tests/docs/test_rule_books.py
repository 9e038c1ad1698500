"""The rule books of all profiles: complete in both languages and citable by id."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from daifu.data.rulebooks.rules import SECTION_HEADINGS, Rulebook, RuleText, load_rulebook, rule_text, rulebook_names
from daifu.replay.text import Text

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
