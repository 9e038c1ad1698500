"""The changes of a tournament: everything that a scorekeeper can do, as the log keeps it.

Entrants are numbered from 1 in the order of entry. Stages, the rounds of a stage and the tables of a round are numbered
from 1, too. Seats count from 1 in the order in which a table was drawn. Exact numbers are fractions: in JSON a number
where that is exact, a text such as "1/3" otherwise.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from daifu.data.tournaments.settings import (
    MAX_ENTRANTS,
    MAX_ROUNDS,
    MAX_TABLE_SIZE,
    MAX_TABLES,
    Everybody,
    Plan,
    Settings,
    StageField,
    TableSize,
)
from daifu.replay.text import ReadError, Text
from daifu.schemas.record import limits
from daifu.schemas.record.errors import mismatch_text
from daifu.schemas.record.limits import LARGEST_INTEGER
from daifu.schemas.record.model import HouseShape, Name, Notes

_NUMBER: Final = Text('a number or a text such as "1/3"', "数か「1/3」のような文字列")
_TOO_FINE: Final = Text(
    f"expected a number up to {limits.LARGEST_INTEGER} with at most 20 decimals, found a larger or finer one",
    f"{limits.LARGEST_INTEGER}以下で小数点以下20桁までの数が必要です",
)
_RATIO: Final = re.compile(limits.FRACTION_TEXT)


def to_fraction(number: float) -> Fraction:
    """The fraction that a number of a record was written as: 0.1 is a tenth."""
    return Fraction(repr(number))


def check_fraction(number: Fraction) -> Fraction:
    """The number, if a log can hold it. Raises `ReadError` otherwise."""
    if abs(number) > limits.LARGEST_INTEGER or number.denominator > limits.LARGEST_DENOMINATOR:
        raise ReadError(_TOO_FINE)
    return number


def decode_fraction(wanted: type, value: object) -> Any:  # noqa: ANN401 - msgspec asks for any type
    """The fraction that a JSON value stands for. Raises `ReadError` where it stands for none."""
    if wanted is not Fraction:
        raise RuntimeError(f"expected a field of type Fraction, found one of type {wanted}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return check_fraction(to_fraction(value))
    if isinstance(value, str) and _RATIO.fullmatch(value):
        return check_fraction(Fraction(value))
    raise ReadError(mismatch_text(_NUMBER, value))


def encode_fraction(value: object) -> int | float | str:
    """A fraction as a JSON value: a number where that is exact, a text otherwise."""
    if not isinstance(value, Fraction):
        raise TypeError(f"expected a Fraction, found a {type(value)}")
    if value.denominator == 1:
        return value.numerator
    decimal = float(value)
    return decimal if Fraction(repr(decimal)) == value else f"{value.numerator}/{value.denominator}"


def exact_text(number: Fraction) -> str:
    """A number without rounding: a decimal if that is exact, otherwise a fraction."""
    return str(encode_fraction(number))


EntrantNumber = Annotated[int, Meta(ge=1, le=MAX_ENTRANTS)]
Ordinal = Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
"""The number of a stage, of its rounds, or of the deals of a table."""
TableNumber = Annotated[int, Meta(ge=1, le=MAX_TABLES)]
SeatNumber = Annotated[int, Meta(ge=1, le=MAX_TABLE_SIZE)]
IdNumber = Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]
Seed = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
ActionIndex = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
Players = Annotated[tuple[Name, ...], Meta(max_length=MAX_TABLE_SIZE)]
Entrants = Annotated[tuple[EntrantNumber, ...], Meta(max_length=MAX_ENTRANTS)]
Places = Annotated[tuple[SeatNumber | None, ...], Meta(max_length=MAX_TABLE_SIZE)]
Points = Annotated[tuple[Fraction | None, ...], Meta(max_length=MAX_TABLE_SIZE)]
Titles = Annotated[tuple[Name | None, ...], Meta(max_length=MAX_TABLE_SIZE)]

MAX_MOMENT: Final = 32_503_680_000
Moment = Annotated[int, Meta(ge=0, le=MAX_MOMENT)]
"""Seconds since 1970, up to the year 3000."""
MAX_SECONDS_LEFT: Final = 24 * 3600
SecondsLeft = Annotated[int, Meta(ge=0, le=MAX_SECONDS_LEFT)]
WallPage = Literal["standing", "playing", "seats"]
WALL_PAGES: Final = get_args(WallPage)

MAX_REASON: Final = 500
"""The most characters of the reason of a new bonus or penalty; others find it in the log and in standings."""
MAX_FAULTS: Final = 10_000
"""The most faults of a deal."""


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Change(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="change",
    tag=_snake_case,
):
    """What all changes have in common: in JSON the field `change` names which one it is."""


class RoundChange(Change, frozen=True, kw_only=True):
    """A change in a round of a stage."""

    stage: Ordinal
    round: Ordinal


class TableChange(RoundChange, frozen=True, kw_only=True):
    """A change at a table of a round."""

    table: TableNumber


class Created(Change, frozen=True, kw_only=True):
    """Creates the tournament: its rules profile, and the settings of all stages without their own.

    A `house` names the house rules whose options these are; then only records of the same hash are imported. The `plan`
    says how it is meant to go on.
    """

    name: Name
    rules: Name
    options: Mapping[str, Any] = {}
    house: HouseShape | None = None
    settings: Settings = Settings()
    plan: Plan = Plan()


class SettingsChanged(Change, frozen=True, kw_only=True):
    """Changes the name or the plan of the tournament, or settings before the first result for which they hold.

    After that only the tie-breaks and `confirm` may change. With a `stage`, these become its own settings.
    """

    stage: Ordinal | None = None
    name: Name | UnsetType = UNSET
    settings: Settings | UnsetType = UNSET
    plan: Plan | UnsetType = UNSET


class Entered(Change, frozen=True, kw_only=True):
    """Adds an entrant; `players` are the ids by which records know them, if these are not their name.

    One who is `waiting` for a free place takes no part until they have `returned`.
    """

    name: Name
    players: Players = ()
    team: Name | None = None
    waiting: bool = False


class CheckedIn(Change, frozen=True, kw_only=True):
    """Notes that entrants are here, or not yet; it changes no result."""

    entrants: Annotated[tuple[EntrantNumber, ...], Meta(min_length=1, max_length=MAX_ENTRANTS)]
    here: bool = True


class Renamed(Change, frozen=True, kw_only=True):
    """Gives an entrant another name, other ids or another team: all three are replaced."""

    entrant: EntrantNumber
    name: Name
    players: Players = ()
    team: Name | None = None


class Withdrawn(RoundChange, frozen=True, kw_only=True):
    """Withdraws an entrant from this round on; what they have played still counts."""

    entrant: EntrantNumber


class Returned(RoundChange, frozen=True, kw_only=True):
    """Lets a withdrawn entrant play again from this round on."""

    entrant: EntrantNumber


class StageOpened(Change, frozen=True, kw_only=True):
    """Opens a stage: its entrants, and the part of their points in the stage `after` that they carry on.

    `after` is the stage before unless another is named. `sizes` are the sizes that its tables may have, by default all
    that the profile allows; `rounds` is the planned number of rounds, by default open. Without `settings` those of the
    tournament hold.
    """

    name: Name
    field: StageField = Everybody()
    carry: Fraction = Fraction(0)
    after: Ordinal | None = None
    rounds: Ordinal | None = None
    sizes: Annotated[tuple[TableSize, ...], Meta(min_length=1, max_length=MAX_TABLE_SIZE)] | None = None
    settings: Settings | None = None


class StageChanged(Change, frozen=True, kw_only=True):
    """Changes the name of a stage, its planned rounds, or the sizes of the tables of its next rounds.

    What is not given stays; null is any number of rounds, or all sizes.
    """

    stage: Ordinal
    name: Name | UnsetType = UNSET
    rounds: Ordinal | UnsetType | None = UNSET
    sizes: Annotated[tuple[TableSize, ...], Meta(min_length=1, max_length=MAX_TABLE_SIZE)] | UnsetType | None = UNSET


class StageRemoved(Change, frozen=True, kw_only=True):
    """Removes the last stage, with the rounds that were drawn in it, as long as nothing has been played there."""

    stage: Ordinal


class DrawChange(RoundChange, frozen=True, kw_only=True):
    """Who sits where in a round, and how that came about."""

    tables: Annotated[tuple[Entrants, ...], Meta(min_length=1, max_length=MAX_TABLES)]
    byes: Entrants = ()
    method: Name
    seed: Seed | None = None
    quality: Mapping[str, Any] = {}


class Drawn(DrawChange, frozen=True, kw_only=True):
    """Draws the next round."""


class Redrawn(DrawChange, frozen=True, kw_only=True):
    """Draws a round again of which nothing has been played."""


class RoundClosed(RoundChange, frozen=True, kw_only=True):
    """Closes a round that has all its results; nothing in it changes any more."""


class RoundReopened(RoundChange, frozen=True, kw_only=True):
    """Reopens a closed round for corrections."""


class Finished(Change, frozen=True, kw_only=True):
    """Finishes the tournament."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="sheet"):
    """A result written on a sheet."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="by", tag="record"):
    """A result from a record; `players` are its player ids in the order of the seats.

    Where deals before it were abandoned, which the table played again, `deal` is its number in the record.
    """

    id: IdNumber
    revision: IdNumber
    players: Players
    deal: Ordinal | None = None


class FaultSeen(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A fault that the replay found; `action` counts from 0, as in reports, `seat` from 1.

    Both are None for a fault of the whole deal.
    """

    code: Name
    severity: Name
    action: ActionIndex | None = None
    seat: SeatNumber | None = None


