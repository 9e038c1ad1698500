"""`/v1/players/{player}/stats` and `/v1/stats/{profile}`: what all that was played comes to, in figures."""

from typing import Any, Final

from flask import Response

from api.http import addresses, figure_examples, kinds, told_figures
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional
from api.http.services import services
from api.http.sheets import CSV, Sheet, kept_sheet, passing_sheet
from api.http.versions import counted
from api.http.whose import of_profile, wanted, whose
from data.store.asked import Filter
from schemas.http.statistics import PlayerStatsSchema, ProfileStatsSchema
from schemas.http.statistics_queries import DealsQuery, PlayerDealsQuery

STATISTICS: Final = Resource("statistics", "What all that was played comes to")

_TEXT: Final = {"type": "string"}
_ALL: Final = Filter()


@STATISTICS.at(addresses.PLAYER_STATS)
@STATISTICS.answers(200, "His figures", PlayerStatsSchema(), example=figure_examples.PLAYER, headers=["ETag"])
@STATISTICS.answers(200, "His figures", _TEXT, media_type=CSV, example=figure_examples.PLAYER_CSV)
@fails(kinds.NOT_FOUND)
@conditional
@reads
@STATISTICS.takes_query(PlayerDealsQuery())
def read_player_stats(asked: dict[str, Any], player: str) -> Response:
    """Read the statistics of a player.

    Every figure with what it was made of and its 95 % interval. Without `rules` it is about the one game that he has
    played; where there are several, they are named (400). The other parameters narrow the deals that count.
    """
    rules = asked.get("rules")
    part = wanted(asked)
    version = counted(rules)
    if part == _ALL:
        return kept_sheet(("player", player, rules), version, lambda: _of_player(player, rules, _ALL))
    return passing_sheet(version, _of_player(player, rules, part))


@STATISTICS.at(addresses.PROFILE_STATS)
@STATISTICS.answers(200, "Its figures", ProfileStatsSchema(), example=figure_examples.PROFILE, headers=["ETag"])
@STATISTICS.answers(200, "Its figures", _TEXT, media_type=CSV, example=figure_examples.PROFILE_CSV)
@fails(kinds.NOT_FOUND)
@conditional
@reads
@STATISTICS.takes_query(DealsQuery())
def read_profile_stats(asked: dict[str, Any], profile: str) -> Response:
    """Read the statistics of a game as a whole.

    How long its deals are, what seats, titles and hands are worth, how titles change hands, and which rules are broken
    most often. The parameters narrow the deals that count.
    """
    rules = of_profile(profile)
    part = wanted(asked)
    version = counted(rules)
    if part == _ALL:
        return kept_sheet(("profile", rules), version, lambda: _of_profile(rules, _ALL))
    return passing_sheet(version, _of_profile(rules, part))


def _of_player(player: str, rules: str | None, part: Filter) -> Sheet:
    person, game = whose(player, rules)
    counts = services().store.statistics.player(person.players, game, part) or {}
    return told_figures.player_stats(person, game, counts)


def _of_profile(rules: str, part: Filter) -> Sheet:
    return told_figures.profile_stats(rules, *services().store.statistics.profile(rules, part))
