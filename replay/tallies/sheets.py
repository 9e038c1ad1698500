"""What a clerk writes on: the rows of the players of a sitting, as long as so many of them are seated."""

from typing import TYPE_CHECKING

from replay.tallies.strength import Scale

if TYPE_CHECKING:
    from replay.counting import Row


class Sheets:
    """The `rows` by which counters grew, by player, and first those of the table, which it shares with nobody.

    `scale` tells how strong cards are in these deals.
    """

    __slots__ = ("rows", "scale")

    def __init__(self, players: int, scale: Scale) -> None:
        """Nothing is counted yet."""
        self.scale = scale
        self.rows: list[list[Row]] = [[] for _ in range(players + 1)]
