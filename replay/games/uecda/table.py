"""The position of a UECda game: who opens it, and whether the server stopped the game."""

from typing import ClassVar, Final

from replay.deal import Deal
from replay.finishing import end, finishing_order
from replay.rules import Rules
from replay.table import NOBODY, Table

MOST_PASSES = 20


OWN: Final = ("opener", "stopped")


class UecdaTable(Table):
    """A table that also knows who opens the game, and whether the server stopped it (U-20-1)."""

    __slots__ = OWN
    fields: ClassVar[tuple[str, ...]] = (*Table.fields, *OWN)

    def __init__(
        self, rules: Rules, ring: tuple[int, ...], hands: list[int], unknown: list[int], places: tuple[int, ...]
    ) -> None:
        super().__init__(rules, ring, hands, unknown, places)
        self.opener = NOBODY
        self.stopped = False


def shut_out(table: UecdaTable, player: int) -> None:
    """A pass or a rejected play shuts its player out of the trick, on an empty table too (U-PASS-1).

    Twenty in a row stop the game (U-20-1).
    """
    table.turn = player
    table.passed |= 1 << player
    passes = table.passes = table.passes + 1
    if passes >= MOST_PASSES:
        table.stopped = True
        end(table)
    else:
        advance = table.advance
        advance(table)


def order(table: UecdaTable, deal: Deal) -> list[int] | None:
    """The order of a game; after twenty passes the remaining places are those that the log says were drawn (U-20-1)."""
    if table.stopped:
        written = deal.result.order or ()
        return table.out + [player for player in written if player not in table.out] if written else None
    return finishing_order(table) if table.over else None
