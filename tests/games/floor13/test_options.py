"""The options and the citations of thirteenth-floor daifugo."""

import pytest

from daifu.replay.games.floor13.profile import PROFILE
from daifu.replay.options import Value
from tests.support.games.floor13 import HIDDEN, report_of
from tests.support.reports import judge_deals

OPTIONS = {option.name: option for option in PROFILE.options}

DEFAULTS: dict[str, Value] = {
    "scoring": "uno",
    "hand_size": None,
    "run_follow": "exact",
    "pass_needs_drawn": False,
    "reshuffle": False,
    "sandstorm_interrupt": True,
    "sandstorm_joker": True,
    "qbomb_self": True,
    "suit_lock": False,
    "two_in_a_row_limit": True,
    "illegal_play": "stands",
}


def test_the_options_and_their_defaults_are_those_of_the_rules() -> None:
    assert {name: option.default for name, option in OPTIONS.items()} == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value"),
    [("scoring", "sum"), ("hand_size", 0), ("hand_size", 28), ("hand_size", True), ("run_follow", "any")],
)
def test_other_values_are_refused(name: str, value: Value) -> None:
    assert not OPTIONS[name].accepts(value)


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["1 -"], "F-LEAD-1"),
        (["3 S4"], "F-CLEAR-1"),
        (["1 S4 S6"], "F-SET-2"),
        (["1 S4", "2 S3"], "F-FOLLOW-1"),
        (["1 S4", "2 S6 H6"], "F-FOLLOW-1"),
        (["1 SK SA S2", "2 H4 D4 C4"], "F-FOLLOW-1"),
        (["1 H3 H4 X", "3 S6 S7 S8"], "F-RUN-2"),
        (["1 S8", "1 H8", "1 S4"], "F-CLEAR-1"),
        (["1 S4", "2 draw SA SK"], "F-PASS-1"),
        (["1 S4", "1 give 2 S6"], "F-7"),
        (["1 S4", "1 discard S6"], "F-10"),
        (["1 S4", "1 name 6"], "F-QBOMB-1"),
        (["1 S4", "1 say flip"], "F-J"),
        (["1 S4", "1 say up"], "F-ROLE-1"),
        (["1 S4", "1 show"], "F-ROLE-1"),
        (["1 S4", "1 say revolution"], "F-REV-1"),
        (["1 SQ", "2 SK"], "F-QBOMB-2"),
        (["1 S4", "2 draw S4"], "F-Q-33"),
    ],
)
def test_a_fault_cites_its_rule(actions: list[str], rule: str) -> None:
    hands = ["S4 ?*6", *HIDDEN[1:]] if "2 draw S4" in actions else list(HIDDEN)
    deal = {"first": 1, "hands": hands, "actions": actions, "abandoned": True}
    assert judge_deals("floor13", [deal]).deals[0].faults[0].rule == rule


@pytest.mark.parametrize(
    ("hands", "actions", "rule"),
    [
        (["S8", "S4"], ["1 S8"], "F-OUTBAN-1"),
        (["H3 D3 C3", "S4 S6 SK"], ["1 H3 D3 C3"], "F-Q-11"),
        (["S7 S4", "S6 SK"], ["1 S7", "1 give 2 S4"], "F-OUTBAN-2"),
        (["ST S4", "S6 SK"], ["1 ST", "1 discard S4"], "F-OUTBAN-2"),
        (["SQ S4", "S6 SK"], ["1 SQ", "1 name 4"], "F-OUTBAN-3"),
        (["S8", "S4"], ["1 draw D2 C2"], "F-STUCK-1"),
        (["SK", "S4"], ["1 SK", "2 S4"], "F-END-1"),
    ],
)
def test_a_fault_at_the_end_cites_its_rule(hands: list[str], actions: list[str], rule: str) -> None:
    assert report_of(hands, *actions).faults[-1].rule == rule


def test_a_fault_explains_itself_in_both_languages() -> None:
    """F-RUN-2: with the sets as they are called at the table."""
    deal = {"first": 1, "hands": list(HIDDEN), "actions": ["1 S4 S5 X", "3 S6 S7 S8"], "abandoned": True}
    message = judge_deals("floor13", [deal]).deals[0].faults[0].message
    assert all(called in sentence for called in ("6-7-8", "4-5-6") for sentence in message)
