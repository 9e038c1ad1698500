"""The report of a season, to be sent around: the table, who led each evening, and what was remarkable."""

from collections.abc import Iterator, Sequence

from daifu.api.views.reports.evening import RESULTS, EveningReport, Part
from daifu.api.views.seasons import evening_names
from daifu.data.seasons import SeasonLine, SeasonTable, points_number
from daifu.replay.points import number_text
from daifu.replay.text import Text

_EVENINGS = Text("Evenings", "例会ごとの上位")
_LEADERS = 3
"""How many places of an evening are told."""


def season_report(title: Text, table: SeasonTable, told: Sequence[Part]) -> EveningReport:
    """The report of a season; `told` is what was remarkable and what was wrong in it."""
    parts = [
        Part(RESULTS, list(map(_ranking_line, table.lines))),
        Part(_EVENINGS, list(_evening_lines(table))),
        *told,
    ]
    return EveningReport(title, [part for part in parts if part.lines])


def _points(points: int | None) -> Text:
    number = points_number(points)
    return Text("", "") if number is None else Text(f" {number_text(number)}", f" {number_text(number)}点")


def _ranking_line(line: SeasonLine) -> Text:
    points = _points(line.points)
    en, ja = ("–", "–") if line.place is None else (f"{line.place}.", f"{line.place}位")
    evenings = "1 evening" if line.evenings == 1 else f"{line.evenings} evenings"
    firsts = "1 deal won" if line.firsts == 1 else f"{line.firsts} deals won"
    return Text(
        f"{en} {line.name}{points.en} ({evenings}, {firsts})",
        f"{ja} {line.name}{points.ja}（参加{line.evenings}回、1位{line.firsts}回）",
    )


def _evening_lines(table: SeasonTable) -> Iterator[Text]:
    """The first of each evening."""
    for number, name in enumerate(evening_names(table)):
        came = [(line.results[number].place, line.name, line) for line in table.lines if number in line.results]
        led = [line for _, _, line in sorted(came, key=lambda one: one[:2])[:_LEADERS]]
        told = [(line.name, _points(line.results[number].points)) for line in led]
        day = _evening_name(name)
        en = ", ".join(f"{player}{points.en}" for player, points in told)
        ja = "、".join(f"{player}{points.ja}" for player, points in told)
        yield Text(f"{day.en}: {en}", f"{day.ja}：{ja}")


def _evening_name(name: str) -> Text:
    return Text("no day", "日付なし") if name == "-" else Text(name, name)


def season_remarks(table: SeasonTable) -> Iterator[Text]:
    """Who won most evenings, and the best evening of all."""
    most = max((line.evenings_won for line in table.lines), default=0)
    if most > 1:
        names = [line.name for line in table.lines if line.evenings_won == most]
        yield Text(
            f"Most evenings won: {', '.join(names)} ({most})", f"例会の1位が最多：{'、'.join(names)}（{most}回）"
        )
    sign = 1 if table.fewer_is_better else -1
    scored = [
        (sign * one.points, number, line.name)
        for line in table.lines
        for number, one in line.results.items()
        if one.points is not None
    ]
    if len(table.evenings) > 1 and scored:
        best, number, name = min(scored)
        points, evening = _points(sign * best), _evening_name(evening_names(table)[number])
        yield Text(
            f"Best evening: {name},{points.en} ({evening.en})", f"例会の最高点：{name}{points.ja}（{evening.ja}）"
        )


def season_title(name: str, book: Text) -> Text:
    """What a report is called: the season and its game."""
    return Text(f"{name} · {book.en}", f"{name} · {book.ja}")
