"""Revolutions: what makes them, and what turns them back (A-REV)."""

import pytest

from daifu.replay.options import Value
from tests.support.games.akagiri import REVOLUTION, action_faults, action_faults_of, hidden_hands
from tests.support.reports import judge_deals

AFTER = ("2 -", "3 -", "4 -", "1 S9", "2 S8")
"""Everybody passes on the set of player 1; then an 8 follows the 9 of player 1, at action 5 or 6."""


def turns_the_order(*actions: str, **options: Value) -> bool:
    """Whether after these actions of player 1 an 8 beats a 9, and a 10 does not."""
    down = action_faults(*actions, *AFTER, **options)
    up = action_faults(*actions, *AFTER[:-1], "2 ST", **options)
    assert {bool(down), bool(up)} == {True, False}
    return not down


@pytest.mark.parametrize("four", ["SJ HJ DJ CJ", "S7 H7 D7 X", "S7 H7 D7 X=C7"])
def test_four_of_a_rank_turn_the_order(four: str) -> None:
    """A-REV-1."""
    assert turns_the_order(f"1 {four}")


def test_three_of_a_rank_do_not() -> None:
    """A-REV-1."""
    assert not turns_the_order("1 S7 H7 D7")


def test_nobody_is_bound_to_make_a_revolution() -> None:
    """A-REV-2, A-Q-8."""
    assert not turns_the_order("1 SJ HJ DJ CJ", "1 say no-revolution")


def test_a_revolution_that_nobody_mentions_is_one() -> None:
    """A-Q-8."""
    assert turns_the_order("1 SJ HJ DJ CJ")


def test_mentioning_a_revolution_does_not_turn_the_order_twice() -> None:
    """A-Q-8."""
    assert turns_the_order("1 SJ HJ DJ CJ", "1 say revolution")


def test_the_last_word_on_a_revolution_counts() -> None:
    """A-Q-8."""
    assert turns_the_order("1 SJ HJ DJ CJ", "1 say no-revolution", "1 say revolution")
    assert not turns_the_order("1 SJ HJ DJ CJ", "1 say no-revolution", "1 say no-revolution")


def test_where_it_must_be_declared_only_the_word_makes_a_revolution() -> None:
    """A-Q-8: revolution_default_declared false."""
    four = "1 SJ HJ DJ CJ"
    assert not turns_the_order(four, revolution_default_declared=False)
    assert not turns_the_order(four, "1 say no-revolution", revolution_default_declared=False)
    assert turns_the_order(four, "1 say revolution", revolution_default_declared=False)


def test_the_order_is_turned_from_the_next_player_on() -> None:
    """A-REV-2."""
    assert action_faults("1 SJ HJ DJ CJ", "2 S6 H6 D6 C6") == []
    assert action_faults("1 SJ HJ DJ CJ", "2 SQ HQ DQ CQ") == [(1, "not_stronger")]


def test_an_undeclared_four_leaves_the_order_to_the_next_player() -> None:
    """A-REV-2."""
    assert action_faults("1 SJ HJ DJ CJ", "1 say no-revolution", "2 SQ HQ DQ CQ", "2 say no-revolution") == []
    assert action_faults("1 SJ HJ DJ CJ", "1 say no-revolution", "2 S6 H6 D6 C6") == [(2, "not_stronger")]


def test_the_four_itself_is_judged_in_the_old_order() -> None:
    """A-Q-9."""
    assert action_faults("1 S5 H5 D5 C5", "1 say no-revolution", "2 S4 H4 D4 C4") == [(2, "not_stronger")]


def test_another_four_in_the_same_trick_turns_the_order_back() -> None:
    """A-REV-3."""
    assert action_faults("1 SJ HJ DJ CJ", "2 S6 H6 D6 C6", "3 S7 H7 D7 C7") == []


def test_another_four_in_a_later_trick_turns_the_order_back() -> None:
    """A-REV-3."""
    assert not turns_the_order(*REVOLUTION, "1 S6 H6 D6 C6")


