"""What is counted of games: families of counters, and what a game says about its own."""

from dataclasses import dataclass
from itertools import product
from typing import Final

from replay.text import Text

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


def family(pattern: str, of: tuple[str, ...], en: str, ja: str, *values: tuple[str, ...]) -> Family:
    """The counters of this pattern, with a star where each of the values stands."""
    return Family(pattern, of, Text(en, ja), values)
