"""What changes would do to the standings, for people."""

from collections.abc import Iterator, Sequence
from typing import Final

import click

from api.cli.language import Language, listed, say
from api.cli.tournament import wording
from api.cli.tournament.tables import show_table
from api.tournaments.shown import cell_of
from api.tournaments.table import value_of
from api.tournaments.wording import COLUMNS
from data.tournaments.consequences import Consequence
from data.tournaments.standings.standing import Line

_ARROW: Final = " → "
_ALWAYS: Final = ("place", "points")
_WHERE_CHANGED: Final = ("name", "team", "carried", "referee", "deals", "firsts", "best_round", "faults", "dropped")
"""What else a correction is about; the columns that are left out only follow from what others did."""


def show_consequences(found: Sequence[Consequence], language: Language) -> None:
    """Print the lines in which something would stand that does not now, or that there are none."""
    rows = [row for one in found for row in _row(one, language)]
    if rows:
        show_table(wording.CONSEQUENCES, rows, language)
    else:
        click.echo(say(wording.NO_CONSEQUENCE, language))


def _row(found: Consequence, language: Language) -> Iterator[list[object]]:
    """The row of a line, if anything in it would be another."""
    before, after = found.before, found.after
    changed = [field for field in _WHERE_CHANGED if before and after and _differ(before, after, field)]
    always = [_step(before, after, field, language) for field in _ALWAYS]
    if changed or any(_ARROW in step for step in always):
        others = [f"{say(COLUMNS[field], language)} {_step(before, after, field, language)}" for field in changed]
        yield [found.stage, found.round, _name(found), *always, listed(others, language)]


def _differ(before: Line, after: Line, field: str) -> bool:
    return value_of(before, field) != value_of(after, field)


def _step(before: Line | None, after: Line | None, field: str, language: Language) -> str:
    """What stands in a column, before and after where that differs."""
    found = [_cell(line, field, language) for line in (before, after)]
    return _ARROW.join(dict.fromkeys(found))


def _cell(line: Line | None, field: str, language: Language) -> str:
    return (cell_of(line, field, language) or "-") if line else "-"


def _name(found: Consequence) -> str:
    line = found.after or found.before
    return f"{found.entrant} {line.name if line else ''}"
