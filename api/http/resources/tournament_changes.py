"""`/v1/tournaments/{id}/changes`: a tournament is changed, or it is told what that would do."""

from collections.abc import Sequence
from typing import Any, Final

from flask import Response

from api.http import addresses, etags, kinds
from api.http import tournament_examples as examples
from api.http.answers import json_answer
from api.http.auth import author, needs
from api.http.blueprint import Resource
from api.http.bodies import JSON
from api.http.documented import fails
from api.http.etags import tagged
from api.http.reading_tournaments import as_of, conflicts
from api.http.services import services
from api.http.shaped import shapes
from api.http.tournament_components import CHANGES
from api.http.tournament_told import told_missing
from api.tournaments.plain import Told
from api.tournaments.standings import told_consequences
from data.store.asked import SCOREKEEPER
from data.store.refusals import OtherVersion
from data.tournaments.apply import apply_each
from data.tournaments.changes import AnyChange, Result
from data.tournaments.consequences import consequences
from data.tournaments.log import read_change
from data.tournaments.pending import missing
from data.tournaments.state import State
from schemas.http.tournament_log import MadeSchema
from schemas.http.tournament_queries import ChangeQuery

TOURNAMENT_CHANGES: Final = Resource("tournament changes", "Tournaments are changed")


@TOURNAMENT_CHANGES.at(addresses.CHANGES, "POST")
@TOURNAMENT_CHANGES.answers(
    200,
    "All changes were made, or it is told what they would do",
    MadeSchema(),
    example=examples.FORESEEN,
    headers=["ETag"],
)
@fails(
    kinds.NOT_FOUND,
    kinds.IMPOSSIBLE_CHANGE,
    kinds.NAME_TAKEN,
    kinds.ONLY_BY_LANDING,
    kinds.READ_ONLY,
    kinds.STORE_FULL,
)
@needs(SCOREKEEPER)
@etags.changes
@TOURNAMENT_CHANGES.takes_query(ChangeQuery())
@TOURNAMENT_CHANGES.takes_body({JSON: {"schema": CHANGES, "example": examples.CHANGE}})
def change_tournament(asked: dict[str, Any], id: int) -> Response:
    """Change a tournament.

    The body is a change, or a list of them: all are made, in their order, or none. Each becomes an entry of the log.
    What conflicts is told with both versions: `given`, that of `If-Match`, and `current`, the present one.

    With `dry_run` none is made, and the answer has the lines of all standings that they would change. Then a change in
    a closed round is looked at as if that were reopened for it; to make it, reopen the round in the same list before.
    """
    expected = etags.given_revision()
    changes = shapes(read_change)
    found = as_of(id)
    if found.version != expected:
        raise OtherVersion(expected, found.version)
    with conflicts(found.version, expected):
        if asked["dry_run"]:
            return _foreseen(found.state, changes, expected)
        if len(changes) > 1:
            apply_each(found.state, changes)  # so that a refusal tells which of them it is
        version = services().store.tournaments.append(id, changes, author(), expected=expected, reason=asked["reason"])
    told = {"version": version, "made": len(changes), "consequences": []}
    return tagged(json_answer({**told, "missing": _missing(as_of(id, version).state, changes)}), version)


def _missing(state: State, changes: Sequence[AnyChange]) -> list[Told]:
    """What the tables still miss of which results came."""
    came = {(one.stage, one.round, one.table) for one in changes if isinstance(one, Result)}
    found = (one for stage in sorted({stage for stage, *_ in came}) for one in missing(state, stage))
    return [told_missing(one) for one in found if (*one.place, one.table) in came]


def _foreseen(state: State, changes: Sequence[AnyChange], version: int) -> Response:
    lines = told_consequences(consequences(state, *changes))
    return tagged(json_answer({"version": version, "made": 0, "consequences": lines}), version)
