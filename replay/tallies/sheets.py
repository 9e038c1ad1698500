"""What a clerk writes on: the counters of the players of a sitting, as long as so many of them are seated."""

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from replay.tallies.rows import Row, summed, without_zeros
from replay.tallies.strength import Scale
from replay.tallies.tallies import Counts

if TYPE_CHECKING:
    from replay.noting import Note

Sheet = defaultdict[str, int]


ACTIONS: Final = ("sets", "cards", "jokers", "passes", "passes.able", "passes.unable", "passes.unseen", "actions")


class Sheets:
    """Counters by player, place 0 of the lists being nobody; `scale` tells how strong cards are in their deals.

    `rows` are results of deals. `shared` are counters that the table has, too, `own` those of the player alone, `table`
    those of the table alone. `laid` tells how often sets were laid, by what they are counted as. `able`, `unable` and
    `unseen` count passes, `others` actions that were neither a set nor a pass.
    """

    __slots__ = ("able", "laid", "others", "own", "rows", "scale", "shared", "table", "unable", "unseen")

    def __init__(self, players: int, scale: Scale) -> None:
        """Nothing is counted yet."""
        numbers = range(players + 1)
        self.scale = scale
        self.rows: list[list[Row]] = [[] for _ in numbers]
        self.shared: list[Sheet] = [defaultdict(int) for _ in numbers]
        self.own: list[Sheet] = [defaultdict(int) for _ in numbers]
        self.laid: list[defaultdict[Note, int]] = [defaultdict(int) for _ in numbers]
        self.able = [0] * (players + 1)
        self.unable = self.able.copy()
        self.unseen = self.able.copy()
        self.others = self.able.copy()
        self.table: Sheet = defaultdict(int)

    def counts(self) -> tuple[dict[int, Counts], Counts]:
        """The counters of the players of whom there are any, 0 being nobody, and those of the table."""
        players, table = {}, self.table
        for player, (rows, own, shared) in enumerate(zip(self.rows, self.own, self.shared, strict=True)):
            self._count_actions(player, shared)
            if rows or own or shared:
                counts = players[player] = summed(rows)
                counts.update(without_zeros(own))
                for name, number in without_zeros(shared).items():
                    counts[name] = number
                    table[name] += number
        return players, dict(without_zeros(table))

    def _count_actions(self, player: int, shared: Sheet) -> None:
        """Count what was noted of each set, and the player's passes and other actions."""
        sets = cards = jokers = 0
        known = shared.get
        for note, times in self.laid[player].items():
            name = note.shape
            shared[name] = known(name, 0) + times
            sets += times
            cards += times * note.count
            if note.jokers:
                jokers += times * note.jokers
            for name, number in note.marks:
                shared[name] = known(name, 0) + times * number
        able, unable, unseen = self.able[player], self.unable[player], self.unseen[player]
        passes = able + unable + unseen
        actions = sets + passes + self.others[player]
        if not actions:
            return
        numbers = (sets, cards, jokers, passes, able, unable, unseen, actions)
        for name, number in zip(ACTIONS, numbers, strict=True):
            if number:
                shared[name] = number
