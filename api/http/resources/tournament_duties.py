"""`/v1/tournaments/{id}/faults` and `/missing`: what waits for the referee, and what for the tables."""

from typing import Any, Final

from flask import Response

from api.http import addresses, kinds
from api.http import tournament_examples as examples
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional
from api.http.reading_tournaments import told_of
from api.http.tournament_told import told_fault, told_missing
from api.tournaments.plain import Told
from data.tournaments.pending import in_all_stages, missing, undecided
from data.tournaments.state import State
from schemas.http.tournament_log import FaultsToDecideSchema, MissingSchema
from schemas.http.tournament_queries import VersionQuery

TOURNAMENT_DUTIES: Final = Resource("tournament duties", "What is still to be decided, or to be sent")

_QUERY: Final = VersionQuery()


@TOURNAMENT_DUTIES.at(addresses.FAULTS)
@TOURNAMENT_DUTIES.answers(200, "The faults", FaultsToDecideSchema(), example=examples.FAULTS, headers=["ETag"])
@fails(kinds.NOT_FOUND)
@conditional
@reads
@TOURNAMENT_DUTIES.takes_query(_QUERY)
def list_faults(asked: dict[str, Any], id: int) -> Response:
    """List the faults that wait for a decision.

    They were found by the replay of records, stage by stage. The change `fault_decided` upholds or dismisses one.
    """
    return told_of(id, asked["version"], _faults)


@TOURNAMENT_DUTIES.at(addresses.MISSING)
@TOURNAMENT_DUTIES.answers(200, "The tables", MissingSchema(), example=examples.MISSING, headers=["ETag"])
@fails(kinds.NOT_FOUND)
@conditional
@reads
@TOURNAMENT_DUTIES.takes_query(_QUERY)
def list_missing(asked: dict[str, Any], id: int) -> Response:
    """List the deals that are missing.

    The tables of all drawn rounds that have still to play, or to send what they played. Until then a round stays open.
    """
    return told_of(id, asked["version"], _missing)


def _faults(state: State) -> Told:
    return {"faults": list(map(told_fault, in_all_stages(undecided, state)))}


def _missing(state: State) -> Told:
    return {"missing": list(map(told_missing, in_all_stages(missing, state)))}
