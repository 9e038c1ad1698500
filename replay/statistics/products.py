"""Products of counters within a sitting, by which figures get their intervals: which there are, and what they come to.

The deals of a sitting depend on each other, because titles and exchanges carry over. So an interval needs more than the
number of deals: it needs the sums of x * x, x * n and n * n over sittings, where x is the numerator of a figure in a
sitting and n its denominator. They are whole numbers, and are added and taken away like all counters.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from replay.counters import Counts

Ratio = tuple[str, tuple[str, ...]]
"""A denominator and its numerators."""

SUMS: Final = {"passes.able": "passes_seen", "passes.unable": "passes_seen"}
"""Counters that also add to a sum."""

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
"""The ratios of a player, those together of which single deals have few different values.

Results come last, and points last of all: they may be below 0 and have any size.
"""

LENGTH_RATIOS: Final[tuple[Ratio, ...]] = (("finished", ("length",)),)
TABLE_TRICK_RATIOS: Final[tuple[Ratio, ...]] = (("played", ("tricks", "jokers")),)

TABLE_RATIOS: Final = (ACTION_RATIOS, PASS_RATIOS, SET_RATIOS, LENGTH_RATIOS, TABLE_TRICK_RATIOS)
"""The ratios of the table, likewise."""

ANALYSIS_RATIOS: Final[tuple[tuple[Ratio, ...], ...]] = (
    (
        ("analysed", ("wins.missed",)),
        ("wins", ("wins.played",)),
        ("choices", ("choices.accurate", "swing")),
        ("luck.deals", ("luck", "luck.seat", "luck.cards", "luck.play", "luck.adjusted")),
    ),
)
"""The ratios of analysed deals. They can be below 0; `data.store.sql.statistics.analysis_counters` counts them."""


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


def products_of(counts: Mapping[str, int], ratios: Sequence[Ratio], given: Mapping[str, int]) -> Counts:
    """The products of these counters with each other and with those that are `given`, without those that are 0.

    The sitting has no more of these counters. The products of what is given alone are left out.
    """
    values = {**given, **counts}
    for part, whole in SUMS.items():
        if part in counts:
            values[whole] = values.get(whole, 0) + counts[part]
    pairs = [(one, other) for one, other in product_pairs(ratios) if not (one in given and other in given)]
    return multiply(values, pairs)


def multiply(values: Mapping[str, int], pairs: Iterable[tuple[str, str]]) -> Counts:
    """The products of pairs of these counters that are not 0."""
    return {
        product_name(one, other): values[one] * values[other]
        for one, other in pairs
        if values.get(one) and values.get(other)
    }
