"""`/v1/players/{player}/opponents` and `.../against/{other}`: who met whom, and how it went."""

from typing import Any, Final

from flask import Response

from api.http import addresses, figure_examples, kinds, told_figures
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional
from api.http.kin import met
from api.http.problems import HttpProblem
from api.http.services import services
from api.http.sheets import CSV, Sheet, kept_sheet
from api.http.versions import counted
from api.http.whose import whose
from replay.text import Text
from schemas.http.statistics import AgainstSchema, OpponentsSchema
from schemas.http.statistics_queries import GameQuery

OPPONENTS: Final = Resource("opponents", "Who met whom")

_TEXT: Final = {"type": "string"}
_QUERY: Final = GameQuery()


@OPPONENTS.at(addresses.OPPONENTS)
@OPPONENTS.answers(200, "The others", OpponentsSchema(), example=figure_examples.OPPONENTS, headers=["ETag"])
@OPPONENTS.answers(200, "The others", _TEXT, media_type=CSV, example=figure_examples.OPPONENTS_CSV)
@fails(kinds.NOT_FOUND)
@conditional
@reads
@OPPONENTS.takes_query(_QUERY)
def read_opponents(asked: dict[str, Any], player: str) -> Response:
    """Read with whom a player sat.

    Everybody, those whom he met most often first, and how it went as the player sees it.
    """
    rules = asked.get("rules")
    return kept_sheet(("opponents", player, rules), counted(rules), lambda: _opponents(player, rules))


@OPPONENTS.at(addresses.AGAINST)
@OPPONENTS.answers(200, "How it went", AgainstSchema(), example=figure_examples.AGAINST, headers=["ETag"])
@OPPONENTS.answers(200, "How it went", _TEXT, media_type=CSV, example=figure_examples.AGAINST_CSV)
@fails(kinds.NOT_FOUND, kinds.ONE_PERSON)
@conditional
@reads
@OPPONENTS.takes_query(_QUERY)
def read_against(asked: dict[str, Any], player: str, other: str) -> Response:
    """Read how it went between two players.

    In the deals that both sat in, as the first one sees it. Of two ids of one person there is nothing to tell (404).
    """
    rules = asked.get("rules")
    return kept_sheet(("against", player, other, rules), counted(rules), lambda: _against(player, other, rules))


def _opponents(player: str, rules: str | None) -> Sheet:
    person, game = whose(player, rules)
    return told_figures.opponents(person, game, met(person, game))


def _against(player: str, other: str, rules: str | None) -> Sheet:
    person, game = whose(player, rules)
    opponent = services().store.people.one(other)
    if opponent.id == person.id:
        raise _one_person(person.id)
    counts = services().store.statistics.against(person.players, opponent.players, game)
    return told_figures.against(person, opponent, game, counts)


def _one_person(person: str) -> HttpProblem:
    detail = Text(f"both are {person}", f"2人とも{person}です")
    return HttpProblem(kinds.ONE_PERSON, detail, player=person, address=addresses.of_player(person))
