"""What varies from sitting to sitting: products of counters within a sitting, by which figures get their intervals.

The deals of a sitting depend on each other, because titles and exchanges carry over. So an interval needs more than the
number of deals: it needs the sums of x * x, x * n and n * n over sittings, where x is the numerator of a figure in a
sitting and n its denominator. They are whole numbers, and are added and taken away like all counters. A long sitting is
cut into blocks of at most `MOST_DEALS`, each of which counts as a sitting.

A block is added up as one integer with a field for each counter: `BlockFields` gives each row of counters its integer.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from replay.counters import CounterRow, Counts, UncachedRow
from replay.statistics.collector import PlayerRows
from replay.statistics.rows import TABLE_PLAYER

MOST_DEALS: Final = 20
"""The most deals of a block."""

FIELD_BITS: Final = 40
"""A block can have days of thinking time, in milliseconds."""
FIELD: Final = (1 << FIELD_BITS) - 1
UNBOUNDED: Final = -1
"""The mask of fields of which the last has no end."""
MOST_ROWS: Final = 1 << 14
MOST_PRODUCTS: Final = 1 << 10

Ratio = tuple[str, tuple[str, ...]]
"""A denominator and its numerators."""

SUMS: Final = {"passes.able": "passes_seen", "passes.unable": "passes_seen"}
"""Counters that also add to the field of a sum."""

PLAY_RATIOS: Final[tuple[tuple[Ratio, ...], ...]] = (
    (("played", ("actions",)), ("actions", ("faults",))),
    (("played", ("passes",)), ("passes_seen", ("passes.able",))),
    (("played", ("sets", "cards")), ("sets", ("cards",))),
)
"""The ratios of a player and of the table, those together of which single deals have few different values."""

SEAT_RATIOS: Final[tuple[tuple[Ratio, ...], ...]] = (
    *PLAY_RATIOS,
    (("played", ("leads", "tricks")), ("leads", ("leads.won",))),
    (("played", ("jokers",)), ("jokers", ("jokers.left",))),
    (("timed", ("time",)),),
    (
        ("deals", ("places", "standing", "first", "last")),
        ("left.deals", ("left",)),
        ("top.begun", ("top.kept",)),
        ("top.below", ("top.taken",)),
        ("bottom.begun", ("bottom.left",)),
        ("bottom.above", ("bottom.reached",)),
        ("scored", ("points",)),
    ),
)
"""Results come last, and points last of all: only that field may be below 0 and have any size."""

TABLE_RATIOS: Final[tuple[tuple[Ratio, ...], ...]] = (
    *PLAY_RATIOS,
    (("finished", ("length",)), ("played", ("tricks", "jokers"))),
)


def product_name(one: str, other: str) -> str:
    """The name of the counter of the products of two counters."""
    return f"sitting.{one}:{other}"


def product_names(ratios: Iterable[Sequence[Ratio]]) -> list[str]:
    """The names of all products of these ratios."""
    return list(dict.fromkeys(product_name(*pair) for together in ratios for pair in _pairs(together)))


def _pairs(ratios: Sequence[Ratio]) -> list[tuple[str, str]]:
    """The counters that are multiplied: each with itself, and the numerators with their denominator."""
    squares = [(name, name) for denominator, numerators in ratios for name in (denominator, *numerators)]
    mixed = [(name, denominator) for denominator, numerators in ratios for name in numerators]
    return list(dict.fromkeys(squares + mixed))


Origin = tuple[int, int]
"""The place of a row of products among those of all blocks: 0 for the table or 1 for players, and which ratios."""


class ProductRow(CounterRow):
    """A row of products. It is pickled as its fields, which is short, and unpickled rows are shared."""

    __slots__ = ("_fields", "_origin")

    def __init__(self, counts: Counts, origin: Origin, fields: int) -> None:
        super().__init__(counts)
        self._origin = origin
        self._fields = fields

    def __reduce__(self) -> tuple[object, ...]:
        """The function that finds the row of these fields."""
        return product_row, (self._origin, self._fields)


class Products(dict[int, CounterRow]):
    """The products of some ratios in a block, by the integer of its fields: rows of those that come often.

    `first` and `pairs` are the first field, and the counters that are multiplied.
    """

    def __init__(self, ratios: Sequence[Ratio], first: int, pairs: Sequence[tuple[str, str]], origin: Origin) -> None:
        super().__init__()
        self._origin = origin
        self.names = tuple(dict.fromkeys(name for pair in _pairs(ratios) for name in pair))
        self.shift = first * FIELD_BITS
        self.mask = (1 << FIELD_BITS * len(self.names)) - 1
        self._pairs = pairs

    def __missing__(self, fields: int) -> CounterRow:
        if len(self) >= MOST_PRODUCTS:
            self.clear()
        row = self[fields] = ProductRow(self.counts(fields), self._origin, fields)
        return row

    def counts(self, fields: int) -> Counts:
        """The products of these fields. The last of all has no upper end: points can have any size."""
        values = {name: fields >> place * FIELD_BITS & FIELD for place, name in enumerate(self.names)}
        if self.mask == UNBOUNDED:
            values[self.names[-1]] = fields >> (len(self.names) - 1) * FIELD_BITS
        return {product_name(one, other): values[one] * values[other] for one, other in self._pairs}


def _lay_out(together: Sequence[Sequence[Ratio]], first: int, owner: int) -> list[Products]:
    """The products of all ratios, field by field. Each product is counted once, though several may need it."""
    found: list[Products] = []
    known: set[tuple[str, str]] = set()
    for ratios in together:
        pairs = [pair for pair in _pairs(ratios) if pair not in known]
        known.update(pairs)
        found.append(Products(ratios, first, pairs, (owner, len(found))))
        first += len(found[-1].names)
    return found


def _units(products: Iterable[Products]) -> dict[str, int]:
    """What each counter adds to the fields of a block."""
    units: dict[str, int] = {}
    for one in products:
        for place, name in enumerate(one.names):
            for counter in (name, *(part for part, whole in SUMS.items() if whole == name)):
                units[counter] = units.get(counter, 0) + (1 << one.shift + place * FIELD_BITS)
    return units


class BlockFields(dict[CounterRow, int]):
    """The integers of rows of counters, and the rows of products that follow from their sum in a block.

    The fields of the table come first: the players' rows add to them what they share with it. Those of results come
    last, so that the integers of most rows are short.
    """

    def __init__(self) -> None:
        super().__init__()
        self._of_table = _lay_out(TABLE_RATIOS, 0, 0)
        fields = sum(len(one.names) for one in self._of_table)
        self.table_mask = (1 << FIELD_BITS * fields) - 1
        self._of_player = _lay_out(SEAT_RATIOS, fields, 1)
        self._of_player[-1].mask = UNBOUNDED
        self._table_units = _units(self._of_table)
        self._player_units = _units(self._of_player)

    def __missing__(self, row: CounterRow) -> int:
        own = sum(number * self._player_units.get(name, 0) for name, number in row.own.items())
        shared = sum(
            number * (self._player_units.get(name, 0) + self._table_units.get(name, 0))
            for name, number in row.shared.items()
        )
        if not isinstance(row, UncachedRow):
            if len(self) >= MOST_ROWS:
                self.clear()
            self[row] = own + shared
        return own + shared

    def table_sum(self, rows: Iterable[CounterRow]) -> int:
        """The fields of the table, from rows of the table alone."""
        units = self._table_units
        return sum(number * units.get(name, 0) for row in rows for name, number in row.own.items())

    def products(self, origin: Origin) -> Products:
        """The products at this place."""
        owner, number = origin
        return (self._of_table, self._of_player)[owner][number]

    def player_products(self, block: int, deals: int) -> list[CounterRow]:
        """The rows of products of a player, from the sum of a block of this number of deals."""
        return _product_rows(self._of_player, block, deals)

    def table_products(self, block: int, deals: int) -> list[CounterRow]:
        """The rows of products of the table."""
        return _product_rows(self._of_table, block, deals)


def _product_rows(products: Iterable[Products], block: int, deals: int) -> list[CounterRow]:
    """The rows of single deals are few and shared. Longer blocks hardly ever agree: theirs are one row."""
    if deals == 1:
        return [one[fields] for one in products if (fields := block >> one.shift & one.mask)]
    counts: Counts = {}
    for one in products:
        counts |= one.counts(block >> one.shift & one.mask)
    return [UncachedRow(counts)]


FIELDS: Final = BlockFields()


def product_row(origin: Origin, fields: int) -> CounterRow:
    """The row of these fields, the same object each time."""
    return FIELDS.products(origin)[fields]


class SittingBlocks:
    """Adds the rows of products to those of a sitting, at the end of each of its blocks."""

    def __init__(self, deals: int) -> None:
        """Begin a sitting of this number of deals."""
        self._ends = block_ends(deals)
        self._begin = self._deals = 0
        self._counted: dict[tuple[int, int], int] = {}

    def end_deal(self, rows_by_seated: Mapping[int, PlayerRows]) -> None:
        """Note the end of a deal; where it ends a block, add its products to the rows."""
        self._deals += 1
        if self._deals in self._ends:
            for seated, deal_rows in rows_by_seated.items():
                self._end_block(seated, deal_rows.by_player, self._deals - self._begin)
            self._begin = self._deals

    def _end_block(self, seated: int, by_player: Sequence[list[CounterRow]], deals: int) -> None:
        of_table = by_player[TABLE_PLAYER]
        block_of_table = FIELDS.table_sum(of_table[self._counted.get((TABLE_PLAYER, seated), 0) :])
        for player, rows in enumerate(by_player):
            begin = self._counted.get((player, seated), 0)
            if player != TABLE_PLAYER and len(rows) > begin:
                block = sum(map(FIELDS.__getitem__, rows[begin:] if begin else rows))
                rows.extend(FIELDS.player_products(block, deals))
                block_of_table += block
                self._counted[player, seated] = len(rows)
        of_table += FIELDS.table_products(block_of_table & FIELDS.table_mask, deals)
        self._counted[TABLE_PLAYER, seated] = len(of_table)


def block_ends(deals: int) -> frozenset[int]:
    """The numbers of the last deals of the blocks of a sitting, which are about equally long."""
    blocks = -(-deals // MOST_DEALS)
    return frozenset(deals * number // blocks for number in range(1, blocks + 1))
