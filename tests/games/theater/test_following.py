"""What answers what: T-SET-5, T-ORDER, T-FOLLOW, T-RUN-2, T-IPK-3, T-SRK-2, T-JOK-1."""

import pytest

from tests.support.games.theater import trick_faults

REVOLUTION = ("1 SK HK DK CK", "2 -", "3 -", "4 -")


@pytest.mark.parametrize(
    ("led", "answer"),
    [
        ("S5 S6 S7", "S9 H9 D9"),
        ("S9 H9 D9", "ST SJ SQ"),
        ("D4 D5 D6 S4 S5 S6", "H7 H8 H9 HT HJ HQ"),
        ("S4", "S5 S6 S7"),
        ("S5 S6 S7", "S8 H8"),
    ],
)
def test_a_set_is_not_answered_by_another_kind(led: str, answer: str) -> None:
    """T-SET-5: where the kind differs the count is not looked at."""
    assert trick_faults(f"1 {led}", f"2 {answer}") == ["2 wrong_kind"]


@pytest.mark.parametrize(
    ("led", "answer"),
    [
        ("S5", "S6 H6"),
        ("S5 H5", "S6"),
        ("S5 H5 D5", "S6 H6 C6 D6"),
        ("S4 S5 S6", "S7 S8 S9 ST"),
        ("D4 D5 D6 S4 S5 S6", "H7 H8 H9 HT C7 C8 C9 CT"),
    ],
)
def test_a_set_is_not_answered_by_another_count(led: str, answer: str) -> None:
    """T-SET-5, T-Q-3."""
    assert trick_faults(f"1 {led}", f"2 {answer}") == ["2 wrong_count"]


@pytest.mark.parametrize(("led", "answer"), [("S4", "H5"), ("SA", "C2"), ("S4 H4", "S7 C7"), ("S4 H4 D4", "SQ HQ DQ")])
def test_a_stronger_rank_answers(led: str, answer: str) -> None:
    """T-FOLLOW-1, T-ORDER-1."""
    assert trick_faults(f"1 {led}", f"2 {answer}") == []


@pytest.mark.parametrize(("led", "answer"), [("S5", "H4"), ("S5", "H5"), ("C2", "S3"), ("S4 H4", "D4 C4")])
def test_an_equal_or_weaker_rank_does_not_answer(led: str, answer: str) -> None:
    """T-FOLLOW-1, T-ORDER-1: suits make no difference."""
    assert trick_faults(f"1 {led}", f"2 {answer}") == ["2 not_stronger"]


def test_a_kantsu_is_answered_downwards_because_it_turned_the_order() -> None:
    """T-FOLLOW-1, T-REV-1."""
    assert trick_faults("1 S5 H5 D5 C5", "2 S4 H4 D4 C4") == []
    assert trick_faults("1 S5 H5 D5 C5", "2 S6 H6 D6 C6") == ["2 not_stronger"]


@pytest.mark.parametrize("answer", ["S7 S8 S9", "HJ HQ HK", "DQ DK DA"])
def test_a_run_wholly_beyond_answers_a_run_in_any_suit(answer: str) -> None:
    """T-RUN-2, T-Q-4."""
    assert trick_faults("1 D4 D5 D6", f"2 {answer}") == []


@pytest.mark.parametrize("answer", ["S5 S6 S7", "S6 S7 S8", "S4 S5 S6", "S3 S4 S5"])
def test_a_run_that_is_not_wholly_beyond_overlaps_whatever_its_strength(answer: str) -> None:
    """T-RUN-2."""
    assert trick_faults("1 D4 D5 D6", f"2 {answer}") == ["2 run_overlap"]


@pytest.mark.parametrize("answer", ["S4 S5 S6", "H3 H4 H5"])
def test_down_a_run_wholly_below_answers(answer: str) -> None:
    """T-RUN-2."""
    assert trick_faults(*REVOLUTION, "1 D7 D8 D9", f"2 {answer}") == []


