"""`/v1/records/{id}/deals/{deal}/positions/{at}`: the table after some actions of a deal."""

from typing import Final

from flask import Response

from api.http import addresses, examples, kinds
from api.http.answers import json_answer
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional, tagged
from api.http.problems import HttpProblem
from api.http.services import services
from api.http.unchanged import unchanged
from schemas.http.position import PositionSchema
from schemas.position import NoSuchPosition, position
from schemas.record import load_record

POSITIONS: Final = Resource("positions", "The table, action by action")


@POSITIONS.at(addresses.POSITION)
@POSITIONS.answers(200, "The table", PositionSchema(), example=examples.POSITION, headers=["ETag"])
@fails(kinds.NOT_FOUND, kinds.WITHDRAWN)
@conditional
@reads
def read_position(id: int, deal: int, at: int) -> Response:
    """Read the table after some actions of a deal.

    Who holds what, whose turn it is, what lies there to be beaten, what is owed, what was wrong with the action just
    taken, and every action that is legal now. 0 is the table before the first action.
    """
    if same := unchanged(id):
        return same
    stored = services().store.record(id)
    try:
        told = position(load_record(stored.record), deal, at)
    except NoSuchPosition as nothing:
        raise HttpProblem(kinds.NOT_FOUND, nothing.text) from nothing
    return tagged(json_answer(told), stored.revision)
