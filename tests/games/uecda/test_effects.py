"""Eights, revolutions, and the switchable sixes and jacks (U-8-1, U-REV-1, U-OPT)."""

import pytest

from tests.support.games.uecda import REVOLUTION, passes_of, standing_faults


@pytest.mark.parametrize("cards", ["S8", "S8 H8", "S7 S8 S9", "S8 X=H", "S7 S9 X=S8", "H8 S8 D8"])
def test_a_set_with_an_8_clears_the_trick(cards: str) -> None:
    """U-8-1."""
    assert standing_faults(f"1 {cards}", "1 D3") == []


def test_an_8_clears_the_trick_in_a_revolution() -> None:
    """U-8-1."""
    assert standing_faults(*REVOLUTION, "1 HT", "2 S8", "2 D3") == []


@pytest.mark.parametrize("cards", ["X", "S9", "S7 X", "S9 ST SJ"])
def test_no_other_set_clears_it(cards: str) -> None:
    """U-8-1: a lone joker is no 8."""
    assert (1, "out_of_turn") in standing_faults(f"1 {cards}", "1 D3")


def test_an_8_that_was_no_answer_clears_the_trick_where_it_stands() -> None:
    """U-8-1 `illegal_play`."""
    assert standing_faults("1 S9", "2 S8", "2 D3") == [(1, "not_stronger")]


@pytest.mark.parametrize(
    "cards", ["S5 H5 D5 C5", "S5 H5 D5 X", "S5 H5 D5 C5 X", "S9 ST SJ SQ SK", "S9 ST SJ SQ X=SK", "H3 H4 H5 H6 X=H-"]
)
def test_four_of_a_rank_or_five_in_line_turn_the_order(cards: str) -> None:
    """U-REV-1."""
    assert standing_faults(f"1 {cards}", *passes_of(2, 3, 4, 5, 1), "1 C7", "2 D6") == []
    assert (7, "not_stronger") in standing_faults(f"1 {cards}", *passes_of(2, 3, 4, 5, 1), "1 C7", "2 DT")


@pytest.mark.parametrize("cards", ["S5 H5 D5", "S5 H5 X", "S9 ST SJ SQ", "S9 ST SJ X=SQ"])
def test_smaller_sets_do_not_turn_it(cards: str) -> None:
    """U-REV-1."""
    assert standing_faults(f"1 {cards}", *passes_of(2, 3, 4, 5, 1), "1 C7", "2 DT") == []


def test_a_revolution_holds_in_its_own_trick() -> None:
    """U-REV-1."""
    assert standing_faults("1 S5 H5 D5 C5", "2 S4 H4 D4 C4") == []
    assert standing_faults("1 S5 H5 D5 C5", "2 S6 H6 D6 C6") == [(1, "not_stronger")]


def test_the_next_revolution_turns_the_order_back() -> None:
    """U-REV-1."""
    assert standing_faults("1 S5 H5 D5 C5", "2 S4 H4 D4 C4", "3 S6 H6 D6 C6") == []


def test_eights_may_turn_the_order_and_clear_the_trick() -> None:
    """U-8-1, U-REV-1."""
    assert standing_faults("1 S8 H8 D8 C8", "1 S7", "2 S6") == []


def test_to_announce_a_revolution_that_was_made_is_no_fault_and_turns_nothing() -> None:
    """U-REV-1."""
    assert standing_faults("1 S5 H5 D5 C5", "1 say revolution", "2 S4 H4 D4 C4") == []
    assert standing_faults("1 S8 H8 D8 C8", "1 say revolution", "1 S7", "2 S6") == []


@pytest.mark.parametrize(
    "actions",
    [
        ("1 S5", "1 say revolution"),
        ("1 S5 H5 D5", "1 say revolution"),
        ("1 S5 H5 D5 C5", "2 say revolution"),
        ("1 S5 H5 D5 C5", "1 say no-revolution"),
    ],
)
def test_any_other_word_about_revolutions_is_false(actions: tuple[str, str]) -> None:
    """U-REV-1: without such a set, after somebody else's, or to call it off."""
    assert standing_faults(*actions) == [(1, "false_declaration")]


