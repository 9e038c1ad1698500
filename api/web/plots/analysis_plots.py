"""The plot of an analysis: what the deal was worth to each player, action by action."""

import json
from collections.abc import Collection, Sequence
from typing import Any, Final

from api.languages import Language, say
from api.views.analysis import ResultScale
from api.web.plots.figure_plots import percent_text
from api.web.plots.plot import LINK, Column, Plot, Specification, Theme
from replay.text import Text
from schemas.analysis import EstimatesAnalysis, PositionAnalysis

_CHANCES: Final = Text("The chance to be first", "1位になる確率")
_CHANCES_TEXT: Final = Text(
    "How likely each player was to be first before the first action and after each, estimated with all hands known. "
    "Dashed lines are turning points.",
    "最初の行動の前と各行動の後に、各プレイヤーが1位になる確率。全員の手札がわかっているものとして推定する。"
    "破線は勝負の分かれ目。",
)
_POINTS: Final = Text("The expected points", "点数の見込み")
_POINTS_TEXT: Final = Text(
    "How many points each player could expect before the first action and after each, estimated with all hands known. "
    "Dashed lines are turning points.",
    "最初の行動の前と各行動の後に、各プレイヤーが見込めた点数。全員の手札がわかっているものとして推定する。"
    "破線は勝負の分かれ目。",
)
_ACTIONS: Final = Text("actions", "行動")


def chances_plot(
    estimates: EstimatesAnalysis,
    scale: ResultScale,
    names: Sequence[str],
    turns: Collection[int],
    links: Sequence[str],
    language: Language,
) -> Plot:
    """What the deal was worth to each player along its positions, to which the `links` lead.

    `names` are those of the players by number, `turns` the actions that are marked, counted from 0.
    """
    known = [(at, position) for at, position in enumerate(estimates.positions) if position is not None]
    rows = [{"at": at, "turn": at in turns, LINK: links[at], **_worths(position, scale)} for at, position in known]
    players = [chances.player for chances in known[0][1].players] if known else []
    write = percent_text if scale.has_places else str
    columns = [Column("at", say(_ACTIONS, language))]
    columns += [Column(_field(player), names[player - 1], write) for player in players]
    title, text = (_CHANCES, _CHANCES_TEXT) if scale.has_places else (_POINTS, _POINTS_TEXT)
    y_axis = {"format": ".0%"} if scale.has_places else {}
    named = json.dumps({_field(player): names[player - 1] for player in players})
    x = {"field": "at", "type": "quantitative", "title": say(_ACTIONS, language), "axis": {"tickMinStep": 1}}

    def layers(theme: Theme) -> Specification:
        return {
            "layer": [
                {
                    "transform": [{"filter": "datum.turn"}],
                    "mark": {"type": "rule", "color": theme.faint, "strokeDash": [3, 3]},
                    "encoding": {"x": x},
                },
                {
                    "transform": [{"fold": list(map(_field, players)), "as": ["player", "worth"]}],
                    "mark": {"type": "line"},
                    "encoding": {
                        "x": x,
                        "y": {"field": "worth", "type": "quantitative", "title": None, "axis": y_axis},
                        "color": {
                            "field": "player",
                            "type": "nominal",
                            "title": None,
                            "legend": {"orient": "bottom", "columns": 3, "labelExpr": f"({named})[datum.value]"},
                        },
                    },
                },
            ]
        }

    return Plot(say(title, language), say(text, language), columns, rows, layers)


def _field(player: int) -> str:
    """The field of a player. Names may have characters that are no part of a field."""
    return f"p{player}"


def _worths(position: PositionAnalysis, scale: ResultScale) -> dict[str, Any]:
    """The calibrated chance of each player to be first, or their mean points."""
    return {
        _field(chances.player): first if scale.has_places else scale.number(chances.value)
        for chances, first in zip(position.players, position.first, strict=True)
    }
