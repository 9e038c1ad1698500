"""What varies from sitting to sitting: products of counters within a sitting, by which figures get their intervals.

The deals of a sitting depend on each other, because titles and exchanges carry over. So an interval needs more than the
number of deals: it needs the sums of x * x, x * n and n * n over sittings, where x is the numerator of a figure in a
sitting and n its denominator. They are whole numbers, and are added and taken away like all counters. A long sitting is
cut into blocks of at most `MOST_DEALS`, each of which counts as a sitting.

A block is added up as one integer with a field for each counter, and each row of counters has such an integer.
The players' integers add up to that of their table, because what they share with it has the same field for both.
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

ANALYSIS_RATIOS: Final[tuple[tuple[Ratio, ...], ...]] = (
    (
        ("analysed", ("wins.missed",)),
        ("wins", ("wins.played",)),
        ("choices", ("choices.accurate", "swing")),
        ("luck.deals", ("luck", "luck.seat", "luck.cards", "luck.play", "luck.adjusted")),
    ),
)
"""The ratios of analysed deals. They can be below 0 and have no fields: `schemas.analysis_counters` counts them."""


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


SHARED: Final = ("actions", "passes", "passes_seen", "passes.able", "sets", "cards", "tricks", "jokers")
"""Counters of players that are always those of the table, too: rows have them among what is shared."""
TIMES: Final = "timed"
"""The denominator of times, which hardly ever agree."""
POINTS: Final = "points"
"""The counter of which the field is the last, and has no end."""


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
        if row.own and TIMES in self._shifts:
            return UncachedRow(row.own)
        if len(self) >= MOST_PRODUCTS:
            self.clear()
        known = self[fields] = row if row.own else None
        return known

    def counts(self, block: int) -> Counts:
        """The products of a block that are not 0."""
        values = {name: block >> shift & self._masks[name] for name, shift in self._shifts.items()}
        return {product_name(one, other): values[one] * values[other] for one, other in self._pairs if values[one]}


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

    The fields of play come first and those of results last, so that the integers of most rows are short.
    """

    def __init__(self) -> None:
        table_names, player_names = _own_names(TABLE_RATIOS), _own_names(SEAT_RATIOS)
        shared = _shifts(SHARED, 0)
        table_shifts = shared | _shifts(table_names, len(SHARED))
        player_shifts = shared | _shifts(player_names, len(SHARED) + len(table_names))
        self._table_products = _products(TABLE_RATIOS, table_shifts)
        self._player_products = _products(SEAT_RATIOS, player_shifts)
        self._of_table, self._of_player = _units(table_shifts), _units(player_shifts)
        self._of_both = {
            name: self._of_table.get(name, 0) | self._of_player.get(name, 0)
            for name in self._of_table | self._of_player
        }

    def of_player(self, rows: Iterable[CounterRow]) -> int:
        """What rows of a player add to a block."""
        total = 0
        for row in rows:
            fields = row.fields
            if fields is None:
                fields = row.fields = _sum_units(row.own, self._of_player) + _sum_units(row.shared, self._of_both)
            total += fields
        return total

    def of_table(self, rows: Iterable[CounterRow]) -> int:
        """What rows of the table add, which share nothing."""
        return sum(_sum_units(row.own, self._of_table) for row in rows)

    def player_products(self, block: int, deals: int) -> list[CounterRow]:
        """The rows of products of a player, from the sum of a block of this number of deals."""
        return _product_rows(self._player_products, block, deals)

    def table_products(self, block: int, deals: int) -> list[CounterRow]:
        """The rows of products of the table."""
        return _product_rows(self._table_products, block, deals)


def _sum_units(counts: Counts, units: Mapping[str, int]) -> int:
    return sum(number * units.get(name, 0) for name, number in counts.items())


def _product_rows(products: Iterable[Products], block: int, deals: int) -> list[CounterRow]:
    """The rows of single deals are few and shared. Longer blocks hardly ever agree: theirs are one row."""
    if deals == 1:
        return [row for one in products if (row := one[block & one.mask])]
    counts: Counts = {}
    for one in products:
        counts |= one.counts(block)
    return [UncachedRow(counts)]


FIELDS: Final = BlockFields()


class SittingBlocks:
    """Adds the rows of products to those of a sitting, at the end of each of its blocks."""

    def __init__(self, deals: int) -> None:
        """Begin a sitting of this number of deals."""
        self._ends = block_ends(deals)
        self._begin = self._deals = 0
        self._counted: dict[int, list[int]] = {}

    def end_deal(self, rows_by_seated: Mapping[int, PlayerRows]) -> None:
        """Note the end of a deal; where it ends a block, add its products to the rows."""
        self._deals += 1
        if self._deals in self._ends:
            for seated, deal_rows in rows_by_seated.items():
                self._end_block(seated, deal_rows.by_player, self._deals - self._begin)
            self._begin = self._deals

    def _end_block(self, seated: int, by_player: Sequence[list[CounterRow]], deals: int) -> None:
        counted = self._counted.setdefault(seated, [0] * len(by_player))
        of_table = by_player[TABLE_PLAYER]
        block_of_table = FIELDS.of_table(of_table[counted[TABLE_PLAYER] :])
        for player, rows in enumerate(by_player):
            begin = counted[player]
            if player != TABLE_PLAYER and len(rows) > begin:
                block = FIELDS.of_player(rows[begin:] if begin else rows)
                rows.extend(FIELDS.player_products(block, deals))
                block_of_table += block
                counted[player] = len(rows)
        of_table += FIELDS.table_products(block_of_table, deals)
        counted[TABLE_PLAYER] = len(of_table)


def block_ends(deals: int) -> frozenset[int]:
    """The numbers of the last deals of the blocks of a sitting, which are about equally long."""
    if deals <= MOST_DEALS:
        return frozenset((deals,))
    blocks = -(-deals // MOST_DEALS)
    return frozenset(deals * number // blocks for number in range(1, blocks + 1))
