"""`/v1/tournaments`: tournaments are created, found and read."""

from typing import Any, Final

import msgspec
from flask import Response

from api.http import addresses, kinds
from api.http import tournament_examples as examples
from api.http.answers import json_answer
from api.http.auth import author, needs, reads
from api.http.blueprint import Resource
from api.http.bodies import JSON
from api.http.documented import fails
from api.http.etags import conditional, is_known, not_modified, tagged
from api.http.pages import linked
from api.http.reading_tournaments import AsOf, as_of
from api.http.services import services
from api.http.shaped import one_shape
from api.http.tournament_components import CREATED
from api.http.tournament_told import listed_tournament
from api.tournaments.state import told_state
from data.store.asked import SCOREKEEPER
from data.tournaments.changes import Created
from data.tournaments.exact import read_exact
from schemas.http.queries import cursor_text
from schemas.http.tournament_queries import TournamentPageQuery, VersionQuery, WhyQuery
from schemas.http.tournaments import TournamentPageSchema, TournamentSchema

TOURNAMENTS: Final = Resource("tournaments", "Tournaments are created, found and read")

_TOURNAMENT: Final = TournamentSchema()
_read: Final = msgspec.json.Decoder(Created, dec_hook=read_exact).decode


@TOURNAMENTS.at(addresses.TOURNAMENTS, "POST")
@TOURNAMENTS.answers(
    201, "The tournament was created", _TOURNAMENT, example=examples.TOURNAMENT, headers=["Location", "ETag"]
)
@fails(kinds.IMPOSSIBLE_CHANGE, kinds.NAME_TAKEN, kinds.READ_ONLY, kinds.STORE_FULL)
@needs(SCOREKEEPER)
@TOURNAMENTS.takes_query(WhyQuery())
@TOURNAMENTS.takes_body({JSON: {"schema": CREATED, "example": examples.BEGINNING}})
def create_tournament(asked: dict[str, Any]) -> Response:
    """Create a tournament.

    The body says what is played and how that is scored; everything else comes as changes. Records find the tournament
    by its name, so that no other one may have it, or have had it.
    """
    change = one_shape(_read)
    found = services().store.tournaments.create(change, author(), asked["reason"])
    answer = _told(found, as_of(found, 1), 201)
    answer.headers["Location"] = addresses.of_tournament(found)
    return answer


@TOURNAMENTS.at(addresses.TOURNAMENTS)
@TOURNAMENTS.answers(
    200, "Some of the tournaments, newest first", TournamentPageSchema(), example=examples.PAGE, headers=["Link"]
)
@reads
@TOURNAMENTS.takes_query(TournamentPageQuery())
def list_tournaments(asked: dict[str, Any]) -> Response:
    """Find tournaments.

    Newest first, a page at a time. The header `Link` leads to the next page, as long as there is one, and to the first.
    """
    page = services().store.tournaments.page(asked.get("cursor"), asked["limit"])
    answer = json_answer({"tournaments": list(map(listed_tournament, page.tournaments))})
    return linked(answer, None if page.after is None else cursor_text(page.after))


@TOURNAMENTS.at(addresses.TOURNAMENT)
@TOURNAMENTS.answers(200, "The tournament", _TOURNAMENT, example=examples.TOURNAMENT, headers=["ETag", "Link"])
@fails(kinds.NOT_FOUND)
@conditional
@reads
@TOURNAMENTS.takes_query(VersionQuery())
def read_tournament(asked: dict[str, Any], id: int) -> Response:
    """Read a tournament.

    Entrants, stages, rounds, tables and seats, results and decisions: all that its log comes to. The ETag is the number
    of the last entry of the log, which changes have to name.
    """
    found = as_of(id, asked["version"])
    if is_known(found.version):
        return not_modified(found.version)
    address = addresses.of_tournament(id)
    return addresses.link(_told(id, found), version_history=f"{address}/log", related=f"{address}/standings")


def _told(tournament: int, found: AsOf, status: int = 200) -> Response:
    told = {"id": tournament, "address": addresses.of_tournament(tournament), "version": found.version}
    return tagged(json_answer({**told, **told_state(found.state)}, status), found.version)
