"""Singles, pairs and sequences, and the sets that are listed as legal: B-RANK, B-BIGA, B-SET."""

from itertools import pairwise

import pytest

from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.games.biga.profile import PROFILE
from daifu.replay.games.biga.sets import BIGA
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.options import Value
from tests.support.games.biga import passes_of, player_faults, report_of, trick_faults

SINGLES = ["S4", "H5", "D6", "C7", "S8", "H9", "DT", "CJ", "SQ", "HK", "DA", "C2", "S3", "XS", "XB", "HA"]
"""Every single, the Big A being the heart ace, lowest first."""

NO_COMBINATIONS = [
    "S5 S6",
    "S5 H5 S6",
    "S5 H5 S6 H6",
    "S5 H5 D5 S6 H6 D6",
    "S5 H5 D5 S6 H6 D6 S7 H7 D7 S8 H8 D8",
    "S5 H5 D5 C5 S6 H6 D6 C6 S7 H7 D7 C7",
    "S5 S6 S8",
    "S5 S6 S7 H7",
    "SK SA S2",
    "SQ SK SA S2 S3",
    "S5 S6 XS",
    "S5 XS",
]


@pytest.mark.parametrize(("low", "high"), tuple(pairwise(SINGLES)))
def test_each_single_beats_the_one_before_it_in_the_order(low: str, high: str) -> None:
    """B-RANK-1, B-Q-1, B-SET-1."""
    assert trick_faults(f"1 {low}", f"2 {high}") == []
    assert trick_faults(f"1 {high}", f"2 {low}") == ["2 not_stronger"]


def test_a_single_of_the_same_rank_is_not_stronger_whatever_its_suit() -> None:
    """B-RANK-1: suits only tell which aces are Big."""
    assert trick_faults("1 S9", "2 H9") == ["2 not_stronger"]
    assert trick_faults("1 XB", "2 XB") == ["2 not_stronger"]
    assert trick_faults("1 HA", "2 HA") == ["2 not_stronger"]


@pytest.mark.parametrize(("suit", "other"), ["SH", "HD", "DC", "CS"])
def test_the_big_aces_are_those_of_the_declared_suit(suit: str, other: str) -> None:
    """B-BIGA-1."""
    declared = (f"2 show {suit}A", "2 XB")
    assert player_faults(report_of(*declared, f"3 {suit}A")) == []
    assert player_faults(report_of(*declared, f"3 {other}A")) == ["3 not_stronger"]


def test_a_common_ace_loses_to_a_2() -> None:
    """B-RANK-1."""
    assert trick_faults("1 SA", "2 C2") == []
    assert trick_faults("1 C2", "2 SA") == ["2 not_stronger"]


@pytest.mark.parametrize(("low", "high"), tuple(pairwise("456789TJQKA23")))
def test_pairs_go_by_the_order_of_singles(low: str, high: str) -> None:
    """B-RANK-2, B-SET-2."""
    assert trick_faults(f"1 S{low} D{low}", f"2 S{high} C{high}") == []
    assert trick_faults(f"1 S{high} D{high}", f"2 S{low} C{low}") == ["2 not_stronger"]


def test_a_pair_may_be_two_equal_cards() -> None:
    """B-SET-2."""
    assert trick_faults("1 S9 S9", "2 DT DT") == []


def test_a_big_ace_with_a_common_one_is_a_pair_of_aces() -> None:
    """B-SET-2, B-BIGA-2, B-Q-4."""
    assert trick_faults("1 HA SA", "2 S2 D2") == []
    assert trick_faults("1 S2 D2", "2 HA SA") == ["2 not_stronger"]


def test_two_common_aces_of_one_suit_are_a_pair() -> None:
    """B-SET-2: only both Big As are a bomb."""
    assert trick_faults("1 DA DA", "2 S2 D2") == []


def test_three_aces_with_both_big_ones_are_an_egg() -> None:
    """B-Q-5."""
    assert trick_faults("1 HA HA SA", "2 S2 D2 C2") == []


def test_both_big_aces_may_be_split_over_other_sets() -> None:
    """B-Q-6."""
    assert trick_faults("1 HA", *passes_of(2, 3, 4, 5), "1 HA SK SQ") == []


def test_a_sequence_is_three_ranks_in_line_of_any_suits() -> None:
    """B-SET-3."""
    assert trick_faults("1 S5 H6 D7", "2 C6 D7 S8") == []
    assert trick_faults("1 S5 H6 D7", "2 S5 D6 C7") == ["2 not_stronger"]


@pytest.mark.parametrize(
    ("low", "high"),
    [("S3 S2 SA", "S4 H3 H2"), ("S4 S3 S2", "S5 H4 H3"), ("SJ SQ SK", "HQ HK DA"), ("HA H2 H3 H4", "DT DJ DQ DK")],
)
def test_sequences_go_by_their_lowest_place_on_the_line(low: str, high: str) -> None:
    """B-SET-3: from A-K-Q, the best, down to 3-2-A, the worst."""
    assert trick_faults(f"1 {low}", f"2 {high}") == []
    assert trick_faults(f"1 {high}", f"2 {low}") == ["2 not_stronger"]


