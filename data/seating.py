"""Who sits where in the next deal of a sitting: latecomers and leavers where the rules put them."""

from collections.abc import Sequence
from itertools import zip_longest

from daifu.replay.deal import Deal, DealReport
from daifu.replay.faults import Fault
from daifu.replay.match import Match, Record
from daifu.replay.position import go_on


class Seating:
    """The seats of the deal after the last one of a record; `due` are those that follow if nobody comes or goes."""

    def __init__(self, record: Record, known: Sequence[DealReport] = ()) -> None:
        """Deals of which earlier reports are `known` need no replay."""
        self._match = Match(record.rules, len(record.players))
        for deal, report in zip_longest(record.deals, known[: len(record.deals)]):
            go_on(self._match, deal, report)
        self.allowed = record.rules.sitting.players
        self.due = self._match.start(Deal(), []).seats

    def faults(self, seats: Sequence[int]) -> list[Fault]:
        """What is wrong with these seats."""
        found: list[Fault] = []
        self._match.start(Deal(seats=tuple(seats)), found)
        return found

    def joined(self, seats: Sequence[int], player: int) -> tuple[int, ...]:
        """The seats with one more player, as near to the end as nothing is wrong; at the end if something always is.

        With a full table, they stay as they are.
        """
        if len(seats) == self.allowed[-1]:
            return tuple(seats)
        places = range(len(seats), -1, -1)
        found = [(*seats[:place], player, *seats[place:]) for place in places]
        return next((one for one in found if not self.faults(one)), found[0])

    def left(self, seats: Sequence[int], player: int, waiting: Sequence[int]) -> tuple[int, ...] | None:
        """The seats without a player; where too few would be left, the first of those who wait sits down there.

        None where nobody waits.
        """
        staying = tuple(one for one in seats if one != player)
        if len(staying) in self.allowed:
            return staying
        return tuple(waiting[0] if one == player else one for one in seats) if waiting else None

    def by_rules(self, seats: Sequence[int]) -> tuple[int, ...]:
        """The same players, seated as the rules say."""
        found = tuple(player for player in self.due if player in seats)
        for player in seats:
            if player not in found:
                found = self.joined(found, player)
        return found
