"""Writes results in the layouts that are read, so that a club can go on with its own spreadsheet, and empty sheets."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

import msgspec

from daifu.replay.deal import Number
from daifu.replay.titles import title_name
from daifu.schemas.csv_text import csv_text
from daifu.schemas.record.header import day_of_date
from daifu.schemas.record.model import PlayerEntry
from daifu.schemas.report import places_by_player, read_results
from daifu.schemas.sheets.grid import XLSX, Formula, Value
from daifu.schemas.sheets.layout import Layout

SHEET_TYPES: Final = {"csv": "text/csv; charset=utf-8", "xlsx": XLSX}
_PLACES: Final = "順位 place"
_POINTS: Final = "点 points"

TEMPLATE_TYPES: Final = {"csv": "text/csv", "xlsx": XLSX}
_WHAT: Final = "順位 / places: 1, 2, 3 …"
_HEADINGS: Final = ("日付", "回")
_NO_NAMES: Final = ("",) * 6


class Result(NamedTuple):
    """What a deal brought a player, by their id."""

    player: str
    place: int | None
    title: str | None
    points: Number | None


class ResultRow(NamedTuple):
    """A decided deal: its day, its table, its number in the record, and the players, best first."""

    day: date | None
    table: str | None
    number: int
    results: Sequence[Result]


class _Event(msgspec.Struct):
    date: str | None = None
    table: str | int | None = None


class _Header(msgspec.Struct):
    players: list[PlayerEntry]
    event: _Event = msgspec.field(default_factory=_Event)


_header: Final = msgspec.json.Decoder(_Header).decode


class Results:
    """The results of records, as far as their deals were decided, and the names of the players."""

    def __init__(self) -> None:
        self.rows: list[ResultRow] = []
        self._names: dict[str, str] = {}

    def add(self, record: bytes, report: bytes) -> None:
        """Add the decided deals of a record, given as JSON with its report."""
        header = _header(record)
        ids = [entry if isinstance(entry, str) else entry.id for entry in header.players]
        for id_, entry in zip(ids, header.players, strict=True):
            self._names.setdefault(id_, entry if isinstance(entry, str) else entry.name)
        day = day_of_date(header.event.date)
        table = None if header.event.table is None else str(header.event.table)
        for number, deal in enumerate(read_results(report), 1):
            places = places_by_player(deal.order, deal.shared_places or ())
            if deal.decided and places:
                ordered = sorted(places, key=places.__getitem__)
                found = [
                    Result(ids[one - 1], places[one], deal.titles[one - 1], deal.points[one - 1]) for one in ordered
                ]
                self.rows.append(ResultRow(date.fromisoformat(day) if day else None, table, number, found))

    def names(self) -> dict[str, str]:
        """The names of the players by id, as they were first seen; who shares a name goes by the id."""
        often = Counter(self._names.values())
        return {id_: name if often[name] == 1 else id_ for id_, name in self._names.items()}


def write_sheet(results: Results, layout: Layout, kind: str) -> bytes:
    """The results as a sheet, as `csv` or `xlsx`.

    Days and numbers are those in XLSX, too. In P and S a row above the headings says what the cells are. In T titles
    are in Japanese. P cannot say that players share a place, and reads such a row as an error: L and S can.
    """
    above, rows = _written(results, layout)
    if kind == "csv":
        first, *others = [*above, *rows]
        cells = ([None if isinstance(cell, Formula) else cell for cell in row] for row in others)
        return csv_text([str(cell) for cell in first], cells).encode()
    from daifu.schemas.sheets.workbook import write_workbook  # noqa: PLC0415 - openpyxl is of an extra, and takes long to load

    return write_workbook(layout, [*above, *rows], headings=len(above) + 1)


def _written(results: Results, layout: Layout) -> tuple[list[list[Value]], Iterator[list[Value]]]:
    """The rows above the headings, and the headings with the rows of games."""
    if layout == "L":
        return [], _long(results)
    if layout == "N":
        return [], _named(results)
    if layout == "P":
        return [[_PLACES]], _by_player(results, lambda one: one.place)
    if layout == "S":
        return [[_POINTS]], _by_player(results, lambda one: one.points)
    return [], _by_player(results, lambda one: title_name(one.title).ja if one.title else None)


def _begin(results: Results, row: ResultRow | None) -> list[Value]:
    """The first cells of a row, or of the headings: day, number, and the table if there are any."""
    has_tables = any(one.table is not None for one in results.rows)
    if row is None:
        return ["date", "game", *(["table"] if has_tables else [])]
    return [row.day, row.number, *([row.table] if has_tables else [])]


def _long(results: Results) -> Iterator[list[Value]]:
    names = results.names()
    yield [*_begin(results, None), "player", "place", "points"]
    for row in results.rows:
        for one in row.results:
            yield [*_begin(results, row), names[one.player], one.place, one.points]


def _named(results: Results) -> Iterator[list[Value]]:
    names = results.names()
    most = max((len(row.results) for row in results.rows), default=0)
    yield [*_begin(results, None), *(f"{place}位" for place in range(1, most + 1))]
    for row in results.rows:
        yield [*_begin(results, row), *(names[one.player] for one in row.results)]


def _by_player(results: Results, of: Callable[[Result], Value]) -> Iterator[list[Value]]:
    names = results.names()
    yield [*_begin(results, None), *names.values()]
    for row in results.rows:
        cells = {one.player: of(one) for one in row.results}
        yield [*_begin(results, row), *map(cells.get, names)]


def results_of(records: Iterable[tuple[bytes, bytes]]) -> Results:
    """The results of records with their reports."""
    results = Results()
    for record, report in records:
        results.add(record, report)
    return results


def template(players: Sequence[str], kind: str) -> bytes:
    """An empty sheet of layout P for these players, or with room for their names.

    What stands above the headings says that the cells are places.
    """
    players = players or _NO_NAMES
    headings = [*_HEADINGS, *players]
    if kind == "csv":
        return csv_text([_WHAT], [headings]).encode()
    from daifu.schemas.sheets.workbook import write_form  # noqa: PLC0415 - openpyxl is of an extra, and takes long to load

    first = len(_HEADINGS) + 1
    return write_form("順位", [[_WHAT], headings], range(first, first + len(players)))