def test_a_sequence_of_another_length_has_the_wrong_count() -> None:
    """B-SET-3."""
    assert trick_faults("1 S5 S6 S7", "2 S8 S9 ST SJ") == ["2 wrong_count"]
    assert trick_faults("1 S5 S6 S7 S8", "2 S9 ST SJ") == ["2 wrong_count"]


def test_a_double_sequence_is_three_pairs_in_line() -> None:
    """B-SET-4."""
    assert trick_faults("1 S5 H5 S6 H6 S7 H7", "2 C6 D6 C7 D7 C8 D8") == []
    assert trick_faults("1 S5 H5 S6 H6 S7 H7", "2 C5 D5 C6 D6 C7 D7") == ["2 not_stronger"]
    assert trick_faults("1 S5 H5 S6 H6 S7 H7", "2 C6 D6 C7 D7 C8 D8 C9 D9") == ["2 wrong_count"]


def test_a_big_ace_is_a_common_one_in_a_double_sequence() -> None:
    """B-SET-4, B-BIGA-2."""
    assert trick_faults("1 SJ HJ SQ HQ SK HK", "2 DQ CQ DK CK HA HA") == []


def test_an_ace_in_thirteen_ranks_stands_at_the_strong_end() -> None:
    """B-Q-7, B-Q-8: thirteen ranks with one ace can be read in two ways."""
    whole = "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA"
    assert trick_faults(f"1 {whole}", f"2 {whole.replace('S', 'D')}") == ["2 not_stronger"]


def test_two_aces_stand_at_both_ends_of_fourteen_ranks() -> None:
    """B-Q-7: nothing of the kind beats them."""
    whole = "SA S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK DA"
    assert trick_faults(f"1 {whole}") == []
    assert trick_faults(f"1 {whole}", f"2 {whole.replace('S', 'C')}") == ["2 not_stronger"]


def test_one_rank_may_not_stand_twice_in_a_sequence_unless_it_is_the_ace() -> None:
    """B-Q-7."""
    assert trick_faults("1 SA DA S2 S3 S4") == ["1 not_a_combination"]
    assert trick_faults("1 SQ SK SA DA") == ["1 not_a_combination"]


@pytest.mark.parametrize("cards", NO_COMBINATIONS)
def test_what_is_not_listed_is_no_combination(cards: str) -> None:
    """B-Q-32, B-SET-3, B-SET-4, B-BOMB-4, B-BOMB-5."""
    assert trick_faults(f"1 {cards}") == ["1 not_a_combination"]


@pytest.mark.parametrize("cards", ["S5 S5 S5 H5 H5 D5 D5 C5 C5", "XS XS XB XB XB"])
def test_nor_are_more_cards_of_a_rank_or_more_jokers_than_there_are(cards: str) -> None:
    """B-DECK-1, B-BOMB-4, B-BOMB-5."""
    assert trick_faults(f"1 {cards}") == ["1 card_not_held", "1 not_a_combination"]


def test_a_set_of_another_kind_has_the_wrong_kind_whatever_its_count() -> None:
    """B-FOLLOW-1."""
    assert trick_faults("1 S5", "2 S6 H6") == ["2 wrong_kind"]
    assert trick_faults("1 S5 H5", "2 S6") == ["2 wrong_kind"]
    assert trick_faults("1 S5 S6 S7", "2 SQ HQ") == ["2 wrong_kind"]
    assert trick_faults("1 S5 S6 S7", "2 S6 H6 S7 H7 S8 H8") == ["2 wrong_kind"]
    assert trick_faults("1 S5 H5 D5", "2 S6 H7 D8") == ["2 wrong_kind"]


def test_only_the_count_is_asked_on_a_set_that_is_no_combination() -> None:
    """B-FOLLOW-1: a faulty set that stands is answered by any set of as many cards."""
    assert trick_faults("1 S9 S5", "2 S4 D4") == ["1 not_a_combination"]
    assert trick_faults("1 S9 S5", "2 S4 D4 C4") == ["1 not_a_combination", "2 wrong_count"]


@pytest.mark.parametrize("most", [3, 8, 13])
def test_sequence_max_limits_the_ranks_of_sequences(most: int) -> None:
    """B-SET-3."""
    line = [f"S{rank}" for rank in "A23456789TJQKA"]
    longest, longer = " ".join(line[:most]), " ".join(line[: most + 1])
    assert trick_faults(f"1 {longest}", sequence_max=most) == []
    assert trick_faults(f"1 {longer}", sequence_max=most) == ["1 not_a_combination"]


def test_sequence_max_counts_ranks_in_double_sequences_too() -> None:
    """B-SET-4."""
    three, four = "1 S5 H5 S6 H6 S7 H7", "1 S5 H5 S6 H6 S7 H7 S8 H8"
    assert trick_faults(three, sequence_max=3) == []
    assert trick_faults(four, sequence_max=4) == []
    assert trick_faults(four, sequence_max=3) == ["1 not_a_combination"]