def test_five_of_a_rank_make_a_revolution_too() -> None:
    """A-REV-4, A-Q-7."""
    assert turns_the_order("1 S7 H7 D7 C7 X")


def test_where_it_must_be_exactly_four_five_make_none() -> None:
    """A-Q-7."""
    assert not turns_the_order("1 S7 H7 D7 C7 X", revolution_exact_four=True)
    assert turns_the_order("1 S7 H7 D7 C7", revolution_exact_four=True)
    assert action_faults("1 S5", "2 S6", "3 S7", revolution_exact_four=True) == []


def test_a_run_makes_no_revolution() -> None:
    """A-REV-5."""
    assert not turns_the_order("1 S4 S5 S6 S7")


def test_a_run_of_four_makes_a_revolution_where_the_table_plays_so() -> None:
    """A-OPT-REVRUN."""
    assert turns_the_order("1 S4 S5 S6 S7", revolution_by_run=True)
    assert turns_the_order("1 S4 S5 S6 X S8", revolution_by_run=True)
    assert not turns_the_order("1 S4 S5 S6", revolution_by_run=True)
    assert not turns_the_order("1 S4 S5 S6 S7", "1 say no-revolution", revolution_by_run=True)


def test_a_run_undoes_the_revolution_of_a_group() -> None:
    """A-Q-23."""
    assert not turns_the_order(*REVOLUTION, "1 S4 S5 S6 S7", revolution_by_run=True)


def test_a_four_with_a_joker_makes_none_where_it_must_be_natural() -> None:
    """A-OPT-REVNAT."""
    assert not turns_the_order("1 S7 H7 D7 X", revolution_natural_only=True)
    assert turns_the_order("1 S7 H7 D7 C7", revolution_natural_only=True)


def test_a_run_with_a_joker_need_not_be_natural() -> None:
    """A-OPT-REVNAT, A-OPT-REVRUN."""
    assert turns_the_order("1 S4 S5 X S7", revolution_natural_only=True, revolution_by_run=True)


def test_without_revolutions_four_of_a_rank_turn_nothing() -> None:
    """A-OPT-NOREV."""
    assert not turns_the_order("1 SJ HJ DJ CJ", revolution=False)


@pytest.mark.parametrize("word", ["revolution", "no-revolution"])
def test_speaking_of_a_revolution_without_its_set_is_false(word: str) -> None:
    """A-REV-1."""
    assert action_faults("1 S5 H5 D5", f"1 say {word}") == [(1, "false_declaration")]
    assert action_faults("1 S4 S5 S6 S7", f"1 say {word}") == [(1, "false_declaration")]


def test_nobody_declares_the_revolution_of_another() -> None:
    """A-REV-1."""
    assert action_faults("1 SJ HJ DJ CJ", "2 say no-revolution") == [(1, "false_declaration")]


def test_a_revolution_is_declared_before_the_next_player_acts() -> None:
    """A-REV-1."""
    assert action_faults("1 SJ HJ DJ CJ", "2 -", "1 say no-revolution") == [(2, "false_declaration")]


def test_a_word_that_was_taken_back_changes_nothing() -> None:
    """A-Q-8."""
    assert turns_the_order("1 SJ HJ DJ CJ", "1 say no-revolution void")


def test_speaking_of_revolutions_is_false_where_there_are_none() -> None:
    """A-OPT-NOREV."""
    assert action_faults("1 SJ HJ DJ CJ", "1 say no-revolution", revolution=False) == [(1, "false_declaration")]


def test_a_revolution_does_not_outlive_its_deal() -> None:
    """A-Q-26."""
    first = {"dealer": 1, "hands": ["S7 H7 D7 C7", "S3", "H3"], "actions": ["1 S7 H7 D7 C7", "2 -", "3 -", "2 S3"]}
    second = {"hands": hidden_hands(3), "hands_are": "exchanged", "actions": ["3 S5", "2 S6"], "abandoned": True}
    assert action_faults_of(judge_deals("akagiri", [first, second], players=3), deal=1) == []
