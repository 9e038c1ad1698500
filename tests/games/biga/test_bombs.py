"""Bombs, captures by fours, and the answer matrix: B-BOMB, B-EGG, B-BEGG, B-FOUR."""

from itertools import combinations

import pytest

from tests.support.games.biga import broken_off_deal, fault_places, passes_of, player_faults, trick_faults

ORDINARY = {
    "single": "S5",
    "joker": "XS",
    "big ace": "HA",
    "pair": "S5 H5",
    "sequence": "S5 S6 S7",
    "double sequence": "S5 H5 S6 H6 S7 H7",
}
EGG = "S8 H8 D8"
FOUR_OF_A_RANK = "S8 H8 D8 C8"
FIVE_OF_A_RANK = "S8 H8 D8 C8 S8"
CLASSES = [
    "XS XB",
    "S9 H9 D9 ST HT DT SJ HJ DJ",
    "S9 H9 D9 C9 ST HT DT CT",
    "S9 S9 H9 H9 D9 D9 C9",
    "XS XB XB",
    "XS XS XB XB",
    "HA HA",
]
"""A bomb of each class from the joker pair, class 3, to both Big As, class 9."""


@pytest.mark.parametrize("top", [*ORDINARY.values(), EGG, FOUR_OF_A_RANK])
@pytest.mark.parametrize("bomb", CLASSES)
def test_bombs_from_the_joker_pair_up_beat_all_ordinary_sets_and_eggs(top: str, bomb: str) -> None:
    """B-BOMB-10, B-BOMB-3, B-BOMB-4, B-BOMB-5, B-BOMB-6, B-BOMB-7, B-BOMB-8, B-BOMB-9."""
    assert trick_faults(f"1 {top}", f"2 {bomb}") == []


@pytest.mark.parametrize(("low", "high"), tuple(combinations(CLASSES, 2)))
def test_of_two_bombs_the_one_of_the_higher_class_wins(low: str, high: str) -> None:
    """B-BOMB-10, B-BOMB-9."""
    assert trick_faults(f"1 {low}", f"2 {high}") == []
    assert trick_faults(f"1 {high}", f"2 {low}") == ["2 not_stronger"]


@pytest.mark.parametrize("cards", [EGG, FOUR_OF_A_RANK, *CLASSES])
def test_bombs_may_be_led_and_are_answered_by_no_ordinary_set(cards: str) -> None:
    """B-Q-9, B-FOLLOW-1."""
    assert trick_faults(f"1 {cards}", "2 SK") == ["2 wrong_kind"]
    assert trick_faults(f"1 {cards}", "2 S3 H3") == ["2 wrong_kind"]


@pytest.mark.parametrize("kind", ["single", "pair", "sequence"])
def test_an_egg_answers_what_is_weak(kind: str) -> None:
    """B-EGG-1, B-BOMB-1."""
    assert trick_faults(f"1 {ORDINARY[kind]}", f"2 {EGG}") == []


def test_an_egg_answers_any_common_single() -> None:
    """B-EGG-1: up to the 3."""
    assert trick_faults("1 S3", "2 S4 H4 D4") == []


@pytest.mark.parametrize("top", [ORDINARY["joker"], ORDINARY["big ace"], FOUR_OF_A_RANK, *CLASSES])
def test_an_egg_does_not_answer_what_is_above_it(top: str) -> None:
    """B-EGG-2, B-Q-2."""
    assert trick_faults(f"1 {top}", "2 SK HK DK") == ["2 bomb_not_allowed"]


def test_an_egg_answers_a_double_sequence_only_with_the_option() -> None:
    """B-EGG-2, B-Q-2."""
    top = f"1 {ORDINARY['double sequence']}"
    assert trick_faults(top, f"2 {EGG}") == ["2 bomb_not_allowed"]
    assert trick_faults(top, f"2 {EGG}", egg_on_double_sequence=True) == []


@pytest.mark.parametrize("kind", ["joker", "big ace"])
def test_the_option_does_not_let_an_egg_answer_strong_singles(kind: str) -> None:
    """B-Q-2."""
    assert trick_faults(f"1 {ORDINARY[kind]}", f"2 {EGG}", egg_on_double_sequence=True) == ["2 bomb_not_allowed"]


def test_an_egg_answers_a_lower_egg() -> None:
    """B-EGG-1."""
    assert trick_faults(f"1 {EGG}", "2 S9 H9 D9") == []
    assert trick_faults("1 S9 H9 D9", f"2 {EGG}") == ["2 not_stronger"]


