"""Products of counters over a day, by which figures get their intervals: which there are, and what they come to.

The deals of a day depend on each other, because titles and exchanges carry over. So an interval needs more than the
number of deals: it needs the sums of x * x, x * n and n * n over days, where x is the numerator of a figure on a day
and n its denominator. They follow from what was counted on a day, so they are made from its sums and carried nowhere.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Final, Generic, TypeVar

Ratio = tuple[str, tuple[str, ...]]
"""A denominator and its numerators."""

SUMS: Final = {"passes_seen": ("passes.able", "passes.unable")}
"""What is multiplied like a counter and is the sum of others."""

MOST_DEALS: Final = 20
"""The most deals of a record that count as one part of a day. What follows in a longer one is the next part."""
PARTS: Final = 64
"""The parts of a day. Records without a day are shared out among the parts of none, by their content."""

ACTION_RATIOS: Final[tuple[Ratio, ...]] = (("played", ("actions",)), ("actions", ("faults",)))
PASS_RATIOS: Final[tuple[Ratio, ...]] = (("played", ("passes",)), ("passes_seen", ("passes.able",)))
SET_RATIOS: Final[tuple[Ratio, ...]] = (("played", ("sets", "cards")), ("sets", ("cards",)))
TRICK_RATIOS: Final[tuple[Ratio, ...]] = (("played", ("leads", "tricks")), ("leads", ("leads.won",)))
JOKER_RATIOS: Final[tuple[Ratio, ...]] = (("played", ("jokers",)), ("jokers", ("jokers.left",)))
TIME_RATIOS: Final[tuple[Ratio, ...]] = (("timed", ("time",)),)
RESULT_RATIOS: Final[tuple[Ratio, ...]] = (
    ("deals", ("places", "standing", "first", "last")),
    ("left.deals", ("left",)),
    ("top.begun", ("top.kept",)),
    ("top.below", ("top.taken",)),
    ("bottom.begun", ("bottom.left",)),
    ("bottom.above", ("bottom.reached",)),
    ("scored", ("points",)),
)

SEAT_RATIOS: Final = (
    ACTION_RATIOS,
    PASS_RATIOS,
    SET_RATIOS,
    TRICK_RATIOS,
    JOKER_RATIOS,
    TIME_RATIOS,
    RESULT_RATIOS,
)
"""The ratios of a player."""

LENGTH_RATIOS: Final[tuple[Ratio, ...]] = (("finished", ("length",)),)
TABLE_TRICK_RATIOS: Final[tuple[Ratio, ...]] = (("played", ("tricks", "jokers")),)

TABLE_RATIOS: Final = (ACTION_RATIOS, PASS_RATIOS, SET_RATIOS, LENGTH_RATIOS, TABLE_TRICK_RATIOS)
"""The ratios of the deals themselves."""

ANALYSIS_RATIOS: Final[tuple[tuple[Ratio, ...], ...]] = (
    (
        ("analysed", ("wins.missed",)),
        ("wins", ("wins.played",)),
        ("choices", ("choices.accurate", "swing")),
        ("luck.deals", ("luck", "luck.seat", "luck.cards", "luck.play", "luck.adjusted")),
    ),
)
"""The ratios of a player in analysed deals. They can be below 0."""

PLAYER_RATIOS: Final = (*SEAT_RATIOS, *ANALYSIS_RATIOS)


def part_of(content: bytes | None, block: int) -> int:
    """The part of a day of a block of deals of a record; `content` is its hash where it has no day."""
    return ((content[0] if content else 0) + block) % PARTS


def product_name(one: str, other: str) -> str:
    """The name of the counter of the products of two counters."""
    return f"sitting.{one}:{other}"


def product_names(ratios: Iterable[Sequence[Ratio]]) -> list[str]:
    """The names of all products of these ratios."""
    return list(dict.fromkeys(product_name(*pair) for together in ratios for pair in product_pairs(together)))


def product_pairs(ratios: Sequence[Ratio]) -> list[tuple[str, str]]:
    """The counters that are multiplied: each with itself, and the numerators with their denominator."""
    squares = [(name, name) for denominator, numerators in ratios for name in (denominator, *numerators)]
    mixed = [(name, denominator) for denominator, numerators in ratios for name in numerators]
    return list(dict.fromkeys(squares + mixed))


Key = TypeVar("Key", bound=Hashable)


class Products(Generic[Key]):
    """Makes the products of what one player, or the deals themselves, came to on one part of a day."""

    def __init__(
        self,
        ratios: Iterable[Sequence[Ratio]],
        key_of: Callable[[str], Key],
        product_key: Callable[[str], Key],
        wanted: Collection[str] | None = None,
    ) -> None:
        """`key_of` and `product_key` have the keys of counters and of products by their names.

        Only products that are `wanted` are made, or all.
        """
        all_pairs = list(dict.fromkeys(pair for together in ratios for pair in product_pairs(together)))
        pairs = [pair for pair in all_pairs if wanted is None or product_name(*pair) in wanted]
        names = dict.fromkeys(part for pair in pairs for name in pair for part in SUMS.get(name, (name,)))
        names |= dict.fromkeys(part for parts in SUMS.values() for part in parts)
        places = {name: place for place, name in enumerate([*names, *SUMS])}
        self._keys = [key_of(name) for name in names]
        self._sums = [[places[part] for part in parts] for parts in SUMS.values()]
        self._pairs = [(product_key(product_name(*pair)), places[pair[0]], places[pair[1]]) for pair in pairs]

    def of(self, counts: Mapping[Key, int]) -> dict[Key, int]:
        """The products of these counters that are not 0."""
        get = counts.get
        values = [get(key, 0) for key in self._keys]
        values += [sum([values[place] for place in places]) for places in self._sums]
        return {key: product for key, one, other in self._pairs if (product := values[one] * values[other])}
