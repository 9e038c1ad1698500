"""The changes that a referee makes."""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from data.tournaments.changes.base import (
    ActionPlace,
    AtATable,
    Change,
    EntrantNumber,
    Identity,
    Ordinal,
    SeatNumber,
    Seed,
)
from data.tournaments.settings import MOST_ENTRANTS
from schemas.shape.structs import Name, Notes


class Awarded(Change, frozen=True, kw_only=True):
    """A bonus, or a penalty where the points are negative; of a round, or of the stage as a whole."""

    id: Identity
    entrant: EntrantNumber
    stage: Ordinal
    round: Ordinal | None = None
    points: Fraction
    reason: Notes


class Cancelled(Change, frozen=True, kw_only=True):
    """A bonus or a penalty is taken back."""

    award: Identity


class FaultDecided(AtATable, frozen=True, kw_only=True):
    """The referee decides on a fault that a replay found.

    An `award` that he gives for it stands instead of the settings' penalty.
    """

    deal: Ordinal | None = None
    action: ActionPlace | None = None
    seat: SeatNumber | None = None
    code: Name
    decision: Literal["upheld", "dismissed"]
    award: Identity | None = None


class LotDrawn(Change, frozen=True, kw_only=True):
    """A lot decides between entrants, best first; by a seed, or by hand where there is none."""

    entrants: Annotated[tuple[EntrantNumber, ...], Meta(min_length=2, max_length=MOST_ENTRANTS)]
    seed: Seed | None = None
