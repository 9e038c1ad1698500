"""`/v1/tournaments/{id}/landing`: records that name a tournament and did not land there."""

from typing import Any, Final

from flask import Response

from api.http import addresses, kinds
from api.http import tournament_examples as examples
from api.http.answers import json_answer, nothing
from api.http.auth import author, needs, reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import tagged
from api.http.reading_tournaments import conflicts
from api.http.services import services
from api.http.tournament_told import told_landing, told_problem
from api.tournaments.standings import told_consequences
from data.store.asked import SCOREKEEPER
from data.store.tournaments.previews import Preview
from data.tournaments.consequences import consequences
from schemas.http.tournament_log import AttemptedSchema, ChangedSchema, LandingsSchema
from schemas.http.tournament_queries import ChangeQuery, RecordsBody, WhyQuery

TOURNAMENT_LANDING: Final = Resource("tournament landing", "Records that could not land")

_WHY: Final = WhyQuery()


@TOURNAMENT_LANDING.at(addresses.LANDINGS)
@TOURNAMENT_LANDING.answers(200, "What could not land", LandingsSchema(), example=examples.LANDINGS, headers=["ETag"])
@fails(kinds.NOT_FOUND)
@reads
def list_landings(id: int) -> Response:
    """List the records that could not land.

    A record lands by itself where its event names tournament, round and table. What hinders one is kept here, until it
    lands, changes or is dismissed. `unlanded` are records that nothing hinders: they came before the tournament, or
    their results were removed.
    """
    store = services().store.tournaments
    version = store.version(id)
    told = {
        "version": version,
        "problems": list(map(told_problem, store.problems(id))),
        "unlanded": store.unlanded(id),
    }
    return tagged(json_answer(told), version)


@TOURNAMENT_LANDING.at(addresses.LANDINGS, "POST")
@TOURNAMENT_LANDING.answers(200, "What became of each", AttemptedSchema(), example=examples.ATTEMPTED)
@fails(kinds.NOT_FOUND, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@TOURNAMENT_LANDING.takes_query(_WHY)
@TOURNAMENT_LANDING.takes_json(RecordsBody(), example={"records": [8]})
def attempt_landings(asked: dict[str, Any], body: dict[str, Any], id: int) -> Response:
    """Let records land as if they came now.

    Nothing is replaced that others said otherwise; what hinders a record is told, and kept.
    """
    landings = services().store.tournaments.attempt(id, body["records"], author(), asked["reason"])
    return json_answer({"landings": list(map(told_landing, landings))})


@TOURNAMENT_LANDING.at(addresses.LANDING, "PUT")
@TOURNAMENT_LANDING.answers(200, "The record has landed", ChangedSchema(), example=examples.CHANGED, headers=["ETag"])
@fails(kinds.NOT_FOUND, kinds.WITHDRAWN, kinds.IMPOSSIBLE_CHANGE, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@TOURNAMENT_LANDING.takes_query(ChangeQuery())
def land_record(asked: dict[str, Any], id: int, record: int) -> Response:
    """Let a record land, whatever stands there.

    Where a result sheet, or another record, says otherwise, the record replaces it. Whatever else hinders it is told as
    a conflict.

    With `dry_run` nothing is changed, and the answer has the lines of all standings that would be other ones. Closed
    rounds are then looked at as if they were reopened, as for a correction that came when its round was closed.
    """
    store = services().store.tournaments
    before = store.version(id)
    with conflicts(before):
        if asked["dry_run"]:
            return _foreseen(store.preview(id, record))
        version = store.land(id, record, author(), asked["reason"])
    return tagged(json_answer({"version": version, "made": version - before, "consequences": []}), version)


@TOURNAMENT_LANDING.at(addresses.LANDING, "DELETE")
@TOURNAMENT_LANDING.answers(204, "It is told no more")
@fails(kinds.NOT_FOUND, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
def dismiss_landing(id: int, record: int) -> Response:
    """Tell no more why a record could not land.

    The record stays as it is, and may be let land at any time. To dismiss it again changes nothing.
    """
    store = services().store.tournaments
    store.version(id)
    store.dismiss(id, record)
    return nothing()


def _foreseen(found: Preview) -> Response:
    lines = told_consequences(consequences(found.state, *found.changes))
    return tagged(json_answer({"version": found.version, "made": 0, "consequences": lines}), found.version)
