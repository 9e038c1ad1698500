"""Going out and the end of a deal (D-OUT, D-END)."""

import pytest

from tests.support.dalmuti import played, wrong_in


def test_players_take_their_places_in_the_order_of_going_out() -> None:
    """D-OUT-1."""
    deal = played(["9", "8", "7", "6 6"], "1 9", "2 8", "3 7")
    assert (wrong_in(deal), deal.order) == ([], [1, 2, 3, 4])


def test_the_deal_ends_when_one_player_is_left_with_cards() -> None:
    """D-END-1, D-Q-17: he need not play them out and has the last place."""
    deal = played(["9", "8", "7 7", "6"], "1 9", "2 8", "3 -", "4 6")
    assert (deal.order, deal.unfinished) == ([1, 2, 4, 3], [])


def test_nothing_happens_after_the_end() -> None:
    """D-END-1."""
    deal = played(["9", "8", "7", "6 6"], "1 9", "2 8", "3 7", "4 6", "1 -")
    assert wrong_in(deal) == [(3, "action_after_end"), (4, "action_after_end")]


def test_the_deal_goes_on_after_somebody_is_out() -> None:
    """D-END-1."""
    deal = played(["9", "8 8", "7 7", "6 6"], "1 9", "2 8")
    assert (deal.decided, deal.order) == (False, [1])


@pytest.mark.parametrize("action", ["1 9", "1 -", "1 give 2 9", "1 discard 9", "1 draw", "1 show", "1 say revolution"])
def test_whoever_is_out_can_do_nothing_more(action: str) -> None:
    """D-OUT-1."""
    deal = played(["9", "8 8", "7 7", "6 6"], "1 9", action, "2 8")
    assert wrong_in(deal) == [(1, "action_after_out")]


@pytest.mark.parametrize("word", ["1 say flip", "1 say revolution", "1 discard 5", "1 give 2 5"])
def test_no_word_belongs_to_the_set_that_ends_the_deal(word: str) -> None:
    """D-END-1, D-SET-1: sets are laid without a word in this game."""
    deal = played(["9", "8 8"], "1 9", word, allow_any_players=True)
    assert wrong_in(deal) == [(1, "action_after_end")]


@pytest.mark.parametrize("last", ["J", "J J", "9 J", "9 J J"])
def test_any_set_may_be_the_last(last: str) -> None:
    """D-OUT-2."""
    deal = played([last, "12 12", "12 12", "12 12"], f"1 {last}")
    assert (wrong_in(deal), deal.order) == ([], [1])


def test_a_set_of_cards_not_all_held_may_be_the_last() -> None:
    """D-OUT-1: the hand is empty when the cards that he had are gone."""
    deal = played(["9", "8 8", "7 7", "6 6"], "1 9 9")
    assert (wrong_in(deal), deal.order) == ([(0, "card_not_held")], [1])
