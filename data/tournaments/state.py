"""The state of a tournament, which follows from its log.

States are immutable. The `find_` functions return the parts that a change names, the `replace_` functions return a
state in which one part is another one.
"""

import math
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from daifu.data.tournaments.changes import (
    MAX_SECONDS_LEFT,
    ClockSet,
    FaultSeen,
    Guest,
    Record,
    Result,
    ResultRemoved,
    RoundChange,
    Sheet,
    TableChange,
    WallPage,
)
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.settings import Plan, Settings
from daifu.schemas.record.model import HouseShape

ClockAct = Literal["start", "pause", "resume", "extend", "stop"]
CLOCK_ACTS: Final = get_args(ClockAct)
_SECONDS_A_MINUTE: Final = 60


class Clock(NamedTuple):
    """A clock that runs `until` a time, or stands with some seconds `left`; without either there is none."""

    until: int | None = None
    left: int | None = None

    def seconds(self, now: float) -> int | None:
        """The seconds that are left at a time, 0 after the end; None without a clock."""
        return self.left if self.until is None else max(0, math.ceil(self.until - now))


NO_CLOCK: Final = Clock()


def clock_change(clock: Clock, act: ClockAct, minutes: int, now: float) -> ClockSet:
    """The change by which a clock is started with or extended by some minutes, paused, resumed or removed.

    What does not fit the clock, such as pausing one that stands, leaves it as it is; extending none starts one.
    """
    left, running = min(clock.seconds(now) or 0, MAX_SECONDS_LEFT), clock.left is None
    if act == "start":
        left, running = minutes * _SECONDS_A_MINUTE, True
    elif act == "stop" or (clock == NO_CLOCK and act != "extend"):
        return ClockSet()
    elif act == "extend":
        left = min(MAX_SECONDS_LEFT, max(0, left + minutes * _SECONDS_A_MINUTE))
    else:
        running = act == "resume"
    return ClockSet(until=int(now) + left) if running else ClockSet(left=left)


WHOLE_TABLE: Final = 0
"""The key, among the results of a table, of one for the whole table instead of a single deal."""


def deal_number(key: int) -> int | None:
    """The number of a deal as it is told; None stands for the whole table."""
    return None if key == WHOLE_TABLE else key


class RoundId(NamedTuple):
    """A round of a stage; rounds are in the order in which they are played."""

    stage: int
    round: int


class TableId(NamedTuple):
    """A table of a round."""

    stage: int
    round: int
    table: int

    @property
    def round_id(self) -> RoundId:
        """The round of the table."""
        return RoundId(self.stage, self.round)


class Absence(NamedTuple):
    """The rounds in which an entrant does not play; `until` is None as long as they have not returned."""

    since: RoundId
    until: RoundId | None

    def covers(self, round_id: RoundId) -> bool:
        """Whether a round is one of these."""
        return self.since <= round_id and (self.until is None or round_id < self.until)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part; records know them by the ids `players`, or by their name if there are none.

    Who is `waiting` has no place yet; `here` is who has checked in.
    """

    number: int
    name: str
    players: tuple[str, ...] = ()
    team: str | None = None
    absences: tuple[Absence, ...] = ()
    waiting: bool = False
    here: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids by which records know the entrant."""
        return self.players or (self.name,)

    @property
    def has_withdrawn(self) -> bool:
        """Whether the entrant is away and has not returned."""
        return bool(self.absences) and self.absences[-1].until is None

    def takes_part(self, round_id: RoundId) -> bool:
        """Whether the entrant plays in a round."""
        return not any(absence.covers(round_id) for absence in self.absences)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table: who was drawn there, for whom it counts (None for nobody), and the guest who sits there."""

    drawn: int
    entrant: int | None
    guest: Guest | None = None
    forfeited: bool = False


class FaultKey(NamedTuple):
    """A fault of a table: its deal, action and seat, and its code."""

    deal: int
    action: int | None
    seat: int | None
    code: str


class Decision(NamedTuple):
    """The decision of the referee on a fault, and the award that they gave for it."""

    decision: Literal["upheld", "dismissed"]
    award: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a deal by seat: values that were given, and those that follow from them."""

    by: Sheet | Record
    places: tuple[int | None, ...]
    points: tuple[Fraction | None, ...]
    titles: tuple[str | None, ...]
    faults: tuple[FaultSeen, ...] = ()

    def is_from(self, record: int) -> bool:
        """Whether a record gave it."""
        return isinstance(self.by, Record) and self.by.id == record


