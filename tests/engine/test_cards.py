"""Multisets of cards as integers."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.cards import LACKING, MOST_COPIES, STANDARD, Alphabet, Ladder, Pack, standard_pack
from daifu.replay.games.biga.sets import BIGA
from daifu.replay.games.dalmuti.sets import DALMUTI

ALPHABETS = [STANDARD, DALMUTI, BIGA]


@st.composite
def multisets(draw: st.DrawFn, count: int = 2) -> tuple[Alphabet, list[Counter[str]]]:
    """Multisets of one alphabet that together hold no card oftener than can be counted."""
    alphabet = draw(st.sampled_from(ALPHABETS))
    copies = st.just(1) | st.integers(1, 3) | st.integers(1, MOST_COPIES // count)
    few = st.dictionaries(st.sampled_from(alphabet.names), draw(st.sampled_from([st.just(1), copies])), max_size=8)
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
    assert alphabet.add(packed(alphabet, left), packed(alphabet, right)) == packed(alphabet, left + right)


@given(multisets())
def test_taking_away_what_was_added_leaves_the_rest(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [left, right] = drawn
    assert alphabet.without(packed(alphabet, left + right), packed(alphabet, right)) == packed(alphabet, left)


@given(multisets())
def test_a_hand_holds_a_set_if_it_has_enough_of_every_card(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [hand, cards] = drawn
    assert alphabet.holds(packed(alphabet, hand), packed(alphabet, cards)) == (hand >= cards)
    assert alphabet.holds(packed(alphabet, hand + cards), packed(alphabet, cards))


@given(multisets())
def test_taking_away_what_is_not_there_leaves_nothing(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [hand, cards] = drawn
    assert (alphabet.without(packed(alphabet, hand), packed(alphabet, cards)) == LACKING) == (not hand >= cards)


@given(multisets())
def test_what_a_hand_lacks_is_the_difference(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [hand, cards] = drawn
    assert alphabet.lacking(packed(alphabet, hand), packed(alphabet, cards)) == packed(alphabet, cards - hand)


@given(multisets(1), st.data())
def test_a_part_has_all_cards_of_its_names(drawn: tuple[Alphabet, list[Counter[str]]], data: st.DataObject) -> None:
    alphabet, [cards] = drawn
    names = data.draw(st.sets(st.sampled_from(alphabet.names)))
    part = Counter({name: count for name, count in cards.items() if name in names})
    assert alphabet.part(packed(alphabet, cards), alphabet.mask(names)) == packed(alphabet, part)


@given(multisets(1))
def test_the_copies_of_each_card_are_counted(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [cards] = drawn
    hand = packed(alphabet, cards)
    assert {name: alphabet.copies(hand, alphabet.one[name]) for name in alphabet.names} == {
        name: cards[name] for name in alphabet.names
    }


@given(multisets(4), st.sampled_from([1, 8]))
def test_the_first_card_that_is_named_too_often_is_found(
    drawn: tuple[Alphabet, list[Counter[str]]], times: int
) -> None:
    alphabet, named = drawn
    total: Counter[str] = Counter()
    excess = ""
    for cards in named * times:
        total += cards
        excess = excess or next((name for name in alphabet.names if total[name] > MOST_COPIES), "")
    assert alphabet.first_beyond_limit([packed(alphabet, cards) for cards in named * times]) == excess


@pytest.mark.parametrize("alphabet", [STANDARD, DALMUTI])
def test_hands_of_a_usual_deal_are_small_integers(alphabet: Alphabet) -> None:
    assert alphabet.wide.bit_length() < 62


@given(multisets())
def test_common_cards_are_the_intersection(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [left, right] = drawn
    common = alphabet.common(packed(alphabet, left), packed(alphabet, right))
    assert common == packed(alphabet, left & right)
    assert common == alphabet.common(packed(alphabet, right), packed(alphabet, left))


@given(multisets())
def test_all_cards_are_counted(drawn: tuple[Alphabet, list[Counter[str]]]) -> None:
    alphabet, [left, right] = drawn
    assert alphabet.count(packed(alphabet, left)) == left.total()
    assert alphabet.count(packed(alphabet, left + right)) == left.total() + right.total()


@pytest.mark.parametrize("alphabet", ALPHABETS)
@pytest.mark.parametrize("copies", [1, 2, 3, MOST_COPIES, 255])  # no hand may have 255, but a text can name them
def test_the_number_of_cards_is_right_however_full_a_hand_is(alphabet: Alphabet, copies: int) -> None:
    hand = alphabet.pack([*alphabet.names] * copies)
    assert alphabet.count(hand) == copies * alphabet.size
    assert alphabet.counts(hand) == bytes([copies] * alphabet.size)


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
    hand = DALMUTI.pack(["5"] * MOST_COPIES)
    assert DALMUTI.holds(hand, hand)
    assert not DALMUTI.holds(hand, DALMUTI.one["6"])
    assert not DALMUTI.holds(DALMUTI.without(hand, DALMUTI.one["5"]), hand)


def test_an_unknown_name_is_not_packed() -> None:
    with pytest.raises(KeyError):
        STANDARD.pack(["S3", "S1"])


@pytest.mark.parametrize(("jokers", "decks", "cards"), [(0, 1, 52), (1, 1, 53), (2, 1, 54), (2, 2, 106)])
def test_a_standard_pack_has_52_cards_a_deck_and_its_jokers(jokers: int, decks: int, cards: int) -> None:
    pack = standard_pack(jokers, decks)
    assert (pack.size, STANDARD.count(pack.cards)) == (cards, cards)
    assert STANDARD.counts(pack.cards) == bytes([decks] * 52 + [jokers])


def test_a_pack_knows_its_size() -> None:
    pack = Pack.of(DALMUTI, {"12": 12, "J": 2})
    assert (pack.size, DALMUTI.count(pack.cards)) == (14, 14)
