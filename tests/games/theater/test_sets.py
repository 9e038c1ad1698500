"""What is a set, and which are listed as legal: T-SET, T-RUN, T-IPK, T-SRK, T-JOK-0."""

from random import Random
from typing import Any

import pytest

from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.games.theater.profile import PROFILE
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.options import Options
from tests.support.games.theater import FULL_HANDS, fault_places, trick_faults
from tests.support.playouts import legal_sitting
from tests.support.reports import judge_deals

NO_SET = ["1 not_a_combination"]


@pytest.mark.parametrize("card", ["S5", "H3", "C2", "X"])
def test_any_one_card_is_a_set(card: str) -> None:
    """T-SET-1."""
    assert trick_faults(f"1 {card}") == []


@pytest.mark.parametrize("cards", ["S5 D5", "S5 D5 C5", "S5 D5 C5 H5"])
def test_two_three_or_four_cards_of_a_rank_are_a_set(cards: str) -> None:
    """T-SET-2, T-SET-3, T-SET-4."""
    assert trick_faults(f"1 {cards}") == []


@pytest.mark.parametrize("cards", ["S5 D6", "S5 D5 C6", "S5 D5 C5 H6"])
def test_cards_of_two_ranks_are_no_toitsu_anko_or_kantsu(cards: str) -> None:
    """T-SET-2, T-SET-3, T-SET-4."""
    assert trick_faults(f"1 {cards}") == NO_SET


def test_five_cards_of_a_rank_are_more_than_a_pack_has_and_no_set() -> None:
    """T-SET-4."""
    assert trick_faults("1 S5 S5 D5 C5 H5") == ["1 card_not_held", *NO_SET]


@pytest.mark.parametrize("cards", ["S3 S4 S5", "D6 D5 D4 D7", "H9 HT HJ HQ HK HA H2"])
def test_three_or_more_ranks_in_a_row_in_one_suit_are_a_run(cards: str) -> None:
    """T-RUN-1."""
    assert trick_faults(f"1 {cards}") == []


@pytest.mark.parametrize("cards", ["S3 S4", "S3 S4 H5", "S3 S4 S6", "S3 S4 H4"])
def test_two_cards_a_stray_suit_a_gap_or_a_double_make_no_run(cards: str) -> None:
    """T-RUN-1."""
    assert trick_faults(f"1 {cards}") == NO_SET


def test_the_line_of_runs_ends_with_king_ace_two() -> None:
    """T-Q-2."""
    assert trick_faults("1 SK SA S2") == []


@pytest.mark.parametrize("cards", ["SA S2 S3", "S2 S3 S4"])
def test_runs_do_not_turn_the_corner_from_two_to_three(cards: str) -> None:
    """T-Q-2."""
    assert trick_faults(f"1 {cards}") == NO_SET


def test_two_runs_of_the_same_ranks_are_an_ipeiko() -> None:
    """T-IPK-1."""
    assert trick_faults("1 D4 S4 D5 S5 D6 S6") == []


def test_an_ipeiko_of_four_ranks_is_a_set_too() -> None:
    """T-IPK-2."""
    assert trick_faults("1 D4 D5 D6 D7 S4 S5 S6 S7") == []


@pytest.mark.parametrize(
    "cards",
    ["D4 S4 D5 S5", "D4 S4 D5 S5 D7 S7", "D4 S4 D5 S5 D6", "D4 D5 D6 S5 S6 S7"],
    ids=["two ranks", "a gap", "five cards", "two different runs"],
)
def test_anything_else_than_two_whole_runs_is_no_ipeiko(cards: str) -> None:
    """T-IPK-1."""
    assert trick_faults(f"1 {cards}") == NO_SET


def test_the_same_run_twice_is_no_ipeiko() -> None:
    """T-IPK-1: nor can anybody hold it."""
    assert trick_faults("1 D4 D5 D6 D4 D5 D6") == ["1 card_not_held", *NO_SET]


@pytest.mark.parametrize("cards", ["S4 H4 S5 H5 S6 C6", "S4 H4 S5 C5 H6 C6", "S4 S5 S6 H4 C5 D6"])
def test_the_halves_of_an_ipeiko_keep_to_one_suit_each(cards: str) -> None:
    """T-IPK-1."""
    assert trick_faults(f"1 {cards}") == NO_SET


@pytest.mark.parametrize("cards", ["S4 H4 S5 H5 S6 C6", "S4 H4 S5 C5 H6 C6", "S4 S5 S6 H4 C5 D6", "D4 S4 D5 S5 D6 S6"])
def test_with_ipeiko_any_suits_any_pairs_in_a_row_will_do(cards: str) -> None:
    """T-Q-5."""
    assert trick_faults(f"1 {cards}", ipeiko_any_suits=True) == []


@pytest.mark.parametrize("cards", ["S4 H4 S5 H5", "S4 H4 S5 H5 S7 H7", "S4 H4 S5 H5 S6"])
def test_with_ipeiko_any_suits_two_ranks_a_gap_or_an_odd_card_still_make_none(cards: str) -> None:
    """T-Q-5."""
    assert trick_faults(f"1 {cards}", ipeiko_any_suits=True) == NO_SET


def test_three_triples_in_a_row_are_a_sanrenko_in_any_suits() -> None:
    """T-SRK-1."""
    assert trick_faults("1 S5 H5 D5 S6 H6 C6 H7 D7 C7") == []


@pytest.mark.parametrize(
    "cards",
    ["S5 H5 D5 S6 H6 C6", "S4 H4 D4 S5 H5 D5 S6 H6 D6 S7 H7 D7", "S5 H5 D5 S6 H6 C6 H8 D8 C8"],
    ids=["two ranks", "four ranks", "a gap"],
)
def test_a_sanrenko_has_exactly_three_ranks_in_a_row(cards: str) -> None:
    """T-SRK-1, T-Q-27."""
    assert trick_faults(f"1 {cards}") == NO_SET


@pytest.mark.parametrize(
    "cards",
    ["S5 H5 D5 S6 H6", "D4 S4 D5 S5 D6 S6 H6", "S5 H5 D5 C5 S6 H6 C6 H7 D7", "S5 S6 S7 H7"],
    ids=["triple and pair", "ipeiko and one", "uneven triples", "run and one"],
)
def test_cards_to_spare_spoil_a_set(cards: str) -> None:
    """T-Q-27."""
    assert trick_faults(f"1 {cards}") == NO_SET


@pytest.mark.parametrize("cards", ["S5 X", "S5 D5 C5 X", "S5 S6 X", "S5 S6 S7 X", "S5 X=D5", "D4 S4 D5 S5 D6 X"])
def test_the_joker_joins_no_other_card(cards: str) -> None:
    """T-JOK-0."""
    assert trick_faults(f"1 {cards}") == NO_SET


def test_two_jokers_are_no_pair() -> None:
    """T-JOK-0, T-Q-1."""
    assert trick_faults("1 X X", jokers=2) == NO_SET


def test_ten_may_be_written_either_way() -> None:
    """T-SET-2."""
    assert trick_faults("1 S10 HT") == []


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