@pytest.mark.parametrize("answer", ["S6 S7 S8", "ST SJ SQ", "S5 S6 S7"])
def test_down_a_run_that_is_not_wholly_below_overlaps(answer: str) -> None:
    """T-RUN-2."""
    assert trick_faults(*REVOLUTION, "1 D7 D8 D9", f"2 {answer}") == ["2 run_overlap"]


@pytest.mark.parametrize(
    ("led", "answer"), [("3 4 5 6 7 8 9 T", "4 5 6 7 8 9 T J"), ("6 7 8 9 T J Q K", "7 8 9 T J Q K A")]
)
def test_no_run_of_eight_answers_another(led: str, answer: str) -> None:
    """T-Q-29: not upwards, and not downwards under the revolution that the first one made."""
    low, high = ([f"{suit}{rank}" for rank in ranks.split()] for suit, ranks in (("S", led), ("H", answer)))
    assert trick_faults(f"1 {' '.join(low)}", f"2 {' '.join(high)}") == ["2 run_overlap"]
    assert trick_faults(f"1 {' '.join(high)}", f"2 {' '.join(low)}") == ["2 run_overlap"]


def test_an_ipeiko_wholly_beyond_answers_an_ipeiko() -> None:
    """T-IPK-3."""
    assert trick_faults("1 D4 D5 D6 S4 S5 S6", "2 H7 H8 H9 C7 C8 C9") == []


@pytest.mark.parametrize("answer", ["H5 H6 H7 C5 C6 C7", "H4 H5 H6 C4 C5 C6"])
def test_an_ipeiko_that_overlaps_does_not_answer(answer: str) -> None:
    """T-IPK-3."""
    assert trick_faults("1 D4 D5 D6 S4 S5 S6", f"2 {answer}") == ["2 run_overlap"]


def test_a_sanrenko_wholly_beyond_answers_a_sanrenko() -> None:
    """T-SRK-2."""
    assert trick_faults("1 S5 H5 D5 S6 H6 C6 S7 H7 D7", "2 S8 H8 D8 S9 H9 D9 ST HT CT") == []


@pytest.mark.parametrize("answer", ["S9 H9 D9 ST HT DT SJ HJ DJ", "S4 H4 D4 S5 H5 C5 S6 H6 D6"])
def test_a_sanrenko_that_overlaps_or_is_weaker_does_not_answer(answer: str) -> None:
    """T-SRK-2."""
    assert trick_faults("1 S7 D7 C7 S8 H8 D8 S9 H9 C9", f"2 {answer}") == ["2 run_overlap"]


def test_suits_are_never_locked() -> None:
    """T-Q-33."""
    assert trick_faults("1 S4", "2 S5", "3 H6", "4 C7") == []


@pytest.mark.parametrize("led", ["S4", "C2"])
def test_a_joker_beats_any_single(led: str) -> None:
    """T-JOK-1, T-ORDER-2."""
    assert trick_faults(f"1 {led}", "2 X") == []


@pytest.mark.parametrize("answer", ["C2", "S3", "S8"])
def test_no_plain_card_beats_a_joker(answer: str) -> None:
    """T-JOK-1."""
    assert trick_faults("1 X", f"2 {answer}") == ["2 not_stronger"]


def test_the_joker_stays_on_top_under_a_revolution() -> None:
    """T-ORDER-2, T-Q-18."""
    assert trick_faults(*REVOLUTION, "1 S3", "2 X") == []
    assert trick_faults(*REVOLUTION, "1 X", "2 S3") == ["2 not_stronger"]


def test_a_joker_does_not_beat_a_joker() -> None:
    """T-Q-1."""
    assert trick_faults("1 X", "2 X", jokers=2) == ["2 not_stronger"]


def test_a_joker_follows_a_plain_heart_3() -> None:
    """T-JOK-1."""
    assert trick_faults("1 H3", "2 X") == []


def test_by_the_letter_a_joker_does_not_follow_a_heart_3() -> None:
    """T-JOK-1, option `joker_on_hearts3`."""
    assert trick_faults("1 H3", "2 X", joker_on_hearts3=False) == ["2 not_stronger"]
    assert trick_faults("1 S3", "2 X", joker_on_hearts3=False) == []
