"""Statistics: `/v1/players/{player}/stats`, `/opponents` and `/against`, `/v1/stats` and `/v1/leaderboards`."""

from typing import Any, Final

from flask import Response

from daifu.api.http import problem_types
from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.caching.conditional import answers_table
from daifu.api.http.errors import HttpProblem
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import fails_with, lane, takes_query
from daifu.api.http.requests import known_counts
from daifu.api.http.resources.player_statistics import (
    counts_of_all,
    deal_filter,
    leaderboard_part,
    player_in_game,
    player_names,
    statistics_version,
)
from daifu.api.http.responses import cached_page_response, cached_table_response, table_response
from daifu.api.http.services import services
from daifu.api.views import addresses, statistics
from daifu.api.views.values import TableView
from daifu.data.store.merged_statistics import opponents_of
from daifu.data.store.values import DealFilter
from daifu.replay.figures.figure import Figure
from daifu.replay.figures.plan import player_figure_catalogue
from daifu.replay.text import Text
from daifu.schemas.http.cursors import cursor_text
from daifu.schemas.http.queries import DealsQuery, GameTableQuery, LeaderboardQuery, PlayerDealsQuery
from daifu.schemas.http.statistics import Against, Leaderboard, Opponents, PlayerStats, ProfileStats

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
    return cached_table_response(
        ("opponents", player, rules), statistics_version(rules), lambda: _opponents_of(player, rules)
    )


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


def _opponents_of(player: str, rules: str | None) -> TableView:
    person, game = player_in_game(player, rules)
    return statistics.opponents_table(person, game, opponents_of(services().store, person, game))


def _pair_table(player: str, other: str, rules: str | None) -> TableView:
    person, game = player_in_game(player, rules)
    opponent = services().store.people.one(other)
    if opponent.id == person.id:
        raise _same_person_problem(person.id)
    counts = services().store.statistics.against(person.players, opponent.players, game)
    return statistics.pair_statistics(person, opponent, game, counts)


def _same_person_problem(person: str) -> HttpProblem:
    detail = Text(f"both are {person}", f"2人とも{person}です")
    return HttpProblem(problem_types.ONE_PERSON, detail, player=person, address=addresses.player_address(person))


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
    known = _figure_of_players(figure, rules)
    wanted = deal_filter(query)
    key = ("leaderboard", figure, rules, least, start, limit, wanted)
    return cached_page_response(
        key,
        statistics_version(rules),
        lambda: leaderboard_page(known, rules, least, slice(start, start + limit), wanted),
    )


def _figure_of_players(id: str, rules: str) -> Figure:
    """The figure of players of the game. Raises the problem `not-found`."""
    known = player_figure_catalogue(rules).get(id)
    if known is None:
        detail = Text(f"players of {rules} have no figure {id}", f"{rules}のプレイヤーに{id}という指標はありません")
        raise HttpProblem(problem_types.NOT_FOUND, detail)
    return known


def leaderboard_page(figure: Figure, rules: str, least: int, part: slice, wanted: DealFilter) -> TableView:
    """A part of the leaderboard of these deals, which has to be sorted as a whole."""
    found = leaderboard_part(figure.id, rules, least, part, wanted)
    after = cursor_text(part.stop) if part.stop < found.players else None
    names = player_names(one.player for one in found.entries)
    return statistics.leaderboard_table(figure, rules, found.entries, names, after)
