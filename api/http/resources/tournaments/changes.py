"""`/v1/tournaments/{id}/changes`, `/draw` and `/redraw`: a tournament is changed, and rounds are drawn."""

from collections.abc import Sequence
from secrets import randbelow
from typing import Any, Final

from flask import Response, request
from msgspec import UNSET, structs
from werkzeug.exceptions import ClientDisconnected

from daifu.api.http import etags, problem_types
from daifu.api.http.access import current_author, requires_role
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import JSON
from daifu.api.http.operation import answers, fails_with, lane, takes_body, takes_query
from daifu.api.http.requests import read_struct, read_structs
from daifu.api.http.resources.tournaments.tournaments import (
    expected_version,
    preview_response,
    tournament_to_change,
    tournament_version,
    version_conflicts,
    versioned_response,
)
from daifu.api.http.services import services
from daifu.api.http.streaming import SOCKET_KEY, disconnection_check
from daifu.api.views.tournaments.tournaments import doubtful_points_views, draw_view, missing_deals_views
from daifu.data.child_process import NotWantedError
from daifu.data.draw_process import plan_apart
from daifu.data.store.errors import VersionConflict
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.changes import AnyChange, Drawn, LotDrawn, Redrawn, Result
from daifu.data.tournaments.consequences import find_doubts
from daifu.data.tournaments.draw_requests import Anew, Balanced, DrawRequest
from daifu.data.tournaments.log import apply_all, read_change
from daifu.data.tournaments.open_tasks import find_missing_deals
from daifu.data.tournaments.standings import draw_lot
from daifu.data.tournaments.state import State
from daifu.schemas.http.queries import ChangeQuery, LogReasonQuery
from daifu.schemas.record.struct_reader import StructReader
from daifu.schemas.tournament_log import CHANGES_SCHEMA, DRAW_SCHEMA, REDRAW_SCHEMA, Made, MissingDeals
from daifu.schemas.tournament_log import Drawn as DrawnAnswer


@answers(200, "All changes were made, or previewed", Made, headers=["ETag"])
@fails_with(
    problem_types.NOT_FOUND,
    problem_types.IMPOSSIBLE_CHANGE,
    problem_types.NAME_TAKEN,
    problem_types.ONLY_BY_LANDING,
    *problem_types.WRITING,
)
@requires_role(SCOREKEEPER)
@etags.requires_if_match
@takes_query(ChangeQuery)
@takes_body({JSON: CHANGES_SCHEMA})
def change_tournament(query: dict[str, Any], id: int) -> Response:
    """Change a tournament.

    The body is a change, or a list of changes: all are made, in order, or none. Each becomes an entry of the log. The
    problem of a conflict names both versions: `given`, that of `If-Match`, and `current`. Points that contradict the
    places of their sheet, or cannot add up, are kept, and the answer has a warning.

    A `lot_drawn` with a seed names its entrants in any order; the log has them in the order that the seed gives.

    With `dry_run` no change is made, and the answer has the lines of all standings that the changes would alter. A
    change in a closed round is then previewed as if the round were reopened for it; to make it, reopen the round
    earlier in the same list.
    """
    expected = expected_version(id)
    changes = list(map(with_drawn_lot, read_structs(read_change)))
    found = tournament_to_change(id)
    if found.version != expected:
        raise VersionConflict(expected, found.version)
    with version_conflicts(found.version, expected):
        if query["dry_run"]:
            return preview_response(id, expected, found.state, changes)
        if len(changes) > 1:
            apply_all(found.state, changes)  # so that a refusal tells which of them it is
        version = services().store.tournaments.append(
            id, changes, current_author(), expected=expected, reason=query["reason"]
        )
    after = tournament_version(id, version).state
    warnings = doubtful_points_views(find_doubts(found.state, changes)) or UNSET
    return versioned_response(id, Made(version, len(changes), (), _missing_deals(after, changes), warnings))


def with_drawn_lot(change: AnyChange) -> AnyChange:
    """The change; a lot with a seed gets its entrants in the order that the seed gives."""
    if isinstance(change, LotDrawn) and change.seed is not None:
        return structs.replace(change, entrants=draw_lot(change.entrants, change.seed))
    return change


