"""The options of the game, and which values they take."""

import pytest

from daifu.data.rulebooks.rules import load_rulebook
from daifu.replay.games.theater.profile import PROFILE
from daifu.replay.options import Value

OPTIONS = {option.name: option for option in PROFILE.options}
RULES = {rule.id for rule in load_rulebook("theater").rules}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("jokers", [1, 2]),
        ("pass_reset", ["down_only", "any_change", "never"]),
        ("joker_out", ["foul", "illegal"]),
        ("eleven_back", [True, False]),
        ("title_points", [None, {}, {"daifugo": 3, "hinmin": -1.5}]),
    ],
)
def test_an_option_takes_its_values(name: str, values: list[Value]) -> None:
    assert [value for value in values if not OPTIONS[name].accepts(value)] == []


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("jokers", [0, 3, "1", True, None, 1.0]),
        ("pass_reset", ["always", True, None]),
        ("joker_out", ["", False, None]),
        ("eleven_back", ["on", 1, None]),
        ("title_points", [3, [3, 1, -1, -3], {"heimin": 1}, {"daifugo": "3"}, {"daifugo": True}, {"daifugo": None}]),
    ],
)
def test_an_option_takes_no_others(name: str, values: list[Value]) -> None:
    assert [value for value in values if OPTIONS[name].accepts(value)] == []


def test_defaults_are_the_rules_of_the_association() -> None:
    assert {name: option.default for name, option in OPTIONS.items()} == {
        "jokers": 1,
        "pass_reset": "down_only",
        "eleven_back": True,
        "ipeiko_any_suits": False,
        "opening_listed_only": False,
        "hearts3_on_turn_only": False,
        "joker_on_hearts3": True,
        "joker_out": "foul",
        "gift_from_dealt_hand": False,
        "title_points": None,
        "illegal_play": "stands",
    }


def test_every_default_is_a_value_of_its_option() -> None:
    assert [name for name, option in OPTIONS.items() if not option.accepts(option.default)] == []


def test_every_option_cites_a_rule_of_the_book() -> None:
    assert {option.rule for option in PROFILE.options} <= RULES


def test_every_fault_cites_a_rule_of_the_book() -> None:
    assert set(PROFILE.citations.values()) <= RULES
