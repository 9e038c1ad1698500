"""Standings of a tournament: `/standings`, `/head-to-head` and `/teams`."""

from collections.abc import Callable
from typing import Any, Final

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access import requires_read_access
from daifu.api.http.etags import answers_not_modified, answers_table, tagged
from daifu.api.http.lanes import Lane
from daifu.api.http.media_types import CSV, HTML, JSON, PARQUET, XLSX
from daifu.api.http.operation import answers, fails_with, lane, takes_query
from daifu.api.http.resources.tournaments.tournaments import (
    TournamentVersion,
    refusals_as_not_found,
    tournament_response,
    tournament_version,
    versioned_response,
)
from daifu.api.http.responses import preferred_language, requested_type
from daifu.api.http.services import services
from daifu.api.languages import DEFAULT_LANGUAGE
from daifu.api.views.tournaments.standing_files import (
    MEETINGS,
    TEAM_MEMBERS,
    TableForm,
    standing_page,
    standing_parquet,
    table_cells,
    table_csv,
    table_of_standing,
    table_parquet,
)
from daifu.api.views.tournaments.standings import (
    explanation_view,
    head_to_head_view,
    standing_cells,
    standing_csv,
    standing_view,
)
from daifu.data.tournaments.log import find_closed_version
from daifu.data.tournaments.standings import (
    Standing,
    build_head_to_head,
    compute_standing,
    explain_line,
    rank_teams,
    resolve_round,
)
from daifu.data.tournaments.state import RoundId, State
from daifu.schemas.http.queries import StandingFormatQuery, StandingQuery, StandingTableQuery
from daifu.schemas.standings import Explanation, HeadToHead, StandingOfRound, Teams

_BINARY_SCHEMA: Final = {"type": "string", "format": "binary"}
_CSV_TYPE: Final = f"{CSV}; charset=utf-8; header=present"
_CONTENT_SECURITY_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


@lane(Lane.COSTLY)
@answers_table("The standing", StandingOfRound)
@answers(200, "The standing", {"type": "string"}, media_type=HTML)
@answers(200, "The standing", _BINARY_SCHEMA, media_type=PARQUET)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(StandingFormatQuery)
def read_standing(query: dict[str, Any], id: int) -> Response:
    """Read a standing.

    The standing of a stage after a round, with every column; by default the latest. `format` or `Accept` chooses JSON,
    CSV or XLSX for spreadsheets, Parquet for statistics, or a page to print, in the language of `Accept-Language`.
    Numbers are exact in JSON and in Parquet, whose columns `docs/tournament-standings.md` explains. `version` asks for
    the standing after that entry of the log, `announced` for the standing when the round was closed.
    """
    query = resolved_query(id, query)
    found = tournament_version(id, query["version"])
    form = requested_type([JSON, CSV, XLSX, HTML, PARQUET])
    with refusals_as_not_found():
        table = compute_standing(found.state, requested_round(found.state, query))
    answer = _in_format(id, form, found, table)
    answer.vary.add("Accept")
    return tagged(answer)


@lane(Lane.COSTLY)
@answers(200, "How it came about", Explanation, headers=["ETag"])
@fails_with(problem_types.NOT_FOUND)
@answers_not_modified
@requires_read_access
@takes_query(StandingQuery)
def explain_standing(query: dict[str, Any], id: int, entrant: int) -> Response:
    """Read how the line of an entrant came about.

    Everything that its numbers are made of, down to the deals: points carried over, each round with its table and
    score, awards and faults, the opponents, and the tie-breaks that led to the place.
    """
    query = resolved_query(id, query)
    return tournament_response(
        id,
        query["version"],
        lambda version, state: explanation_view(version, explain_line(state, entrant, requested_round(state, query))),
    )


def _in_format(tournament: int, form: str, found: TournamentVersion, table: Standing) -> Response:
    match form:
        case "text/csv":
            return _attachment(standing_csv(table), _CSV_TYPE, table, "csv")
        case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
            return _attachment(standing_cells(table).as_xlsx(DEFAULT_LANGUAGE), XLSX, table, "xlsx")
        case "application/vnd.apache.parquet":
            return _attachment(standing_parquet(found.state, found.version, table), PARQUET, table, "parquet")
        case "text/html":
            return _printed_page(found, table)
        case _:
            return versioned_response(tournament, standing_view(found.version, table))


