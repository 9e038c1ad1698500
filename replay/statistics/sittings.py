"""Counts the products of counters within a sitting (`replay.statistics.products`), or within each of its blocks."""

from collections.abc import Sequence
from typing import Final, Protocol

from replay.counters import CounterRow
from replay.statistics.block_fields import FIELDS
from replay.statistics.collector import PlayCollector
from replay.statistics.rows import TABLE_PLAYER
from replay.statistics.single_deal import SingleDeal
from replay.statistics.sum_rows import IN_SITTING, SumRows

MOST_DEALS: Final = 20
"""The most deals of a block. A longer sitting is cut into blocks, each of which counts as a sitting."""


class SittingProducts(Protocol):
    """Adds the rows of products to those of a sitting; `sum_rows` makes the rows of sums of its deals."""

    sum_rows: SumRows

    def end_deal(self, collector: PlayCollector) -> None:
        """Note the end of a deal that was counted, and add the products that are known by then to the rows."""


def sitting_products(deals: int) -> SittingProducts:
    """The products of a sitting of this number of deals."""
    return SingleDeal() if deals == 1 else SittingBlocks(deals)


class SittingBlocks:
    """Adds the rows of products to those of a sitting, at the end of each of its blocks."""

    def __init__(self, deals: int) -> None:
        """Begin a sitting of this number of deals."""
        self.sum_rows = IN_SITTING
        self._ends = block_ends(deals)
        self._deals = 0
        self._counted: dict[int, list[int]] = {}

    def end_deal(self, collector: PlayCollector) -> None:
        """Note the end of a deal; where it ends a block, add its products to the rows."""
        self._deals += 1
        if self._deals in self._ends:
            for seated, deal_rows in collector.rows_by_seated.items():
                self._end_block(seated, deal_rows.by_player)

    def _end_block(self, seated: int, by_player: Sequence[list[CounterRow]]) -> None:
        counted = self._counted.setdefault(seated, [0] * len(by_player))
        of_table = by_player[TABLE_PLAYER]
        block_of_table = FIELDS.of_table(of_table[counted[TABLE_PLAYER] :])
        for player, rows in enumerate(by_player):
            if player != TABLE_PLAYER and len(rows) > counted[player]:
                block = FIELDS.of_player(rows[counted[player] :])
                rows.append(FIELDS.player_products(block))
                block_of_table += block
                counted[player] = len(rows)
        of_table.append(FIELDS.table_products(block_of_table))
        counted[TABLE_PLAYER] = len(of_table)


def block_ends(deals: int) -> frozenset[int]:
    """The numbers of the last deals of the blocks of a sitting, which are about equally long."""
    if deals <= MOST_DEALS:
        return frozenset((deals,))
    blocks = -(-deals // MOST_DEALS)
    return frozenset(deals * number // blocks for number in range(1, blocks + 1))
