"""The state of a tournament, which follows from its log.

States are immutable. The `find_` functions return the parts that a change names, the `replace_` functions return a
state in which one part is another one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple, TypeVar

from data.tournaments.changes import FaultSeen, Guest, Record, RoundChange, Sheet, TableChange
from data.tournaments.errors import TournamentError
from data.tournaments.settings import Settings

WHOLE_TABLE: Final = 0
"""Stands among the results of a table for one that is not of a single deal."""


class RoundId(NamedTuple):
    """A round of a stage; rounds are in the order in which they are played."""

    stage: int
    round: int


class Absence(NamedTuple):
    """The rounds in which an entrant does not play; without an end as long as he has not returned."""

    since: RoundId
    until: RoundId | None

    def covers(self, place: RoundId) -> bool:
        """Whether a round is one of these."""
        return self.since <= place and (self.until is None or place < self.until)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part; records know him by `players`, or by his name where there are none."""

    number: int
    name: str
    players: tuple[str, ...] = ()
    team: str | None = None
    absences: tuple[Absence, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids by which records know him."""
        return self.players or (self.name,)

    @property
    def has_withdrawn(self) -> bool:
        """Whether he is away for good, as far as it is known."""
        return bool(self.absences) and self.absences[-1].until is None

    def takes_part(self, place: RoundId) -> bool:
        """Whether he plays in a round."""
        return not any(absence.covers(place) for absence in self.absences)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table: who was drawn there, for whom it counts (None: for nobody), and the guest who sits there."""

    drawn: int
    entrant: int | None
    guest: Guest | None = None
    forfeited: bool = False


class FaultKey(NamedTuple):
    """A fault of a table: in which deal, at which action, by which seat, and what it is."""

    deal: int
    action: int | None
    seat: int | None
    code: str


class Decision(NamedTuple):
    """What the referee made of a fault, and the award that he gave for it."""

    decision: Literal["upheld", "dismissed"]
    award: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal came to, by seat: as it was given, and what follows from that."""

    by: Sheet | Record
    places: tuple[int | None, ...]
    points: tuple[Fraction | None, ...]
    titles: tuple[str | None, ...]
    faults: tuple[FaultSeen, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round; `results` are by deal, one of the whole table under `WHOLE_TABLE`."""

    seats: tuple[Seat, ...]
    results: Mapping[int, Outcome] = field(default_factory=dict)
    decisions: Mapping[FaultKey, Decision] = field(default_factory=dict)

    @property
    def has_activity(self) -> bool:
        """Whether anything has happened here."""
        return bool(self.results) or any(seat.forfeited for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its tables, who sits out, and how that was drawn."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    method: str
    seed: int | None
    quality: Mapping[str, Any]
    closed: bool = False

    @property
    def has_begun(self) -> bool:
        """Whether anything in it counts yet."""
        return any(table.has_activity for table in self.tables)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage; `field` are those who play in it, None where that is everybody; `after` is the stage it carries from."""

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
    """A tournament after so much of its log; without `rules` it has not been created."""

    name: str = ""
    rules: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Settings = Settings()  # noqa: RUF009 - frozen
    entrants: tuple[Entrant, ...] = ()
    stages: tuple[Stage, ...] = ()
    awards: Mapping[int, Award] = field(default_factory=dict)
    lots: tuple[tuple[int, ...], ...] = ()
    finished: bool = False

    def settings_of(self, stage: int) -> Settings:
        """The settings that a stage goes by."""
        return self.stages[stage - 1].own or self.settings

    def deal_of(self, stage: int, deal: int | None) -> int:
        """Under which number a table keeps a result: that of the deal.

        Where none is named it is the whole table, and where tables play one deal that is the same thing.
        """
        return deal or (1 if self.settings_of(stage).deals == 1 else WHOLE_TABLE)

    def field_of(self, stage: int) -> tuple[int, ...]:
        """The entrants of a stage."""
        field = self.stages[stage - 1].field
        return tuple(range(1, len(self.entrants) + 1)) if field is None else field


EMPTY_STATE: Final = State()
"""What every log begins with."""


def find_entrant(state: State, number: int) -> Entrant:
    """An entrant by his number. Raises `TournamentError`: `not_entered`."""
    if number > len(state.entrants):
        raise TournamentError("not_entered", entrant=number)
    return state.entrants[number - 1]


def find_stage(state: State, number: int) -> Stage:
    """A stage by its number. Raises `TournamentError`: `no_such_stage`."""
    if number > len(state.stages):
        raise TournamentError("no_such_stage", stage=number)
    return state.stages[number - 1]


def find_round(state: State, change: RoundChange) -> Round:
    """The round of a change. Raises `TournamentError`: `no_such_stage`, `no_such_round`."""
    stage = find_stage(state, change.stage)
    if change.round > len(stage.rounds):
        raise TournamentError("no_such_round", stage=change.stage, round=change.round)
    return stage.rounds[change.round - 1]


def find_open_round(state: State, change: RoundChange) -> Round:
    """The round of a change, which must not be closed. Raises `TournamentError`: the same, and `round_closed`."""
    found = find_round(state, change)
    if found.closed:
        raise TournamentError("round_closed", stage=change.stage, round=change.round)
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
    """The place and the seat of an entrant at a table. Raises `TournamentError`: `not_at_table`."""
    for place, seat in enumerate(table.seats):
        if seat.entrant == entrant:
            return place, seat
    raise TournamentError("not_at_table", entrant=entrant, table=change.table)


Part = TypeVar("Part")


def replace_item(items: tuple[Part, ...], place: int, item: Part) -> tuple[Part, ...]:
    """The items, another one at this place."""
    return (*items[:place], item, *items[place + 1 :])


def replace_entrant(state: State, entrant: Entrant) -> State:
    """The state in which an entrant is as given."""
    return replace(state, entrants=replace_item(state.entrants, entrant.number - 1, entrant))


def replace_stage(state: State, number: int, stage: Stage) -> State:
    """The state in which a stage is as given."""
    return replace(state, stages=replace_item(state.stages, number - 1, stage))


def replace_round(state: State, change: RoundChange, found: Round) -> State:
    """The state in which the round of a change is as given."""
    stage = state.stages[change.stage - 1]
    rounds = replace_item(stage.rounds, change.round - 1, found)
    return replace_stage(state, change.stage, replace(stage, rounds=rounds))


def replace_table(state: State, change: TableChange, table: Table) -> State:
    """The state in which the table of a change is as given."""
    found = state.stages[change.stage - 1].rounds[change.round - 1]
    return replace_round(state, change, replace(found, tables=replace_item(found.tables, change.table - 1, table)))


def replace_seat(state: State, change: TableChange, place: int, seat: Seat) -> State:
    """The state in which a seat of the table of a change is as given."""
    table = state.stages[change.stage - 1].rounds[change.round - 1].tables[change.table - 1]
    return replace_table(state, change, replace(table, seats=replace_item(table.seats, place, seat)))
