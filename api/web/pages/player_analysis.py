"""The analyses of a player's latest games: missed wins, accuracy, luck and play, and mistakes to try again."""

from collections.abc import Iterator
from typing import Final

from flask import Response
from werkzeug.exceptions import NotFound

from api.http.auth import requires_read_access
from api.http.services import services
from api.views.analysis import kept_deals
from api.views.player_analysis import AnalysedGame, Mistake, analyse_player
from api.web import addresses
from api.web.pages.players import PlayerOfGame, latest_games, player_of_game
from api.web.queries import page_query
from api.web.responses import Values, page
from data.store.values import RecordSummary
from replay.analysis.deals import METHOD
from replay.games.catalogue import PROFILES
from schemas.analysis import MissedWinAnalysis
from schemas.http.queries import GameQuery

_GAME_QUERY: Final = GameQuery()


@requires_read_access
def show_player_analysis(player: str) -> Response:
    """Show what the analyses of the latest games of a player say."""
    found = player_of_game(services().store.people.one(player), page_query(_GAME_QUERY).get("rules"))
    if found is None:
        raise NotFound
    return page("player_analysis.html", **_values(found))


def _values(found: PlayerOfGame) -> Values:
    games = latest_games(found.person, found.rules)
    rules = PROFILES[found.rules].rules({})
    return {
        "person": found.person,
        "rules": found.rules,
        "latest": len(games),
        "in_points": rules.playouts.points > 0,
        "found": analyse_player(_analysed_games(found, games), rules.playouts.points),
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
            yield AnalysedGame(game.id, seats, kept_deals(analysis))


def _before(mistake: Mistake) -> str:
    """The address of the position before a mistake, with the legal actions."""
    path = addresses.position_page(mistake.game, mistake.deal, mistake.point.action)
    return addresses.with_query(path, {"legal": "true"})


def _answer(mistake: Mistake) -> str:
    """The address of the position after the action that would have been better."""
    return addresses.better_line_page(mistake.game, mistake.deal, mistake.point.action + 1, 1)


def _is_proven(mistake: Mistake) -> bool:
    return isinstance(mistake.point, MissedWinAnalysis)
