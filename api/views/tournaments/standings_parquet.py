"""The standing as a Parquet file: every number as a double and as an exact text."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from daifu.api.views.tournaments.tables import TableOfStanding, parquet_rows, table_parquet
from daifu.data.tournaments.settings import TieBreak
from daifu.data.tournaments.standings.standing import Standing
from daifu.data.tournaments.state import State
from daifu.schemas.parquet import standings
from daifu.schemas.parquet.table import Row, Table
from daifu.schemas.tournaments.standings import Line


def standing_parquet(state: State, version: int, found: Standing) -> bytes:
    """The standing as Parquet. Equal standings give equal bytes."""
    return table_parquet(_TABLE, TableOfStanding(state, version, found, tuple(_rows(state, found))))


def _rows(state: State, found: Standing) -> Iterator[Row]:
    for line in found.lines:
        ids = state.entrants[line.entrant - 1].ids
        who = (line.place, line.entrant, line.name, ids, line.team, line.withdrawn, line.stage)
        points = (line.points, line.carried, line.counted, line.referee)
        yield (*who, *_number_cells(*points), *_played_cells(line), *_tie_cells(line))


def _played_cells(line: Line) -> Iterator[object]:
    yield from (line.deals, line.firsts, *_number_cells(line.best_round), line.faults, *_number_cells(line.opponents))
    yield from (line.dropped, line.movement)


def _tie_cells(line: Line) -> Iterator[object]:
    """The tie-breaks that were used, with the values that are not fields of the line."""
    values = {step.tie_break: step.value for step in line.tie_breaks}
    yield [str(tie_break) for tie_break in values]
    yield from _number_cells(values.get(TieBreak.HEAD_TO_HEAD))
    lot = values.get(TieBreak.LOT)
    yield None if lot is None else int(lot)


def _number_cells(*numbers: Fraction | None) -> Iterator[object]:
    """Two cells for each number: a double and a fraction, both None if there is no number."""
    for number in numbers:
        yield None if number is None else float(number)
        yield None if number is None else str(number)


_TABLE: Final = Table(standings.STANDING_NAME, standings.STANDING_TEXT, standings.STANDING_COLUMNS, parquet_rows)
