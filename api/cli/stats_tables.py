"""The tables of `daifu stats`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from daifu.api.cli.program.output import UsageError, printable
from daifu.api.cli.program.sentences import player_label
from daifu.api.languages import Language, comma_separated, say, with_heading
from daifu.api.views.statistics import (
    BEFORE,
    CHANGE,
    DAY,
    DEALS,
    ESTIMATE,
    FEATS,
    FIGURE,
    FRACTION,
    GROUP,
    GROUPS_APART,
    HARDEST_RULES,
    INTERVAL,
    LAST_PLACES,
    MODEL_RANGE,
    OPPONENT,
    PLACE,
    PLAYER,
    RECORD,
    RULE,
    SKILL,
    STREAKS,
    TITLE_BEFORE,
    TRANSITIONS,
    VALUE,
    deals_behind_text,
    fraction_text,
    interval_text,
    number_text,
    value_text,
)
from daifu.replay.figures.figure import GROUPS, Figure
from daifu.replay.figures.figures import TURN
from daifu.replay.figures.plan import find_pair_figure, game_figure_catalogue, player_figure_catalogue
from daifu.replay.text import Text
from daifu.replay.titles import TITLE_NAMES

Value = Mapping[str, Any]
FigureLookup = Callable[[str], Figure]


def find_figure(find: FigureLookup, id: str) -> Figure | None:
    """The figure, or None for one that only another version of the service knows."""
    try:
        return find(id)
    except KeyError:
        return None


def find_figure_id(rules: str, figure: str) -> str:
    """The id of the figure of a game with this id, or with this name in either language; otherwise what was given.

    Raises `UsageError` for a name that several figures have.
    """
    known = player_figure_catalogue(rules)
    if figure in known:
        return figure
    name = figure.casefold()
    ids = [id for id, one in known.items() if name in (one.name.en.casefold(), one.name.ja.casefold())]
    if len(ids) > 1:
        raise UsageError(
            Text(
                f"FIGURE: several figures are called {figure}; use the id: {', '.join(ids)}",
                f"FIGURE：「{figure}」という指標は複数あります。IDで指定してください（{'、'.join(ids)}）",
            )
        )
    return ids[0] if ids else figure


def figure_name(figure: Figure | None, id: str, language: Language) -> str:
    """The name of a figure."""
    return say(figure.name, language) if figure else printable(id)


def _interval_text(value: Value, figure: Figure | None) -> str:
    return interval_text(value["low"], value["high"], figure)


def _fraction_text(value: Value) -> str:
    return fraction_text(value["numerator"], value["denominator"])


def empty_table(title: str, headings: Mapping[Text, bool], language: Language) -> Table:
    """An empty table with these headings; columns of numbers are aligned right."""
    table = Table(title=title, title_justify="left")
    for heading, is_number in headings.items():
        table.add_column(say(heading, language), justify="right" if is_number else "left", overflow="fold")
    return table


Answer = Mapping[str, Any]


def player_tables(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The figures of a player, by group."""
    known = player_figure_catalogue(answer["rules"])
    turns, others = _split_transitions(answer["figures"])
    yield f"{player_label(answer['player'])}: {answer['rules']}"
    yield from _group_tables(others, known.__getitem__, language)
    if turns:
        yield _transitions_table(turns, language)