def test_sequence_max_leaves_bombs_alone() -> None:
    """B-BOMB-4."""
    assert trick_faults("1 S5 H5 D5 S6 H6 D6 S7 H7 D7", sequence_max=3) == []


def test_a_big_ace_is_an_ace_in_sequences_if_the_option_allows_it() -> None:
    """B-SET-3."""
    assert trick_faults("1 HA S2 S3") == []
    assert trick_faults("1 HA S2 S3", big_ace_in_sequence=False) == ["1 not_a_combination"]
    assert trick_faults("1 S4 S5 S6", "2 SQ SK HA", big_ace_in_sequence=False) == ["2 not_a_combination"]


def test_without_the_option_common_aces_and_double_sequences_are_as_ever() -> None:
    """B-SET-3, B-SET-4."""
    assert trick_faults("1 DA S2 S3", "2 SQ SK SA", big_ace_in_sequence=False) == []
    assert trick_faults("1 HA SA H2 S2 H3 S3", big_ace_in_sequence=False) == []


def legal(hands: list[str], *actions: str, **options: Value) -> set[str]:
    """Everything that may be done without a fault after these actions of a deal."""
    rules = PROFILE.rules(options)
    notation = rules.notation(5)
    match = Match(rules, 5)
    table = match.open(match.start(Deal(hands=[Hand.of(BIGA, BIGA.pack(hand.split())) for hand in hands]), []))
    take_actions(table, [notation[action] for action in actions])
    return {action.text for action in legal_actions(table, notation)}


def test_before_a_declaration_aces_may_be_shown_and_nothing_laid() -> None:
    """B-DECL-1, B-DECL-2, B-DEF-1."""
    found = legal(["HA S4", "SA SA", "S5", "S6", "S7"])
    assert found == {"1 show HA", "1 say heart", "2 show SA", "2 show SA SA"}


def test_after_a_bid_others_may_counter_and_the_partner_speak() -> None:
    """B-COUNTER-1, B-OPEN-1."""
    found = legal(["HA S4", "SA SA", "HA S5", "S6", "S7"], "1 show HA")
    assert found == {"1 HA", "1 S4", "2 show SA SA", "3 show HA", "3 say partner"}


def test_sets_that_differ_only_in_suits_stand_once() -> None:
    """B-RANK-1."""
    found = legal(["HA S5 H5 D5", "S6", "S7", "HA", "S8"], "1 show HA")
    assert {action for action in found if action.startswith("1 ")} == {"1 HA", "1 S5", "1 S5 H5", "1 S5 H5 D5"}


def test_big_aces_are_distinguished_from_common_ones() -> None:
    """B-BIGA-2, B-Q-6."""
    found = legal(["HA HA SA", "S6", "S7", "S9", "S8"], "1 show HA", "1 show HA")
    assert found == {"1 SA", "1 HA", "1 SA HA", "1 HA HA", "1 SA HA HA"}


def test_sequences_and_bombs_are_offered_on_the_lead() -> None:
    """B-SET-3, B-SET-4, B-BOMB-4, B-BOMB-5."""
    hand = "S5 S5 S5 S5 S6 S6 S6 S6 S7 S7 S7 S7 XS XB"
    found = legal([f"HA {hand}", "S8", "S9", "HA", "ST"], "1 show HA")
    assert {
        "1 S5 S6 S7",
        "1 S5 S5 S6 S6 S7 S7",
        "1 S5 S5 S5 S6 S6 S6 S7 S7 S7",
        "1 S5 S5 S5 S5 S6 S6 S6 S6",
        "1 XS XB",
    } <= found


def test_a_big_ace_in_a_sequence_is_offered_where_it_is_allowed() -> None:
    """B-SET-3."""
    hands = ["HA S2 S3", "S8", "S9", "HA", "ST"]
    assert "1 HA S2 S3" in legal(hands, "1 show HA")
    assert "1 HA S2 S3" not in legal(hands, "1 show HA", big_ace_in_sequence=False)


def test_a_sequence_of_all_ranks_is_offered_once() -> None:
    """The ace can be its lowest card or its highest one (B-SET-3)."""
    hand = "HA SA S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK"
    found = legal([hand, "HA S8", "S9", "S8", "ST"], "1 say heart", big_ace_in_sequence=False)
    assert [action for action in found if len(action.split()) == 14] == ["1 S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA"]


def test_the_others_may_answer_capture_or_pass() -> None:
    """B-FOLLOW-1, B-FOUR-1."""
    hands = ["HA S8 H8 D8 S9", "S4 H4 S9 H9 D9", "S5", "HA", "ST"]
    assert legal(hands, "1 show HA", "1 S8 H8 D8") == {"2 S4 H4", "2 S9 H9 D9", "2 -"}


def test_nothing_is_left_when_the_play_is_over() -> None:
    """B-END-1."""
    assert legal(["HA HA", "S4", "S5", "S6", "S7"], "1 show HA", "1 HA HA") == set()
