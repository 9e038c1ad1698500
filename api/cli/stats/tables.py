"""The tables of `daifu stats`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from rich.console import RenderableType
from rich.table import Table

from api.cli.errors import UsageError
from api.cli.output import printable
from api.cli.wording import player_label
from api.languages import Language, comma_separated, say, with_heading
from replay.text import Text
from schemas.statistics.figure import GROUPS, SHARE, Figure
from schemas.statistics.figures import TURN
from schemas.statistics.plan import find_figure as plan_find_figure
from schemas.statistics.plan import find_pair_figure, player_figure_catalogue
from schemas.titles import TITLE_NAMES

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


Answer = Mapping[str, Any]

_OPPONENT: Final = Text("against", "相手")
_TITLE_BEFORE: Final = Text("title before", "直前の身分")
_TRANSITIONS_TITLE: Final = Text("Transitions between titles", "身分の移り変わり")
_HARDEST_TITLE: Final = Text("Rules broken most often (per 1,000 actions)", "最も破られた規則（1,000行動あたり）")
_RULE: Final = Text("rule", "規則")
_PLACES: Final = Text("last places", "最近の順位")
_STREAKS: Final = {
    "first": Text("first places in a row, ongoing", "継続中の連続1位"),
    "last": Text("last places in a row, ongoing", "継続中の連続最下位"),
    "longest_first": Text("longest streak of first places", "連続1位の最長"),
    "longest_last": Text("longest streak of last places", "連続最下位の最長"),
    "longest_reign": Text("longest reign", "最高位の最長在位"),
    "peak": Text("highest skill", "実力値の最高"),
}


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
    yield from _group_tables(answer["figures"], plan_find_figure, language)
    if answer["transitions"]:
        yield _transitions_table(answer["transitions"], language)
    if answer["hardest"]:
        columns = {_RULE: False, VALUE: True, FRACTION: True}
        table = empty_table(say(_HARDEST_TITLE, language), columns, language)
        for rule, value in answer["hardest"].items():
            table.add_row(rule, value_text(value["value"], None), fraction_text(value))
        yield table


def opponents_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The opponents of a player, a line each."""
    yield f"{player_label(answer['player'])}: {answer['rules']}"
    if not answer["opponents"]:
        return
    shown = [id for id in answer["opponents"][0]["figures"] if _is_known(answer["opponents"], id)]
    table = empty_table("", {_OPPONENT: False}, language)
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
    yield with_heading(say(_PLACES, language), comma_separated(places, language), language)
    for name, heading in _STREAKS.items():
        if answer[name] is not None:
            yield with_heading(say(heading, language), _streak_text(answer[name]), language)


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


def _streak_text(streak: Any) -> str:  # noqa: ANN401 - a number, or one with its day and record
    if isinstance(streak, int):
        return str(streak)
    return f"{number_text(streak['value'])} ({streak['day']}, /v1/records/{streak['record']})"


def _group_tables(figures: Mapping[str, Any], find: FigureLookup, language: Language) -> Iterator[Table]:
    """A table for each group with at least one known value, with a column of intervals if there are any."""
    known = [(find_figure(find, id), id, value) for id, value in figures.items() if value["value"] is not None]
    for group, lines in groupby(sorted(known, key=_group_order), key=_group_of):
        title = say(GROUPS[group], language) if group in GROUPS else ""
        listed = list(lines)
        intervals = [interval_text(value, one) for one, _, value in listed]
        columns = {FIGURE: False, VALUE: True, **({INTERVAL: True} if any(intervals) else {}), FRACTION: True}
        table = empty_table(title, columns, language)
        for (one, id, value), interval in zip(listed, intervals, strict=True):
            shown = [interval] if INTERVAL in columns else []
            cells = value_text(value["value"], one), *shown, fraction_text(value)
            table.add_row(figure_name(one, id, language), *cells)
        yield table


def _group_of(line: tuple[Any, str, Any]) -> str:
    return line[0].group if line[0] else ""


def _group_order(line: tuple[Any, str, Any]) -> int:
    return list(GROUPS).index(_group_of(line)) if _group_of(line) in GROUPS else len(GROUPS)