def profile_tables(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The figures of a game, the transitions between titles, and the rules broken most often."""
    yield answer["rules"]
    yield from _group_tables(answer["figures"], game_figure_catalogue(answer["rules"]).__getitem__, language)
    if answer["transitions"]:
        yield _transitions_table(answer["transitions"], language)
    if answer["hardest"]:
        columns = {RULE: False, VALUE: True, FRACTION: True}
        table = empty_table(say(HARDEST_RULES, language), columns, language)
        for rule, value in answer["hardest"].items():
            table.add_row(rule, value_text(value["value"], None), _fraction_text(value))
        yield table


def opponents_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The opponents of a player, a line each."""
    yield f"{player_label(answer['player'])}: {answer['rules']}"
    if not answer["opponents"]:
        return
    others = answer["opponents"]
    shown = [
        id for id in others[0]["figures"] if any(one["figures"].get(id, {}).get("value") is not None for one in others)
    ]
    table = empty_table("", {OPPONENT: False}, language)
    for id in shown:
        table.add_column(figure_name(find_figure(find_pair_figure, id), id, language), justify="right", overflow="fold")
    for one in answer["opponents"]:
        values = [value_text(one["figures"][id]["value"], find_figure(find_pair_figure, id)) for id in shown]
        table.add_row(player_label(one["player"]), *values)
    yield table


def pair_tables(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The figures of two players against each other."""
    yield f"{player_label(answer['player'])} – {player_label(answer['other'])}: {answer['rules']}"
    yield from _group_tables(answer["figures"], find_pair_figure, language)


def form_lines(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The last places and the streaks of a player."""
    yield f"{player_label(answer['player'])}: {answer['rules']}"
    places = (f"{one['place']}/{one['of']}" for one in answer["places"])
    yield with_heading(say(LAST_PLACES, language), comma_separated(places, language), language)
    for name, heading in STREAKS.items():
        if answer[name] is not None:
            streak = answer[name]
            told = (
                str(streak)
                if isinstance(streak, int)
                else f"{number_text(streak['value'])} ({streak['day']}, /v1/records/{streak['record']})"
            )
            yield with_heading(say(heading, language), told, language)


def _split_transitions(figures: Mapping[str, Any]) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """The transitions between titles, by both titles, and all other figures."""
    turns: dict[str, dict[str, Any]] = {}
    others: dict[str, Any] = {}
    for id, value in figures.items():
        if id.startswith(TURN):
            _, before, after = id.split(".")
            turns.setdefault(before, {})[after] = value
        else:
            others[id] = value
    return turns, others


def _group_tables(figures: Mapping[str, Any], find: FigureLookup, language: Language) -> Iterator[Table]:
    """A table for each group with at least one known value, with a column of intervals if there are any."""

    def group_of(line: tuple[Figure | None, str, Value]) -> str:
        return line[0].group if line[0] else ""

    known = [(find_figure(find, id), id, value) for id, value in figures.items() if value["value"] is not None]
    known.sort(key=lambda line: [*GROUPS, group_of(line)].index(group_of(line)))  # groups of a later version come last
    for group, lines in groupby(known, key=group_of):
        title = say(GROUPS[group], language) if group in GROUPS else ""
        listed = list(lines)
        intervals = [_interval_text(value, one) for one, _, value in listed]
        columns = {FIGURE: False, VALUE: True, **({INTERVAL: True} if any(intervals) else {}), FRACTION: True}
        table = empty_table(title, columns, language)
        for (one, id, value), interval in zip(listed, intervals, strict=True):
            shown = [interval] if INTERVAL in columns else []
            cells = value_text(value["value"], one), *shown, _fraction_text(value)
            table.add_row(figure_name(one, id, language), *cells)
        yield table


def _transitions_table(rows: Mapping[str, Mapping[str, Any]], language: Language) -> Table:
    table = empty_table(say(TRANSITIONS, language), {TITLE_BEFORE: False}, language)
    titles = list(dict.fromkeys(after for row in rows.values() for after in row))
    for title in titles:
        table.add_column(_title_text(title, language), justify="right")
    for before, row in rows.items():
        cells = (
            f"{100 * row[title]['value']:.1f} %" if row.get(title, {}).get("value") is not None else ""
            for title in titles
        )
        table.add_row(_title_text(before, language), *cells)
    return table


def _title_text(name: str, language: Language) -> str:
    return say(TITLE_NAMES[name], language) if name in TITLE_NAMES else name


def leaderboard_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The players ranked by a figure."""
    figure = answer["figure"]
    known = find_figure(player_figure_catalogue(answer["rules"]).__getitem__, figure["id"])
    headings = {PLACE: True, PLAYER: False, VALUE: True, INTERVAL: True, FRACTION: True, DEALS: True}
    table = empty_table(f"{answer['rules']}: {printable(figure['name'][language])}", headings, language)
    for one in answer["standings"]:
        cells = value_text(one["value"], known), _interval_text(one, known), _fraction_text(one), str(one["deals"])
        table.add_row(str(one["place"]), player_label(one["player"]), *cells)
    yield table


def ratings_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The players ranked by their ratings."""
    are_apart = any(one.get("group", 1) > 1 for one in answer["ratings"])
    headings = {PLACE: True, PLAYER: False, SKILL: True, ESTIMATE: True, MODEL_RANGE: True, DEALS: True}
    table = empty_table(answer["rules"], headings | ({GROUP: True} if are_apart else {}), language)
    for one in answer["ratings"]:
        group = [str(one["group"])] if are_apart else []
        table.add_row(str(one["place"]), player_label(one["player"]), *_rating_cells(one), *group)
    yield table
    if are_apart:
        yield say(GROUPS_APART, language)


def changes_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """What a span changed in the ratings."""
    headings = {PLACE: True, PLAYER: False, CHANGE: True, BEFORE: True, ESTIMATE: True, DEALS: True}
    table = empty_table(answer["rules"], headings, language)
    for one in answer["changes"]:
        before = "–" if one["before"] is None else value_text(one["before"], None)
        cells = f"{one['change']:+.2f}", before, value_text(one["mu"], None), str(one["played"])
        table.add_row(str(one["place"]), player_label(one["player"]), *cells)
    yield table


def history_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The ratings of a player by day."""
    headings = {DAY: False, SKILL: True, ESTIMATE: True, MODEL_RANGE: True, DEALS: True}
    table = empty_table(f"{player_label(answer['player'])}: {answer['rules']}", headings, language)
    for one in answer["history"]:
        table.add_row(one["day"], *_rating_cells(one))
    yield table


def _rating_cells(rating: Value) -> tuple[str, ...]:
    skill, estimate = value_text(rating["skill"], None), value_text(rating["mu"], None)
    return skill, estimate, _interval_text(rating, None), str(rating["deals"])


def record_tables(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The holders of each record."""
    for feat in answer["records"]:
        if feat["holders"]:
            title = say(FEATS[feat["feat"]], language) if feat["feat"] in FEATS else printable(feat["feat"])
            table = empty_table(title, {PLAYER: False, VALUE: True, DAY: False, RECORD: True}, language)
            for one in feat["holders"]:
                table.add_row(player_label(one["player"]), number_text(one["value"]), one["day"], str(one["record"]))
            yield table


def players_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The players found, with their other ids and names."""
    table = empty_table(
        "", {PLAYER: False, Text("other ids", "ほかのID"): False, Text("other names", "ほかの名前"): False}, language
    )
    for one in answer["players"]:
        others = [id for id in one["players"] if id != one["id"]]
        table.add_row(player_label(one), _joined(others, language), _joined(one["names"], language))
    yield table


def _joined(texts: Sequence[str], language: Language) -> str:
    return comma_separated(map(printable, texts), language)


def answer_notes(answer: Answer, page: int | None, language: Language) -> Iterator[str]:
    """Notes below an answer: deals that are not in it yet, and the next page."""
    if answer.get("behind"):
        yield say(deals_behind_text(answer["behind"]), language)
    if page is not None:
        yield say(Text(f"more: --page {page + 1}", f"続き：--page {page + 1}"), language)
