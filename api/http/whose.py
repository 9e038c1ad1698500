"""Whose statistics are asked for, and of which game."""

from typing import Any, NamedTuple

from api.http import kinds
from api.http.problems import Flaw, HttpProblem
from api.http.services import services
from data.store.asked import Filter
from data.store.people.asked import Person
from replay.games.catalogue import PROFILES
from replay.text import Text


class Whose(NamedTuple):
    """A person, and a game that he has played."""

    person: Person
    rules: str


def whose(player: str, rules: str | None) -> Whose:
    """The person with this id and the game, which may be left out where he has played only one.

    Raises `NoSuchPlayer`, and the problems `not-found` for somebody who has not played the game, and `bad-request`
    where he has played several and none was named.
    """
    person = services().store.people.one(player)
    played = [game for game in (PROFILES if rules is None else (rules,)) if has_played(person, game)]
    if len(played) > 1:
        raise _several(player, played)
    if not played:
        raise _not_played(player, rules)
    return Whose(person, played[0])


def has_played(person: Person, rules: str) -> bool:
    """Whether anything was counted of him in the game."""
    return services().store.statistics.player(person.players, rules, Filter()) is not None


def of_profile(profile: str) -> str:
    """The name of a game in an address. Raises the problem `not-found`, which names the games."""
    if profile not in PROFILES:
        names = ", ".join(PROFILES)
        detail = Text(f"the games are {names}", f"ゲームは{names}です")
        raise HttpProblem(kinds.NOT_FOUND, detail, known=list(PROFILES))
    return profile


def wanted(asked: dict[str, Any]) -> Filter:
    """Which deals a query wants counted."""
    return Filter(asked.get("from"), asked.get("to"), asked.get("tournament"), asked.get("players"))


def _several(player: str, played: list[str]) -> HttpProblem:
    names = ", ".join(played)
    detail = Text(
        f"rules: {player} has played several games: {names}; name one of them",
        f"rules：{player}には複数のゲームの対局があります（{names}）。どれか1つを指定してください",
    )
    return HttpProblem(kinds.BAD_REQUEST, detail, flaws=[Flaw({"parameter": "rules"}, detail)], known=played)


def _not_played(player: str, rules: str | None) -> HttpProblem:
    if rules is None:
        detail = Text(f"{player} has played no deal yet", f"{player}の対局はまだありません")
    else:
        detail = Text(f"{player} has not played {rules}", f"{player}の{rules}の対局はありません")
    return HttpProblem(kinds.NOT_FOUND, detail)
