"""Cards as numbers: a multiset of cards is one integer with a field of bits for each card of the alphabet.

A field is as wide as the packs of a game need: one bit for a card that is in them once, otherwise a count and a guard
bit above it. So usual hands are integers of less than 62 bits, which the compiled engine keeps in registers, and a set
is added to a hand or taken from it by `+` or `-` as long as no field overflows.

A record may name a card more often than its pack has it, up to `MOST_COPIES` times in a hand. Such a multiset has the
wide form: a mark above all fields, and above the mark a byte for each card. Equal multisets are equal integers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

MOST_COPIES: Final = 127
MOST_NAMES: Final = 128
"""No game has more different cards."""

LACKING: Final = -1
"""What is left of a hand that lacks some of the cards that are taken from it."""

SUITS: Final = "SHDC"
SUIT_SIGNS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
"""How suits are shown to people."""
RANKS: Final = "3456789TJQKA2"
JOKER: Final = "X"

_BYTE: Final = 8
_EVERY_COPY: Final = (1 << _BYTE) - 1


class Alphabet:
    """The cards that a family of packs is made of, in printing order.

    `one[name]` is the multiset that holds this card once, and `shift[name]` the position of its field. A multiset has
    the wide form if it is at least `wide`.

    Where two multisets in their usual form are added or subtracted, `result ^ one ^ other` has the bits into which
    another was carried, or from which it was borrowed. No field has overflowed if none of these is in `_bounds`.
    """

    __slots__ = (
        "_bounds",
        "_byte_guard",
        "_fields",
        "_guard",
        "_places",
        "_planes",
        "_several",
        "_several_fields",
        "_singles",
        "names",
        "one",
        "shift",
        "size",
        "wide",
    )

    def __init__(self, names: Iterable[str], copies: Mapping[str, int]) -> None:
        """The alphabet of these cards; `copies` are those that the usual form can count, 1 if they are not given."""
        self.names: tuple[str, ...] = tuple(names)
        self.size: int = len(self.names)
        self.shift: dict[str, int] = {}
        self._fields: list[tuple[int, int]] = []
        self._guard = self._singles = 0
        planes: dict[int, int] = {}
        inner = end = 0
        for name in self.names:
            bits = copies.get(name, 1).bit_length()
            self.shift[name] = end
            self._fields.append((end, (1 << bits) - 1))
            for bit in range(bits):
                planes[1 << bit] = planes.get(1 << bit, 0) | 1 << end + bit
            inner |= (1 << end + bits) - (2 << end)
            if bits == 1:
                self._singles |= 1 << end
                end += 1
            else:
                self._guard |= 1 << end + bits
                end += bits + 1
        self.one: dict[str, int] = {name: 1 << shift for name, shift in self.shift.items()}
        self._planes = [(weight, plane) for weight, plane in planes.items() if weight > 1]
        self._several_fields = [(shift, most) for shift, most in self._fields if most > 1]
        self._several: int = sum(plane for _weight, plane in self._planes)
        self._bounds: int = ~inner
        self.wide: int = 1 << end
        self._places: dict[int, int] = {one: place for place, one in enumerate(self.one.values())}
        self._byte_guard: int = sum([1 << _BYTE * place + _BYTE - 1 for place in range(self.size)])

    def holds(self, hand: int, cards: int) -> bool:
        """Whether the multiset `hand` contains the multiset `cards`."""
        if hand | cards < self.wide:
            return not (hand - cards ^ hand ^ cards) & self._bounds
        return not self._as_bytes(hand) - self._as_bytes(cards) & self._byte_guard

    def is_usual_part(self, hand: int, cards: int) -> bool:
        """Whether both multisets have the usual form and `hand` contains `cards`, so that these can be subtracted."""
        return hand | cards < self.wide and not (hand - cards ^ hand ^ cards) & self._bounds

    def without(self, hand: int, cards: int) -> int:
        """The hand without these cards; `LACKING` if it does not contain them."""
        if hand | cards < self.wide:
            left = hand - cards
            return LACKING if (left ^ hand ^ cards) & self._bounds else left
        bytes_left = self._as_bytes(hand) - self._as_bytes(cards)
        return LACKING if bytes_left & self._byte_guard else self._from_bytes(bytes_left)

    def add(self, hand: int, cards: int) -> int:
        """Both multisets together; no card may be in them more than `MOST_COPIES` times."""
        if hand | cards < self.wide:
            together = hand + cards
            if not (together ^ hand ^ cards) & self._bounds:
                return together
        return self._from_bytes(self._as_bytes(hand) + self._as_bytes(cards))

    def add_all(self, multisets: Iterable[int]) -> int:
        """All these multisets together; no card may be in them more than `MOST_COPIES` times."""
        together = 0
        for cards in multisets:
            together = self.add(together, cards)
        return together

    def of_ones(self, ones: list[int]) -> int:
        """The multiset of cards, each given as the multiset that holds it once."""
        together = 0
        for one in ones:
            together += one
        if self.is_multiset(together, len(ones)):
            return together
        return self._from_bytes(sum([1 << _BYTE * self._places[one] for one in ones]))

    def is_multiset(self, total: int, number: int) -> bool:
        """Whether the sum of this number of cards, each as the multiset that holds it once, is their multiset.

        A card that is there too often carries into another field or a guard bit: then the number of cards is wrong.
        """
        return total < self.wide and not total & self._guard and self.count(total) == number

    def pack(self, names: Iterable[str]) -> int:
        """The multiset of the named cards. Raises `KeyError` for a name that is not in the alphabet."""
        return self.of_ones(list(map(self.one.__getitem__, names)))

    def mask(self, names: Iterable[str]) -> int:
        """A mask for `part` that selects all cards of these names."""
        mask = 0
        for name in names:
            shift, most = self._fields[self.names.index(name)]
            mask |= most << shift
        return mask

    def part(self, cards: int, mask: int) -> int:
        """Those cards of the multiset that the mask selects."""
        if cards < self.wide:
            return cards & mask
        selected = [_EVERY_COPY if mask >> shift & 1 else 0 for shift, _most in self._fields]
        return self._from_bytes(self._as_bytes(cards) & int.from_bytes(bytes(selected), "little"))

    def count(self, cards: int) -> int:
        """The number of cards in the multiset."""
        if cards >= self.wide:
            return sum(self.counts(cards))
        number = cards.bit_count()
        if cards & self._several:
            for weight, plane in self._planes:
                number += (weight - 1) * (cards & plane).bit_count()
        return number

    def name(self, one: int) -> str:
        """The name of a card, given as the multiset that holds it once."""
        return self.names[self._places[one]]

    def copies(self, cards: int, one: int) -> int:
        """How often a card, given as the multiset that holds it once, is in the multiset."""
        place = self._places[one]
        if cards >= self.wide:
            return self.counts(cards)[place]
        shift, most = self._fields[place]
        return cards >> shift & most

    def counts(self, cards: int) -> bytes:
        """How often each card of the alphabet is in the multiset, in the alphabet's order."""
        if cards >= self.wide:
            return self._as_bytes(cards).to_bytes(self.size, "little")
        return bytes([cards >> shift & most for shift, most in self._fields])

    def list(self, cards: int) -> list[str]:
        """The names of the cards in the multiset, in the alphabet's order."""
        if cards < self.wide and not cards & self._several:
            return [name for name, one in self.one.items() if cards & one]
        return [name for name, count in zip(self.names, self.counts(cards), strict=True) for _ in range(count)]

    def lacking(self, hand: int, cards: int) -> int:
        """The cards that the hand lacks, each as often as it is missing."""
        if hand | cards < self.wide:
            singles = self._singles
            missing = cards & ~hand & singles
            if (hand & ~singles) - (cards & ~singles) & self._guard:
                for shift, most in self._several_fields:
                    missing |= max(0, (cards >> shift & most) - (hand >> shift & most)) << shift
            return missing
        held, wanted = self._as_bytes(hand), self._as_bytes(cards)
        short = self._byte_guard & ~((held | self._byte_guard) - wanted)
        fields = short - (short >> _BYTE - 1)
        return self._from_bytes((wanted & fields) - (held & fields))

    def common(self, left: int, right: int) -> int:
        """The cards that both multisets have, each as often as in the one with fewer."""
        return self.without(right, self.lacking(left, right))

    def first_beyond_limit(self, multisets: Iterable[int]) -> str:
        """The first card that is more than `MOST_COPIES` times in these multisets; "" if there is none."""
        together = 0
        for multiset in multisets:
            cards = self._as_bytes(multiset)
            together += cards
            excess = (cards | together) & self._byte_guard
            if excess:
                return self.names[(excess & -excess).bit_length() // _BYTE - 1]
        return ""

    def _as_bytes(self, cards: int) -> int:
        """The multiset as one integer with a byte for each card."""
        return cards >> self.wide.bit_length() if cards >= self.wide else int.from_bytes(self.counts(cards), "little")

    def _from_bytes(self, cards: int) -> int:
        """The multiset that has these counts, in its usual form if its fields can count them."""
        usual = 0
        for count, (shift, most) in zip(cards.to_bytes(self.size, "little"), self._fields, strict=True):
            if count > most:
                return self.wide | cards << self.wide.bit_length()
            usual |= count << shift
        return usual


class Ladder:
    """The cards of an alphabet from the best down, equals on one step, for the gifts of an exchange."""

    __slots__ = ("_alphabet", "_steps", "names")

    def __init__(self, alphabet: Alphabet, steps: Sequence[Sequence[str]]) -> None:
        """The names of the cards on each step, the best step first."""
        self._alphabet = alphabet
        self.names = tuple(name for step in steps for name in step)
        masks = [alphabet.mask(names) for names in steps]
        self._steps = [(step, sum(masks[place:])) for place, step in enumerate(masks, 1)]

    def best(self, cards: int, count: int) -> list[int]:
        """The numbers of the steps on which the best `count` of these cards stand, best first."""
        alphabet = self._alphabet
        found: list[int] = []
        for place, (step, _below) in enumerate(self._steps):
            held = alphabet.part(cards, step)
            if held:
                found += [place] * alphabet.count(held)
                if len(found) >= count:
                    break
        return found[:count]

    def best_names(self, cards: int, count: int) -> list[str]:
        """The names of the best `count` of these cards, best first; of equals, those that come first."""
        counts = dict(zip(self._alphabet.names, self._alphabet.counts(cards), strict=True))
        return [name for name in self.names for _ in range(counts[name])][:count]

    def weakest_with(self, cards: int, hand: int, others: int, count: int) -> int:
        """The hand with `count` of the others: those that make the given cards its best, if they can; else the worst.

        For each of the cards that the hand has no equal of comes an equal one of the others, if there is one.
        """
        alphabet = self._alphabet
        part, number = alphabet.part, alphabet.count
        names: list[str] = []
        for step, _below in self._steps:
            lacking = number(part(cards, step)) - number(part(hand, step))
            if lacking > 0:
                names += alphabet.list(part(others, step))[:lacking]
        matching = alphabet.pack(names[:count])
        rest = alphabet.lacking(matching, others)
        worst = self.best_names(rest, number(rest))[::-1][: count - number(matching)]
        return alphabet.add_all([hand, matching, alphabet.pack(worst)])

    def are_best(self, cards: int, hand: int) -> bool:
        """Whether the cards are as good as the equally many best cards of the hand.

        On each step no fewer are needed: on the first step where the hand has more than was given, nothing may come
        from a lower step.
        """
        count = self._alphabet.count
        if hand | cards >= self._alphabet.wide:
            given = count(cards)
            return self.best(cards, given) == self.best(hand, given)
        differing = cards ^ hand
        for step, below in self._steps:
            if differing & step and (surplus := count(hand & step) - count(cards & step)):
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
        names = [name for name, count in copies.items() for _ in range(count)]
        return cls(alphabet, alphabet.pack(names), len(names))


_JOKERS_COUNTED: Final = 3
"""The most jokers of a hand in its usual form: two bits count the two jokers of a pack."""
STANDARD: Final = Alphabet([suit + rank for rank in RANKS for suit in SUITS] + [JOKER], {JOKER: _JOKERS_COUNTED})
"""52 cards and the joker, weakest rank first: theater, akagiri, floor13 and uecda."""


@cache
def standard_pack(jokers: int, decks: int = 1) -> Pack:
    """`decks` times 52 cards, and `jokers` jokers in all."""
    return Pack.of(STANDARD, {name: jokers if name == JOKER else decks for name in STANDARD.names})
