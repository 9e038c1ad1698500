"""The tables of what is known of players, pairs and games."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from rich.console import RenderableType
from rich.table import Table

from api.cli.figure_words import (
    FIGURE,
    INTERVAL,
    MADE_OF,
    VALUE,
    Finder,
    called,
    columns,
    found,
    interval,
    made_of,
    plain,
    written,
)
from api.cli.language import Language, headed, listed, say
from api.cli.names import person
from replay.text import Text
from schemas.figures import figure, figures_of_players, pair_figure
from schemas.figures.groups import GROUPS
from schemas.figures.whole import TURN
from schemas.title_names import TITLES

Answer = Mapping[str, Any]

_FACTS: Final = {VALUE: True, INTERVAL: True, MADE_OF: True}
_OTHER: Final = Text("against", "相手")
_BEFORE: Final = Text("title before", "直前の身分")
_TRANSITIONS: Final = Text("From title to title", "身分の移り変わり")
_HARDEST: Final = Text("Rules broken most often (for 1,000 actions)", "最も破られた規則（1,000行動あたり）")
_RULE: Final = Text("rule", "規則")
_PLACES: Final = Text("last places", "最近の順位")
_RUNS: Final = {
    "first": Text("first places in a row, still", "継続中の連続1位"),
    "last": Text("last places in a row, still", "継続中の連続最下位"),
    "longest_first": Text("longest row of first places", "連続1位の最長"),
    "longest_last": Text("longest row of last places", "連続最下位の最長"),
    "longest_reign": Text("longest reign", "最高位の最長在位"),
    "peak": Text("highest skill", "実力値の最高"),
}


def player(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """All figures of a player, group by group."""
    known = figures_of_players(answer["rules"])
    turns, others = _apart(answer["figures"])
    yield f"{person(answer['player'])}: {answer['rules']}"
    yield from _groups(others, known.__getitem__, language)
    if turns:
        yield _transitions(turns, language)


def profile(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """All figures of a game, how titles change hands, and which rules are hard."""
    yield answer["rules"]
    yield from _groups(answer["figures"], figure, language)
    if answer["transitions"]:
        yield _transitions(answer["transitions"], language)
    if answer["hardest"]:
        table = columns(say(_HARDEST, language), {_RULE: False, **_FACTS}, language)
        for rule, value in answer["hardest"].items():
            table.add_row(rule, written(value["value"], None), interval(value, None), made_of(value))
        yield table


def opponents(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """Everybody whom a player sat with, a line each."""
    yield f"{person(answer['player'])}: {answer['rules']}"
    if not answer["opponents"]:
        return
    shown = [id for id in answer["opponents"][0]["figures"] if _is_known(answer["opponents"], id)]
    table = columns("", {_OTHER: False}, language)
    for id in shown:
        table.add_column(called(found(pair_figure, id), id, language), justify="right", overflow="fold")
    for one in answer["opponents"]:
        values = [written(one["figures"][id]["value"], found(pair_figure, id)) for id in shown]
        table.add_row(person(one["player"]), *values)
    yield table


def against(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """How it went between two players."""
    yield f"{person(answer['player'])} – {person(answer['other'])}: {answer['rules']}"
    yield from _groups(answer["figures"], pair_figure, language)


def form(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The last places of a player, and his rows."""
    yield f"{person(answer['player'])}: {answer['rules']}"
    places = (f"{one['place']}/{one['of']}" for one in answer["places"])
    yield headed(say(_PLACES, language), listed(places, language), language)
    for name, heading in _RUNS.items():
        told = answer[name]
        if told is not None:
            yield headed(say(heading, language), _run(told), language)


def _apart(figures: Mapping[str, Any]) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """How titles change hands, from title to title, and all other figures."""
    turns: dict[str, dict[str, Any]] = {}
    others: dict[str, Any] = {}
    for id, value in figures.items():
        if id.startswith(TURN):
            _, before, after = id.split(".")
            turns.setdefault(before, {})[after] = value
        else:
            others[id] = value
    return turns, others


def _run(told: Any) -> str:  # noqa: ANN401 - a number, or one with its day and record
    if isinstance(told, int):
        return str(told)
    return f"{plain(told['value'])} ({told['day']}, /v1/records/{told['record']})"


def _groups(figures: Mapping[str, Any], find: Finder, language: Language) -> Iterator[Table]:
    """A table for each group of figures of which anything is known."""
    known = [(found(find, id), id, value) for id, value in figures.items() if value["value"] is not None]
    for group, lines in groupby(sorted(known, key=_place), key=_group):
        title = say(GROUPS[group], language) if group in GROUPS else ""
        table = columns(title, {FIGURE: False, **_FACTS}, language)
        for one, id, value in lines:
            shown = written(value["value"], one)
            table.add_row(called(one, id, language), shown, interval(value, one), made_of(value))
        yield table


def _group(line: tuple[Any, str, Any]) -> str:
    return line[0].group if line[0] else ""


def _place(line: tuple[Any, str, Any]) -> int:
    return list(GROUPS).index(_group(line)) if _group(line) in GROUPS else len(GROUPS)


def _is_known(others: list[Answer], id: str) -> bool:
    return any(one["figures"].get(id, {}).get("value") is not None for one in others)


def _transitions(rows: Mapping[str, Mapping[str, Any]], language: Language) -> Table:
    table = columns(say(_TRANSITIONS, language), {_BEFORE: False}, language)
    titles = list(dict.fromkeys(after for row in rows.values() for after in row))
    for title in titles:
        table.add_column(_title(title, language), justify="right")
    for before, row in rows.items():
        cells = (
            f"{100 * row[title]['value']:.1f} %" if row.get(title, {}).get("value") is not None else ""
            for title in titles
        )
        table.add_row(_title(before, language), *cells)
    return table


def _title(name: str, language: Language) -> str:
    return say(TITLES[name], language) if name in TITLES else name
