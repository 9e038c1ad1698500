"""What the resources of statistics and ratings share: the player and the game, names, and versions."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, Final, NamedTuple

from daifu.api.http import problem_types
from daifu.api.http.errors import FieldError, HttpProblem
from daifu.api.http.services import services
from daifu.data.store.merged_statistics import counts_by_person
from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter, Person, SeasonTerms
from daifu.replay.counters import Counts
from daifu.replay.figures.leaderboard import LeaderboardPart, leaderboard_counters, rank_players
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text


class PlayerInGame(NamedTuple):
    """A person, and a game that they have played."""

    person: Person
    rules: str


def player_in_game(player: str, rules: str | None) -> PlayerInGame:
    """The person with this id and the game, which may be left out if they have played only one.

    Raises `NoSuchPlayer`, and the problems `not-found` if they have not played the game, and `bad-request` if they
    have played several and none was named.
    """
    person = services().store.people.one(player)
    played = [game for game in (PROFILES if rules is None else (rules,)) if has_played(person, game)]
    if len(played) > 1:
        raise _several_games_problem(player, played)
    if not played:
        raise _not_played_problem(player, rules)
    return PlayerInGame(person, played[0])


def has_played(person: Person, rules: str) -> bool:
    """Whether anything was counted for the person in the game."""
    return services().store.statistics.player(person.players, rules, DealFilter()) is not None


def deal_filter(query: dict[str, Any]) -> DealFilter:
    """The deals that a query wants counted. Raises `NoSuchSeason`."""
    season = query.get("season")
    terms = SeasonTerms() if season is None else services().store.seasons.find(season).terms
    return DealFilter(
        query.get("from") or terms.since,
        query.get("to") or terms.until,
        query.get("tournament") or terms.event,
        query.get("players"),
    )


def wanted_days(query: dict[str, Any]) -> tuple[date | None, date | None]:
    """The first and the last day of a query: its own, or those of the season that it names. Raises `NoSuchSeason`."""
    wanted = deal_filter(query)
    return wanted.since, wanted.until


def _several_games_problem(player: str, played: list[str]) -> HttpProblem:
    detail = Text(
        f"rules: {player} has played several games: {', '.join(played)}; name one of them",
        f"rules：{player}には複数のゲームの対局があります（{'、'.join(played)}）。どれか1つを指定してください",
    )
    return HttpProblem(
        problem_types.BAD_REQUEST, detail, flaws=[FieldError({"parameter": "rules"}, detail)], known=played
    )


def _not_played_problem(player: str, rules: str | None) -> HttpProblem:
    if rules is None:
        detail = Text(f"{player} has played no deal yet", f"{player}の対局はまだありません")
    else:
        detail = Text(f"{player} has not played {rules}", f"{player}の{rules}の対局はありません")
    return HttpProblem(problem_types.NOT_FOUND, detail)


def counts_of_all(rules: str) -> Counts:
    """The counts of all players of a game together."""
    return services().store.statistics.profile(rules, DealFilter())[1]


def leaderboard_part(figure: str, rules: str, least: int, part: slice, wanted: DealFilter) -> LeaderboardPart:
    """A part of the leaderboard of everybody with at least `least` of these deals, by the figure with this id."""
    players = counts_by_person(services().store, rules, least, leaderboard_counters(rules, figure), wanted)
    return rank_players(rules, figure, players, counts_of_all(rules), part)


def player_names(players: Iterable[str]) -> dict[str, str]:
    """The names of players by id."""
    return services().store.people.names(list(players))


class _Version(NamedTuple):
    """A version, and whether it `stays` until something is written to the store."""

    text: str
    stays: bool = True


_CACHED_VERSIONS: Final = 1_000
_KNOWN_VERSIONS: Final[dict[tuple[object, str, str | None], _Version]] = {}
"""Versions that were looked up, by the state of the store."""


def statistics_version(rules: str | None) -> str:
    """The version of the counts of a game, or of all games, and of who is who."""
    return _current_version("counted", rules, _read_statistics_version)


def ratings_version(rules: str | None) -> str:
    """The version of the ratings in a game, or in all games, and of who is who."""
    return _current_version("followed", rules, _read_ratings_version)


def _read_statistics_version(store: Store, rules: str | None) -> _Version:
    games = PROFILES if rules is None else (rules,)
    return _Version(str(sum(map(store.statistics.version, games))))


def _read_ratings_version(store: Store, rules: str | None) -> _Version:
    """The version of ratings. While they are behind it does not stay, because each read brings them forward."""
    changes, behind = store.ratings.version(rules)
    return _Version(f"{changes}-{behind}", stays=False) if behind else _Version(str(changes))


def _current_version(what: str, rules: str | None, look: Callable[[Store, str | None], _Version]) -> str:
    store = services().store
    place = store.state(), what, rules
    known = _KNOWN_VERSIONS.get(place)
    if known is None:
        known = look(store, rules)
        known = known._replace(text=f"{known.text}.{store.people.version()}")
        if known.stays:
            _remember_version(place, known)
    return known.text


def _remember_version(place: tuple[object, str, str | None], version: _Version) -> None:
    if len(_KNOWN_VERSIONS) >= _CACHED_VERSIONS:
        _KNOWN_VERSIONS.clear()
    _KNOWN_VERSIONS[place] = version
