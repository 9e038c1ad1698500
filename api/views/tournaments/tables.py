"""Meetings and teams as tables, for spreadsheets and for statistics."""

import io
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from daifu.api.views.tournaments.standings_table import rows_csv, rows_table
from daifu.api.views.values import TableView
from daifu.data.tournaments.standings.explanation import build_head_to_head
from daifu.data.tournaments.standings.standing import Standing, compute_standing, rank_teams
from daifu.data.tournaments.state import RoundId, State
from daifu.schemas.parquet import standings
from daifu.schemas.parquet.table import Column, Row, Table


class TableOfStanding(NamedTuple):
    """The rows of a table that goes with a standing of a version of a tournament."""

    state: State
    version: int
    standing: Standing
    rows: tuple[Row, ...]


class TableForm(NamedTuple):
    """The form of a table: what makes its rows, its fields as CSV has them, and its columns as Parquet has them."""

    rows: Callable[[State, RoundId | None], Iterator[Row]]
    fields: Sequence[Column]
    parquet: Table[TableOfStanding]


def table_of_standing(form: TableForm, state: State, version: int, until: RoundId | None) -> TableOfStanding:
    """The table after a round, by default the latest. Raises `TournamentError` as `compute_standing` does."""
    return TableOfStanding(state, version, compute_standing(state, until), tuple(form.rows(state, until)))


def _meeting_rows(state: State, until: RoundId | None) -> Iterator[Row]:
    """A row for each meeting, seen from each of the two, in the order of `MEETING_FIELDS`."""
    for entrant, encounters in build_head_to_head(state, until).items():
        for opponent, met in encounters.items():
            who = (entrant, state.entrants[entrant - 1].name, opponent, state.entrants[opponent - 1].name)
            for meeting in met.meetings:
                yield (*who, meeting.round, meeting.table, meeting.own, meeting.theirs, meeting.won)


def _team_rows(state: State, until: RoundId | None) -> Iterator[Row]:
    """A row for each entrant of a team, in the order of `TEAM_FIELDS`."""
    for team in rank_teams(state, until):
        for line in team.members:
            yield (team.place, team.team, team.points, line.entrant, line.name, line.place, line.points)


def table_csv(form: TableForm, found: TableOfStanding) -> bytes:
    """The table as CSV, in the same form as a standing."""
    return rows_csv([column.name for column in form.fields], found.rows)


def table_cells(form: TableForm, found: TableOfStanding) -> TableView:
    """The table for spreadsheets, with the cells of its CSV."""
    return rows_table([column.name for column in form.fields], found.rows)


def table_parquet(table: Table[TableOfStanding], found: TableOfStanding) -> bytes:
    """The table as Parquet. Equal tables give equal bytes."""
    from daifu.schemas.parquet.writer import TableWriter  # noqa: PLC0415 - pyarrow takes longer to load than most requests

    file = io.BytesIO()
    with TableWriter(table, file) as writer:
        writer.add(found)
    return file.getvalue()


def parquet_rows(found: TableOfStanding) -> Iterator[Row]:
    """The rows as Parquet has them, each with what it is of."""
    state, standing = found.state, found.standing
    head = (state.name, state.rules, found.version, standing.stage, standing.round)
    for row in found.rows:
        yield (*head, *(cell for value in row for cell in _cells(value)))


def _cells(value: object) -> tuple[object, ...]:
    """Two cells for a number that need not be whole: a double and a fraction."""
    return (float(value), str(value)) if isinstance(value, Fraction) else (value,)


MEETINGS: Final = TableForm(
    _meeting_rows,
    standings.MEETING_FIELDS,
    Table(standings.MEETINGS_NAME, standings.MEETINGS_TEXT, standings.MEETING_COLUMNS, parquet_rows),
)
TEAM_MEMBERS: Final = TableForm(
    _team_rows,
    standings.TEAM_FIELDS,
    Table(standings.TEAMS_NAME, standings.TEAMS_TEXT, standings.TEAM_COLUMNS, parquet_rows),
)
