"""Who is due, which the notation does not write: the turn, once all that is pending has been settled."""

from typing import Final

from daifu.replay.actions import DRAW, PASS
from daifu.replay.rules import Rules
from daifu.replay.table import NOBODY, Table

Due = tuple[int, bool]
"""The player who is due, `NOBODY` if nobody is, and whether a trick is open: a set lies there to be answered."""

NOBODY_DUE: Final[Due] = (NOBODY, False)


class Turns:
    """The turns at a table of some rules and players."""

    def __init__(self, rules: Rules, players: int) -> None:
        self._rules = rules
        notation = rules.notation(players)
        self.plain_verb = PASS if rules.counting.only_plain_passes else DRAW
        word = "-" if self.plain_verb == PASS else DRAW
        self.passes = [notation[f"{player} {word}"] for player in range(1, players + 1)]
        """The pass of each player where nothing else is to be said of it."""
        self._settling = [notation[f"{player} -"] for player in range(1, players + 1)]

    def due(self, table: Table) -> Due:
        """Who is due at this table, once what is pending, such as the call that a jack allows, has been settled.

        That is done by a pass of the player on turn, or else of the one who laid the last set.
        """
        if table.over:
            return NOBODY_DUE
        if table.pending is None:
            return table.turn, table.top is not None
        return self._rules.settled(table) or self.settle(table)

    def settle(self, table: Table) -> Due:
        """Who is due once everything has been settled on a copy."""
        trial = table
        while (pending := trial.pending) is not None and (player := trial.turn or trial.owner) != NOBODY:
            after = trial.copy()
            pending(after, self._settling[player - 1])
            if after.pending is pending and after.turn == trial.turn and after.top is trial.top:
                break
            trial = after
        return trial.turn, trial.top is not None
