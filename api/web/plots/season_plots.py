"""The race of a season: the points that count after each evening, of those who lead."""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from daifu.api.languages import Language, say
from daifu.api.views.seasons import evening_names
from daifu.api.views.statistics_text import number_text
from daifu.api.web.plots.plot import WIDTH, Column, Plot, Row, Specification, Theme
from daifu.data.seasons import SeasonLine, SeasonTable, points_number
from daifu.replay.text import Text

MOST_LINES: Final = 8
"""How many people are drawn: the first of the table."""

_RACE: Final = Text("The race", "ポイントレース")
_RACE_TEXT: Final = Text(
    "The points that count after each evening, of the first players of the table.",
    "例会ごとの累計点（順位に数える分）。表の上位の人を示します。",
)
_EVENING: Final = Text("evening", "例会")
_POINTS: Final = Text("points", "得点")


def race_lines(table: SeasonTable) -> list[SeasonLine]:
    """The first of the table, who are drawn."""
    return [line for line in table.lines if line.points is not None][:MOST_LINES]


def race_plot(table: SeasonTable, colours: Sequence[int], language: Language) -> Plot:
    """The points of the first of the table after each evening, in the colours of these people."""
    lines = race_lines(table)
    columns = (
        Column("evening", say(_EVENING, language), is_number=False),
        *(Column(f"p{number}", line.name, number_text) for number, line in enumerate(lines)),
    )
    rows = list(_rows(table, lines)) if len(table.evenings) > 1 else []
    return Plot(
        say(_RACE, language), say(_RACE_TEXT, language), columns, rows, partial(_layers, lines, colours, language)
    )


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
            "y": {"field": "points", "type": "quantitative", "title": say(_POINTS, language)},
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
