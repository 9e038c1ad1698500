"""The state of a tournament, which follows from its log. Nothing in it is changed: a change makes another state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from data.tournaments.changes import FaultSeen, Guest, Record, Sheet
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
    def is_touched(self) -> bool:
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
        return any(table.is_touched for table in self.tables)


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


EMPTY: Final = State()
"""What every log begins with."""
