"""The plots of a player in a game: rating, places, titles, points deal by deal, seats and opponents."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from daifu.api.views import statistics
from daifu.api.views.statistics import number_text, value_text
from daifu.api.web import addresses
from daifu.api.web.plots.figure_plots import percent_text, share_plot
from daifu.api.web.plots.plot import GAMES, HEIGHT, LINK, Column, Plot, Row, Specification, Theme
from daifu.data.ratings.values import RatingHistory
from daifu.data.store.values import Opponent
from daifu.replay.figures.figures import Figures, pair_figures
from daifu.replay.sitting import add_points, total_number
from daifu.replay.text import Language, Text, say

if TYPE_CHECKING:
    from daifu.replay.deal import Total

HALF_HEIGHT: Final = HEIGHT // 2
MOST_OPPONENTS: Final = 15
"""How many opponents are drawn: those met most often."""

_RATING_TEXT: Final = Text(
    "The estimated strength at the end of each day with rated deals, and the range around it by the model. Everybody "
    "begins at 25. The skill, by which lists are sorted, is a cautious estimate below that range.",
    "レーティングの対象となる回があった日ごとの、終わりの推定値とモデルによる範囲。全員が25から始まります。"
    "一覧の順序を決める実力値は、範囲より低めの控えめな値です。",
)
_DEALS_TEXT: Final = Text(
    "The points of the latest deals (bars), and their sum from the first one shown (line).",
    "最近の回の得点（棒）と、表示した最初の回からの累計（線）。",
)
_OPPONENTS_TEXT: Final = Text(
    "In how many of the deals with each opponent this player was placed higher; at the line both are equal. Shown are "
    "the opponents met most often.",
    "同卓した相手ごとの、相手より上位だった割合。線のところで互角。同卓の多い相手を示します。",
)
_NUMBER: Final = Text("deal", "回")
_POINTS: Final = Text("points", "得点")
_SUM: Final = Text("sum", "累計")
_HIGHER: Final = Text("placed higher", "上位だった割合")


class PlayedDeal(NamedTuple):
    """The points of a player in a deal: the game and the number of the deal in it, and the day of the event."""

    game: int
    deal: int
    day: str | None
    points: float


def rating_plot(history: RatingHistory, game: str, player: str, language: Language) -> Plot:
    """The rating over time."""
    rows = [
        {
            "day": one.day.isoformat(),
            "mu": one.rating.mu,
            "low": one.rating.interval[0],
            "high": one.rating.interval[1],
            "skill": one.rating.skill,
            "deals": one.rating.deals,
            LINK: addresses.games_page(player=player, rules=game, **{"from": one.day, "to": one.day}),
        }
        for one in history.standings
    ]
    columns = (
        Column("day", say(statistics.DAY, language), is_number=False),
        Column("skill", say(statistics.SKILL, language), _rounded),
        Column("mu", say(statistics.ESTIMATE, language), _rounded),
        Column("low", "↓", _rounded),
        Column("high", "↑", _rounded),
        Column("deals", say(statistics.DEALS, language)),
    )
    title = say(Text("Rating over time", "レーティングの推移"), language)
    return Plot(title, say(_RATING_TEXT, language), columns, rows, partial(_rating_layers, language))


def _rating_layers(language: Language, theme: Theme) -> Specification:
    """A line of the estimates in the band of their ranges."""
    days = {"format": "%Y-%m-%d", "tickCount": 4, "labelSeparation": 8}
    x = {"field": "day", "type": "temporal", "title": None, "axis": days}
    y = {"type": "quantitative", "title": say(statistics.ESTIMATE, language), "scale": {"zero": False}}
    return {
        "layer": [
            {
                "mark": {"type": "area", "color": theme.accent, "opacity": 0.18},
                "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}},
            },
            {
                "mark": {"type": "line", "color": theme.accent, "point": {"color": theme.accent, "size": 25}},
                "encoding": {"x": x, "y": {**y, "field": "mu"}},
            },
        ]
    }


def places_plot(figures: Figures, language: Language) -> Plot:
    """How often each place was reached."""
    title, text = Text("Places", "順位"), Text("How often each place was reached.", "それぞれの順位になった割合。")
    return share_plot(figures, "place.", "", title, text, Text("place", "順位"), language)


def deals_plot(deals: Iterable[PlayedDeal], language: Language) -> Plot:
    """The points of deals, oldest first, and their sum."""
    columns = (
        Column("number", say(_NUMBER, language)),
        Column("day", say(Text("day of the event", "開催日"), language), is_number=False),
        Column("points", say(_POINTS, language), number_text),
        Column("sum", say(_SUM, language), number_text),
    )
    rows = list(_deal_rows(deals))
    title = say(Text("Points deal by deal", "1回ごとの得点"), language)
    return Plot(title, say(_DEALS_TEXT, language), columns, rows, partial(_deal_panels, language))


def _deal_rows(deals: Iterable[PlayedDeal]) -> Iterator[Row]:
    total: Total = 0
    for number, one in enumerate(deals, 1):
        total = add_points(total, one.points)
        yield {
            "number": number,
            "day": one.day,
            "points": one.points,
            "sum": total_number(total),
            LINK: addresses.deal_page(one.game, one.deal),
        }


def _deal_panels(language: Language, theme: Theme) -> Specification:
    """Bars of the points above a line of their sum."""
    x = {"field": "number", "type": "ordinal"}
    labelled = {**x, "title": say(_NUMBER, language), "axis": {"labelOverlap": True, "labelSeparation": 6}}
    points = {"field": "points", "type": "quantitative", "title": say(_POINTS, language)}
    total = {"field": "sum", "type": "quantitative", "title": say(_SUM, language)}
    return {
        "spacing": 10,
        "vconcat": [
            {
                "height": HALF_HEIGHT,
                "mark": {"type": "bar", "color": theme.second, "opacity": 0.85},
                "encoding": {"x": {**x, "axis": None}, "y": points},
            },
            {
                "height": HALF_HEIGHT,
                "mark": {"type": "line", "color": theme.accent, "strokeWidth": 2},
                "encoding": {"x": labelled, "y": total},
            },
        ],
    }


def opponents_plot(rules: str, player: str, opponents: Sequence[Opponent], language: Language) -> Plot:
    """How often the player did better than each of the opponents met most often, and the games of both."""
    columns = (
        Column("name", say(statistics.OPPONENT, language), is_number=False),
        Column("value", say(_HIGHER, language), percent_text),
        Column("deals", say(Text("deals together", "同卓の回数"), language)),
    )
    rows = list(_opponent_rows(rules, player, opponents[:MOST_OPPONENTS]))
    title, text = say(Text("Head to head", "対戦成績"), language), say(_OPPONENTS_TEXT, language)
    return Plot(title, text, columns, rows, partial(_opponent_layers, language))


def _opponent_rows(rules: str, player: str, opponents: Iterable[Opponent]) -> Iterator[Row]:
    for one in opponents:
        higher = pair_figures(rules, one.counts)["higher"]
        if higher.value is not None:
            yield {
                "name": one.name,
                "value": higher.value,
                "deals": higher.denominator,
                LINK: addresses.with_query(addresses.player_page(one.id), {"rules": rules}),
                GAMES: addresses.games_page(player=player, against=one.id, rules=rules),
            }


def _opponent_layers(language: Language, theme: Theme) -> Specification:
    """A point for each opponent, and a line where both are equal."""
    y = {"field": "name", "type": "nominal", "title": None, "sort": None, "axis": {"labelLimit": 140}}
    share = {"type": "quantitative", "axis": {"format": ".0%", "grid": True}, "scale": {"domain": [0, 1]}}
    return {
        "height": {"step": 20},
        "layer": [
            {
                "mark": {"type": "rule", "color": theme.faint, "strokeDash": [4, 3]},
                "encoding": {"x": {"datum": 0.5, **share}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1, "color": theme.accent},
                "encoding": {"y": y, "x": {**share, "field": "value", "title": say(_HIGHER, language)}},
            },
        ],
    }


def _rounded(number: float) -> str:
    return value_text(float(number), None)