def _missing_deals(state: State, changes: Sequence[AnyChange]) -> list[MissingDeals]:
    """The deals that are missing at the tables of these results."""
    came = {(one.stage, one.round, one.table) for one in changes if isinstance(one, Result)}
    found = (one for stage in sorted({stage for stage, *_ in came}) for one in find_missing_deals(state, stage))
    return missing_deals_views(one for one in found if (*one.place, one.table) in came)


MOST_SEEDS: Final = 1 << 32
_read_draw: Final = StructReader[DrawRequest](DrawRequest).read
_read_redraw: Final = StructReader[Anew](Anew).read
_DRAW_PROBLEMS: Final = (
    problem_types.NOT_FOUND,
    problem_types.IMPOSSIBLE_CHANGE,
    *problem_types.WRITING,
)


@lane(Lane.DRAWS)
@answers(200, "The rounds were drawn", DrawnAnswer, headers=["ETag"])
@fails_with(*_DRAW_PROBLEMS)
@requires_role(SCOREKEEPER)
@etags.requires_if_match
@takes_query(LogReasonQuery)
@takes_body({JSON: DRAW_SCHEMA})
def draw_rounds(query: dict[str, Any], id: int) -> Response:
    """Draw the next rounds.

    `balanced` draws any number of rounds with few repeat meetings and even seats, `swiss` and `snake` draw one by the
    standing, and `by hand` takes the tables as they are sent. Withdrawn entrants are left out; byes go to those with
    the fewest. With `apart`, members of a team meet only if that cannot be avoided, in `balanced` and `swiss` rounds.
    The answer says how good the draw is: repeat meetings and meetings of team-mates, each with a bound that no draw can
    beat, and the imbalance of the seats. The same seed with the same `work` draws the same rounds again; without a seed
    the service chooses one. A draw that takes too long or too much memory is refused (`draw_too_large`,
    `draw_too_long`, `draw_too_heavy`); the documentation of the changes has the limits.
    """
    return _draw(id, read_struct(_read_draw), query["reason"])


@lane(Lane.DRAWS)
@answers(200, "The rounds were drawn again", DrawnAnswer, headers=["ETag"])
@fails_with(*_DRAW_PROBLEMS)
@requires_role(SCOREKEEPER)
@etags.requires_if_match
@takes_query(LogReasonQuery)
@takes_body({JSON: REDRAW_SCHEMA})
def redraw_rounds(query: dict[str, Any], id: int) -> Response:
    """Draw the rounds again that have not been played.

    For all drawn rounds of a stage in which nothing has been played, after an entrant has withdrawn or come back.
    Played rounds stay, and as much of the plan as possible is kept; teams are kept apart only if that is asked for
    again. If there is no such round, nothing is changed.
    """
    return _draw(id, read_struct(_read_redraw), query["reason"])


def _draw(tournament: int, draw: DrawRequest | Anew, reason: str | None) -> Response:
    expected, found = expected_version(tournament), tournament_version(tournament)
    if found.version != expected:  # looked at before the draw, too, which takes long
        raise VersionConflict(expected, found.version)
    version = expected
    with version_conflicts(expected, expected):
        changes = plan_draw(found.state, draw)
        if changes:
            store = services().store.tournaments
            version = store.append(tournament, changes, current_author(), expected=expected, reason=reason)
        return versioned_response(tournament, draw_view(version, changes))


def plan_draw(state: State, draw: DrawRequest | Anew) -> Sequence[Drawn | Redrawn]:
    """The changes that draw rounds, made in a process of their own that ends when the client of the request leaves.

    Raises `TournamentError` and `ClientDisconnected`.
    """
    has_gone = disconnection_check(request.environ.get(SOCKET_KEY))
    try:
        return plan_apart(state, _with_seed(draw), lambda: not has_gone())
    except NotWantedError:
        raise ClientDisconnected from None


def _with_seed(draw: Any) -> Any:  # noqa: ANN401 - returns the type that it takes
    """The draw request with a seed, if it needs one and names none."""
    if isinstance(draw, Balanced | Anew) and draw.seed is None:
        return structs.replace(draw, seed=randbelow(MOST_SEEDS))
    return draw
