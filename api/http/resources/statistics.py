"""Statistics: `/v1/players/{player}/stats`, `/opponents` and `/against`, `/v1/stats` and `/v1/leaderboards`."""

from collections.abc import Iterable
from datetime import date
from typing import Any, Final, NamedTuple

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access import requires_read_access
from daifu.api.http.errors import FieldError, HttpProblem
from daifu.api.http.etags import answers_table
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import fails_with, lane, takes_query
from daifu.api.http.requests import known_counts
from daifu.api.http.responses import cached_page_response, cached_table_response, table_response
from daifu.api.http.services import services
from daifu.api.views import addresses, statistics
from daifu.api.views.values import TableView
from daifu.data.store.merged_statistics import counts_by_person, opponents_of
from daifu.data.store.values import DealFilter, Person, SeasonTerms
from daifu.replay.counters import Counts
from daifu.replay.figures.figure import Figure
from daifu.replay.figures.leaderboard import LeaderboardPart, leaderboard_counters, rank_players
from daifu.replay.figures.plan import player_figure_catalogue
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.answer import cursor_text
from daifu.schemas.http.queries import DealsQuery, GameTableQuery, LeaderboardQuery, PlayerDealsQuery
from daifu.schemas.http.statistics import Against, Leaderboard, Opponents, PlayerStats, ProfileStats


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
        detail = Text(
            f"rules: {player} has played several games: {', '.join(played)}; name one of them",
            f"rules：{player}には複数のゲームの対局があります（{'、'.join(played)}）。どれか1つを指定してください",
        )
        flaws = [FieldError({"parameter": "rules"}, detail)]
        raise HttpProblem(problem_types.BAD_REQUEST, detail, flaws=flaws, known=played)
    if not played:
        detail = Text(f"{player} has played no deal yet", f"{player}の対局はまだありません")
        if rules is not None:
            detail = Text(f"{player} has not played {rules}", f"{player}の{rules}の対局はありません")
        raise HttpProblem(problem_types.NOT_FOUND, detail)
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


_CACHED_VERSIONS: Final = 1_000
_KNOWN_VERSIONS: Final[dict[tuple[object, str, str | None], str]] = {}
"""Versions that were looked up, by the state of the store: a cached answer asks the store for nothing else."""


def statistics_version(rules: str | None) -> str:
    """The version of the counts of a game, or of all games, and of who is who."""
    store = services().store
    place = store.state(), "counted", rules
    if known := _KNOWN_VERSIONS.get(place):
        return known
    counted = sum(map(store.statistics.version, PROFILES if rules is None else (rules,)))
    return _remember_version(place, f"{counted}.{store.people.version()}")


def ratings_version(rules: str | None) -> str:
    """The version of the ratings in a game, or in all games, and of who is who."""
    store = services().store
    place = store.state(), "followed", rules
    if known := _KNOWN_VERSIONS.get(place):
        return known
    changes, behind = store.ratings.version(rules)
    people = store.people.version()
    if behind:  # each read brings ratings forward, so that this version does not stay
        return f"{changes}-{behind}.{people}"
    return _remember_version(place, f"{changes}.{people}")


def _remember_version(place: tuple[object, str, str | None], version: str) -> str:
    if len(_KNOWN_VERSIONS) >= _CACHED_VERSIONS:
        _KNOWN_VERSIONS.clear()
    _KNOWN_VERSIONS[place] = version
    return version


_ALL_DEALS: Final = DealFilter()


@lane(Lane.COSTLY)
@answers_table("The figures of the player", PlayerStats)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(PlayerDealsQuery)
def read_player_stats(query: dict[str, Any], player: str) -> Response:
    """Read the statistics of a player.

    Every figure with the counts that it is made of and its 95 % interval. Without `rules` it is about the only game
    that the player has played; if there are several, the problem names them (400). The other parameters limit the deals
    that are counted.
    """
    rules = query.get("rules")
    part = deal_filter(query)
    version = statistics_version(rules)
    if part == _ALL_DEALS:
        return cached_table_response(
            ("player", player, rules), version, lambda: _player_table(player, rules, _ALL_DEALS)
        )
    return table_response(_player_table(player, rules, part))


