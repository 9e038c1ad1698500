"""Requests for draws, as in JSON: the field `method` says which kind of request it is.

`balanced` rounds are drawn together, a `swiss` or `snake` round follows the standing, and one `by hand` is only
measured. This module does not load the solvers.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from daifu.data.tournaments.changes import Entrants, Ordinal, Seed
from daifu.data.tournaments.settings import MAX_TABLES, Groups, TableSize

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
    """The next rounds, drawn together from a seed, with few repeat meetings and even seats; the log keeps the seed.

    With `apart`, members of a team meet only where it cannot be avoided, which matters more than everything else; so
    do members of one of the `groups`, whose team then does not matter; without any, those of the plan count.
    """

    rounds: RoundsAtOnce = 1
    seed: Seed | None = None
    work: Work | None = None
    apart: KeptApart | None = None
    groups: Groups = ()


class Swiss(_NextRounds, frozen=True, kw_only=True, tag="swiss"):
    """The next round, in which entrants who are close in the standing sit together.

    With `apart`, members of a team, and with `groups`, members of one of them meet only where there are no other seats
    near enough to their rank. Without any, the groups of the plan count.
    """

    apart: KeptApart | None = None
    groups: Groups = ()


class Snake(_NextRounds, frozen=True, kw_only=True, tag="snake"):
    """The next round, with equally strong tables."""


class ByHand(_NextRounds, frozen=True, kw_only=True, tag="by hand"):
    """The next round, drawn by hand: its tables in the order of their seats, and the byes."""

    tables: Annotated[tuple[Entrants, ...], Meta(min_length=1, max_length=MAX_TABLES)]
    byes: Entrants = ()


class Anew(_StageRequest, frozen=True, kw_only=True):
    """All rounds of a stage of which nothing has been played, drawn again for the entrants who take part now.

    `apart` has to be given again, and `groups` that are not those of the plan.
    """

    seed: Seed | None = None
    work: Work | None = None
    apart: KeptApart | None = None
    groups: Groups = ()


DrawRequest = Balanced | Swiss | Snake | ByHand

MAX_DRAW_SIZE: Final = 10_000_000
"""The most rounds, drawn together, times entrants squared: the memory of the search grows with that."""

MAX_DRAW_SECONDS: Final = 180
"""The most seconds of a draw of the service."""

MAX_DRAW_MEMORY: Final = 2 << 30
"""The most bytes of memory for a draw of the service."""
