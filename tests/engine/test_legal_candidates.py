"""What is tried in search of legal actions: every choice of cards that can matter, and each of them once."""

from itertools import combinations

import pytest

from replay.candidates import choices, gifts, groups, subsets
from replay.deal import Deal, Hand
from replay.games.catalogue import PROFILES
from replay.match import Match
from replay.table import Table

HANDS = ("S3 H3 D3 C3", "S3 S3 H3 C3 C3 C3", "X X X")


@pytest.mark.parametrize("count", range(7))
@pytest.mark.parametrize("hand", HANDS)
def test_every_choice_of_so_many_cards_is_made_once(hand: str, count: int) -> None:
    cards = hand.split()
    assert list(choices(cards, count)) == list(dict.fromkeys(combinations(cards, count)))


def test_of_equal_cards_only_their_number_matters() -> None:
    assert list(subsets(["S3"] * 40)) == [("S3",) * count for count in range(1, 41)]
    assert len(list(groups(["S3"] * 40 + ["X"] * 40))) == 40 + 40 * 41


def poor(hand: str, unknown: int = 0) -> Table:
    """A deal in which player 5 owes player 1 his two best cards, and has this hand."""
    rules = PROFILES["uecda"].rules({})
    others = [Hand.of(rules.alphabet.one[card]) for card in ("D3", "S4", "S5", "S6")]
    hands = [*others, Hand.of(rules.alphabet.pack(hand.split()), unknown)]
    match = Match(rules, 5)
    return match.open(match.start(Deal(places=(1, 2, 3, 4, 5), hands=hands), []))


def test_the_best_cards_are_chosen_from_those_that_can_be_the_best() -> None:
    """U-XCH-1."""
    assert list(gifts(poor("S7 HA SA S2"), 5)) == ["give 1 SA S2"]


def test_of_a_hand_that_is_not_known_any_cards_may_be_the_best() -> None:
    assert list(gifts(poor("S7 HA S2", unknown=1), 5)) == ["give 1 S7 HA", "give 1 S7 S2", "give 1 HA S2"]


def test_a_gift_that_was_made_is_not_tried_again() -> None:
    table = poor("S7 HA SA S2")
    assert table.exchange
    table.exchange.made |= {5}
    assert list(gifts(table, 5)) == []
