"""`/v1/tournaments/{id}/draw` and `/redraw`: rounds are drawn, and drawn anew as long as nothing of them is played."""

from collections.abc import Sequence
from secrets import randbelow
from typing import Any, Final

import msgspec
from flask import Response
from msgspec import structs

from api.http import addresses, etags, kinds
from api.http import tournament_examples as examples
from api.http.answers import json_answer
from api.http.auth import author, needs
from api.http.blueprint import Resource
from api.http.bodies import JSON
from api.http.documented import fails
from api.http.etags import tagged
from api.http.reading_tournaments import AsOf, as_of, conflicts
from api.http.services import services
from api.http.shaped import one_shape
from api.http.tournament_components import ANEW, WISH
from api.http.tournament_told import told_seating
from data.store.asked import SCOREKEEPER
from data.store.refusals import OtherVersion
from data.tournaments.changes import Drawn, Redrawn
from data.tournaments.wishes import Anew, Balanced, Wish
from schemas.http.tournament_log import DrawnSchema
from schemas.http.tournament_queries import WhyQuery

TOURNAMENT_DRAWS: Final = Resource("tournament draws", "Rounds are drawn")

_WHY: Final = WhyQuery()
_DRAWN: Final = DrawnSchema()
_SEEDS: Final = 1 << 32
_wish: Final = msgspec.json.Decoder(Wish).decode
_anew: Final = msgspec.json.Decoder(Anew).decode
_REFUSALS: Final = (kinds.NOT_FOUND, kinds.IMPOSSIBLE_CHANGE, kinds.READ_ONLY, kinds.STORE_FULL)


@TOURNAMENT_DRAWS.at(addresses.DRAW, "POST")
@TOURNAMENT_DRAWS.answers(200, "The rounds were drawn", _DRAWN, example=examples.DRAWN, headers=["ETag"])
@fails(*_REFUSALS)
@needs(SCOREKEEPER)
@etags.changes
@TOURNAMENT_DRAWS.takes_query(_WHY)
@TOURNAMENT_DRAWS.takes_body({JSON: {"schema": WISH, "example": examples.WISH}})
def draw_rounds(asked: dict[str, Any], id: int) -> Response:
    """Draw the next rounds.

    `balanced` draws any number of rounds so that few meet again and seats are even, `swiss` and `snake` draw one by the
    standing, and `by hand` takes the tables as they are sent. Who has withdrawn is left out; byes go to who had fewest.
    With `apart`, members of a team meet only where it cannot be avoided, in `balanced` and `swiss` rounds. The answer
    tells how good the draw is: repeat meetings and meetings of team-mates, each with a bound that no draw can beat, and
    the imbalance of the seats. The same seed, with the same `work`, draws the same rounds again; without one the
    service chooses it.
    """
    from data.tournaments.planning import planned  # noqa: PLC0415 - the solvers take long to load

    wish = _seeded(one_shape(_wish))
    found = _expected(id)
    with conflicts(found.version, found.version):
        return _made(id, planned(found.state, wish), asked["reason"])


@TOURNAMENT_DRAWS.at(addresses.REDRAW, "POST")
@TOURNAMENT_DRAWS.answers(200, "The rounds were drawn anew", _DRAWN, example=examples.DRAWN, headers=["ETag"])
@fails(*_REFUSALS)
@needs(SCOREKEEPER)
@etags.changes
@TOURNAMENT_DRAWS.takes_query(_WHY)
@TOURNAMENT_DRAWS.takes_body({JSON: {"schema": ANEW, "example": examples.ANEW}})
def redraw_rounds(asked: dict[str, Any], id: int) -> Response:
    """Draw anew what has not been played.

    For all rounds of a stage that were drawn and of which nothing is played, when somebody has withdrawn or come back.
    What was played stays; as much of the plan is kept as can be, which does not keep teams apart unless that is asked
    again. Where there is no such round nothing is changed.
    """
    from data.tournaments.planning import planned_anew  # noqa: PLC0415 - the solvers take long to load

    wish = _seeded(one_shape(_anew))
    found = _expected(id)
    with conflicts(found.version, found.version):
        return _made(id, planned_anew(found.state, wish), asked["reason"])


def _seeded(wish: Any) -> Any:  # noqa: ANN401 - a wish comes out as the one that came in
    """The wish with a seed, where chance has a part in it and it names none."""
    if isinstance(wish, Balanced | Anew) and wish.seed is None:
        return structs.replace(wish, seed=randbelow(_SEEDS))
    return wish


def _expected(tournament: int) -> AsOf:
    """What the tournament has come to. Raises `OtherVersion`, before anybody waits for a draw."""
    expected = etags.given_revision()
    found = as_of(tournament)
    if found.version != expected:
        raise OtherVersion(expected, found.version)
    return found


def _made(tournament: int, changes: Sequence[Drawn | Redrawn], reason: str | None) -> Response:
    """The rounds come into the log, unless somebody else changed the tournament meanwhile."""
    version = etags.given_revision()
    if changes:
        store = services().store.tournaments
        version = store.append(tournament, changes, author(), expected=version, reason=reason)
    first = changes[0] if changes else None
    told = {
        "version": version,
        "seed": first.seed if first else None,
        "rounds": list(map(told_seating, changes)),
        "quality": first.quality if first else None,
    }
    return tagged(json_answer(told), version)
