"""`/v1/tournaments/{id}/standings`: who stands where, for programs, for spreadsheets and for people, and why."""

from typing import Any, Final

from flask import Response, request

from api.http import addresses, kinds
from api.http import tournament_examples as examples
from api.http.answers import json_answer
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.bodies import JSON
from api.http.documented import fails
from api.http.etags import conditional, is_known, not_modified, tagged
from api.http.languages import wanted_language
from api.http.reading_tournaments import AsOf, as_of, asked_place, looking, settled, told_of
from api.tournaments.page import as_page
from api.tournaments.parquet import Ranked, as_parquet
from api.tournaments.plain import Told
from api.tournaments.standings import told_explanation, told_standing
from api.tournaments.table import as_csv
from data.tournaments.standings.explanation import explain
from data.tournaments.standings.standing import Standing, standing
from data.tournaments.state import RoundId, State
from schemas.http.tournament_queries import StandingQuery
from schemas.http.tournament_standings import ExplanationSchema, StandingOfRoundSchema

TOURNAMENT_STANDINGS: Final = Resource("tournament standings", "Who stands where, and why")

CSV: Final = "text/csv"
HTML: Final = "text/html"
PARQUET: Final = "application/vnd.apache.parquet"
_TEXT: Final = {"type": "string"}
_BINARY: Final = {"type": "string", "format": "binary"}
_PAGE: Final = '<!doctype html>\n<html lang="en">…</html>\n'
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_QUERY: Final = StandingQuery()


@TOURNAMENT_STANDINGS.at(addresses.STANDINGS)
@TOURNAMENT_STANDINGS.answers(200, "The standing", StandingOfRoundSchema(), example=examples.STANDING, headers=["ETag"])
@TOURNAMENT_STANDINGS.answers(200, "The standing", _TEXT, media_type=CSV, example=examples.STANDING_AS_CSV)
@TOURNAMENT_STANDINGS.answers(200, "The standing", _TEXT, media_type=HTML, example=_PAGE)
@TOURNAMENT_STANDINGS.answers(200, "The standing", _BINARY, media_type=PARQUET, example="PAR1…PAR1")
@fails(kinds.NOT_FOUND)
@conditional
@reads
@TOURNAMENT_STANDINGS.takes_query(_QUERY)
def read_standing(asked: dict[str, Any], id: int) -> Response:
    """Read a standing.

    Of a stage after a round, with every column; by default the latest. `Accept` asks for it as JSON, as CSV for
    spreadsheets, as Parquet for statistics, or as a page to be printed, in the language that `Accept-Language` prefers.
    Numbers are exact in JSON and in Parquet, whose columns `docs/tournament-standings.md` explains. `version` asks for
    the standing as it was when the log had no more entries, `announced` as it was when the round was closed.
    """
    asked = settled(id, asked)
    found = as_of(id, asked["version"])
    form = request.accept_mimetypes.best_match([JSON, CSV, HTML, PARQUET], JSON)
    if form == JSON and is_known(found.version):
        return not_modified(found.version)
    with looking():
        table = standing(found.state, asked_place(found.state, asked))
    answer = _in_form(form, found, table)
    answer.vary.add("Accept")
    return answer


@TOURNAMENT_STANDINGS.at(addresses.STANDING)
@TOURNAMENT_STANDINGS.answers(
    200, "How it came about", ExplanationSchema(), example=examples.EXPLANATION, headers=["ETag"]
)
@fails(kinds.NOT_FOUND)
@conditional
@reads
@TOURNAMENT_STANDINGS.takes_query(_QUERY)
def explain_standing(asked: dict[str, Any], id: int, entrant: int) -> Response:
    """Read how the line of an entrant came about.

    Everything that its numbers are made of, down to the deals: what was carried, each round with its table and what it
    scored, awards and faults, whom he met, and the tie-breaks that led to his place.
    """
    asked = settled(id, asked)
    return told_of(id, asked["version"], lambda state: _why(state, entrant, asked_place(state, asked)))


def _why(state: State, entrant: int, place: RoundId | None) -> Told:
    return told_explanation(explain(state, entrant, place))


def _in_form(form: str, found: AsOf, table: Standing) -> Response:
    match form:
        case "text/csv":
            return _file(as_csv(table), f"{CSV}; charset=utf-8; header=present", table, "csv")
        case "application/vnd.apache.parquet":
            return _file(as_parquet(Ranked(found.state, found.version, table)), PARQUET, table, "parquet")
        case "text/html":
            return _page(found, table)
        case _:
            return tagged(json_answer({"version": found.version, **told_standing(table)}), found.version)


def _file(content: bytes, content_type: str, table: Standing, ending: str) -> Response:
    """A standing that is to be saved."""
    answer = Response(content, content_type=content_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="standing-{table.stage}-{table.round}.{ending}"'
    return answer


def _page(found: AsOf, table: Standing) -> Response:
    language = wanted_language()
    answer = Response(as_page(found.state, table, found.version, language), content_type=f"{HTML}; charset=utf-8")
    answer.headers["Content-Language"] = language
    answer.headers["Content-Security-Policy"] = _POLICY
    answer.vary.add("Accept-Language")
    return answer
