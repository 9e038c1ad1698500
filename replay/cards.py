"""Cards as numbers: a multiset of cards is one integer with a byte of count for each card of the alphabet.

Cards are added with `+` and taken away with `-`. A hand contains a set if the subtraction borrows nothing: a borrow
would clear the top bit of a byte, its guard, so a card may be counted up to `MOST_COPIES` times.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import Final

FIELD: Final = 8
MOST_COPIES: Final = 127
MOST_NAMES: Final = 128
"""No game has more different cards."""

SUITS: Final = "SHDC"
RANKS: Final = "3456789TJQKA2"
JOKER: Final = "X"


class Alphabet:
    """The cards that a family of packs is made of, in printing order.

    `one[name]` is the multiset that holds this card once; `guard` has the guard bit of every card.
    """

    __slots__ = ("guard", "names", "one", "size")

    def __init__(self, names: Iterable[str]) -> None:
        self.names: tuple[str, ...] = tuple(names)
        self.size: int = len(self.names)
        self.one: dict[str, int] = {name: 1 << FIELD * place for place, name in enumerate(self.names)}
        self.guard: int = sum(1 << FIELD * place + FIELD - 1 for place in range(self.size))

    def holds(self, hand: int, cards: int) -> bool:
        """Whether the multiset `hand` contains the multiset `cards`: no missing card has borrowed a guard bit."""
        return not (hand - cards) & self.guard

    def counts(self, cards: int) -> bytes:
        """How often each card of the alphabet is in the multiset, in the alphabet's order."""
        return cards.to_bytes(self.size, "little")

    def list(self, cards: int) -> list[str]:
        """The names of the cards in the multiset, in the alphabet's order."""
        counts = self.counts(cards)
        if max(counts) <= 1:
            return list(compress(self.names, counts))
        return [name for name, count in zip(self.names, counts, strict=True) for _ in range(count)]

    def pack(self, names: Iterable[str]) -> int:
        """The multiset of the named cards. Raises `KeyError` for a name that is not in the alphabet."""
        return sum(map(self.one.__getitem__, names))

    def lacking(self, hand: int, cards: int) -> int:
        """The cards that the hand lacks, each as often as it is missing."""
        short = self.guard & ~((hand | self.guard) - cards)
        fields = short - (short >> FIELD - 1)
        return (cards & fields) - (hand & fields)

    def common(self, left: int, right: int) -> int:
        """The cards that both multisets have, each as often as in the one with fewer."""
        return right - self.lacking(left, right)


_PAIR: Final = 1 << 2 * FIELD
_EVEN: Final[int] = sum(((1 << FIELD) - 1) * _PAIR**place for place in range(MOST_NAMES // 2))


def size(cards: int) -> int:
    """The number of cards in a multiset: the sum of its fields, computed by casting out nines.

    A number and the sum of its digits leave the same remainder when divided by nine, which is one less than the base.
    Here a digit is a pair of fields, and the sum is smaller than the divisor for every possible hand.
    """
    return ((cards & _EVEN) + (cards >> FIELD & _EVEN)) % (_PAIR - 1)


class Ladder:
    """The cards of an alphabet from the best down, equals on one step, for the gifts of an exchange."""

    __slots__ = ("_alphabet", "_steps", "names")

    def __init__(self, alphabet: Alphabet, steps: Sequence[Sequence[str]]) -> None:
        """The names of the cards on each step, the best step first."""
        self._alphabet = alphabet
        self.names = tuple(name for step in steps for name in step)
        fields = [MOST_COPIES * alphabet.pack(names) for names in steps]
        self._steps = [(step, sum(fields[place:])) for place, step in enumerate(fields, 1)]

    def best(self, cards: int, count: int) -> list[int]:
        """The numbers of the steps on which the best `count` of these cards stand, best first."""
        found: list[int] = []
        for place, (step, _below) in enumerate(self._steps):
            held = cards & step
            if held:
                found += [place] * size(held)
                if len(found) >= count:
                    break
        return found[:count]

    def best_names(self, cards: int, count: int) -> list[str]:
        """The names of the best `count` of these cards, best first; of equals, those that come first."""
        counts = dict(zip(self._alphabet.names, self._alphabet.counts(cards), strict=True))
        return [name for name in self.names for _ in range(counts[name])][:count]

    def are_best(self, cards: int, hand: int) -> bool:
        """Whether the cards are as good as the equally many best cards of the hand.

        On each step no fewer are needed: on the first step where the hand has more than was given, nothing may come
        from a lower step.
        """
        differing = cards ^ hand
        for step, below in self._steps:
            if differing & step and (surplus := size(hand & step) - size(cards & step)):
                return surplus > 0 and not cards & below
        return True


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: how often each card of the alphabet is in it, and how many cards that makes."""

    alphabet: Alphabet
    cards: int
    size: int

    @classmethod
    def of(cls, alphabet: Alphabet, copies: Mapping[str, int]) -> "Pack":
        """A pack with `copies[name]` of each card; other cards are not in it."""
        cards = sum(alphabet.one[name] * count for name, count in copies.items())
        return cls(alphabet, cards, sum(copies.values()))


STANDARD: Final = Alphabet([suit + rank for rank in RANKS for suit in SUITS] + [JOKER])
"""52 cards and the joker, weakest rank first: theater, akagiri, floor13 and uecda."""


@cache
def standard_pack(jokers: int, decks: int = 1) -> Pack:
    """`decks` times 52 cards, and `jokers` jokers in all."""
    return Pack.of(STANDARD, {name: jokers if name == JOKER else decks for name in STANDARD.names})
