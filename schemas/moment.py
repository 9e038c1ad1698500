"""A moment of a deal: the table after so many of its actions, and how it came to that."""

from dataclasses import dataclass, field

from replay.actions import PASS, PLAY, Action
from replay.deal import Start
from replay.engine import run
from replay.faults import STANDS, Fault
from replay.match import Match
from replay.record import Record
from replay.table import Table


@dataclass(slots=True)
class Moment:
    """The table after `at` actions of the deal of this `number` (from 0).

    `trick` are the sets laid and the passes since the last lead, `top` the action that laid the top set; `faults` are
    all faults of the deal, also those that only later actions bring to light.
    """

    record: Record
    number: int
    at: int
    start: Start
    table: Table
    faults: list[Fault]
    trick: list[Action] = field(default_factory=list)
    top: Action | None = None

    @property
    def actions(self) -> list[Action]:
        """All actions of the deal."""
        return list(self.start.deal.actions or ())

    @property
    def ring(self) -> tuple[int, ...]:
        """The players in the order of play with which the deal began."""
        return self.record.rules.sitting.ring(self.start)

    @property
    def titles(self) -> dict[int, str]:
        """The title that each player holds who has one, by the places now in force."""
        titles = self.record.rules.sitting.titles(len(self.start.seats))
        return {player: title for player, title in zip(self.table.places, titles, strict=False) if title}

    def faults_of(self, action: int | None) -> list[Fault]:
        """The faults of an action, or of the whole deal."""
        return [fault for fault in self.faults if fault.action == action]


def moment(record: Record, number: int, at: int) -> Moment:
    """The moment after `at` actions of a deal; both must exist."""
    match = Match(record.rules, len(record.players))
    for deal in record.deals[:number]:
        match.play(deal)
    deal = record.deals[number]
    start = match.start(deal, [])
    table = match.open(start)
    reached = Moment(record, number, at, start, table, match.play(deal).faults)
    for index, action in enumerate((deal.actions or ())[:at]):
        _take(reached, index, action)
    return reached


def _take(reached: Moment, index: int, action: Action) -> None:
    table = reached.table
    known, leads = len(table.faults), table.leads
    run(table, [action], index)
    took_effect = not action.void and all(fault.resolution == STANDS for fault in table.faults[known:])
    if table.top is None:
        reached.trick, reached.top = [], None
    elif action.verb == PLAY and took_effect:
        reached.trick = [*reached.trick, action] if table.leads == leads else [action]
        reached.top = action
    elif action.verb == PASS and took_effect:
        reached.trick.append(action)