@lane(Lane.COSTLY)
@answers_table("The figures of the game", ProfileStats)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(DealsQuery)
def read_profile_stats(query: dict[str, Any], profile: str) -> Response:
    """Read the statistics of a game as a whole.

    How long its deals are, what seats, titles and hands are worth, how titles change hands, and which rules are broken
    most often. The parameters limit the deals that are counted.
    """
    rules = known_counts(profile)
    part = deal_filter(query)
    version = statistics_version(rules)
    if part == _ALL_DEALS:
        return cached_table_response(("profile", rules), version, lambda: _game_table(rules, _ALL_DEALS))
    return table_response(_game_table(rules, part))


def _player_table(player: str, rules: str | None, part: DealFilter) -> TableView:
    person, game = player_in_game(player, rules)
    counts = services().store.statistics.player(person.players, game, part) or {}
    return statistics.player_statistics(person, game, counts, counts_of_all(game))


def _game_table(rules: str, part: DealFilter) -> TableView:
    return statistics.game_statistics(rules, *services().store.statistics.profile(rules, part))


@lane(Lane.COSTLY)
@answers_table("The opponents", Opponents)
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(GameTableQuery)
def read_opponents(query: dict[str, Any], player: str) -> Response:
    """Read the opponents of a player.

    All opponents, those met most often first, with the figures from the player's side.
    """
    rules = query.get("rules")

    def make() -> TableView:
        person, game = player_in_game(player, rules)
        return statistics.opponents_table(person, game, opponents_of(services().store, person, game))

    return cached_table_response(("opponents", player, rules), statistics_version(rules), make)


@lane(Lane.COSTLY)
@answers_table("The figures between the two", Against)
@fails_with(problem_types.NOT_FOUND, problem_types.ONE_PERSON)
@requires_read_access
@takes_query(GameTableQuery)
def read_against(query: dict[str, Any], player: str, other: str) -> Response:
    """Read the figures between two players.

    From the deals in which both played, from the side of the first. Two ids of one person have no such figures (404).
    """
    rules = query.get("rules")
    return cached_table_response(
        ("against", player, other, rules), statistics_version(rules), lambda: _pair_table(player, other, rules)
    )


def _pair_table(player: str, other: str, rules: str | None) -> TableView:
    person, game = player_in_game(player, rules)
    opponent = services().store.people.one(other)
    if opponent.id == person.id:
        detail, address = Text(f"both are {person.id}", f"2人とも{person.id}です"), addresses.player_address(person.id)
        raise HttpProblem(problem_types.ONE_PERSON, detail, player=person.id, address=address)
    counts = services().store.statistics.against(person.players, opponent.players, game)
    return statistics.pair_statistics(person, opponent, game, counts)


@lane(Lane.COSTLY)
@answers_table("The players", Leaderboard, headers=["ETag", "Link"])
@fails_with(problem_types.NOT_FOUND)
@requires_read_access
@takes_query(LeaderboardQuery)
def read_leaderboard(query: dict[str, Any], figure: str) -> Response:
    """Read a leaderboard.

    The players of a game by any figure of players, best first: the highest value, or the lowest if that is better. Of
    equal values, the one with the better interval comes first. Players without the figure are left out. `from`, `to`,
    `tournament`, `players` and `season` limit the deals that are counted, as for a player.
    """
    rules, least, start, limit = query["rules"], query["least"], query.get("cursor", 0), query["limit"]
    known = player_figure_catalogue(rules).get(figure)
    if known is None:
        detail = Text(
            f"players of {rules} have no figure {figure}", f"{rules}のプレイヤーに{figure}という指標はありません"
        )
        raise HttpProblem(problem_types.NOT_FOUND, detail)
    wanted = deal_filter(query)
    key = ("leaderboard", figure, rules, least, start, limit, wanted)
    return cached_page_response(
        key,
        statistics_version(rules),
        lambda: leaderboard_page(known, rules, least, slice(start, start + limit), wanted),
    )


def leaderboard_page(figure: Figure, rules: str, least: int, part: slice, wanted: DealFilter) -> TableView:
    """A part of the leaderboard of these deals, which has to be sorted as a whole."""
    found = leaderboard_part(figure.id, rules, least, part, wanted)
    after = cursor_text(part.stop) if part.stop < found.players else None
    names = player_names(one.player for one in found.entries)
    return statistics.leaderboard_table(figure, rules, found.entries, names, after)
