"""What only one game counts."""

from collections.abc import Mapping
from typing import Final

import pytest

from daifu.replay.options import Value
from daifu.replay.statistics.record import RecordCounters
from tests.support.games.biga import HIDDEN as TWENTY
from tests.support.games.biga import hands_and_exits
from tests.support.games.floor13 import HIDDEN as SEVENS
from tests.support.games.theater import FULL_HANDS
from tests.support.reports import count_deals, counter_by_player, table_total

THREE = ["?*18", "?*18", "?*17"]


def count_broken_off(
    rules: str, hands: list[str], *actions: str, options: Mapping[str, Value] | None = None, **deal: object
) -> RecordCounters:
    """What is counted of a deal that breaks off."""
    raw = {"hands": hands, "actions": list(actions), "abandoned": True, **deal}
    return count_deals(rules, [raw], len(hands), options)


def test_theater_counts_an_ittsu_but_not_a_false_one() -> None:
    """T-ITTSU-1."""
    tallies = count_broken_off("theater", FULL_HANDS, "2 show", "1 show H3")
    assert counter_by_player(tallies, "ittsu") == [0, 1, 0, 0]


def test_akagiri_counts_a_revolution_that_is_taken_back_as_none() -> None:
    """A-REV-2."""
    tallies = count_broken_off("akagiri", THREE, "1 S9 H9 D9 C9", "1 say no-revolution")
    assert (table_total(tallies, "revolutions"), counter_by_player(tallies, "revolutions.suffered")) == (0, [0, 0, 0])


def test_a_pass_that_is_announced_before_its_draw_is_one_pass() -> None:
    """F-PASS-1."""
    tallies = count_broken_off("floor13", [*SEVENS], "1 S4", "2 -", "2 draw", "3 draw", "3 -", first=1)
    assert counter_by_player(tallies, "passes") == [0, 1, 1, 0]


def test_the_draw_of_a_stuck_leader_is_no_pass() -> None:
    """F-STUCK-1, F-Q-7."""
    hands = ["S5", "S4 S6 C4", "C3 D9 C9"]
    tallies = count_broken_off("floor13", hands, "1 draw", "2 S4", "3 draw", first=1, options={"hand_size": 3})
    assert (counter_by_player(tallies, "draws"), counter_by_player(tallies, "passes")) == ([1, 0, 1], [0, 0, 1])


def test_a_win_by_a_bomb_is_not_won_by_leading() -> None:
    """F-END-2."""
    hands = ["SQ S3 C9", "S4 S6", "D6 C3"]
    actions = ["2 S4", "3 D6", "1 SQ", "1 name 6"]
    tallies = count_broken_off("floor13", hands, *actions, first=2, options={"hand_size": 3})
    assert (counter_by_player(tallies, "won"), counter_by_player(tallies, "won.leading")) == ([0, 1, 0], [0, 0, 0])


@pytest.mark.parametrize(("word", "counter"), [("name 6", "bombs"), ("say flip", "flips")])
def test_a_word_after_the_end_is_an_action_and_nothing_else(word: str, counter: str) -> None:
    """F-END-1."""
    tallies = count_broken_off("floor13", ["SK", "S6"], "1 SK", f"1 {word}", first=1, options={"hand_size": 1})
    assert (table_total(tallies, counter), table_total(tallies, "actions")) == (0, 2)


def test_biga_counts_partners_who_make_themselves_known() -> None:
    """B-OPEN-1."""
    hands, actions = hands_and_exits([1, 2, 3], "3 say partner", partner=3)
    assert counter_by_player(count_deals("biga", [{"hands": hands, "actions": actions}], 5), "announced") == [
        0,
        0,
        1,
        0,
        0,
    ]


def test_biga_counts_them_also_where_the_deal_comes_to_no_result() -> None:
    """B-OPEN-1."""
    tallies = count_broken_off("biga", TWENTY, "4 show DA", "5 show DA")
    assert counter_by_player(tallies, "announced") == [0, 0, 0, 0, 1]


def test_a_partner_is_none_any_more_when_somebody_else_declares() -> None:
    """B-COUNTER-1, B-Q-11."""
    tallies = count_broken_off("biga", TWENTY, "4 show DA", "5 show DA", "3 show SA SA")
    assert (counter_by_player(tallies, "announced"), table_total(tallies, "announced")) == ([0, 0, 0, 0, 0], 0)


def count_locks(*actions: str) -> list[int]:
    """The suit locks of each player in a deal of UECda."""
    hands = ["C3 S8 S7", "S6", "C4 H5", "C5 H6", "C6 H7"]
    deal = {"hands": hands, "actions": [*actions], "hands_are": "exchanged", "first": 1, "abandoned": True}
    return counter_by_player(count_deals("uecda", [deal], 5), "effect.lock")


def test_a_set_locks_its_trick_also_where_nobody_is_left_to_answer() -> None:
    """U-LOCK-1: player 2 has gone out, and all others have passed."""
    assert count_locks("1 C3", "2 S6", "3 -", "4 -", "5 -", "1 S7") == [1, 0, 0, 0, 0]


def test_an_8_ends_the_trick_and_locks_nothing() -> None:
    """U-8-1."""
    assert count_locks("1 C3", "2 S6", "3 -", "4 -", "5 -", "1 S8") == [0] * 5


def floor13_leads(*actions: str) -> tuple[list[int], list[int]]:
    """The tricks that two players of the thirteenth floor led to, and those that they won."""
    hands = ["S4 S6 SK DK CK HK", "C4 C6 CA D3 H3 DA"]
    deal = {"hands": hands, "actions": actions, "first": 1, "abandoned": True}
    tallies = count_deals("floor13", [deal], 2, {"hand_size": 6})
    return counter_by_player(tallies, "leads"), counter_by_player(tallies, "tricks")


TWO_TRICKS_LED: Final = ("1 S4", "2 draw", "1 S6", "2 draw")
"""A third lead of the same player would follow: the lead is the other's, who has passed last (F-LEAD3-1)."""


def test_the_set_of_the_next_leader_who_passed_last_follows_if_it_can() -> None:
    assert floor13_leads(*TWO_TRICKS_LED, "2 CA") == ([2, 0], [1, 0])
    assert floor13_leads(*TWO_TRICKS_LED, "2 CA", "1 draw", "2 C4") == ([2, 1], [1, 1])


def test_a_set_that_cannot_follow_leads() -> None:
    assert floor13_leads(*TWO_TRICKS_LED, "2 D3") == ([2, 1], [2, 0])