class Result(TableChange, frozen=True, kw_only=True):
    """The result of a deal, or of the whole table if `deal` is None; it replaces an earlier one.

    If tables play one deal, the result of the table is that of the deal. `places`, `points` and `titles` are by seat;
    values that are not given follow from the others as far as possible.
    """

    deal: Ordinal | None = None
    by: Sheet | Record = Sheet()
    places: Places | None = None
    points: Points | None = None
    titles: Titles | None = None
    faults: Annotated[tuple[FaultSeen, ...], Meta(max_length=MAX_FAULTS)] = ()


class Reported(TableChange, frozen=True, kw_only=True):
    """Reports a result that waits: it counts once it is confirmed, by a `result` with the same values.

    `seat` is the seat of the player who reports it. `places` and `points` are by seat, as in a result. A later report
    of the deal replaces it, and so does its result.
    """

    deal: Ordinal
    seat: SeatNumber
    places: Places | None = None
    points: Points | None = None


class ResultRemoved(TableChange, frozen=True, kw_only=True):
    """Removes a result."""

    deal: Ordinal | None = None


class Sitters(Struct, frozen=True, forbid_unknown_fields=True):
    """The entrants who really sat at a table, in the order of its seats; 0 for a guest who scores for nobody."""

    table: TableNumber
    seats: Annotated[tuple[Annotated[int, Meta(ge=0, le=MAX_ENTRANTS)], ...], Meta(max_length=MAX_TABLE_SIZE)]


