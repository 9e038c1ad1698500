"""`/v1/tournaments/{id}/head-to-head` and `/teams`: further tables that follow from the results."""

from typing import Any, Final

from flask import Response

from api.http import addresses, kinds
from api.http import tournament_examples as examples
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional
from api.http.reading_tournaments import asked_place, settled, told_of
from api.tournaments.plain import Told
from api.tournaments.standings import told_head_to_head, told_team
from data.tournaments.standings.head_to_head import head_to_head
from data.tournaments.standings.teams import teams
from data.tournaments.state import RoundId, State
from schemas.http.tournament_queries import StandingQuery
from schemas.http.tournament_standings import HeadToHeadSchema, TeamsSchema

TOURNAMENT_TABLES: Final = Resource("tournament tables", "Who met whom, and how the teams stand")

_QUERY: Final = StandingQuery()


@TOURNAMENT_TABLES.at(addresses.HEAD_TO_HEAD)
@TOURNAMENT_TABLES.answers(200, "The table", HeadToHeadSchema(), example=examples.HEAD_TO_HEAD, headers=["ETag"])
@fails(kinds.NOT_FOUND)
@conditional
@reads
@TOURNAMENT_TABLES.takes_query(_QUERY)
def read_head_to_head(asked: dict[str, Any], id: int) -> Response:
    """Read the head-to-head table.

    For each entrant of a stage all whom he met in the rounds up to one, at which tables, and who did better there.
    """
    asked = settled(id, asked)
    return told_of(id, asked["version"], lambda state: _who_met(state, asked_place(state, asked)))


@TOURNAMENT_TABLES.at(addresses.TEAMS)
@TOURNAMENT_TABLES.answers(200, "The teams", TeamsSchema(), example=examples.TEAMS, headers=["ETag"])
@fails(kinds.NOT_FOUND)
@conditional
@reads
@TOURNAMENT_TABLES.takes_query(_QUERY)
def read_teams(asked: dict[str, Any], id: int) -> Response:
    """Read the standing of the teams.

    The points of the entrants of each team together, with their lines; after a round, by default the latest.
    """
    asked = settled(id, asked)
    return told_of(id, asked["version"], lambda state: _teams(state, asked_place(state, asked)))


def _who_met(state: State, place: RoundId | None) -> Told:
    return {"table": told_head_to_head(head_to_head(state, place))}


def _teams(state: State, place: RoundId | None) -> Told:
    return {"teams": list(map(told_team, teams(state, place)))}