@pytest.mark.parametrize("kind", ["single", "joker", "pair", "sequence", "double sequence"])
def test_a_big_egg_answers_everything_ordinary_but_a_big_ace(kind: str) -> None:
    """B-BEGG-1, B-BOMB-2."""
    assert trick_faults(f"1 {ORDINARY[kind]}", f"2 {FOUR_OF_A_RANK}") == []


def test_a_big_egg_answers_a_big_ace_with_five_cards_or_six() -> None:
    """B-BEGG-2."""
    assert trick_faults("1 HA", f"2 {FOUR_OF_A_RANK}") == ["2 bomb_not_allowed"]
    assert trick_faults("1 HA", f"2 {FIVE_OF_A_RANK}") == []
    assert trick_faults("1 HA", f"2 {FIVE_OF_A_RANK} H8") == []


def test_a_big_egg_of_four_answers_a_common_ace() -> None:
    """B-BEGG-1, B-RANK-1."""
    assert trick_faults("1 DA", f"2 {FOUR_OF_A_RANK}") == []


def test_a_big_egg_answers_any_egg() -> None:
    """B-BEGG-1."""
    assert trick_faults("1 S3 H3 D3", "2 S5 H5 D5 C5") == []


def test_of_two_big_eggs_more_cards_count_before_the_rank() -> None:
    """B-BEGG-1, B-Q-3."""
    assert trick_faults("1 S3 H3 D3 C3", "2 S5 H5 D5 C5 S5") == []
    assert trick_faults("1 S5 H5 D5 C5 S5", "2 S3 H3 D3 C3") == ["2 not_stronger"]
    assert trick_faults(f"1 {FOUR_OF_A_RANK}", "2 S9 H9 D9 C9") == []
    assert trick_faults("1 S9 H9 D9 C9", f"2 {FOUR_OF_A_RANK}") == ["2 not_stronger"]


@pytest.mark.parametrize("top", CLASSES)
def test_a_big_egg_does_not_answer_a_bomb_above_it(top: str) -> None:
    """B-BEGG-1: however large it is."""
    assert trick_faults(f"1 {top}", "2 S3 H3 D3 C3 S3 H3") == ["2 bomb_not_allowed"]


def test_two_big_jokers_beat_two_small_ones() -> None:
    """B-BOMB-3, B-Q-27."""
    assert trick_faults("1 XS XS", "2 XB XB") == []
    assert trick_faults("1 XB XB", "2 XS XS") == ["2 not_stronger"]


def test_a_mixed_pair_of_jokers_does_not_beat_another() -> None:
    """B-BOMB-3, B-Q-27."""
    assert trick_faults("1 XB XS", "2 XB XS") == ["2 not_stronger"]


def test_triple_sequences_and_false_eights_go_by_the_line() -> None:
    """B-BOMB-4, B-BOMB-5, B-BOMB-10."""
    assert trick_faults("1 SA HA DA S2 H2 D2 S3 H3 D3", "2 C4 S4 H4 C3 C3 S3 C2 C2 S2") == []
    assert trick_faults("1 SK HK DK SQ HQ DQ SJ HJ DJ", "2 C4 S4 H4 C3 S3 H3 C2 S2 H2") == ["2 not_stronger"]
    assert trick_faults("1 SA HA DA CA S2 H2 D2 C2", "2 SK HK DK CK SA HA DA CA") == []
    assert trick_faults("1 SK HK DK CK SA HA DA CA", "2 SA HA DA CA S2 H2 D2 C2") == ["2 not_stronger"]


def test_eight_of_a_rank_beat_any_seven_and_sevens_go_by_rank() -> None:
    """B-BOMB-6, B-Q-3."""
    seven, eight = "S5 H5 D5 C5 S5 H5 D5", "S4 H4 D4 C4 S4 H4 D4 C4"
    higher = seven.replace("5", "K")
    assert trick_faults(f"1 {higher}", f"2 {eight}") == []
    assert trick_faults(f"1 {seven}", f"2 {higher}") == []
    assert trick_faults(f"1 {higher}", f"2 {seven}") == ["2 not_stronger"]


def test_both_big_aces_are_a_pair_for_nobody() -> None:
    """B-SET-2, B-BOMB-9."""
    assert trick_faults("1 HA HA", "2 S2 H2") == ["2 wrong_kind"]


def test_nothing_beats_both_big_aces() -> None:
    """B-BOMB-9."""
    assert trick_faults("1 XS XS XB XB", "2 HA HA", "3 XS XS XB XB") == ["3 not_stronger"]


