"""What is counted of games: families of counters, and rows of counters that grow together."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from replay.text import Text

Counts = dict[str, int]
"""Counters by name, none of them 0; all of them can be added and taken away."""

NO_COUNTS: Final[Mapping[str, int]] = {}

SEAT: Final = "seat"
TABLE: Final = "table"
PAIR: Final = "pair"
"""Whose counters they are: of a player, of the deals themselves, or of two players who sat in the same deals."""

OUTCOME: Final = ("deals", "first", "standing", "scored", "points")
"""What is counted by seat, by strength of the hand, and by part."""

SEATS: Final = (SEAT,)
TABLES: Final = (TABLE,)
PAIRS: Final = (PAIR,)
SEATS_AND_TABLES: Final = (SEAT, TABLE)


@dataclass(frozen=True, slots=True)
class Family:
    """Counters that mean the same of different things: `place.1`, `place.2` ...

    `pattern` is their name with a star for each of `values`, whose choices are in the same order; a counter that stands
    alone has none. `of` are those whose counters they are. `text` says what is counted.
    """

    pattern: str
    of: tuple[str, ...]
    text: Text
    values: tuple[tuple[str, ...], ...] = ()

    def names(self) -> list[str]:
        """The names of all counters of the family."""
        form = self.pattern.replace("*", "{}")
        return [form.format(*chosen) for chosen in product(*self.values)]


class Row:
    """Counters that grow at once: worked out once, and the same object for all that is counted alike.

    `own` are those of the player alone, or of the pair or table that the row is written down for; `shared` are the
    player's and his table's.
    """

    __slots__ = ("own", "shared")

    def __init__(self, own: Mapping[str, int], shared: Mapping[str, int] = NO_COUNTS) -> None:
        self.own = {name: number for name, number in own.items() if number}
        self.shared = {name: number for name, number in shared.items() if number}


class Unlike(Row):
    """A row that hardly anything else ever grows by: it is worth nobody's while to remember it."""

    __slots__ = ()


def lots(name: str, of: tuple[str, ...], en: str, ja: str) -> tuple[Family, Family]:
    """A counter of what comes several at once, and that of the squares of these numbers."""
    return (
        family(name, of, en, ja),
        family(
            f"{name}_squared",
            of,
            f"The squares of the numbers that came at once, summed (`{name}`).",
            f"一度にまとめて数えた枚数の2乗の合計（`{name}`）。",
        ),
    )


def family(pattern: str, of: tuple[str, ...], en: str, ja: str, *values: tuple[str, ...]) -> Family:
    """The counters of this pattern, with a star where each of the values stands."""
    return Family(pattern, of, Text(en, ja), values)
