"""`daifu rules` prints the rules."""

import pytest

from daifu.data.rulebooks.rules import SECTION_HEADINGS, load_rulebook
from daifu.replay.games.catalogue import PROFILES
from tests.support.command_line import daifu

LANGUAGES = {"en": 0, "ja": 1}


def page(*args: str) -> str:
    result = daifu(*args)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def unbroken(text: str) -> str:
    """The text without whatever breaks its lines."""
    return "".join(text.replace("│", "").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_name_all_games_are_listed(language: str) -> None:
    told = unbroken(page("--lang", language, "rules"))
    for name in PROFILES:
        book = load_rulebook(name)
        assert name in told
        assert unbroken(book.title[LANGUAGES[language]]) in told
        assert unbroken(book.summary[LANGUAGES[language]]) in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROFILES)
def test_a_page_has_every_rule_with_its_id_under_its_heading(name: str, language: str) -> None:
    told = unbroken(page("--lang", language, "rules", name))
    book = load_rulebook(name)
    for rule in book.rules:
        assert rule.id + unbroken(rule.text[LANGUAGES[language]]) in told
    for section in SECTION_HEADINGS:
        used = any(rule.section == section for rule in book.rules)
        assert not used or unbroken(SECTION_HEADINGS[section][LANGUAGES[language]]) in told


@pytest.mark.parametrize("name", PROFILES)
def test_a_page_has_every_option_with_its_sentence_and_rule(name: str) -> None:
    told = unbroken(page("rules", name))
    for option in PROFILES[name].options:
        assert option.name + unbroken(option.text.en) in told
        assert f";{option.rule}" in told


@pytest.mark.parametrize("name", PROFILES)
def test_a_page_has_every_fault_of_the_game_with_its_rules(name: str) -> None:
    told = unbroken(page("rules", name))
    for code, rule in PROFILES[name].citations.items():
        assert code.partition(":")[0] in told
        assert rule in told
