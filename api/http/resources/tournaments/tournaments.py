"""`/v1/tournaments`: tournaments are created, found and read, each as of a version."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

from flask import Response
from msgspec import UNSET

from daifu.api.http import problem_types, responses
from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.errors import HttpProblem, problem_of
from daifu.api.http.etags import Version, answers_not_modified, if_match_version, with_version
from daifu.api.http.lanes import Lane, go_on_in
from daifu.api.http.media_types import JSON
from daifu.api.http.operation import answers, fails_with, takes_body, takes_query
from daifu.api.http.request_body import take_turn
from daifu.api.http.requests import read_struct
from daifu.api.http.responses import json_response, with_page_links
from daifu.api.http.services import services
from daifu.api.views import addresses
from daifu.api.views.tournaments.tournaments import tournament_page_view, tournament_view
from daifu.data.store.errors import NameTaken, OnlyByImport
from daifu.data.store.values import SCOREKEEPER
from daifu.data.tournaments.changes import AnyChange, Created, decode_fraction
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.state import RoundId, State, find_round
from daifu.schemas.answer import cursor_text
from daifu.schemas.http.queries import LogReasonQuery, TournamentPageQuery, VersionQuery
from daifu.schemas.record.struct_reader import StructReader
from daifu.schemas.tournament import Tournament, TournamentPage
from daifu.schemas.tournament_log import CREATED_SCHEMA, Made

LARGE: Final = 500
"""What is read of tournaments with more entrants takes long."""


class VersionedAnswer(Protocol):
    """An answer about a version of a tournament."""

    version: int


class TournamentVersion(NamedTuple):
    """A tournament as of a version."""

    version: int
    state: State


def tournament_version(tournament: int, version: int | None = None) -> TournamentVersion:
    """A tournament as of a version, by default the latest.

    Raises `NoSuchTournament` and `NoSuchEntry`.
    """
    tournaments = services().store.tournaments
    if version is None:
        version, state = tournaments.present(tournament)
    else:
        state = tournaments.state(tournament, version)
    if len(state.entrants) > LARGE:
        go_on_in(Lane.COSTLY)
    return TournamentVersion(version, state)


def tournament_to_change(tournament: int) -> TournamentVersion:
    """The latest version of a tournament, before a request changes it. With a long log, the request takes its turn.

    Raises `NoSuchTournament` and `ClientDisconnected`.
    """
    tournaments = services().store.tournaments
    if tournaments.version(tournament) > LARGE:
        take_turn()  # before its log is read, which many would do at once
    return TournamentVersion(*tournaments.present(tournament))


def tournament_with_round(tournament: int, stage: int, number: int) -> tuple[TournamentVersion, RoundId]:
    """The latest version of a tournament, and one of its rounds.

    Raises `NoSuchTournament`, and the problem `not-found` if there is no such round.
    """
    found, at = tournament_version(tournament), RoundId(stage, number)
    with refusals_as_not_found():
        find_round(found.state, at)
    return found, at


def tournament_response(
    tournament: int, version: int | None, make: Callable[[int, State], VersionedAnswer]
) -> Response:
    """The response with an answer about a version of a tournament.

    Raises `NoSuchTournament`, `NoSuchEntry`, and the problem `not-found` if the state lacks what is asked for.
    """
    found = tournament_version(tournament, version)
    with refusals_as_not_found():
        view = make(found.version, found.state)
    return versioned_response(tournament, view)


def versioned_response(tournament: int, answer: VersionedAnswer, status: int = 200) -> Response:
    """The response with this answer about a tournament, with whose version its tag begins."""
    mark = services().store.tournaments.mark(tournament, answer.version)
    found = json_response(answer, status)
    return found if mark is None else with_version(found, Version(answer.version, mark))


def expected_version(tournament: int) -> int:
    """The version of a tournament that `If-Match` names; raises what `if_match_version` raises."""
    return if_match_version(partial(services().store.tournaments.mark, tournament))


def preview_response(tournament: int, version: int, state: State, changes: Sequence[AnyChange]) -> Response:
    """The response with the lines of standings that these changes would alter, and what is doubtful in them.

    No change is made.
    """
    from daifu.api.views.tournaments.tournaments import doubtful_points_views  # noqa: PLC0415 - the other resources need no views
    from daifu.data.tournaments.consequences import find_consequences, find_doubts  # noqa: PLC0415

    consequences = find_consequences(state, *changes)
    warnings = doubtful_points_views(find_doubts(state, changes)) or UNSET
    return versioned_response(tournament, Made(version, 0, consequences, warnings=warnings))


@contextmanager
def version_conflicts(current: int, given: int | None = None) -> Iterator[None]:
    """Add the current version, and the one that was given, to the problems of conflicts inside the block.

    If both are the same, the client knows that the conflict comes from no newer change.
    """
    try:
        yield
    except (TournamentError, NameTaken, OnlyByImport) as refusal:
        problem = problem_of(refusal)
        problem.members |= {"current": current} if given is None else {"given": given, "current": current}
        raise problem from refusal


@contextmanager
def refusals_as_not_found() -> Iterator[None]:
    """Turn errors of tournaments inside the block into the problem `not-found`."""
    try:
        yield
    except TournamentError as refused:
        raise HttpProblem(problem_types.NOT_FOUND, refused.text, code=refused.code) from refused


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
