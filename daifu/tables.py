"""Tables of what records hold: their deals, faults and figures, as rows and as frames of other libraries."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from typing import Any, Final

from daifu.records import Record, read, replay
from daifu.replay.counters import Counts, add_counts
from daifu.replay.figures.figures import player_figures
from daifu.replay.statistics.record import count_record
from daifu.schemas.figure_rows import FIGURE_COLUMNS, player_rows
from daifu.schemas.record.model import player_id

_SHOWN: Final = 20
"""The most rows of a table that a notebook shows."""
_ENGLISH: Final = 0


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """Rows under the names of their columns. Iterating gives each row as a dictionary."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]] = field(default_factory=list)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Table: {len(self.rows)} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        rows = ("".join(f"<td>{escape(str(value))}</td>" for value in row) for row in self.rows[:_SHOWN])
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>{escape(repr(self))}"

    def to_pandas(self) -> Any:  # noqa: ANN401 - of a library that need not be there
        """The table as a `pandas.DataFrame`. Raises `ImportError` where pandas is not installed."""
        import pandas  # noqa: ICN001, PLC0415 - only if somebody asks for it

        return pandas.DataFrame(self.rows, columns=self.columns)

    def to_polars(self) -> Any:  # noqa: ANN401
        """The table as a `polars.DataFrame`. Raises `ImportError` where polars is not installed."""
        import polars  # noqa: ICN001, PLC0415

        return polars.DataFrame(self._by_column(), infer_schema_length=None)

    def to_arrow(self) -> Any:  # noqa: ANN401
        """The table as a `pyarrow.Table`. Raises `ImportError` where pyarrow is not installed."""
        import pyarrow  # noqa: ICN001, PLC0415

        return pyarrow.table(self._by_column())

    def _by_column(self) -> dict[str, list[Any]]:
        return {name: [row[place] for row in self.rows] for place, name in enumerate(self.columns)}


Source = Record | str | PathLike[str] | Iterable[Record]
"""A record, several of them, or the path of a file or folder."""


def table(source: Source, of: str = "deals") -> Table:
    """What records hold as a table of `records`, `deals`, `faults` or `figures`.

    The rows of `deals` are the players of each deal; those of `figures` are the figures of each player in each game, by
    the ids of the players. Raises `SourceRefused` as `read` does, and `ValueError` for another table.
    """
    if of not in _TABLES:
        raise ValueError(f"expected one of the tables {', '.join(_TABLES)}, found {of!r}")
    columns, rows = _TABLES[of]
    return Table(columns, list(rows(_records(source))))


def _records(source: Source) -> Iterable[Record]:
    if isinstance(source, Record):
        return [source]
    return read(source) if isinstance(source, str | PathLike) else source


def _record_rows(records: Iterable[Record]) -> Iterator[tuple[Any, ...]]:
    for number, record in enumerate(records, 1):
        report = replay(record)
        faults = sum(len(deal.faults) for deal in report.deals)
        yield number, record.rules, record.players, record.deals, report.legal, faults, report.totals, report.ranks


def _deal_rows(records: Iterable[Record]) -> Iterator[tuple[Any, ...]]:
    for number, record in enumerate(records, 1):
        names = record.players
        for deal, report in enumerate(replay(record).deals, 1):
            places = {player: place for place, player in enumerate(report.order, 1)}
            for player in sorted([*report.order, *report.unfinished]):
                title, points = report.titles[player - 1], report.points[player - 1]
                yield number, record.rules, deal, player, names[player - 1], places.get(player), title, points


def _fault_rows(records: Iterable[Record]) -> Iterator[tuple[Any, ...]]:
    for number, record in enumerate(records, 1):
        names = record.players
        for deal, report in enumerate(replay(record).deals, 1):
            for fault in report.faults:
                name = None if fault.player is None else names[fault.player - 1]
                said = fault.code, fault.severity, fault.rule, fault.resolution, fault.message.en, fault.message.ja
                yield number, record.rules, deal, fault.action, fault.player, name, *said


def _figure_rows(records: Iterable[Record]) -> Iterator[tuple[Any, ...]]:
    counted: defaultdict[str, defaultdict[str, list[Counts]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        _, counters = count_record(record.loaded)
        for (number, _seated), counts in counters.seats.items():
            counted[record.rules][player_id(record.loaded.players[number - 1])].append(counts)
    for rules, by_player in counted.items():
        sums = {player: _sum_of(found) for player, found in by_player.items()}
        game = _sum_of(sums.values())
        for player, counts in sums.items():
            for figure in player_rows(rules, player_figures(rules, counts, game), _ENGLISH):
                yield rules, player, *figure


def _sum_of(counted: Iterable[Counts]) -> Counts:
    total: Counts = {}
    for counts in counted:
        add_counts(total, counts)
    return total


_DEAL_COLUMNS: Final = ("record", "rules", "deal")
_TABLES: Final[dict[str, tuple[tuple[str, ...], Callable[[Iterable[Record]], Iterator[tuple[Any, ...]]]]]] = {
    "records": (("record", "rules", "players", "deals", "legal", "faults", "totals", "ranks"), _record_rows),
    "deals": ((*_DEAL_COLUMNS, "player", "name", "place", "title", "points"), _deal_rows),
    "faults": (
        (*_DEAL_COLUMNS, "action", "player", "name", "code", "severity", "rule", "resolution", "message", "message_ja"),
        _fault_rows,
    ),
    "figures": (("rules", "player", *FIGURE_COLUMNS), _figure_rows),
}
