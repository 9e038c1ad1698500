"""The products of counters of a deal that is alone in its sitting.

Those of counters that one row has are in that row (`replay.statistics.sum_rows`). Here are those of sums of several
rows. The sums are small, so the same few rows of products come again and again.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from replay.counters import CounterRow, Counts
from replay.statistics.collector import PlayCollector
from replay.statistics.products import (
    ACTION_RATIOS,
    JOKER_RATIOS,
    PASS_RATIOS,
    SET_RATIOS,
    TABLE_TRICK_RATIOS,
    Ratio,
    products_of,
)
from replay.statistics.rows import MOST_ROWS, pass_row
from replay.statistics.sum_rows import ALONE

MOST_PRODUCTS: Final = 1 << 10
SUM_BITS: Final = 30
"""Two sums of a deal are one key: no deal that fits into memory has as many actions or cards as this allows."""
FIRST_SUM: Final = (1 << SUM_BITS) - 1


class SumProducts(dict[int, CounterRow | None]):
    """The rows of products of some ratios, by two sums of a deal: the first and, `SUM_BITS` higher, the second.

    A row without products is None.
    """

    def __init__(self, ratios: Sequence[Ratio], names: tuple[str, str], counts: Counts, given: Counts) -> None:
        """`names` are those of the sums. The deal has the other `counts`; products of what is `given` are elsewhere."""
        super().__init__()
        self._ratios = ratios
        self._first, self._second = names
        self._counts = counts
        self._given = given

    def __missing__(self, sums: int) -> CounterRow | None:
        if len(self) >= MOST_PRODUCTS:
            self.clear()
        counts = self._counts | {self._first: sums & FIRST_SUM, self._second: sums >> SUM_BITS}
        row = CounterRow(products_of(counts, self._ratios, self._given))
        known = self[sums] = row if row.own else None
        return known


class DealProducts:
    """The rows of products of a player, or of the table, that follow from two sums each; some have `played` a deal."""

    def __init__(self, played: Counts) -> None:
        self.actions = SumProducts(ACTION_RATIOS, ("actions", "faults"), played, {})
        self.sets = SumProducts(SET_RATIOS, ("sets", "cards"), {}, played)
        self.jokers = SumProducts(JOKER_RATIOS, ("jokers", "jokers.left"), {}, played)
        self.tricks = SumProducts(TABLE_TRICK_RATIOS, ("tricks", "jokers"), {}, played)


PLAYED: Final = DealProducts({"played": 1})
NOT_PLAYED: Final = DealProducts({})
"""Where the actions of a deal are not known, and for players who were not seated."""


@lru_cache(MOST_ROWS)
def _pass_products(able: int, unable: int, unseen: int) -> list[CounterRow]:
    """The row of products of the passes of a table, if there are any."""
    products = products_of(pass_row(able, unable, unseen).shared, PASS_RATIOS, {"played": 1})
    return [CounterRow(products)] if products else []


class DealSums:
    """The sums of rows of a player, or of the table."""

    __slots__ = ("actions", "cards", "faults", "jokers", "jokers_left", "played", "sets")

    def __init__(self, rows: list[CounterRow]) -> None:
        actions = faults = sets = cards = jokers = jokers_left = played = 0
        for row in rows:
            if row.sets:
                sets += row.sets
                cards += row.cards
                jokers += row.jokers
            actions += row.actions
            faults += row.faults
            jokers_left += row.jokers_left
            played += row.played
        self.actions, self.faults, self.played = actions, faults, played
        self.sets, self.cards = sets, cards
        self.jokers, self.jokers_left = jokers, jokers_left

    def share(self, player: "DealSums") -> None:
        """Add what a player shares with the table."""
        self.actions += player.actions
        self.sets += player.sets
        self.cards += player.cards
        self.jokers += player.jokers

    def products(self) -> DealProducts:
        """Where the rows of products of these sums are."""
        return PLAYED if self.played else NOT_PLAYED


class SingleDeal:
    """Adds the rows of products to those of a deal that is alone in its sitting."""

    def __init__(self) -> None:
        self.sum_rows = ALONE

    def end_deal(self, collector: PlayCollector) -> None:
        """Add the products of the deal to its rows."""
        of_table, *of_players = collector.rows.by_player
        table = DealSums(of_table)
        for rows in of_players:
            if rows:
                player = DealSums(rows)
                products = player.products()
                _append_product(rows, products.actions, player.actions, player.faults)
                _append_product(rows, products.sets, player.sets, player.cards)
                _append_product(rows, products.jokers, player.jokers, player.jokers_left)
                table.share(player)
        products = table.products()
        _append_product(of_table, products.actions, table.actions, table.faults)
        _append_product(of_table, products.sets, table.sets, table.cards)
        _append_product(of_table, products.tricks, collector.tricks(), table.jokers)
        of_table += _pass_products(*collector.passes())


def _append_product(rows: list[CounterRow], products: SumProducts, first: int, second: int) -> None:
    row = products[first | second << SUM_BITS]
    if row is not None:
        rows.append(row)
