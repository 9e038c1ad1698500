"""Multisets of cards as integers."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.cards import MOST_COPIES, STANDARD, Alphabet, Ladder, Pack, size, standard_pack
from replay.games.biga.sets import BIGA
from replay.games.dalmuti.sets import DALMUTI

ALPHABETS = [STANDARD, DALMUTI, BIGA]


@st.composite
def multisets(draw: st.DrawFn, count: int = 2) -> tuple[Alphabet, list[Counter[str]]]:
    """Multisets of one alphabet that together hold no card oftener than can be counted."""
    alphabet = draw(st.sampled_from(ALPHABETS))
    few = st.dictionaries(st.sampled_from(alphabet.names), st.integers(1, MOST_COPIES // count), max_size=8)
    return alphabet, [Counter(draw(few)) for _ in range(count)]


def packed(alphabet: Alphabet, cards: Counter[str]) -> int:
    return alphabet.pack(cards.elements())


@given(multisets(1))
def test_a_multiset_lists_the_cards_that_were_packed(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [cards] = drawn
    listed = alphabet.list(packed(alphabet, cards))
    assert Counter(listed) == cards
    assert listed == sorted(listed, key=alphabet.names.index)


@given(multisets(1))
def test_counts_are_those_of_the_alphabets_order(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [cards] = drawn
    assert list(alphabet.counts(packed(alphabet, cards))) == [cards[name] for name in alphabet.names]


@given(multisets())
def test_adding_two_multisets_puts_them_together(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [left, right] = drawn
    assert packed(alphabet, left) + packed(alphabet, right) == packed(alphabet, left + right)


@given(multisets())
def test_taking_away_what_was_added_leaves_the_rest(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [left, right] = drawn
    assert packed(alphabet, left + right) - packed(alphabet, right) == packed(alphabet, left)


@given(multisets())
def test_a_hand_holds_a_set_if_it_has_enough_of_every_card(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [hand, cards] = drawn
    assert alphabet.holds(packed(alphabet, hand), packed(alphabet, cards)) == (hand >= cards)
    assert alphabet.holds(packed(alphabet, hand + cards), packed(alphabet, cards))


@given(multisets())
def test_common_cards_are_the_intersection(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [left, right] = drawn
    common = alphabet.common(packed(alphabet, left), packed(alphabet, right))
    assert common == packed(alphabet, left & right)
    assert common == alphabet.common(packed(alphabet, right), packed(alphabet, left))


@given(multisets())
def test_size_counts_all_cards(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [left, right] = drawn
    assert size(packed(alphabet, left)) == left.total()
    assert size(packed(alphabet, left + right)) == left.total() + right.total()


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_the_size_of_a_hand_is_right_however_full_it_is(alphabet: Alphabet) -> None:
    one_of_each = sum(alphabet.one.values())
    assert size(MOST_COPIES * one_of_each) == MOST_COPIES * alphabet.size
    assert size(255 * one_of_each) == 255 * alphabet.size  # more than a hand may have, but a text can name them


@given(multisets(1), st.integers(1, 5))
def test_the_best_cards_are_those_highest_on_the_ladder(drawn: tuple[Alphabet, list[Counter[str]]], count: int) -> None:
    alphabet, [cards] = drawn
    ladder = Ladder(alphabet, [[name] for name in alphabet.names])
    steps = sorted(alphabet.names.index(name) for name in cards.elements())
    assert ladder.best(packed(alphabet, cards), count) == steps[:count]


def test_equal_cards_stand_on_one_step_of_a_ladder() -> None:
    ladder = Ladder(STANDARD, [["S2", "H2"], ["SA", "HA"]])
    assert ladder.best(STANDARD.pack(["HA", "S2", "SA"]), 2) == [0, 1]


@given(multisets(), st.integers(1, 4))
def test_cards_are_the_best_of_a_hand_if_they_stand_on_its_highest_steps(
    drawn: tuple[Alphabet, list[Counter[str]]], width: int
) -> None:
    alphabet, [hand, others] = drawn
    ladder = Ladder(alphabet, [alphabet.names[low : low + width] for low in range(0, alphabet.size, width)])
    held = alphabet.list(packed(alphabet, hand))
    for given_cards in (held[:3], held[1:3], held[-2:], alphabet.list(packed(alphabet, others))[:2]):
        cards, count = alphabet.pack(given_cards), len(given_cards)
        same_steps = ladder.best(cards, count) == ladder.best(packed(alphabet, hand), count)
        assert ladder.are_best(cards, packed(alphabet, hand)) == same_steps


def test_most_copies_of_a_card_can_be_counted_beside_its_neighbours() -> None:
    hand = MOST_COPIES * DALMUTI.one["5"]
    assert DALMUTI.holds(hand, hand)
    assert not DALMUTI.holds(hand, DALMUTI.one["6"])
    assert not DALMUTI.holds(hand - DALMUTI.one["5"], hand)


def test_an_unknown_name_is_not_packed() -> None:
    with pytest.raises(KeyError):
        STANDARD.pack(["S3", "S1"])


@pytest.mark.parametrize(("jokers", "decks", "cards"), [(0, 1, 52), (1, 1, 53), (2, 1, 54), (2, 2, 106)])
def test_a_standard_pack_has_52_cards_a_deck_and_its_jokers(jokers: int, decks: int, cards: int) -> None:
    pack = standard_pack(jokers, decks)
    assert (pack.size, size(pack.cards)) == (cards, cards)
    assert STANDARD.counts(pack.cards) == bytes([decks] * 52 + [jokers])


def test_a_pack_knows_its_size() -> None:
    pack = Pack.of(DALMUTI, {"12": 12, "J": 2})
    assert (pack.size, size(pack.cards)) == (14, 14)
