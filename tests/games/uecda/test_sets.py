"""What a set is, what answers what, suit locks and the lone joker (U-SET-1, U-FOLLOW-1, U-LOCK-1, U-JOK-1)."""

import pytest

from tests.support.games.uecda import REVOLUTION, action_faults_in, report_of, standing_faults


@pytest.mark.parametrize(
    "cards", ["S5", "S5 H5", "S5 H5 D5", "S5 H5 D5 C5", "X", "S5 X", "S5 H5 D5 X", "S5 H5 D5 C5 X", "S5 X=H", "S5 X=H5"]
)
def test_cards_of_one_rank_are_a_group_that_the_joker_fills(cards: str) -> None:
    """U-SET-1."""
    assert standing_faults(f"1 {cards}") == []


@pytest.mark.parametrize(
    "cards", ["S5 S6 S7", "H3 H4 H5 H6 H7 H8", "CQ CK CA C2", "D4 X D6", "D4 D5 X", "D4 X=D5 D6", "D4 D6 X=D"]
)
def test_three_cards_or_more_in_line_of_one_suit_are_a_run_that_the_joker_fills(cards: str) -> None:
    """U-SET-1."""
    assert standing_faults(f"1 {cards}") == []


@pytest.mark.parametrize("cards", ["H3 H4 X=H-", "HA H2 X=H+", "H3 H4 H5 X=H-", "H2 HA HK X=H+"])
def test_the_joker_may_be_the_place_below_the_3_or_above_the_2(cards: str) -> None:
    """U-SET-1."""
    assert standing_faults(f"1 {cards}") == []


