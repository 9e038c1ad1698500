"""Players, pack and hands: F-PLY-1, F-DECK-1, F-DEAL, F-Q-32."""

import pytest

from daifu.replay.games.floor13.profile import PROFILE
from tests.support.games.floor13 import HIDDEN, fault_texts, faults_of_beginning, trick_faults
from tests.support.reports import judge_deals


def test_two_to_eight_play() -> None:
    """F-PLY-1."""
    assert list(PROFILE.players) == [2, 3, 4, 5, 6, 7, 8]


def test_the_pack_has_52_cards_and_two_jokers() -> None:
    """F-DECK-1."""
    assert trick_faults("1 S4", hands=["S4 X X ?*4", *HIDDEN[1:]]) == []
    assert trick_faults("1 S4", hands=["S4 X X ?*4", "X ?*6", *HIDDEN[2:]]) == ["bad_deck"]
    assert trick_faults("1 S4", hands=["S4 ?*6", "S4 ?*6", *HIDDEN[2:]]) == ["bad_deck"]


def test_at_four_players_each_has_seven_cards() -> None:
    """F-DEAL-1."""
    assert trick_faults("1 S4", hands=HIDDEN) == []
    assert trick_faults("1 S4", hands=["?*6"] * 4) == ["bad_deal"]


@pytest.mark.parametrize(("players", "size"), [(2, 14), (3, 9), (5, 5), (6, 4), (7, 4), (8, 3), (3, 7)])
def test_elsewhere_any_size_that_is_the_same_for_all_will_do(players: int, size: int) -> None:
    """F-DEAL-2, F-Q-40."""
    assert trick_faults("1 S4", hands=[f"?*{size}"] * players) == []


@pytest.mark.parametrize("hands", [["?*7", "?*7", "?*7", "?*6"], ["?*9", "?*9", "?*8"]])
def test_hands_of_different_sizes_are_a_bad_deal(hands: list[str]) -> None:
    """F-DEAL-1, F-Q-40."""
    assert trick_faults("1 S4", hands=hands) == ["bad_deal"]


def test_the_option_sets_another_size_for_all() -> None:
    """F-DEAL-2, option `hand_size`."""
    assert trick_faults("1 S4", hands=["?*5"] * 4, hand_size=5) == []
    assert trick_faults("1 S4", hands=HIDDEN, hand_size=5) == ["bad_deal"]
    assert trick_faults("1 S4", hands=["?*9"] * 3, hand_size=5) == ["bad_deal"]


def test_no_cards_are_exchanged_between_games() -> None:
    """F-Q-32."""
    assert faults_of_beginning(["S4 H4", "S6 H6"], "1 give 2 S4", "1 H4 void") == ["1 effect_not_owed"]


def test_players_may_sit_out() -> None:
    """F-PLY-1."""
    deal = {"seats": [5, 1, 3], "hands": ["?*9", None, "?*9", None, "?*9"], "first": 5, "abandoned": True}
    report = judge_deals("floor13", [{**deal, "actions": ["5 S4", "1 S6", "2 SK", "3 SK"]}], players=5)
    assert fault_texts(report.deals[0]) == ["2 action_after_out"]