def _attachment(content: bytes, content_type: str, table: Standing, ending: str, name: str = "standing") -> Response:
    """The response with a file to save."""
    answer = Response(content, content_type=content_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}-{table.stage}-{table.round}.{ending}"'
    return answer


def _printed_page(found: TournamentVersion, table: Standing) -> Response:
    language = preferred_language()
    answer = Response(standing_page(found.state, table, found.version, language), mimetype=HTML)
    answer.headers["Content-Language"] = language
    answer.headers["Content-Security-Policy"] = _CONTENT_SECURITY_POLICY
    answer.vary.add("Accept-Language")
    return answer


@lane(Lane.COSTLY)
@answers_table("The table", HeadToHead)
@answers(200, "The table", _BINARY_SCHEMA, media_type=PARQUET)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(StandingTableQuery)
def read_head_to_head(query: dict[str, Any], id: int) -> Response:
    """Read the head-to-head table.

    For each entrant of a stage all opponents up to a round, at which tables they met, and who did better there.
    `format` or `Accept` chooses JSON, or CSV, XLSX or Parquet with a row for each meeting, seen from each of the two.
    """
    return _table_response(
        id,
        query,
        MEETINGS,
        lambda version, state, until: head_to_head_view(version, build_head_to_head(state, until)),
    )


@lane(Lane.COSTLY)
@answers_table("The teams", Teams)
@answers(200, "The teams", _BINARY_SCHEMA, media_type=PARQUET)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(StandingTableQuery)
def read_teams(query: dict[str, Any], id: int) -> Response:
    """Read the standing of the teams.

    The sum of the points of each team's entrants, with their lines; after a round, by default the latest. `format` or
    `Accept` chooses JSON, or CSV, XLSX or Parquet with a row for each entrant of a team.
    """
    return _table_response(
        id, query, TEAM_MEMBERS, lambda version, state, until: Teams(version, rank_teams(state, until))
    )


def _table_response(
    tournament: int,
    query: dict[str, Any],
    form: TableForm,
    view: Callable[[int, State, RoundId | None], HeadToHead | Teams],
) -> Response:
    """The response with a table in the format that the client accepts."""
    query = resolved_query(tournament, query)
    accepted = requested_type([JSON, CSV, XLSX, PARQUET])
    if accepted == JSON:
        answer = tournament_response(
            tournament,
            query["version"],
            lambda version, state: view(version, state, requested_round(state, query)),
        )
    else:
        answer = _table_file(accepted, form, tournament_version(tournament, query["version"]), query)
    answer.vary.add("Accept")
    return tagged(answer)


def _table_file(accepted: str, form: TableForm, found: TournamentVersion, query: dict[str, Any]) -> Response:
    """The response with a table as a file to save."""
    with refusals_as_not_found():
        table = table_of_standing(form, found.state, found.version, requested_round(found.state, query))
    name = form.parquet.name
    if accepted == CSV:
        return _attachment(table_csv(form, table), _CSV_TYPE, table.standing, "csv", name)
    if accepted == XLSX:
        return _attachment(table_cells(form, table).as_xlsx(DEFAULT_LANGUAGE), XLSX, table.standing, "xlsx", name)
    return _attachment(table_parquet(form.parquet, table), PARQUET, table.standing, "parquet", name)


def requested_round(state: State, query: dict[str, Any]) -> RoundId | None:
    """The round that a `StandingQuery` asks for."""
    return resolve_round(state, query["stage"], query["round"])


def resolved_query(tournament: int, query: dict[str, Any]) -> dict[str, Any]:
    """A `StandingQuery` with version and round; of an announced standing, those of its announcement.

    Raises `NoSuchTournament`, `NoSuchEntry` and the problem `not-found`.
    """
    if not query["announced"]:
        return query
    entries = services().store.tournaments.log(
        tournament, limit=tournament_version(tournament, query["version"]).version
    )
    with refusals_as_not_found():
        place, version = find_closed_version(entries, query["stage"], query["round"])
    return {**query, **place._asdict(), "version": version}