HANDS = ["HA S8 H8 D8 C8 S9", "S4 H4 D4 S5", "S6 H6 D6", "HA S7", "C4 C4 ST"]
"""Player 1 declares and leads eights, player 2 captures them with fours."""


def of_a_rank(rank: str, count: int) -> str:
    """Cards of a rank."""
    return " ".join([suit + rank for suit in "SHDCSHDC"][:count])


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_fours_one_card_fewer_answer_three_to_six_of_a_rank(count: int) -> None:
    """B-FOUR-1, B-FOUR-4."""
    assert trick_faults(f"1 {of_a_rank('8', count)}", f"2 {of_a_rank('4', count - 1)}") == []


def test_fours_of_another_count_are_the_set_that_they_are() -> None:
    """B-FOUR-1."""
    assert trick_faults("1 S8 H8 D8 C8", "2 S4 H4") == ["2 wrong_kind"]
    assert trick_faults("1 S8 H8 D8 C8 S8", "2 S4 H4 D4") == ["2 bomb_not_allowed"]
    assert trick_faults("1 S8 H8 D8", "2 S4 H4 D4") == ["2 not_stronger"]


def test_other_ranks_capture_nothing() -> None:
    """B-FOUR-1."""
    assert trick_faults("1 S8 H8 D8", "2 S9 H9") == ["2 wrong_kind"]


def test_the_captured_set_goes_into_the_hand_of_the_captor() -> None:
    """B-FOUR-2, B-Q-16."""
    actions = ["1 show HA", "1 S8 H8 D8 C8", "2 S4 H4 D4", *passes_of(3, 4, 5, 1)]
    assert player_faults(broken_off_deal(HANDS, *actions, "2 S8 H8 D8 C8")) == []
    assert player_faults(broken_off_deal(HANDS, *actions, "2 S4")) == ["2 card_not_held"]


def test_the_fours_stay_as_an_ordinary_set_of_their_size() -> None:
    """B-FOUR-3."""
    assert trick_faults("1 S8 H8 D8", "2 S4 H4", "3 S5 H5") == []
    assert trick_faults("1 S8 H8 D8", "2 S4 H4", "3 S5 S6 S7") == ["3 wrong_kind"]
    assert trick_faults("1 S8 H8 D8 C8", "2 S4 H4 D4", "3 S5 H5 D5") == []
    assert trick_faults("1 S8 H8 D8 C8 S8", "2 S4 H4 D4 C4", "3 S5 H5 D5 C5") == []
    assert trick_faults("1 S8 H8 D8 C8 S8", "2 S4 H4 D4 C4", "3 S5 H5 D5") == ["3 bomb_not_allowed"]


def test_fours_may_be_captured_themselves() -> None:
    """B-FOUR-5."""
    actions = ["1 show HA", "1 S8 H8 D8 C8", "2 S4 H4 D4", "3 -", "4 -", "5 C4 C4"]
    assert player_faults(broken_off_deal(HANDS, *actions, *passes_of(1, 2, 3, 4), "5 S4 H4 D4")) == []


def test_only_the_top_set_is_captured() -> None:
    """B-FOUR-9: the set beneath it stays where it is."""
    hands = ["HA S9", "S8 H8 D8", "C4 C4 S7", "HA", "ST"]
    actions = ["1 show HA", "1 S9", "2 S8 H8 D8", "3 C4 C4", *passes_of(4, 5, 1)]
    assert player_faults(broken_off_deal(hands, *actions, "3 S8 H8 D8")) == []
    assert player_faults(broken_off_deal(hands, *actions, "3 S9")) == ["3 card_not_held"]


def test_a_single_four_captures_nothing() -> None:
    """B-FOUR-9."""
    assert trick_faults("1 S8 H8", "2 S4") == ["2 wrong_kind"]


@pytest.mark.parametrize("count", [7, 8])
def test_seven_or_eight_of_a_rank_cannot_be_captured(count: int) -> None:
    """B-FOUR-6."""
    assert trick_faults(f"1 {of_a_rank('8', count)}", f"2 {of_a_rank('4', count - 1)}") == ["2 bad_capture"]


