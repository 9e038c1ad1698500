"""Figures as text: their names, values and intervals."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rich.table import Table

from api.cli.output import printable
from api.languages import Language, say
from replay.text import Text
from schemas.statistics.figure import SHARE, Figure

Value = Mapping[str, Any]
FigureLookup = Callable[[str], Figure]

FIGURE: Final = Text("figure", "指標")
VALUE: Final = Text("value", "値")
INTERVAL: Final = Text("95 % interval", "95%信頼区間")
FRACTION: Final = Text("made of", "内訳")


def find_figure(find: FigureLookup, id: str) -> Figure | None:
    """The figure, or None for one that only another version of the service knows."""
    try:
        return find(id)
    except KeyError:
        return None


def figure_name(figure: Figure | None, id: str, language: Language) -> str:
    """The name of a figure."""
    return say(figure.name, language) if figure else printable(id)


def value_text(number: float | None, figure: Figure | None) -> str:
    """A value of a figure, or a bound of its interval."""
    if number is None:
        return ""
    if figure and figure.kind == SHARE:
        return f"{100 * number:.1f} %"
    return str(number) if isinstance(number, int) else f"{number:.2f}"


def number_text(number: float) -> str:
    """A number that belongs to no figure."""
    return str(int(number)) if number == int(number) else f"{number:.2f}"


def interval_text(value: Value, figure: Figure | None) -> str:
    """The confidence interval of a value."""
    if value["low"] is None or value["low"] == value["high"]:
        return ""
    return f"{value_text(value['low'], figure)} – {value_text(value['high'], figure)}"


def fraction_text(value: Value) -> str:
    """Numerator and denominator."""
    numerator = value["numerator"]
    shown = f"{numerator:g}" if isinstance(numerator, float) else str(numerator)
    return shown if value["denominator"] == 1 else f"{shown} / {value['denominator']}"


def empty_table(title: str, headings: Mapping[Text, bool], language: Language) -> Table:
    """An empty table with these headings; columns of numbers are aligned right."""
    table = Table(title=title, title_justify="left")
    for heading, is_number in headings.items():
        table.add_column(say(heading, language), justify="right" if is_number else "left", overflow="fold")
    return table
