"""The catalogue of counters."""

import pytest

from replay.counting import PAIR, SEAT, TABLE
from replay.games.catalogue import PROFILES
from replay.tallies.catalogue import CATALOGUE, counters


@pytest.mark.parametrize("rules", PROFILES)
@pytest.mark.parametrize("whose", [SEAT, TABLE, PAIR])
def test_no_counter_is_in_two_families(rules: str, whose: str) -> None:
    names = [name for family in CATALOGUE[rules] if whose in family.of for name in family.names()]
    assert len(names) == len(set(names)) == len(counters(rules, whose))


@pytest.mark.parametrize("rules", PROFILES)
def test_every_family_says_in_both_languages_what_it_counts(rules: str) -> None:
    for family in CATALOGUE[rules]:
        assert family.text.en.endswith(".")
        assert family.text.ja.endswith("。")
        assert family.pattern.count("*") == len(family.values)


@pytest.mark.parametrize("rules", PROFILES)
def test_every_title_that_the_rules_give_has_its_counter(rules: str) -> None:
    sitting = PROFILES[rules].rules({}).sitting
    titles = {title for players in sitting.players for title in sitting.titles(players)}
    assert {f"title.{title or 'none'}" for title in titles} <= counters(rules, SEAT).keys()
