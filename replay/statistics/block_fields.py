"""The products of a block of deals of a sitting, from one integer that has a field for each counter.

Each row of counters has such an integer, and a block is their sum. The players' integers add up to that of their table,
because what they share with it has the same field for both.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from replay.counters import CounterRow, Counts, UncachedRow
from replay.statistics.products import SEAT_RATIOS, SUMS, TABLE_RATIOS, Ratio, multiply, product_pairs

FIELD_BITS: Final = 40
"""A block can have days of thinking time, in milliseconds."""
FIELD: Final = (1 << FIELD_BITS) - 1
MOST_TABLE_ROWS: Final = 1 << 10

SHARED: Final = ("actions", "sets", "cards", "jokers", "passes", "passes_seen", "passes.able", "tricks")
"""Counters of players that are always those of the table, too: rows have them among what is shared."""
POINTS: Final = "points"
"""The counter of which the field is the last, and has no end."""


class BlockProducts:
    """Makes the rows of products of all ratios of a player, or of a table, in a block.

    `shifts` are the places of the fields.
    """

    def __init__(self, together: Iterable[Sequence[Ratio]], shifts: Mapping[str, int]) -> None:
        self._pairs = list(dict.fromkeys(pair for ratios in together for pair in product_pairs(ratios)))
        self._shifts = [(name, shift, -1 if name == POINTS else FIELD) for name, shift in shifts.items()]

    def row(self, block: int) -> CounterRow:
        """All products of a block that are not 0, as one row: blocks hardly ever agree."""
        values = {name: block >> shift & mask for name, shift, mask in self._shifts}
        return UncachedRow(multiply(values, self._pairs))


def _own_names(together: Iterable[Sequence[Ratio]]) -> list[str]:
    """The counters of these ratios that are not shared."""
    names = dict.fromkeys(name for ratios in together for pair in product_pairs(ratios) for name in pair)
    return [name for name in names if name not in SHARED]


def _shifts(names: Sequence[str], first: int) -> dict[str, int]:
    """The places of the fields of these counters, of which the first is the field of this number."""
    return {name: place * FIELD_BITS for place, name in enumerate(names, first)}


def _units(shifts: Mapping[str, int]) -> dict[str, int]:
    """What each counter adds to the fields of a block."""
    units = {name: 1 << shift for name, shift in shifts.items()}
    for part, whole in SUMS.items():
        units[part] = units.get(part, 0) + units[whole]
    return units


class BlockFields:
    """The fields of a block, and the rows of products that follow from their sum.

    The fields of results come last, so that the integers of most rows are short.
    """

    def __init__(self) -> None:
        table_names, player_names = _own_names(TABLE_RATIOS), _own_names(SEAT_RATIOS)
        shared = _shifts(SHARED, 0)
        table_shifts = shared | _shifts(table_names, len(SHARED))
        player_shifts = shared | _shifts(player_names, len(SHARED) + len(table_names))
        self._table_products = BlockProducts(TABLE_RATIOS, table_shifts)
        self._player_products = BlockProducts(SEAT_RATIOS, player_shifts)
        of_table, self._of_player = _units(table_shifts), _units(player_shifts)
        self._of_both = {
            name: of_table.get(name, 0) | self._of_player.get(name, 0) for name in of_table | self._of_player
        }
        self._of_table_row = lru_cache(MOST_TABLE_ROWS)(lambda row: _sum_units(row.own, of_table))

    def of_player(self, rows: Iterable[CounterRow]) -> int:
        """What rows of a player add to a block."""
        total = 0
        for row in rows:
            fields = row.fields
            if fields:
                total += fields
            elif fields is None:
                row.fields = _sum_units(row.own, self._of_player) + _sum_units(row.shared, self._of_both)
                total += row.fields
        return total

    def of_table(self, rows: Iterable[CounterRow]) -> int:
        """What rows of the table add, which share nothing."""
        return sum(map(self._of_table_row, rows))

    def player_products(self, block: int) -> CounterRow:
        """The products of a player, from the sum of a block."""
        return self._player_products.row(block)

    def table_products(self, block: int) -> CounterRow:
        """The products of the table, likewise."""
        return self._table_products.row(block)


def _sum_units(counts: Counts, units: Mapping[str, int]) -> int:
    return sum(number * units.get(name, 0) for name, number in counts.items())


FIELDS: Final = BlockFields()