def test_a_false_word_turns_nothing() -> None:
    """U-REV-1."""
    assert standing_faults("1 S5", "1 say revolution", "2 S6") == [(1, "false_declaration")]
    assert standing_faults("1 S5 H5 D5 C5", "1 say no-revolution", "2 S4 H4 D4 C4") == [(1, "false_declaration")]


@pytest.mark.parametrize("word", ["up", "down", "flip"])
def test_no_other_word_has_a_right(word: str) -> None:
    """U-SET-1, U-OPT: jacks turn the order by themselves."""
    assert standing_faults("1 SJ", f"1 say {word}", jack_back=True) == [(1, "effect_not_owed")]


@pytest.mark.parametrize(
    ("jacks", "lower"),
    [("SJ", "C9"), ("SJ HJ", "C9 D9"), ("ST SJ SQ", "C5 C6 C7"), ("HJ X", "C9 D9"), ("ST SQ X=SJ", "C5 C6 C7")],
)
def test_a_set_with_a_jack_turns_the_order_of_the_trick(jacks: str, lower: str) -> None:
    """U-OPT `jack_back`."""
    assert standing_faults(f"1 {jacks}", f"2 {lower}", jack_back=True) == []
    assert standing_faults(f"1 {jacks}", f"2 {lower}") != []


def test_without_the_option_a_jack_is_a_card_like_any_other() -> None:
    """U-OPT `jack_back`."""
    assert standing_faults("1 SJ", "2 SQ") == []
    assert standing_faults("1 SJ", "2 SQ", jack_back=True) == [(1, "not_stronger")]


def test_the_order_is_as_before_when_the_trick_is_cleared() -> None:
    """U-OPT `jack_back`."""
    assert standing_faults("1 SJ", *passes_of(2, 3, 4, 5, 1), "1 S4", "2 S5", jack_back=True) == []


def test_two_jacks_in_one_set_turn_the_order_once_and_the_next_set_turns_it_back() -> None:
    """U-OPT `jack_back`: once a set."""
    assert standing_faults("1 SJ HJ", "2 ST HT", jack_back=True) == []
    assert standing_faults("1 SQ", "2 X", "3 S3", "3 DJ", "4 DT", jack_back=True) == []
    assert standing_faults(*REVOLUTION, "1 DJ", "2 DQ", jack_back=True) == []


def test_a_lone_joker_is_no_jack_and_no_six() -> None:
    """U-OPT `jack_back`, `six_reverse`."""
    assert (
        standing_faults("1 SQ", "2 X", *passes_of(3, 4, 5, 1, 2), "2 S4", "3 S5", jack_back=True, six_reverse=True)
        == []
    )


def test_a_revolution_of_jacks_turns_the_order_twice_for_the_trick() -> None:
    """U-OPT `jack_back`, U-REV-1."""
    jacks = "1 SJ HJ DJ CJ"
    assert standing_faults(jacks, "2 SQ HQ DQ CQ", jack_back=True) == []
    assert standing_faults(jacks, *passes_of(2, 3, 4, 5, 1), "1 S7", "2 S6", jack_back=True) == []


@pytest.mark.parametrize("cards", ["S6", "S6 H6", "S5 S6 S7", "S6 X=H", "S5 S7 X=S6"])
def test_a_set_with_a_six_turns_the_direction_of_play(cards: str) -> None:
    """U-OPT `six_reverse`."""
    assert standing_faults(f"1 {cards}", *passes_of(5, 4, 3, 2), six_reverse=True) == []
    assert standing_faults(f"1 {cards}", *passes_of(2, 3, 4, 5)) == []


def test_the_direction_stays_turned_to_the_end_of_the_game() -> None:
    """U-OPT `six_reverse`: until the next six."""
    assert standing_faults("1 S6", *passes_of(5, 4, 3, 2, 1), "1 S7", "5 S9", six_reverse=True) == []
    assert standing_faults("1 S6", *passes_of(5, 4, 3, 2, 1), "1 D6", "2 S7", six_reverse=True) == []
