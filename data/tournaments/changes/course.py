"""The changes that make the course of a tournament: who takes part, its stages and its rounds."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from data.tournaments.changes.base import Change, EntrantNumber, Entrants, OfARound, Ordinal, Players, Seed
from data.tournaments.settings import MOST_AT_A_TABLE, MOST_ROUNDS, Everybody, Field, Settings, Size
from schemas.shape.structs import Name


class Created(Change, frozen=True, kw_only=True):
    """The tournament begins: what is played, and what its stages go by unless they say otherwise."""

    name: Name
    rules: Name
    options: Mapping[str, Any] = {}
    settings: Settings = Settings()


class SettingsChanged(Change, frozen=True, kw_only=True):
    """The tournament has another name, or other settings before the first result for which they hold.

    With a `stage` it is that one whose own settings these are from now on.
    """

    stage: Ordinal | None = None
    name: Name | UnsetType = UNSET
    settings: Settings | UnsetType = UNSET


class Entered(Change, frozen=True, kw_only=True):
    """Somebody takes part; `players` are the ids by which records know him, where they do not go by his name."""

    name: Name
    players: Players = ()
    team: Name | None = None


class Renamed(Change, frozen=True, kw_only=True):
    """An entrant has another name, other ids or another team: all three are replaced."""

    entrant: EntrantNumber
    name: Name
    players: Players = ()
    team: Name | None = None


class Withdrawn(OfARound, frozen=True, kw_only=True):
    """An entrant does not play from this round on; what he played counts."""

    entrant: EntrantNumber


class Returned(OfARound, frozen=True, kw_only=True):
    """An entrant who had withdrawn plays again from this round on."""

    entrant: EntrantNumber


class StageOpened(Change, frozen=True, kw_only=True):
    """A stage begins: who plays in it, what part of their points in the stage `after` they bring along.

    `after` is the stage before unless another is named. `sizes` are those that its tables may have, None where any will
    do that the profile allows; `rounds` are how many there will be, None where that is open. Without `settings` the
    tournament's hold.
    """

    name: Name
    field: Field = Everybody()
    carry: Fraction = Fraction(0)
    after: Ordinal | None = None
    rounds: Ordinal | None = None
    sizes: Annotated[tuple[Size, ...], Meta(min_length=1, max_length=MOST_AT_A_TABLE)] | None = None
    settings: Settings | None = None


class Draw(OfARound, frozen=True, kw_only=True):
    """Who sits where in a round, and how that came about."""

    tables: Annotated[tuple[Entrants, ...], Meta(min_length=1, max_length=MOST_ROUNDS)]
    byes: Entrants = ()
    method: Name
    seed: Seed | None = None
    quality: Mapping[str, Any] = {}


class Drawn(Draw, frozen=True, kw_only=True):
    """The next round is drawn."""


class Redrawn(Draw, frozen=True, kw_only=True):
    """A round of which nothing has been played is drawn anew."""


class RoundClosed(OfARound, frozen=True, kw_only=True):
    """A round is over: everything is there, and nothing in it changes any more."""


class RoundReopened(OfARound, frozen=True, kw_only=True):
    """A closed round may be corrected again."""


class Finished(Change, frozen=True, kw_only=True):
    """The tournament is over."""
