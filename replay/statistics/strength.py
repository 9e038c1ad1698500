"""The strength of cards and hands within the pack that they come from."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from typing import Final

from daifu.replay.cards import Pack
from daifu.replay.counters import CounterRow
from daifu.replay.deal import Hand
from daifu.replay.rules import Rules
from daifu.replay.statistics.rows import gift_rows

TENTH_LIMITS: Final = (-1.2816, -0.8416, -0.5244, -0.2533, 0.0, 0.2533, 0.5244, 0.8416, 1.2816)
"""The normal quantiles between tenths."""

WHOLE: Final = 1000
UNKNOWN_HAND: Final = -1
"""The tenth of a hand that is not wholly known."""
MOST_GIFTS_CACHED: Final = 4096

CardOrder = tuple[tuple[str, ...], ...]
"""Cards from the weakest up, equals together."""


class StrengthScale:
    """The strength of the cards of a pack, given from the weakest up, equals on one step.

    The worth of a card as a gift is the share of the pack that is weaker in `gift_order`, in thousandths. The height of
    a hand is the sum of the steps of its cards in `order`; a higher hand is stronger.
    """

    def __init__(self, pack: Pack, order: CardOrder, gift_order: CardOrder) -> None:
        self._pack = pack
        self._steps = {name: step for step, names in enumerate(order) for name in names}
        self._worth: dict[str, int] = {}
        counts = dict(zip(pack.alphabet.names, pack.alphabet.counts(pack.cards), strict=True))
        weaker = 0
        for names in gift_order:
            self._worth |= dict.fromkeys(names, WHOLE * weaker // pack.size)
            weaker += sum(counts[name] for name in names)
        steps = [(self._steps[name], counts[name]) for name in self._steps]
        self._mean = sum(step * count for step, count in steps) / pack.size
        self._variance = sum((step - self._mean) ** 2 * count for step, count in steps) / pack.size
        self._most = {name: (1 << count.bit_length()) - 1 for name, count in counts.items()}
        self._planes = self._weighed()
        self._cuts: Callable[[int], list[float]] = cache(self._cuts_for)
        self._gifts: dict[int, tuple[CounterRow, CounterRow]] = {}

    def worth(self, names: tuple[str, ...]) -> int:
        """The worth of these cards together."""
        return sum(map(self._worth.__getitem__, names))

    def gift(self, cards: int) -> tuple[CounterRow, CounterRow]:
        """The rows of a gift of these cards, for the giver and for the receiver."""
        known = self._gifts.get(cards)
        if known is None:
            if len(self._gifts) >= MOST_GIFTS_CACHED:
                self._gifts.clear()
            names = tuple(self._pack.alphabet.list(cards))
            known = self._gifts[cards] = gift_rows(len(names), self.worth(names))
        return known

    def tenths(self, hands: Sequence[Hand | None]) -> list[int]:
        """The tenth of each player's hand among all hands of as many cards, 0 to 9, by player number; 0 is nobody.

        The heights of random hands are taken to be normally distributed.
        """
        height, cuts = self.height, self._cuts
        tenths = [UNKNOWN_HAND] * (len(hands) + 1)
        for player, hand in enumerate(hands, 1):
            if hand is not None and hand.cards and not hand.unknown:
                tenths[player] = bisect_right(cuts(hand.size), height(hand.cards))
        return tenths

    def height(self, hand: int) -> int:
        """The sum of the steps of all cards of a hand.

        Of the count of a card only those bits are used that the pack needs to count it.
        """
        alphabet = self._pack.alphabet
        if hand >= alphabet.wide:
            counts = zip(alphabet.names, alphabet.counts(hand), strict=True)
            return sum(self._steps[name] * (count & self._most[name]) for name, count in counts)
        height = 0
        for weight, plane in self._planes:
            height += weight * (hand & plane).bit_count()
        return height

    def _cuts_for(self, count: int) -> list[float]:
        """The heights between the tenths of all hands of `count` cards."""
        left = max(0, self._pack.size - count) / max(1, self._pack.size - 1)
        spread = sqrt(count * self._variance * left)
        return [count * self._mean + cut * spread for cut in TENTH_LIMITS]

    def _weighed(self) -> list[tuple[int, int]]:
        """The weights of the bits of a hand, each with the mask of the bits that have it.

        A weight is a bit of a step times a bit of a count.
        """
        planes: dict[int, int] = {}
        for name, step in self._steps.items():
            alphabet = self._pack.alphabet
            most = alphabet.mask([name]) >> alphabet.shift[name] & self._most[name]
            for bit in range(most.bit_length()):
                for weight in (1 << place for place in range(step.bit_length()) if step >> place & 1):
                    planes[weight << bit] = planes.get(weight << bit, 0) | alphabet.one[name] << bit
        return list(planes.items())


def strength_scale(rules: Rules, seated: int) -> StrengthScale:
    """The scale of the pack for this number of players, made once."""
    scales = rules.counting.scales
    scale = scales.get(seated)
    if scale is None:
        counting = rules.counting
        pack = rules.sitting.pack(seated)
        scale = scales[seated] = StrengthScale(pack, counting.order, counting.gift_order or counting.order)
    return scale