@pytest.mark.parametrize("cards", ["S5 S6", "S5 H6 S7", "S5 S6 S8", "SK SA S3", "S5 S6 H6"])
def test_other_cards_are_no_set(cards: str) -> None:
    """U-SET-1."""
    assert standing_faults(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("cards", ["S5 S5 S6", "S5 S5"])
def test_a_card_twice_is_no_set_and_not_held(cards: str) -> None:
    """U-SET-1."""
    assert standing_faults(f"1 {cards}") == [(0, "card_not_held"), (0, "not_a_combination")]


@pytest.mark.parametrize(
    "cards",
    [
        "S5 X=S",  # the group has its spade
        "S5 H5 X=H5",
        "S5 X=H6",
        "S5 S6 X=S6",
        "S5 S6 X=H7",
        "S5 S6 X=H",
        "H4 H5 X=H-",  # the 3 is missing between
        "HK HA X=H+",
        "H3 X=H-",
        "S5 S7 S9 X",
        "S5 H5 X X",
        "X X",
    ],
)
def test_the_joker_does_not_fit_everywhere(cards: str) -> None:
    """U-SET-1: it takes a suit that the group lacks, or a place that makes the run whole; and there is only one."""
    assert (0, "not_a_combination") in standing_faults(f"1 {cards}")


def test_without_a_word_the_joker_is_the_strongest_card_that_is_legal() -> None:
    """U-SET-1: two cards and a joker make the run that answers."""
    assert standing_faults("1 S5 S6 S7", "2 H8 H9 X") == []
    assert standing_faults("1 S5 S6 S7", "2 H7 H8 X") == [(1, "run_overlap")]
    assert standing_faults("1 S9 ST SJ", "2 HK HA X", "3 DQ DK DA") == [(2, "run_overlap")]


def test_without_a_word_the_joker_takes_the_suit_that_the_lock_asks_for() -> None:
    """U-SET-1, U-LOCK-1."""
    assert standing_faults("1 H5 D5", "2 H6 D6", "3 H7 X", "4 D9 X=H") == []


def test_a_lone_joker_is_what_it_is_whatever_it_was_called() -> None:
    """U-JOK-1."""
    assert standing_faults("1 S5", "2 X=D3", "3 S2") == [(2, "not_stronger")]


def after_revolution(*actions: str) -> list[tuple[int, str]]:
    return standing_faults(*REVOLUTION, *actions)


@pytest.mark.parametrize(("led", "answer"), [("S4", "H5"), ("SA", "C2"), ("S4 H4", "S7 C7"), ("S4 H4 D4", "SQ HQ X=D")])
def test_a_stronger_group_answers(led: str, answer: str) -> None:
    """U-FOLLOW-1."""
    assert standing_faults(f"1 {led}", f"2 {answer}") == []


@pytest.mark.parametrize(("led", "answer"), [("S5", "H4"), ("S5", "H5"), ("C2", "S3"), ("S4 H4", "D4 C4")])
def test_an_equal_or_weaker_group_does_not_answer(led: str, answer: str) -> None:
    """U-FOLLOW-1."""
    assert standing_faults(f"1 {led}", f"2 {answer}") == [(1, "not_stronger")]


@pytest.mark.parametrize(("led", "answer"), [("S5", "S6 H6"), ("S5 H5 D5", "S6 H6"), ("S4 S5 S6", "S7 S9 ST SJ X=S8")])
def test_another_count_does_not_answer(led: str, answer: str) -> None:
    """U-FOLLOW-1."""
    assert standing_faults(f"1 {led}", f"2 {answer}") == [(1, "wrong_count")]


@pytest.mark.parametrize(("led", "answer"), [("S5 S6 S7", "S9 H9 D9"), ("S9 H9 D9", "ST SJ SQ"), ("S4", "S5 S6 S7")])
def test_another_kind_does_not_answer(led: str, answer: str) -> None:
    """U-FOLLOW-1: whatever its count."""
    assert standing_faults(f"1 {led}", f"2 {answer}") == [(1, "wrong_kind")]


@pytest.mark.parametrize("answer", ["S8 S9 ST", "HJ HQ HK", "DK DA D2", "HA H2 X=H+"])
def test_a_run_wholly_beyond_answers(answer: str) -> None:
    """U-FOLLOW-1."""
    assert standing_faults("1 S5 S6 S7", f"2 {answer}") == []


@pytest.mark.parametrize("answer", ["H7 H8 H9", "H6 H7 H8", "D5 D6 D7", "D3 D4 D5", "H3 H4 X=H-"])
def test_a_run_that_overlaps_or_lies_below_does_not_answer(answer: str) -> None:
    """U-FOLLOW-1."""
    assert standing_faults("1 S5 S6 S7", f"2 {answer}") == [(1, "run_overlap")]


def test_in_a_revolution_lower_sets_answer() -> None:
    """U-FOLLOW-1, U-REV-1."""
    assert after_revolution("1 S7", "2 S6") == []
    assert after_revolution("1 S7", "2 ST") == [(7, "not_stronger")]
    assert after_revolution("1 ST SJ SQ", "2 S5 S6 S7") == []
    assert after_revolution("1 S4 S5 S6", "2 S5 S6 S7") == [(7, "run_overlap")]


def test_two_sets_of_the_same_suits_lock_the_trick_to_them() -> None:
    """U-LOCK-1."""
    assert standing_faults("1 S4", "2 S5", "3 S9") == []
    assert standing_faults("1 S4", "2 S5", "3 H9") == [(2, "suit_lock")]


def test_one_set_locks_nothing() -> None:
    """U-LOCK-1."""
    assert standing_faults("1 S4", "2 H5", "3 S6", "4 D7") == []


@pytest.mark.parametrize(
    ("first", "second", "same", "other"),
    [
        ("S4 H4", "S5 H5", "S6 H6", "S7 D7"),
        ("S4 S5 S6", "S9 SJ X=ST", "SQ SK SA", "DQ DK DA"),
        ("S4 X=H", "S5 H5", "S6 X=H", "S6 X=D"),
    ],
)
def test_any_sets_lock_the_jokers_suit_included(first: str, second: str, same: str, other: str) -> None:
    """U-LOCK-1."""
    assert standing_faults(f"1 {first}", f"2 {second}", f"3 {same}") == []
    assert standing_faults(f"1 {first}", f"2 {second}", f"3 {other}") == [(2, "suit_lock")]


def test_suits_that_are_partly_the_same_lock_nothing() -> None:
    """U-LOCK-1: exactly the same."""
    assert standing_faults("1 S4 H4", "2 S5 D5", "3 H6 C6") == []


def test_a_lock_does_not_look_at_ranks() -> None:
    """U-LOCK-1: the sets need not be next to each other."""
    assert standing_faults("1 S4", "2 SK", "3 HA") == [(2, "suit_lock")]


def test_a_set_may_break_the_lock_and_be_too_weak_at_once() -> None:
    """U-LOCK-1, U-FOLLOW-1."""
    assert standing_faults("1 S4", "2 S9", "3 H6") == [(2, "not_stronger"), (2, "suit_lock")]


def test_a_lock_ends_with_the_trick() -> None:
    """U-LOCK-1."""
    assert standing_faults("1 S4", "2 S5", "3 -", "4 -", "5 -", "1 -", "2 -", "2 S6", "3 H7") == []


def test_a_lone_joker_ignores_the_lock_and_lifts_it() -> None:
    """U-LOCK-1, U-JOK-1."""
    assert standing_faults("1 S4", "2 S5", "3 X", "4 S3", "4 D4") == []


def test_sets_that_stood_in_other_suits_leave_the_lock_as_it_is() -> None:
    """U-LOCK-1 `illegal_play`: a lock in force stays, also when two faulty sets agree."""
    assert standing_faults("1 H4", "2 H5", "3 S6", "4 S7", "5 H9") == [(2, "suit_lock"), (3, "suit_lock")]


def test_a_set_that_stood_has_the_last_suit() -> None:
    """U-LOCK-1 `illegal_play`: a set after it of its suits locks the trick."""
    assert standing_faults("1 S9", "2 H4", "3 H5", "4 D6") == [(1, "not_stronger"), (3, "suit_lock")]


@pytest.mark.parametrize("card", ["S3", "D9", "C2"])
def test_a_lone_joker_beats_any_single(card: str) -> None:
    """U-JOK-1."""
    assert standing_faults(f"1 {card}", "2 X") == []


def test_a_lone_joker_beats_any_single_in_a_revolution() -> None:
    """U-JOK-1."""
    assert after_revolution("1 S3", "2 X") == []


def test_only_the_spade_3_answers_a_lone_joker_and_clears_the_trick() -> None:
    """U-JOK-1."""
    assert standing_faults("1 X", "2 S3", "2 D4") == []


@pytest.mark.parametrize("card", ["S2", "H3", "S4", "D3"])
def test_no_other_card_answers_a_lone_joker(card: str) -> None:
    """U-JOK-1."""
    assert standing_faults("1 X", f"2 {card}") == [(1, "not_stronger")]


@pytest.mark.parametrize(("cards", "code"), [("S3 H3", "wrong_count"), ("S3 S4 S5", "wrong_kind")])
def test_no_larger_set_with_the_spade_3_answers_it_either(cards: str, code: str) -> None:
    """U-JOK-1."""
    assert standing_faults("1 X", f"2 {cards}") == [(1, code)]


def test_the_spade_3_must_be_in_the_hand() -> None:
    """U-JOK-1."""
    deal = report_of(["X S4", "H4 H5", "S5", "S6", "S7"], "1 X", "2 S3")
    assert action_faults_in(deal) == [(1, "card_not_held")]


def test_the_spade_3_on_another_card_is_a_3() -> None:
    """U-JOK-1."""
    assert standing_faults("1 S4", "2 S3") == [(1, "not_stronger")]
    assert standing_faults("1 S3", "2 H4") == []


def test_in_a_revolution_the_spade_3_clears_nothing_but_a_joker() -> None:
    """U-JOK-1."""
    assert after_revolution("1 S4", "2 S3", "3 X") == []


def test_a_joker_in_a_group_is_no_lone_joker() -> None:
    """U-JOK-1."""
    assert standing_faults("1 S5 X", "2 H6 D6") == []