class Report(NamedTuple):
    """A result that waits to be confirmed: the seat of the player who reported it, and the outcome that it would be."""

    seat: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round; `results` are by deal, one of the whole table under `WHOLE_TABLE`.

    `reports` are results that wait to be confirmed, by deal.
    """

    seats: tuple[Seat, ...]
    results: Mapping[int, Outcome] = field(default_factory=dict)
    reports: Mapping[int, Report] = field(default_factory=dict)
    decisions: Mapping[FaultKey, Decision] = field(default_factory=dict)

    @property
    def has_activity(self) -> bool:
        """Whether it has a result or a forfeit."""
        return bool(self.results) or any(seat.forfeited for seat in self.seats)

    @property
    def faults(self) -> Iterator[tuple[FaultKey, FaultSeen]]:
        """The faults that were found at it, deal by deal, with the keys of their decisions."""
        for deal, outcome in self.results.items():
            for fault in outcome.faults:
                yield FaultKey(deal, fault.action, fault.seat, fault.code), fault

    def entrant_at(self, seat: int | None) -> int | None:
        """The entrant for whom a seat, from 1, counts; None for nobody, and where no seat is named."""
        return None if seat is None else self.seats[seat - 1].entrant


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its tables, the entrants who sit out, and how that was drawn."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    method: str
    seed: int | None
    quality: Mapping[str, Any]
    closed: bool = False

    @property
    def has_begun(self) -> bool:
        """Whether a table has a result or a forfeit."""
        return any(table.has_activity for table in self.tables)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage; `field` are its entrants, None for everybody, and `after` the stage whose points it carries on."""

    name: str
    field: tuple[int, ...] | None
    carry: Fraction
    after: int | None
    planned: int | None
    sizes: tuple[int, ...] | None
    own: Settings | None
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """A bonus or a penalty."""

    entrant: int
    stage: int
    round: int | None
    points: Fraction
    reason: str
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The state of a tournament after a part of its log; without `rules` it has not been created."""

    name: str = ""
    rules: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Settings = Settings()  # noqa: RUF009 - frozen
    plan: Plan = Plan()  # noqa: RUF009 - frozen
    entrants: tuple[Entrant, ...] = ()
    stages: tuple[Stage, ...] = ()
    awards: Mapping[int, Award] = field(default_factory=dict)
    lots: tuple[tuple[int, ...], ...] = ()
    finished: bool = False
    house: HouseShape | None = None
    ignored: frozenset[int] = frozenset()
    """The records that waited for the referee and were ignored."""
    clock: Clock = NO_CLOCK
    wall: tuple[WallPage, ...] = ()
    """The pages that walls show; all where there are none."""
    entrants_by_id: ChainMap[str, int] = field(default_factory=lambda: ChainMap({}, {}), compare=False, repr=False)
    """The number of the entrant whom records know by an id; those who entered lately come first."""

    def settings_of(self, stage: int) -> Settings:
        """The settings that hold for a stage."""
        return self.stages[stage - 1].own or self.settings

    def deal_of(self, stage: int, deal: int | None) -> int:
        """The key under which a table keeps the result of a deal, or of the whole table where that is None.

        Where tables play one deal, a result of the whole table is that of the deal.
        """
        return deal or (1 if self.settings_of(stage).deals == 1 else WHOLE_TABLE)

    def field_of(self, stage: int) -> tuple[int, ...]:
        """The entrants of a stage; of a stage for everybody, all who are not waiting."""
        field = self.stages[stage - 1].field
        return tuple(found.number for found in self.entrants if not found.waiting) if field is None else field

    def present_in(self, round_id: RoundId) -> tuple[int, ...]:
        """The entrants of a stage who take part in one of its rounds."""
        return tuple(
            entrant for entrant in self.field_of(round_id.stage) if self.entrants[entrant - 1].takes_part(round_id)
        )

    def rounds(self, stage: int | None = None) -> Iterator[tuple[RoundId, Round]]:
        """The rounds of a stage, or of all stages, in their order."""
        for number in range(1, len(self.stages) + 1) if stage is None else (stage,):
            for round_number, found in enumerate(self.stages[number - 1].rounds, 1):
                yield RoundId(number, round_number), found

    def tables(self, stage: int | None = None) -> Iterator[tuple[TableId, Table]]:
        """The tables of a stage, or of all stages, round by round."""
        for round_id, found in self.rounds(stage):
            for number, table in enumerate(found.tables, 1):
                yield TableId(*round_id, number), table

    def round_at(self, at: "RoundAddress") -> Round:
        """A round that is known to exist."""
        return self.stages[at.stage - 1].rounds[at.round - 1]

    def table_at(self, at: "TableAddress") -> Table:
        """A table that is known to exist."""
        return self.round_at(at).tables[at.table - 1]

    def result_of(self, change: Result | ResultRemoved) -> Outcome | None:
        """The result that a change replaces or removes, at a table that is known to exist."""
        return self.table_at(change).results.get(self.deal_of(change.stage, change.deal))


EMPTY_STATE: Final = State()
"""The state before the first entry of a log."""

RoundAddress: TypeAlias = RoundChange | RoundId | TableId
"""Names a round by its `stage` and `round`."""
TableAddress: TypeAlias = TableChange | TableId
"""Names a table by its `stage`, `round` and `table`."""


def find_entrant(state: State, number: int) -> Entrant:
    """An entrant by their number. Raises `TournamentError`: `not_entered`."""
    if number > len(state.entrants):
        raise TournamentError("not_entered", entrant=number)
    return state.entrants[number - 1]


def find_stage(state: State, number: int) -> Stage:
    """A stage by its number. Raises `TournamentError`: `no_such_stage`."""
    if number > len(state.stages):
        raise TournamentError("no_such_stage", stage=number)
    return state.stages[number - 1]


def find_round(state: State, at: RoundAddress) -> Round:
    """The round of a change or an id. Raises `TournamentError`: `no_such_stage`, `no_such_round`."""
    stage = find_stage(state, at.stage)
    if at.round > len(stage.rounds):
        raise TournamentError("no_such_round", stage=at.stage, round=at.round)
    return stage.rounds[at.round - 1]


def find_open_round(state: State, at: RoundAddress) -> Round:
    """A round that is not closed. Raises `TournamentError`: as `find_round` does, and `round_closed`."""
    found = find_round(state, at)
    if found.closed:
        raise TournamentError("round_closed", stage=at.stage, round=at.round)
    return found


def find_table(found: Round, number: int) -> Table:
    """A table of a round by its number. Raises `TournamentError`: `table_too_many`."""
    if number > len(found.tables):
        raise TournamentError("table_too_many", table=number, count=len(found.tables))
    return found.tables[number - 1]


def find_open_table(state: State, change: TableChange) -> Table:
    """The table of a change, in a round that is not closed.

    Raises `TournamentError` as `find_open_round` and `find_table` do.
    """
    return find_table(find_open_round(state, change), change.table)


def find_seat(table: Table, change: TableChange, entrant: int) -> tuple[int, Seat]:
    """The index and the seat of an entrant at the table of a change. Raises `TournamentError`: `not_at_table`."""
    for index, seat in enumerate(table.seats):
        if seat.entrant == entrant:
            return index, seat
    raise TournamentError("not_at_table", entrant=entrant, table=change.table)


Part = TypeVar("Part")


def replace_item(items: tuple[Part, ...], index: int, item: Part) -> tuple[Part, ...]:
    """The items with another one at this index."""
    return (*items[:index], item, *items[index + 1 :])


_MOST_RECENT: Final = 100
"""How many ids are copied with each entrant; the others only when there are more, for thousands may come at once."""


def replace_entrant(state: State, entrant: Entrant) -> State:
    """The state with an entrant replaced, by their number."""
    before = state.entrants[entrant.number - 1]
    by_id = state.entrants_by_id if before.ids == entrant.ids else ids_with(state, entrant, before.ids)
    entrants = replace_item(state.entrants, entrant.number - 1, entrant)
    return replace(state, entrants=entrants, entrants_by_id=by_id)


def ids_with(state: State, entrant: Entrant, gone: Iterable[str] = ()) -> ChainMap[str, int]:
    """The entrants by their ids with those of an entrant, and without those that are `gone`, which get the number 0."""
    recent, older = state.entrants_by_id.maps
    recent = {**recent, **dict.fromkeys(gone, 0), **dict.fromkeys(entrant.ids, entrant.number)}
    if len(recent) > _MOST_RECENT:
        recent, older = {}, {**older, **recent}
    return ChainMap(recent, older)


def replace_stage(state: State, number: int, stage: Stage) -> State:
    """The state with a stage replaced."""
    return replace(state, stages=replace_item(state.stages, number - 1, stage))


def replace_round(state: State, change: RoundChange, found: Round) -> State:
    """The state with the round of a change replaced."""
    stage = state.stages[change.stage - 1]
    rounds = replace_item(stage.rounds, change.round - 1, found)
    return replace_stage(state, change.stage, replace(stage, rounds=rounds))


def replace_table(state: State, change: TableChange, table: Table) -> State:
    """The state with the table of a change replaced."""
    found = state.round_at(change)
    return replace_round(state, change, replace(found, tables=replace_item(found.tables, change.table - 1, table)))


def replace_seat(state: State, change: TableChange, index: int, seat: Seat) -> State:
    """The state with a seat of the table of a change replaced."""
    table = state.table_at(change)
    return replace_table(state, change, replace(table, seats=replace_item(table.seats, index, seat)))
