"""The products of a block of deals of a sitting, from one integer that has a field for each counter.

Each row of counters has such an integer, and a block is their sum. The players' integers add up to that of their table,
because what they share with it has the same field for both.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from replay.counters import CounterRow, Counts, UncachedRow
from replay.statistics.products import (
    PASS_RATIOS,
    RESULT_RATIOS,
    SEAT_RATIOS,
    SUMS,
    TABLE_RATIOS,
    TRICK_RATIOS,
    Ratio,
    multiply,
    product_name,
    product_pairs,
)

FIELD_BITS: Final = 40
"""A block can have days of thinking time, in milliseconds."""
FIELD: Final = (1 << FIELD_BITS) - 1
MOST_PRODUCTS: Final = 1 << 10
MOST_TABLE_ROWS: Final = 1 << 10

SHARED: Final = ("actions", "sets", "cards", "jokers", "passes", "passes_seen", "passes.able", "tricks")
"""Counters of players that are always those of the table, too: rows have them among what is shared."""
TIMES: Final = product_name("timed", "timed")
"""The product that a row has if it has those of times, which hardly ever agree."""
POINTS: Final = "points"
"""The counter of which the field is the last, and has no end."""

DEAL_RATIOS: Final = [ratios for ratios in SEAT_RATIOS if ratios not in (PASS_RATIOS, TRICK_RATIOS, RESULT_RATIOS)]
"""The ratios of a player of a single deal that depend on several of its rows. Rows of `sum_rows` have the others."""


class Products(dict[int, CounterRow | None]):
    """The rows of products of some ratios in a block, by those of its fields that `mask` has, if they come often.

    A row without products is None. `shifts` are the places of the fields, `pairs` the counters that are multiplied.
    """

    def __init__(self, shifts: Mapping[str, int], pairs: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._pairs = pairs
        self._shifts = {name: shifts[name] for name in dict.fromkeys(name for pair in pairs for name in pair)}
        self._masks = {name: -1 if name == POINTS else FIELD for name in self._shifts}
        self.mask = sum(self._masks[name] << shift for name, shift in self._shifts.items())

    def __missing__(self, fields: int) -> CounterRow | None:
        row = CounterRow(self.counts(fields))
        if TIMES in row.own:
            return UncachedRow(row.own)
        if len(self) >= MOST_PRODUCTS:
            self.clear()
        known = self[fields] = row if row.own else None
        return known

    def counts(self, block: int) -> Counts:
        """The products of a block that are not 0."""
        values = {name: block >> shift & self._masks[name] for name, shift in self._shifts.items()}
        return multiply(values, self._pairs)


def _products(together: Sequence[Sequence[Ratio]], shifts: Mapping[str, int]) -> list[Products]:
    """The products of all ratios. Each product is counted once, though several may need it."""
    found: list[Products] = []
    known: set[tuple[str, str]] = set()
    for ratios in together:
        pairs = [pair for pair in product_pairs(ratios) if pair not in known]
        known.update(pairs)
        found.append(Products(shifts, pairs))
    return found


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

    The fields that single deals need come first and those of results last, so that the integers of most rows are short.
    """

    def __init__(self) -> None:
        deal_names, table_names = _own_names(DEAL_RATIOS), _own_names(TABLE_RATIOS)
        other_names = [name for name in _own_names(SEAT_RATIOS) if name not in deal_names]
        first_of_table = len(SHARED) + len(deal_names)
        first_other = first_of_table + len(table_names)
        shared = _shifts(SHARED, 0)
        table_shifts = shared | _shifts(table_names, first_of_table)
        player_shifts = shared | _shifts(deal_names, len(SHARED)) | _shifts(other_names, first_other)
        self._deal_mask = (1 << first_other * FIELD_BITS) - 1
        self._table_products = _products(TABLE_RATIOS, table_shifts)
        self._player_products = _products(SEAT_RATIOS, player_shifts)
        self._player_deal_products = _products(DEAL_RATIOS, player_shifts)
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
                row.fields = self._of_player_row(row)
                total += row.fields
        return total

    def deal_fields(self, row: CounterRow) -> int:
        """The fields of a player's row that a single deal needs: those of `DEAL_RATIOS` and those of its table."""
        return self._of_player_row(row) & self._deal_mask

    def _of_player_row(self, row: CounterRow) -> int:
        return _sum_units(row.own, self._of_player) + _sum_units(row.shared, self._of_both)

    def of_table(self, rows: Iterable[CounterRow]) -> int:
        """What rows of the table add, which share nothing."""
        return sum(map(self._of_table_row, rows))

    def player_products(self, block: int) -> CounterRow:
        """The products of a player, from the sum of a block."""
        return _products_row(self._player_products, block)

    def table_products(self, block: int) -> CounterRow:
        """The products of the table, likewise."""
        return _products_row(self._table_products, block)

    def player_deal_products(self, deal: int) -> list[CounterRow]:
        """The rows of products of a player, from the sum of a single deal. Its `sum_rows.ALONE` have the others."""
        return _product_rows(self._player_deal_products, deal)

    def table_deal_products(self, deal: int) -> list[CounterRow]:
        """The rows of products of the table, from the sum of a single deal."""
        return _product_rows(self._table_products, deal)


def _sum_units(counts: Counts, units: Mapping[str, int]) -> int:
    return sum(number * units.get(name, 0) for name, number in counts.items())


def _products_row(products: Iterable[Products], block: int) -> CounterRow:
    """All products of a block as one row: blocks hardly ever agree."""
    counts: Counts = {}
    for one in products:
        counts |= one.counts(block)
    return UncachedRow(counts)


def _product_rows(products: Iterable[Products], deal: int) -> list[CounterRow]:
    """The products of a single deal as rows that are few and shared."""
    return [row for one in products if (row := one[deal & one.mask])]


FIELDS: Final = BlockFields()
