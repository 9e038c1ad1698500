"""The analysed deals of a player: missed wins, accuracy, luck and play, and mistakes to try again."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from flask import Response
from werkzeug.exceptions import NotFound

from daifu.api.http.access.auth import requires_read_access
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.services import services
from daifu.api.views.player_analysis import AnalysedGame, Mistake, mistakes
from daifu.api.web import addresses
from daifu.api.web.figures import key_rows
from daifu.api.web.pages.people.players import PlayerOfGame, compared_figure_groups, latest_games, player_of_game
from daifu.api.web.queries import takes_page_query
from daifu.api.web.responses import Values, cached_page
from daifu.data.store.values import RecordSummary
from daifu.replay.analysis.deals import METHOD
from daifu.schemas.analysis import MissedWinAnalysis, read_analysis
from daifu.schemas.http.queries import GameQuery

FIGURES: Final = (
    "analysed",
    "wins.missed",
    "wins.played",
    "accuracy",
    "luck.cards",
    "luck.seat",
    "luck.play",
    "luck.adjusted",
)
"""The figures of the page in their order."""


@lane(Lane.COSTLY)
@requires_read_access
@takes_page_query(GameQuery)
def show_player_analysis(query: dict[str, Any], player: str) -> Response:
    """Show the figures of a player's analysed deals, and mistakes of their latest games."""
    found = player_of_game(services().store.people.one(player), query.get("rules"))
    if found is None:
        raise NotFound
    return cached_page("player_analysis.html", found.version, partial(_values, found))


def _values(found: PlayerOfGame) -> Values:
    games = latest_games(found.person, found.rules)
    return {
        "person": found.person,
        "rules": found.rules,
        "rows": list(key_rows(compared_figure_groups(found).groups, FIGURES)),
        "latest": len(games),
        "mistakes": mistakes(_analysed_games(found, games)),
        "before": _before,
        "answer": _answer,
        "is_proven": _is_proven,
    }


def _analysed_games(found: PlayerOfGame, games: list[RecordSummary]) -> Iterator[AnalysedGame]:
    """Those of the games that have been analysed, with the seats of the player."""
    analyses = services().store.analyses
    for game in games:
        analysis = analyses.find(game.id, game.revision, METHOD)
        if analysis is not None:
            seats = {number for number, (id, _name) in enumerate(game.players, 1) if id in found.person.players}
            yield AnalysedGame(game.id, seats, read_analysis(analysis))


def _before(mistake: Mistake) -> str:
    """The address of the position before a mistake, with the legal actions."""
    path = addresses.position_page(mistake.game, mistake.deal, mistake.point.action)
    return addresses.with_query(path, {"legal": "true"})


def _answer(mistake: Mistake) -> str:
    """The address of the position after the action that would have been better."""
    return addresses.better_line_page(mistake.game, mistake.deal, mistake.point.action + 1, 1)


def _is_proven(mistake: Mistake) -> bool:
    return isinstance(mistake.point, MissedWinAnalysis)