@pytest.mark.parametrize(
    ("top", "fours", "code"),
    [
        ("XS XB XB", "S4 H4", "wrong_kind"),
        ("XS XS XB XB", "S4 H4 D4", "bomb_not_allowed"),
        ("S5 S6 S7", "S4 H4", "wrong_kind"),
        ("S5 S6 S7", "S4 H4 D4", ""),
        ("S8 H8 D8 C8 S9 H9 D9 C9", "S4 H4 D4 C4 S4 H4 D4", ""),
    ],
)
def test_fours_on_jokers_and_sequences_are_judged_as_the_set_they_are(top: str, fours: str, code: str) -> None:
    """B-FOUR-6."""
    assert trick_faults(f"1 {top}", f"2 {fours}") == ([f"2 {code}"] if code else [])


def test_a_seven_that_is_captured_unnoticed_is_in_the_captors_hand() -> None:
    """B-FOUR-6."""
    seven, fours = "S8 H8 D8 C8 S8 H8 D8", "S4 H4 D4 C4 S4 H4"
    hands = ["HA S9 " + seven, fours + " S5", "S6", "HA", "S7"]
    actions = ["1 show HA", f"1 {seven}", f"2 {fours}", *passes_of(3, 4, 5, 1), f"2 {seven}"]
    assert player_faults(broken_off_deal(hands, *actions)) == ["2 bad_capture"]


def test_a_capture_that_is_taken_back_moves_no_card() -> None:
    """B-FOUR-2."""
    actions = ["1 show HA", "1 S8 H8 D8 C8", "2 S4 H4 D4 void", *passes_of(2, 3, 4, 5), "1 S9", "2 S8"]
    assert player_faults(broken_off_deal(HANDS, *actions)) == ["2 card_not_held", "2 not_stronger"]


def test_only_cards_that_were_there_are_captured() -> None:
    """B-FOUR-2: a set may stand although its player had not all of it."""
    hands = ["HA S8 H8 S9", "S4 H4 S5", "S6", "HA", "S7"]
    actions = ["1 show HA", "1 S8 H8 D8", "2 S4 H4", *passes_of(3, 4, 5, 1), "2 S8 H8", *passes_of(3, 4, 5, 1), "2 D8"]
    assert fault_places(broken_off_deal(hands, *actions)) == [(1, 1, "card_not_held"), (12, 2, "card_not_held")]


def test_a_player_who_went_out_with_the_captured_set_stays_out() -> None:
    """B-FOUR-7, B-Q-15."""
    hands = ["HA S5 S6", "S8 H8 D8", "S4 H4 S7", "HA", "S9"]
    report = broken_off_deal(
        hands, "1 show HA", "1 S5", "2 S8 H8 D8", "3 S4 H4", *passes_of(4, 5), "1 -", "3 S8 H8 D8", "2 S8"
    )
    assert report.order == [2]
    assert player_faults(report) == ["2 action_after_out"]


def test_nobody_goes_out_by_a_capture() -> None:
    """B-FOUR-8: the cards come into the hand before it is checked for being empty."""
    hands = ["HA S8 H8 D8 S9", "S4 H4", "S6", "HA", "S7"]
    report = broken_off_deal(hands, "1 show HA", "1 S8 H8 D8", "2 S4 H4", *passes_of(3, 4, 5, 1), "2 S8 H8 D8")
    assert (report.order, player_faults(report)) == ([2], [])


def test_passes_are_counted_anew_after_a_capture() -> None:
    """B-Q-17."""
    hands = [*HANDS[:4], "C4 C4 D4 ST"]
    actions = ["1 show HA", "1 S8 H8 D8 C8", *passes_of(2, 3, 4), "5 C4 C4 D4", *passes_of(1, 2, 3)]
    assert player_faults(broken_off_deal(hands, *actions, "4 -", "5 ST")) == []
    assert player_faults(broken_off_deal(hands, *actions, "5 ST")) == ["5 out_of_turn", "5 wrong_kind"]


def test_a_captured_big_ace_makes_nobody_a_partner_but_serves_its_new_owner() -> None:
    """B-TEAM-2, B-Q-14."""
    hands = ["HA SA DA S5", "S4 H4 HA S6", "S7 S8", "S9", "ST"]
    actions = ["1 show HA", "1 HA SA DA", "2 S4 H4", *passes_of(3, 4, 5, 1), "2 HA HA", *passes_of(3, 4, 5, 1)]
    assert player_faults(broken_off_deal(hands, *actions, "2 SA", "3 -")) == []


def test_fours_capture_nothing_on_a_set_that_is_no_combination() -> None:
    """B-FOUR-1: only the count is asked there."""
    assert trick_faults("1 S8 H8 D9", "2 S4 H4") == ["1 not_a_combination", "2 wrong_count"]
