"""`/v1/tournaments/{id}/log`: every change of a tournament, who made it, when and why, and what it changed."""

from typing import Any, Final

from flask import Response

from api.http import addresses, kinds
from api.http import tournament_examples as examples
from api.http.answers import json_answer
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import tagged
from api.http.pages import linked
from api.http.services import services
from api.tournaments.log import told_audited
from data.store.refusals import LogDamaged
from data.tournaments.audit import Audited, audit
from data.tournaments.log import Entry
from data.tournaments.refusals import Refused
from data.tournaments.state import EMPTY, State
from schemas.http.tournament_log import LogSchema
from schemas.http.tournament_queries import LogQuery

TOURNAMENT_LOG: Final = Resource("tournament log", "Every change of a tournament")


@TOURNAMENT_LOG.at(addresses.LOG)
@TOURNAMENT_LOG.answers(200, "Some entries of the log", LogSchema(), example=examples.LOG, headers=["ETag", "Link"])
@fails(kinds.NOT_FOUND)
@reads
@TOURNAMENT_LOG.takes_query(LogQuery())
def read_tournament_log(asked: dict[str, Any], id: int) -> Response:
    """Read the log of a tournament.

    Who changed what, when and why, first to last, each with what it was about before and after it. Nothing in the log
    is ever changed, so that a page stays as it is. The header `Link` leads to the next page, as long as there is one.
    """
    store = services().store.tournaments
    version = store.version(id)
    entries = store.log(id, asked["after"], asked["limit"])
    told = list(map(told_audited, _audited(id, entries)))
    answer = tagged(json_answer({"version": version, "entries": told}), version)
    more = entries and entries[-1].number < version
    return linked(answer, str(entries[-1].number) if more else None, "after")


def _audited(tournament: int, entries: list[Entry]) -> list[Audited]:
    """The entries with what they changed. Raises `LogDamaged`: what was impossible was written behind our back."""
    try:
        return list(audit(entries, _before(tournament, entries)))
    except Refused as refusal:
        raise LogDamaged(tournament) from refusal


def _before(tournament: int, entries: list[Entry]) -> State:
    """The state in which the first of the entries found the tournament."""
    first = entries[0].number if entries else 1
    return services().store.tournaments.state(tournament, first - 1) if first > 1 else EMPTY
