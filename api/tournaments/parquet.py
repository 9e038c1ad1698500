"""The standing as a file of Parquet, for whoever computes with it: every number as a double, and exactly beside it."""

import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from data.tournaments.settings import TieBreak
from data.tournaments.standings.standing import Line, Standing
from data.tournaments.standings.tie_breaks import Value
from data.tournaments.state import State
from schemas.parquet import standings
from schemas.parquet.columns import Row
from schemas.parquet.table import Table


class Ranked(NamedTuple):
    """A standing with the tournament that it is of, which has so many entries in its log."""

    state: State
    version: int
    standing: Standing

    @property
    def size(self) -> int:
        """It comes from no text."""
        return 0


def as_parquet(ranked: Ranked) -> bytes:
    """The standing as Parquet; equal ones are equal bytes."""
    from schemas.parquet.writing import Writer  # noqa: PLC0415 - pyarrow takes longer to load than most requests

    file = io.BytesIO()
    with Writer(STANDING, file) as writer:
        writer.add(ranked)
    return file.getvalue()


def _rows(ranked: Ranked) -> Iterator[Row]:
    state, found = ranked.state, ranked.standing
    head = (state.name, state.rules, ranked.version, found.stage, found.round)
    for line in found.lines:
        ids = state.entrants[line.entrant - 1].ids
        who = (line.place, line.entrant, line.name, ids, line.team, line.withdrawn, line.stage)
        points = (line.points, line.carried, line.counted, line.referee)
        yield (*head, *who, *_exactly(*points), *_played(line), *_ties(line))


def _played(line: Line) -> Iterator[object]:
    yield from (line.deals, line.firsts, *_exactly(line.best_round), line.faults, *_exactly(line.opponents))
    yield from (line.dropped, line.movement)


def _ties(line: Line) -> Iterator[object]:
    """The tie-breaks that were taken, with the values of those that are no part of the line."""
    values = {step.tie_break: step.value for step in line.steps}
    yield [str(tie_break) for tie_break in values]
    yield from _exactly(values.get(TieBreak.HEAD_TO_HEAD))
    yield values.get(TieBreak.LOT)


def _exactly(*numbers: Value) -> Iterator[object]:
    """Each number as a double, and as a fraction; nothing twice where there is none."""
    for number in numbers:
        yield None if number is None else float(number)
        yield None if number is None else str(Fraction(number))


STANDING: Final = Table(standings.NAME, standings.TEXT, standings.COLUMNS, _rows)