def _is_known(others: list[Answer], id: str) -> bool:
    return any(one["figures"].get(id, {}).get("value") is not None for one in others)


def _transitions_table(rows: Mapping[str, Mapping[str, Any]], language: Language) -> Table:
    table = empty_table(say(_TRANSITIONS_TITLE, language), {_TITLE_BEFORE: False}, language)
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


_PLACE: Final = Text("place", "順位")
_PLAYER: Final = Text("player", "プレイヤー")
_DEALS: Final = Text("deals", "回数")
_SKILL: Final = Text("skill", "実力値")
_ESTIMATE: Final = Text("estimate", "推定値")
_RANGE: Final = Text("range by the model", "モデルによる範囲")
_DAY: Final = Text("day", "日付")
_RECORD: Final = Text("record", "棋譜")
_FEATS: Final = {
    "first": Text("Longest streaks of first places", "連続1位"),
    "last": Text("Longest streaks of last places", "連続最下位"),
    "reign": Text("Longest reigns", "最高位の在位"),
    "skill": Text("Highest skills", "実力値の最高"),
}


def leaderboard_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The players ranked by a figure."""
    figure = answer["figure"]
    known = find_figure(player_figure_catalogue(answer["rules"]).__getitem__, figure["id"])
    headings = {_PLACE: True, _PLAYER: False, VALUE: True, INTERVAL: True, FRACTION: True, _DEALS: True}
    table = empty_table(f"{answer['rules']}: {printable(figure['name'][language])}", headings, language)
    for one in answer["standings"]:
        cells = value_text(one["value"], known), interval_text(one, known), fraction_text(one), str(one["deals"])
        table.add_row(str(one["place"]), player_label(one["player"]), *cells)
    yield table


def ratings_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The players ranked by their ratings."""
    headings = {_PLACE: True, _PLAYER: False, _SKILL: True, _ESTIMATE: True, _RANGE: True, _DEALS: True}
    table = empty_table(answer["rules"], headings, language)
    for one in answer["ratings"]:
        cells = value_text(one["skill"], None), value_text(one["mu"], None), interval_text(one, None), str(one["deals"])
        table.add_row(str(one["place"]), player_label(one["player"]), *cells)
    yield table


def history_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The ratings of a player by day."""
    headings = {_DAY: False, _SKILL: True, _ESTIMATE: True, _RANGE: True, _DEALS: True}
    table = empty_table(f"{player_label(answer['player'])}: {answer['rules']}", headings, language)
    for one in answer["history"]:
        cells = value_text(one["skill"], None), value_text(one["mu"], None), interval_text(one, None), str(one["deals"])
        table.add_row(one["day"], *cells)
    yield table


def record_tables(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The holders of each record."""
    for feat in answer["records"]:
        if feat["holders"]:
            title = say(_FEATS[feat["feat"]], language) if feat["feat"] in _FEATS else printable(feat["feat"])
            table = empty_table(title, {_PLAYER: False, VALUE: True, _DAY: False, _RECORD: True}, language)
            for one in feat["holders"]:
                table.add_row(player_label(one["player"]), number_text(one["value"]), one["day"], str(one["record"]))
            yield table


_OTHER_IDS: Final = Text("other ids", "ほかのID")
_OTHER_NAMES: Final = Text("other names", "ほかの名前")


def players_table(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The players found, with their other ids and names."""
    table = empty_table("", {_PLAYER: False, _OTHER_IDS: False, _OTHER_NAMES: False}, language)
    for one in answer["players"]:
        others = [id for id in one["players"] if id != one["id"]]
        table.add_row(player_label(one), _joined(others, language), _joined(one["names"], language))
    yield table


def _joined(texts: Sequence[str], language: Language) -> str:
    return comma_separated(map(printable, texts), language)


def answer_notes(answer: Answer, page: int | None, language: Language) -> Iterator[str]:
    """Notes below an answer: deals that are not in it yet, and the next page."""
    if answer.get("behind"):
        yield say(_deals_behind(answer["behind"]), language)
    if page is not None:
        yield say(Text(f"more: --page {page + 1}", f"続き：--page {page + 1}"), language)


def _deals_behind(deals: int) -> Text:
    return Text(f"deals not counted yet: {deals}", f"まだ反映されていない回：{deals}回")
