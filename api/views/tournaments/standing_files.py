"""Files of a standing: a page to print, and tables of it, of meetings and teams for spreadsheets and statistics."""

import io
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib import resources
from typing import Final, NamedTuple

from jinja2 import Environment

from daifu.api.languages import Language, say, with_heading
from daifu.api.views.tournaments.standings import TITLE, rows_csv, rows_table, standing_table, version_text
from daifu.api.views.values import TableView
from daifu.data.tournaments.settings import TieBreak
from daifu.data.tournaments.standings import Standing, build_head_to_head, compute_standing, rank_teams
from daifu.data.tournaments.state import RoundId, State
from daifu.schemas.parquet import standings as columns
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
        cells: list[object] = []
        for value in row:  # a number that need not be whole has two cells: a double and a fraction
            cells += (float(value), str(value)) if isinstance(value, Fraction) else (value,)
        yield (*head, *cells)


MEETINGS: Final = TableForm(
    _meeting_rows,
    columns.MEETING_FIELDS,
    Table(columns.MEETINGS_NAME, columns.MEETINGS_TEXT, columns.MEETING_COLUMNS, parquet_rows),
)
TEAM_MEMBERS: Final = TableForm(
    _team_rows,
    columns.TEAM_FIELDS,
    Table(columns.TEAMS_NAME, columns.TEAMS_TEXT, columns.TEAM_COLUMNS, parquet_rows),
)


def standing_parquet(state: State, version: int, found: Standing) -> bytes:
    """The standing as Parquet. Equal standings give equal bytes."""
    return table_parquet(_TABLE, TableOfStanding(state, version, found, tuple(_rows(state, found))))


def _rows(state: State, found: Standing) -> Iterator[Row]:
    for line in found.lines:
        ids = state.entrants[line.entrant - 1].ids
        who = (line.place, line.entrant, line.name, ids, line.team, line.withdrawn, line.stage)
        points = (line.points, line.carried, line.counted, line.referee)
        best, opponents = _number_cells(line.best_round), _number_cells(line.opponents)
        played = (line.deals, line.firsts, *best, line.faults, *opponents, line.dropped, line.movement)
        # The tie-breaks that were used, with the values that are not fields of the line.
        values = {step.tie_break: step.value for step in line.tie_breaks}
        lot = values.get(TieBreak.LOT)
        used = [str(tie_break) for tie_break in values]
        ties = (used, *_number_cells(values.get(TieBreak.HEAD_TO_HEAD)), None if lot is None else int(lot))
        yield (*who, *_number_cells(*points), *played, *ties)


def _number_cells(*numbers: Fraction | None) -> Iterator[object]:
    """Two cells for each number: a double and a fraction, both None if there is no number."""
    for number in numbers:
        yield None if number is None else float(number)
        yield None if number is None else str(number)


_TABLE: Final = Table(columns.STANDING_NAME, columns.STANDING_TEXT, columns.STANDING_COLUMNS, parquet_rows)

_PAGE: Final = Environment(autoescape=True).from_string(
    (resources.files("daifu.api.views.tournaments") / "templates" / "standing.html").read_text(encoding="utf-8")
)


def standing_page(state: State, found: Standing, version: int, language: Language) -> str:
    """The standing as HTML without any external file."""
    table = standing_table(state, found, language)
    return _PAGE.render(
        language=language,
        title=state.name,
        heading=with_heading(say(TITLE, language), say(table.place, language), language),
        columns=[(say(column.head, language), column.is_text) for column in table.columns],
        rows=table.rows,
        version=say(version_text(version), language),
    )
