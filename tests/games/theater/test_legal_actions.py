"""The legal actions in a position."""

from random import Random
from typing import Any

import pytest

from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.games.theater.profile import PROFILE
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.options import Options
from tests.support.games.theater import FULL_HANDS, fault_places
from tests.support.playouts import legal_sitting
from tests.support.reports import judge_deals


def legal(hands: list[str], *actions: str, options: Options | None = None) -> set[str]:
    """The texts of everything that may be done after these actions."""
    rules = PROFILE.rules(options or {})
    match = Match(rules, len(hands))
    notation = rules.notation(len(hands))
    cards = [Hand.of(rules.alphabet, rules.alphabet.pack(hand.split())) for hand in hands]
    table = match.open(match.start(Deal(hands=cards), []))
    take_actions(table, [notation[text] for text in actions])
    return {action.text for action in legal_actions(table, notation)}


def test_the_leader_may_lay_every_set_of_the_hand() -> None:
    """T-SET, T-RUN-1."""
    hands = ["S4 H4 S5 S6 X", "C9 C7", "CT C6", "CJ CQ"]
    assert {text for text in legal(hands) if text.startswith("1 ")} == {
        "1 S4", "1 H4", "1 S5", "1 S6", "1 X", "1 S4 H4", "1 S4 S5 S6",
    }  # fmt: skip


def test_an_ipeiko_and_a_sanrenko_are_among_them() -> None:
    """T-IPK-1, T-SRK-1."""
    hands = ["S4 H4 S5 H5 S6 H6", "D4 S7 H7 D7 S8 H8 D8 S9 H9 D9", "CT C6", "CJ CQ"]
    offered = legal(hands)
    assert "1 S4 H4 S5 H5 S6 H6" in offered
    assert "2 S7 H7 D7 S8 H8 D8 S9 H9 D9" in offered


@pytest.mark.parametrize(("any_suits", "offered"), [(False, False), (True, True)])
def test_pairs_of_stray_suits_are_an_ipeiko_only_where_the_option_says_so(*, any_suits: bool, offered: bool) -> None:
    """T-Q-5."""
    hands = ["S4 H4 S5 H5 S6 C6", "C9 C7", "CT C5", "CJ CQ"]
    assert ("1 S4 H4 S5 H5 S6 C6" in legal(hands, options={"ipeiko_any_suits": any_suits})) is offered


def test_after_jacks_their_player_may_call_before_the_next_one_acts() -> None:
    """T-J-1."""
    hands = ["SJ S4", "SQ S5", "S6 S7", "S8 S9"]
    assert legal(hands, "1 SJ") == {"1 say up", "1 say down", "2 SQ", "2 -"}


def test_the_heart_3_may_come_in_out_of_turn() -> None:
    """T-H3-2."""
    hands = ["X S4", "SQ S5", "S6 S7", "H3 S9"]
    assert legal(hands, "1 X") == {"4 H3", "2 -"}


def test_before_the_opening_an_ittsu_may_be_shown() -> None:
    """T-ITTSU-2, T-OPEN-2."""
    offered = legal(FULL_HANDS)
    assert {text for text in offered if "show" in text} == {"1 show", "2 show", "3 show", "4 show"}
    assert {text for text in offered if "show" not in text} == {"1 D3"} | {
        f"1 {' '.join(FULL_HANDS[0].split()[:count])}" for count in range(3, 14)
    }


ALL_OTHER_THAN_USUAL: dict[str, Any] = {
    "jokers": 2,
    "pass_reset": "any_change",
    "eleven_back": False,
    "ipeiko_any_suits": True,
    "opening_listed_only": True,
    "hearts3_on_turn_only": True,
    "joker_on_hearts3": False,
    "joker_out": "illegal",
    "gift_from_dealt_hand": True,
    "illegal_play": "pass",
}


@pytest.mark.parametrize("options", [{}, ALL_OTHER_THAN_USUAL], ids=["usual", "other"])
def test_a_sitting_of_nothing_but_legal_actions_has_no_fault(options: dict[str, Any]) -> None:
    raw = legal_sitting("theater", 4, 2, Random(20260704), options)
    report = judge_deals("theater", raw["deals"], options=options)
    assert [fault for deal in report.deals for fault in fault_places(deal)] == []
    assert report.legal
