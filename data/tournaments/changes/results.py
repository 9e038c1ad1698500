"""The changes that bring results, and those that say for whom they count."""

from typing import Annotated

from msgspec import Meta, Struct

from data.tournaments.changes.base import (
    MOST_FAULTS,
    ActionPlace,
    AtATable,
    EntrantNumber,
    Identity,
    OfARound,
    Ordinal,
    Places,
    Players,
    Points,
    SeatNumber,
    Titles,
)
from data.tournaments.settings import MOST_AT_A_TABLE, MOST_ENTRANTS, MOST_ROUNDS
from schemas.shape.structs import Name


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="sheet"):
    """A result that was written on a sheet."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="record"):
    """A result that a record gave; `players` are the ids that it has, in the order of the seats."""

    id: Identity
    revision: Identity
    players: Players


class FaultSeen(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A fault that the replay found; `action` counts from 0, as reports do, `seat` from 1.

    None where it is of the whole deal.
    """

    code: Name
    severity: Name
    action: ActionPlace | None = None
    seat: SeatNumber | None = None


class Result(AtATable, frozen=True, kw_only=True):
    """What a deal came to, or the whole table where `deal` is None; it replaces what was there for that.

    A table that plays one deal is that deal.

    `places`, `points` and `titles` are by seat; what is not given follows from the rest as far as it can.
    """

    deal: Ordinal | None = None
    by: Sheet | Record = Sheet()
    places: Places | None = None
    points: Points | None = None
    titles: Titles | None = None
    faults: Annotated[tuple[FaultSeen, ...], Meta(max_length=MOST_FAULTS)] = ()


class ResultRemoved(AtATable, frozen=True, kw_only=True):
    """There is no such result after all."""

    deal: Ordinal | None = None


class Sitters(Struct, frozen=True, forbid_unknown_fields=True):
    """Who really sat at a table, in the order of the seats of its results; 0 for a guest who scores for nobody."""

    table: Ordinal
    seats: Annotated[tuple[Annotated[int, Meta(ge=0, le=MOST_ENTRANTS)], ...], Meta(max_length=MOST_AT_A_TABLE)]


class SeatsMoved(OfARound, frozen=True, kw_only=True):
    """Wrong seats were noticed later: results stay with the seats, so they go over to those who really sat there."""

    tables: Annotated[tuple[Sitters, ...], Meta(min_length=1, max_length=MOST_ROUNDS)]


class Guest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="who", tag="guest"):
    """Somebody who is no entrant takes the seat: for the entrant who was drawn there, or only to fill the table."""

    name: Name
    player: Name | None = None
    scores: bool = False


class Substitute(Struct, frozen=True, forbid_unknown_fields=True, tag_field="who", tag="entrant"):
    """An entrant takes the seat, and what is played there is his."""

    entrant: EntrantNumber


class Substituted(AtATable, frozen=True, kw_only=True):
    """Somebody else takes a seat for the whole round."""

    seat: SeatNumber
    by: Substitute | Guest


class Forfeited(AtATable, frozen=True, kw_only=True):
    """An entrant does not play out a table; the others do."""

    entrant: EntrantNumber


class ForfeitCancelled(AtATable, frozen=True, kw_only=True):
    """He had not forfeited after all."""

    entrant: EntrantNumber
