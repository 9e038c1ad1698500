"""Plots with a line for each person: what a deal was worth, action by action, and the race of a season."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from daifu.api.views.analysis import ResultScale
from daifu.api.views.seasons import evening_names
from daifu.api.views.statistics import number_text
from daifu.api.web.plots.figure_plots import percent_text
from daifu.api.web.plots.plot import LINK, WIDTH, Column, Plot, Row, Specification, Theme
from daifu.data.seasons import SeasonLine, SeasonTable, points_number
from daifu.replay.text import Language, Text, say
from daifu.schemas.analysis import EstimatesAnalysis, PositionAnalysis

_ACTIONS: Final = Text("actions", "行動")


class Course(NamedTuple):
    """What a plot follows along a deal: its title, the worth of a position to each player, and how that is written.

    `axis` are the properties of the axis in Vega-Lite, `scale` those of its scale.
    """

    title: Text
    text: Text
    worths: Callable[[PositionAnalysis, ResultScale], Sequence[float]]
    write: Callable[[Any], str] = str
    axis: Mapping[str, Any] = {}
    scale: Mapping[str, Any] = {}


def _mean_results(position: PositionAnalysis, scale: ResultScale) -> Sequence[float]:
    return [scale.number(chances.value) for chances in position.players]


FIRST: Final = Course(
    Text("The chance to be first", "1位になる確率"),
    Text(
        "How likely each player was to be first before the first action and after each, estimated with all hands "
        "known. Dashed lines are turning points.",
        "最初の行動の前と各行動の後に、各プレイヤーが1位になる確率。全員の手札がわかっているものとして推定します。"
        "破線は勝負の分かれ目。",
    ),
    lambda position, _scale: position.first,
    percent_text,
    {"format": ".0%"},
)
PLACES: Final = Course(
    Text("The expected place", "順位の見込み"),
    Text(
        "Which place each player could expect on average before the first action and after each, estimated with all "
        "hands known. Dashed lines are turning points.",
        "最初の行動の前と各行動の後に、各プレイヤーが平均して見込めた順位。全員の手札がわかっているものとして推定します。"
        "破線は勝負の分かれ目。",
    ),
    _mean_results,
    axis={"tickMinStep": 1},
    scale={"reverse": True, "zero": False},
)
POINTS: Final = Course(
    Text("The expected points", "点数の見込み"),
    Text(
        "How many points each player could expect on average before the first action and after each, estimated with "
        "all hands known. Dashed lines are turning points.",
        "最初の行動の前と各行動の後に、各プレイヤーが平均して見込めた点数。全員の手札がわかっているものとして推定します。"
        "破線は勝負の分かれ目。",
    ),
    _mean_results,
)


def courses(scale: ResultScale) -> Mapping[str, Course]:
    """What the plots of a deal follow, by the names in their addresses."""
    return {"chances": FIRST, "places": PLACES} if scale.has_places else {"points": POINTS}


def course_plot(
    course: Course,
    estimates: EstimatesAnalysis,
    scale: ResultScale,
    people: Sequence[tuple[str, int]],
    turns: Collection[int],
    links: Sequence[str],
    language: Language,
) -> Plot:
    """What the deal was worth to each player along its positions, to which the `links` lead.

    `people` are the names and colours of the players by number, `turns` the actions that are marked, counted from 0.
    At least one position must have an estimate.
    """
    known = [(at, position) for at, position in enumerate(estimates.positions) if position is not None]
    players = [chances.player for chances in known[0][1].players]
    fields = [f"p{player}" for player in players]  # names may have characters that are no part of a field
    rows = [
        {
            "at": at,
            "turn": at in turns,
            LINK: links[at],
            **dict(zip(fields, course.worths(position, scale), strict=True)),
        }
        for at, position in known
    ]
    names, colours = zip(*(people[player - 1] for player in players), strict=True)
    headings = dict(zip(fields, names, strict=True))
    columns = [Column("at", say(_ACTIONS, language))]
    columns += [Column(field, name, course.write) for field, name in headings.items()]
    layers = _course_layers(course, headings, colours, language)
    return Plot(say(course.title, language), say(course.text, language), columns, rows, layers)


def _course_layers(
    course: Course, names: Mapping[str, str], colours: Sequence[int], language: Language
) -> Callable[[Theme], Specification]:
    """What draws a line for each player, given the names by field, and marks the turning points."""
    labels = json.dumps(names)
    x = {"field": "at", "type": "quantitative", "title": say(_ACTIONS, language), "axis": {"tickMinStep": 1}}
    y = {"type": "quantitative", "title": None, "axis": dict(course.axis), "scale": dict(course.scale)}
    legend = {"orient": "bottom", "columns": 3, "labelExpr": f"({labels})[datum.value]"}

    def layers(theme: Theme) -> Specification:
        return {
            "layer": [
                {
                    "transform": [{"filter": "datum.turn"}],
                    "mark": {"type": "rule", "color": theme.faint, "strokeDash": [3, 3]},
                    "encoding": {"x": x},
                },
                {
                    "transform": [{"fold": list(names), "as": ["player", "worth"]}],
                    "mark": {"type": "line"},
                    "encoding": {
                        "x": x,
                        "y": {**y, "field": "worth"},
                        "color": {
                            "field": "player",
                            "type": "nominal",
                            "title": None,
                            "legend": legend,
                            "scale": {
                                "domain": list(names),
                                "range": [theme.players[number - 1] for number in colours],
                            },
                        },
                    },
                },
            ]
        }

    return layers


MOST_LINES: Final = 8
"""How many people are drawn: the first of the table."""

_RACE_TEXT: Final = Text(
    "The points that count after each evening, of the first players of the table.",
    "例会ごとの累計点（順位に数える分）。表の上位の人を示します。",
)


def race_lines(table: SeasonTable) -> list[SeasonLine]:
    """The first of the table, who are drawn."""
    return [line for line in table.lines if line.points is not None][:MOST_LINES]


def race_plot(table: SeasonTable, colours: Sequence[int], language: Language) -> Plot:
    """The points of the first of the table after each evening, in the colours of these people."""
    lines = race_lines(table)
    columns = (
        Column("evening", say(Text("evening", "例会"), language), is_number=False),
        *(Column(f"p{number}", line.name, number_text) for number, line in enumerate(lines)),
    )
    rows = list(_rows(table, lines)) if len(table.evenings) > 1 else []
    title, layers = say(Text("The race", "ポイントレース"), language), partial(_layers, lines, colours, language)
    return Plot(title, say(_RACE_TEXT, language), columns, rows, layers)


def _rows(table: SeasonTable, lines: Sequence[SeasonLine]) -> Iterator[Row]:
    """A row for each evening; who was away keeps what they had."""
    totals: dict[str, float | int | None] = {f"p{number}": 0 for number in range(len(lines))}
    for number, name in enumerate(evening_names(table)):
        for place, line in enumerate(lines):
            if number in line.results:
                totals[f"p{place}"] = points_number(line.results[number].total) or 0
        yield {"evening": name, **totals}


def _layers(lines: Sequence[SeasonLine], colours: Sequence[int], language: Language, theme: Theme) -> Specification:
    """A line for each of them, told apart by colour and by dashes."""
    fields = [f"p{number}" for number in range(len(lines))]
    names = json.dumps(dict(zip(fields, (line.name for line in lines), strict=True)))
    legend = {"title": None, "labelExpr": f"{names}[datum.value]", "labelLimit": 110, "orient": "bottom"}
    legend["columns"] = 4 if theme.width == WIDTH else 2
    dashes = [[1, 0] if number % 2 == 0 else [5, 3] for number in range(len(lines))]
    axis = {"labelOverlap": True, "labelSeparation": 8, "labelExpr": "slice(datum.label, 5)"}
    return {
        "transform": [{"fold": fields, "as": ["who", "points"]}],
        "mark": {"type": "line", "strokeWidth": 2, "point": {"size": 18}},
        "encoding": {
            "x": {"field": "evening", "type": "ordinal", "sort": None, "title": None, "axis": axis},
            "y": {"field": "points", "type": "quantitative", "title": say(Text("points", "得点"), language)},
            "color": {
                "field": "who",
                "type": "nominal",
                "legend": legend,
                "scale": {"domain": fields, "range": [theme.players[number - 1] for number in colours]},
            },
            "strokeDash": {
                "field": "who",
                "type": "nominal",
                "legend": legend,
                "scale": {"domain": fields, "range": dashes},
            },
        },
    }
