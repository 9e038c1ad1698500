"""Requests for draws, as in JSON: the field `method` says which kind of request it is.

`balanced` rounds are drawn together, a `swiss` or `snake` round follows the standing, and one `by hand` is only
measured. This module does not load the solvers.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from data.tournaments.changes import Entrants, Ordinal, Seed
from data.tournaments.settings import MAX_ROUNDS, TableSize

MAX_ROUNDS_AT_ONCE: Final = 100
"""The most rounds that are drawn together."""

MAX_WORK: Final = 2_000_000_000
"""The most work of one draw: about a minute."""

RoundsAtOnce = Annotated[int, Meta(ge=1, le=MAX_ROUNDS_AT_ONCE)]
Work = Annotated[int, Meta(ge=0, le=MAX_WORK)]
"""How long to search, in evaluated exchanges: the same work gives the same draw on every machine."""


KeptApart = Literal["teams"]
"""The groups whose members should not meet."""


class _StageRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The stage of a draw and the table size that is wanted, the largest if that is None."""

    stage: Ordinal
    wanted: TableSize | None = None


class _NextRounds(_StageRequest, frozen=True, kw_only=True, tag_field="method"):
    """A request for rounds that have not been drawn."""


class Balanced(_NextRounds, frozen=True, kw_only=True, tag="balanced"):
    """The next rounds, drawn so that few meet again and seats are even; by a seed, which the log keeps.

    With `apart`, members of a team meet only where it cannot be avoided, which goes before everything else.
    """

    rounds: RoundsAtOnce = 1
    seed: Seed | None = None
    work: Work | None = None
    apart: KeptApart | None = None


class Swiss(_NextRounds, frozen=True, kw_only=True, tag="swiss"):
    """The next round, in which those sit together who stand close to each other.

    With `apart`, members of a team meet only where the standing leaves no other seats within its reach.
    """

    apart: KeptApart | None = None


class Snake(_NextRounds, frozen=True, kw_only=True, tag="snake"):
    """The next round, in which all tables are equally strong."""


class ByHand(_NextRounds, frozen=True, kw_only=True, tag="by hand"):
    """The next round, as somebody fixed it: its tables in the order of their seats, and who sits out."""

    tables: Annotated[tuple[Entrants, ...], Meta(min_length=1, max_length=MAX_ROUNDS)]
    byes: Entrants = ()


class Anew(_StageRequest, frozen=True, kw_only=True):
    """All rounds of a stage of which nothing has been played, drawn anew for those who are there now.

    What was kept `apart` when they were drawn has to be said again.
    """

    seed: Seed | None = None
    work: Work | None = None
    apart: KeptApart | None = None


DrawRequest = Balanced | Swiss | Snake | ByHand

MAX_DRAW_SIZE: Final = 10_000_000
"""The most rounds times entrants squared: the memory of the search grows with that."""
