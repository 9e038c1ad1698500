"""Jacks that turn the order for a trick (A-OPT-JB)."""

import pytest

from tests.support.games.akagiri import REVOLUTION, action_faults, action_faults_in, report_of


def test_a_jack_turns_the_order_if_its_player_says_so() -> None:
    """A-OPT-JB."""
    assert action_faults("1 SJ", "1 say flip", "2 ST", jack_back=True) == []
    assert action_faults("1 SJ", "1 say flip", "2 SQ", jack_back=True) == [(2, "not_stronger")]


def test_a_jack_of_which_nothing_is_said_turns_nothing() -> None:
    """A-OPT-JB."""
    assert action_faults("1 SJ", "2 SQ", jack_back=True) == []


def test_the_order_is_as_before_when_the_trick_is_over() -> None:
    """A-Q-19."""
    assert action_faults("1 SJ", "1 say flip", "2 -", "3 -", "4 -", "1 S5", "2 S6", jack_back=True) == []


def test_a_jack_in_a_revolution_turns_the_order_up() -> None:
    """A-Q-19."""
    assert action_faults(*REVOLUTION, "1 SQ", "2 SJ", "2 say flip", "3 SK", jack_back=True) == []


@pytest.mark.parametrize("jacks", ["SJ HJ", "ST SJ SQ", "HJ X", "ST X=SJ SQ", "S9 ST X"])
def test_any_set_with_a_jack_or_a_joker_for_one_will_do(jacks: str) -> None:
    """A-Q-19."""
    assert action_faults(f"1 {jacks}", "1 say flip", jack_back=True) == []


def test_a_joker_that_stands_for_another_card_is_no_jack() -> None:
    """A-Q-19."""
    assert action_faults("1 S9 ST X=S8", "1 say flip", jack_back=True) == [(1, "effect_not_owed")]


def test_one_set_turns_the_order_once() -> None:
    """A-Q-19."""
    assert action_faults("1 SJ HJ", "1 say flip", "1 say flip", "2 ST HT", jack_back=True) == []


def test_a_later_revolution_does_not_undo_the_flip() -> None:
    """A-Q-19: jacks flipped and in revolution, so the order is normal until the trick ends."""
    trick = ("1 SJ HJ DJ CJ", "1 say no-revolution", "1 say flip", "2 S9 H9 D9 C9")
    assert action_faults(*trick, "3 ST HT DT CT", jack_back=True) == []
    after = (*trick, "3 -", "4 -", "1 -")
    assert action_faults(*after, "2 S8", "3 S7", jack_back=True) == []


@pytest.mark.parametrize("actions", [("1 ST", "1 say flip"), ("1 SJ", "2 say flip"), ("1 SJ", "2 SQ", "1 say flip")])
def test_nobody_turns_the_order_without_having_just_laid_a_jack(actions: tuple[str, ...]) -> None:
    """A-OPT-JB."""
    assert action_faults(*actions, jack_back=True) == [(len(actions) - 1, "effect_not_owed")]


@pytest.mark.parametrize("action", ["2 discard S3", "2 give 3 S3", "2 draw", "2 say up", "2 name Q", "3 -"])
def test_whatever_another_player_does_ends_the_right(action: str) -> None:
    """A-OPT-JB."""
    assert action_faults("1 SJ", action, "1 say flip", jack_back=True)[-1] == (2, "effect_not_owed")


def test_an_action_that_was_taken_back_leaves_the_right() -> None:
    """A-OPT-JB."""
    assert action_faults("1 SJ", "2 SQ void", "1 say flip", jack_back=True) == []


def test_without_the_option_a_jack_turns_nothing() -> None:
    """A-OPT-JB."""
    assert action_faults("1 SJ", "1 say flip", "2 SQ") == [(1, "effect_not_owed")]


def test_a_jack_that_ends_its_own_trick_leaves_the_next_one_alone() -> None:
    """A-OPT-JB, A-OPT-8."""
    actions = ("1 S8 S9 ST SJ", "1 say flip", "1 S5", "2 S6")
    assert action_faults(*actions, jack_back=True, eight_stop=True) == []


def test_a_player_who_goes_out_with_a_jack_may_still_turn_the_order() -> None:
    """A-OPT-JB."""
    deal = report_of(["SJ", "ST S3", "HQ H3"], "1 SJ", "1 say flip", "2 ST", "3 -", "2 S3", jack_back=True)
    assert action_faults_in(deal) == []


def test_to_take_back_that_word_leaves_the_order_as_it_was() -> None:
    """A-OPT-JB, and the record format on void actions."""
    deal = report_of(["SJ", "SQ S3", "HK H3"], "1 SJ", "1 say flip void", "2 SQ", jack_back=True)
    assert action_faults_in(deal) == []


def test_an_ignored_action_of_a_player_who_is_out_ends_the_right() -> None:
    """A-OPT-JB, and the record format on words: unless that action was taken back."""
    actions = ("1 S4", "2 SJ", "1 - {}", "2 say flip", "3 HK")
    hands = ["S4", "SJ S3", "HK H3"]
    ended = report_of(hands, *(text.format("") for text in actions), jack_back=True)
    assert action_faults_in(ended) == [(2, "action_after_out"), (3, "effect_not_owed")]
    kept = report_of(hands, *(text.format("void") for text in actions), jack_back=True)
    assert action_faults_in(kept) == [(2, "action_after_out"), (4, "not_stronger")]


def test_an_irregular_set_gives_no_right() -> None:
    """A-OPT-JB."""
    faults = action_faults("1 SJ HQ", "1 say flip", jack_back=True)
    assert faults == [(0, "not_a_combination"), (1, "effect_not_owed")]


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("say up", "effect_not_owed"),
        ("say partner", "false_declaration"),
        ("name Q", "effect_not_owed"),
        ("show", "false_declaration"),
        ("draw", "effect_not_owed"),
        ("discard S3", "effect_not_owed"),
    ],
)
def test_words_of_other_games_have_no_right_here(word: str, code: str) -> None:
    assert action_faults("1 S5", f"1 {word}", "2 S6") == [(1, code)]
