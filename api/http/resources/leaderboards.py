"""`/v1/leaderboards/{figure}`: the players of a game by one figure."""

from typing import Any, Final

from flask import Response

from api.http import addresses, figure_examples, kinds, told_figures
from api.http.auth import reads
from api.http.blueprint import Resource
from api.http.documented import fails
from api.http.etags import conditional
from api.http.kin import everybody, names_of
from api.http.problems import HttpProblem
from api.http.sheets import CSV, Sheet, kept_page
from api.http.versions import counted
from replay.text import Text
from schemas.figures import Figure, figures_of_players, ranked
from schemas.http.queries import cursor_text
from schemas.http.statistics import LeaderboardSchema
from schemas.http.statistics_queries import RankingQuery

LEADERBOARDS: Final = Resource("leaderboards", "Players by their figures")

_TEXT: Final = {"type": "string"}


@LEADERBOARDS.at(addresses.LEADERBOARD)
@LEADERBOARDS.answers(
    200, "The players", LeaderboardSchema(), example=figure_examples.LEADERBOARD, headers=["ETag", "Link"]
)
@LEADERBOARDS.answers(200, "The players", _TEXT, media_type=CSV, example=figure_examples.LEADERBOARD_CSV)
@fails(kinds.NOT_FOUND)
@conditional
@reads
@LEADERBOARDS.takes_query(RankingQuery())
def read_leaderboard(asked: dict[str, Any], figure: str) -> Response:
    """Read a leaderboard.

    The players of a game by any figure that players have, best first: the highest value, or the lowest where that is
    better. Of equal values the one whose interval promises more is first. Who has no such figure is not in it.
    """
    rules, least, start, limit = asked["rules"], asked["least"], asked.get("cursor", 0), asked["limit"]
    known = _figure(figure, rules)
    key = ("leaderboard", figure, rules, least, start, limit)
    return kept_page(key, counted(rules), lambda: _page(known, rules, least, slice(start, start + limit)))


def _figure(id: str, rules: str) -> Figure:
    """The figure, which players of the game have. Raises the problem `not-found`."""
    known = figures_of_players(rules).get(id)
    if known is None:
        detail = Text(f"players of {rules} have no figure {id}", f"{rules}のプレイヤーに{id}という指標はありません")
        raise HttpProblem(kinds.NOT_FOUND, detail)
    return known


def _page(figure: Figure, rules: str, least: int, part: slice) -> Sheet:
    """A part of the leaderboard, which has to be put in order as a whole."""
    standings = ranked(rules, figure.id, everybody(rules, least))
    shown = standings[part]
    after = cursor_text(part.stop) if part.stop < len(standings) else None
    return told_figures.leaderboard(figure, rules, shown, names_of(one.player for one in shown), after)
