"""Tables of tournament commands on the terminal, and the preview of what a change would do to the standings."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import click
from rich import box
from rich.console import Console
from rich.table import Column, Table

from api.cli.output import printable
from api.cli.tournament import wording
from api.languages import Language, comma_separated, say
from api.views.standings_table import COLUMN_HEADINGS, cell_text, cell_value
from data.tournaments.consequences import Consequence
from data.tournaments.standings.standing import Line
from data.tournaments.state import State
from replay.text import Text

_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def show_table(heads: Sequence[Text], rows: Iterable[Sequence[object]], language: Language) -> None:
    """Print a table without its empty columns; cells are not interpreted as markup."""
    columns = zip(*([cell(value) for value in row] for row in rows), strict=True)
    shown = [(head, column) for head, column in zip(heads, columns, strict=False) if any(column)]
    headings = (_column(say(head, language), column) for head, column in shown)
    table = Table(*headings, box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for row in zip(*(column for _, column in shown), strict=True):
        table.add_row(*row)
    Console(highlight=False, markup=False).print(table)


def _column(head: str, column: Iterable[str]) -> Column:
    """A column; numbers are aligned right and never wrapped."""
    if all(_NUMBER.fullmatch(text) for text in column if text):
        return Column(head, justify="right", no_wrap=True)
    return Column(head, overflow="fold")


def cell(value: object) -> str:
    """A value as text; empty for None."""
    return "" if value is None else printable(str(value))


def entrant_name(state: State, entrant: int) -> str:
    """The number and name of an entrant."""
    return (
        f"{entrant} {printable(state.entrants[entrant - 1].name)}" if entrant <= len(state.entrants) else str(entrant)
    )


def entrant_names(state: State, entrants: Iterable[int], language: Language) -> str:
    """The numbers and names of several entrants."""
    return comma_separated((entrant_name(state, entrant) for entrant in entrants), language)


_ARROW: Final = " → "
_MAIN_FIELDS: Final = ("place", "points")
_OTHER_FIELDS: Final = ("name", "team", "carried", "referee", "deals", "firsts", "best_round", "faults", "dropped")
"""The other columns of a preview; those left out depend only on other entrants."""


def show_consequences(found: Sequence[Consequence], language: Language) -> None:
    """Print the lines of the standings that would change, or that none would."""
    rows = [row for one in found for row in _consequence_row(one, language)]
    if rows:
        show_table(wording.CONSEQUENCES, rows, language)
    else:
        click.echo(say(wording.NO_CONSEQUENCE, language))


def _consequence_row(found: Consequence, language: Language) -> Iterator[list[object]]:
    """The row of a line, if anything in it would change."""
    before, after = found.before, found.after
    changed = [field for field in _OTHER_FIELDS if before and after and _differs(before, after, field)]
    always = [_before_and_after(before, after, field, language) for field in _MAIN_FIELDS]
    if changed or any(_ARROW in step for step in always):
        others = [
            f"{say(COLUMN_HEADINGS[field], language)} {_before_and_after(before, after, field, language)}"
            for field in changed
        ]
        yield [found.stage, found.round, _line_name(found), *always, comma_separated(others, language)]


def _differs(before: Line, after: Line, field: str) -> bool:
    return cell_value(before, field) != cell_value(after, field)


def _before_and_after(before: Line | None, after: Line | None, field: str, language: Language) -> str:
    """The text of a column, as `before → after` where it changes."""
    found = [_line_cell(line, field, language) for line in (before, after)]
    return _ARROW.join(dict.fromkeys(found))


def _line_cell(line: Line | None, field: str, language: Language) -> str:
    return (cell_text(line, field, language) or "-") if line else "-"


def _line_name(found: Consequence) -> str:
    line = found.after or found.before
    return f"{found.entrant} {line.name if line else ''}"