class SeatsMoved(RoundChange, frozen=True, kw_only=True):
    """Corrects seats of tables with results: these stay with the seats and count for those who really sat there."""

    tables: Annotated[tuple[Sitters, ...], Meta(min_length=1, max_length=MAX_TABLES)]


class Guest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="who", tag="guest"):
    """A guest takes the seat: for the entrant who was drawn there, or only to fill the table."""

    name: Name
    player: Name | None = None
    scores: bool = False


class Substitute(Struct, frozen=True, forbid_unknown_fields=True, tag_field="who", tag="entrant"):
    """An entrant takes the seat and plays on their own account."""

    entrant: EntrantNumber


class Substituted(TableChange, frozen=True, kw_only=True):
    """Gives a seat to somebody else for the whole round."""

    seat: SeatNumber
    by: Substitute | Guest


class Forfeited(TableChange, frozen=True, kw_only=True):
    """An entrant forfeits a table; the others play on."""

    entrant: EntrantNumber


class ForfeitCancelled(TableChange, frozen=True, kw_only=True):
    """Cancels a forfeit."""

    entrant: EntrantNumber


class Awarded(Change, frozen=True, kw_only=True):
    """Gives a bonus, or a penalty if the points are negative, in a round or in the stage as a whole."""

    id: IdNumber
    entrant: EntrantNumber
    stage: Ordinal
    round: Ordinal | None = None
    points: Fraction
    reason: Notes


class Cancelled(Change, frozen=True, kw_only=True):
    """Takes a bonus or a penalty back."""

    award: IdNumber


class FaultDecided(TableChange, frozen=True, kw_only=True):
    """Decides on a fault that a replay found.

    An `award` given for it replaces the penalty of the settings.
    """

    deal: Ordinal | None = None
    action: ActionIndex | None = None
    seat: SeatNumber | None = None
    code: Name
    decision: Literal["upheld", "dismissed"]
    award: IdNumber | None = None


class LotDrawn(Change, frozen=True, kw_only=True):
    """Draws a lot between entrants, best first; from a seed, or by hand without one."""

    entrants: Annotated[tuple[EntrantNumber, ...], Meta(min_length=2, max_length=MAX_ENTRANTS)]
    seed: Seed | None = None


class RecordIgnored(Change, frozen=True, kw_only=True):
    """Takes a record out of those that wait for the referee because they could not become results."""

    record: IdNumber


class ClockSet(Change, frozen=True, kw_only=True):
    """Sets the clock that walls and phones show: it runs until a time, or stands with some seconds left.

    Without either there is no clock. It ends when a round is closed.
    """

    until: Moment | None = None
    left: SecondsLeft | None = None


class WallSet(Change, frozen=True, kw_only=True):
    """Says which pages take turns on the walls; without any, all of them."""

    pages: Annotated[tuple[WallPage, ...], Meta(max_length=len(WALL_PAGES))] = ()


AnyChange = (
    Created
    | SettingsChanged
    | Entered
    | CheckedIn
    | Renamed
    | Withdrawn
    | Returned
    | StageOpened
    | StageChanged
    | StageRemoved
    | Drawn
    | Redrawn
    | Result
    | Reported
    | ResultRemoved
    | SeatsMoved
    | Substituted
    | Forfeited
    | ForfeitCancelled
    | Awarded
    | Cancelled
    | FaultDecided
    | RoundClosed
    | RoundReopened
    | LotDrawn
    | RecordIgnored
    | ClockSet
    | WallSet
    | Finished
)
