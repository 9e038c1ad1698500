"""`/v1/tournaments`: tournaments are created, found and read."""

from typing import Any, Final

from flask import Response

from daifu.api.http import problem_types, responses
from daifu.api.http.access.auth import current_author, requires_read_access, requires_role
from daifu.api.http.caching.conditional import answers_not_modified
from daifu.api.http.media_types import JSON
from daifu.api.http.operation import answers, fails_with, takes_body, takes_query
from daifu.api.http.requests import read_struct
from daifu.api.http.resources.tournaments.versions import TournamentVersion, tournament_version, versioned_response
from daifu.api.http.responses import json_response, with_page_links
from daifu.api.http.services import services
from daifu.api.views import addresses
from daifu.api.views.tournaments.tournaments import tournament_page_view, tournament_view
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.changes import Created
from daifu.data.tournaments.exact_numbers import decode_fraction
from daifu.schemas.http.cursors import cursor_text
from daifu.schemas.http.queries import LogReasonQuery, TournamentPageQuery, VersionQuery
from daifu.schemas.record.struct_reader import StructReader
from daifu.schemas.tournaments.log import CREATED_SCHEMA
from daifu.schemas.tournaments.tournament import Tournament, TournamentPage

_read_created: Final = StructReader[Created](Created, decode_fraction).read


@answers(201, "The tournament was created", Tournament, headers=["Location", "ETag"])
@fails_with(problem_types.IMPOSSIBLE_CHANGE, problem_types.NAME_TAKEN, *problem_types.WRITING)
@requires_role(SCOREKEEPER)
@takes_query(LogReasonQuery)
@takes_body({JSON: CREATED_SCHEMA})
def create_tournament(query: dict[str, Any]) -> Response:
    """Create a tournament.

    The body says which game is played and how it is scored; everything else comes as changes. Records find the
    tournament by its name, so no other tournament may have it, or have had it.
    """
    found = services().store.tournaments.create(read_struct(_read_created), current_author(), query["reason"])
    answer = _state_response(found, tournament_version(found, 1), 201)
    answer.headers["Location"] = addresses.tournament_address(found)
    return answer


@answers(200, "Some of the tournaments, newest first", TournamentPage, headers=["ETag", "Link"])
@answers_not_modified
@requires_read_access
@takes_query(TournamentPageQuery)
def list_tournaments(query: dict[str, Any]) -> Response:
    """Find tournaments.

    Newest first, a page at a time. The header `Link` leads to the first page and, if there is one, to the next.
    """
    page = services().store.tournaments.page(query.get("cursor"), query["limit"])
    following = None if page.after is None else cursor_text(page.after)
    return with_page_links(json_response(tournament_page_view(page.tournaments, following)), following)


@answers(200, "The tournament", Tournament, headers=["ETag", "Link"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
@takes_query(VersionQuery)
def read_tournament(query: dict[str, Any], id: int) -> Response:
    """Read a tournament.

    Entrants, stages, rounds, tables and seats, results and decisions, as its log says. The ETag is the number of the
    last entry of the log, which changes have to name.
    """
    found = tournament_version(id, query["version"])
    address = addresses.tournament_address(id)
    return responses.with_links(
        _state_response(id, found), version_history=f"{address}/log", related=f"{address}/standings"
    )


def _state_response(tournament: int, found: TournamentVersion, status: int = 200) -> Response:
    return versioned_response(tournament, tournament_view(tournament, found.version, found.state), status)
