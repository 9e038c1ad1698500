"""Proofs with one hand known: that a player can go out next, whatever cards the others hold.

The others are taken for one opponent who holds all cards that the player does not see, and who may answer with any set
of them. The player can go out next if they have a way to lay one set after the other that no such hand answers, until
the last set leaves their hand. What this finds is proven. Where it finds nothing, the player may still have a way.
"""

from typing import TYPE_CHECKING

from daifu.replay.actions import Action
from daifu.replay.analysis.moves import Moves, PositionKey, position_after, speakers
from daifu.replay.analysis.proofs import PROVEN, UNKNOWN
from daifu.replay.engine import settle_pending
from daifu.replay.table import Table

if TYPE_CHECKING:
    from daifu.replay.cards import Alphabet


class LeadSearch:
    """Searches a way for a player to go out next without ever losing the lead."""

    def __init__(self, moves: Moves, table: Table, player: int) -> None:
        """A search in positions after this table, in which only the hand of the player is known."""
        self._moves = moves
        self._alphabet: Alphabet = table.rules.alphabet
        self._intrudes = table.rules.proofs.intrudes
        self._asking = table.rules.counting.asking
        self.player = player
        self._failed: set[PositionKey] = set()
        self._unseen = 0
        self._first_place = 0
        self._left = 0

    def verdict(self, table: Table, positions: int) -> str:
        """`PROVEN`, or `UNKNOWN` if no such way was found among this number of positions."""
        return PROVEN if self.line(table, positions) else UNKNOWN

    def verdict_after(self, before: Table, after: Table, positions: int) -> str:
        """The same after an action of the player that left the position `before`."""
        self._begin(before, positions)
        return UNKNOWN if self._way_with_words(after, set()) is None else PROVEN

    def _begin(self, table: Table, positions: int) -> None:
        self._left = positions
        self._first_place = len(table.out)
        others = [table.hands[player] for player in table.seated if player != self.player]
        self._unseen = self._alphabet.add_all(others)

    def line(self, table: Table, positions: int) -> list[Action]:
        """The actions by which the player goes out while all others pass; empty if no such way was found."""
        self._begin(table, positions)
        if self._settled(table).turn != self.player or self._others_interfere(table):
            return []
        return self._way_out(table) or []

    def _others_interfere(self, table: Table) -> bool:
        """Whether others may lay something out of turn, or say something about their set, before the player acts."""
        if self._intrudes(table, self._unseen):
            return True
        others = [player for player in speakers(table) if player != self.player]
        return any(True for player in others for _word in self._moves.words(table, player))

    def _settled(self, table: Table) -> Table:
        """The table after what has to happen before the next pass or play."""
        if table.pending is None:
            return table
        settled = table.copy()
        settle_pending(settled, self._moves.pass_of(self.player))
        return settled

    def _way_out(self, table: Table) -> list[Action] | None:
        """The actions from a position with the player on turn until they are out; None if there is no way."""
        key = self._moves.key(table)
        if key in self._failed or not self._left:
            return None
        self._left -= 1
        for action, after in self._moves.legal_sets(table, self.player):
            way = self._way_with_words(after, set())
            if way is not None:
                return [action, *way]
        if self._left:
            self._failed.add(key)
        return None

    def _way_with_words(self, table: Table, said: set[PositionKey]) -> list[Action] | None:
        """The same after a set of the player, who may say something about it; `said` are positions already tried."""
        out = table.out
        if len(out) > self._first_place:
            return [] if out[self._first_place] == self.player else None
        if table.over:
            return None
        key = self._moves.key(table)
        if key in said:
            return None
        said.add(key)
        way = self._way_after_passes(table)
        if way is not None:
            return way
        if table.speaker == self.player and table.rights:
            for action, after in self._moves.words(table, self.player):
                way = self._way_with_words(after, said)
                if way is not None:
                    return [action, *way]
        return None

    def _way_after_passes(self, table: Table) -> list[Action] | None:
        """The same if all others have to pass on the set, which no unseen cards answer."""
        passes: list[Action] = []
        settled = self._settled(table)
        if settled.top is not None and self._asking(settled)(self._unseen) != 0:
            return None
        while settled.top is not None:
            if self._intrudes(settled, self._unseen):
                return None
            action = self._moves.pass_of(settled.turn)
            after = position_after(table, action)
            if after is None:
                return None
            passes.append(action)
            table = after
            settled = self._settled(table)
        if settled.turn != self.player or self._intrudes(settled, self._unseen):
            return None
        way = self._way_out(table)
        return None if way is None else [*passes, *way]
