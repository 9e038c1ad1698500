"""Tables on the terminal, in which everything that people wrote is harmless."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Column, Table

from api.cli.language import Language, say
from api.cli.printable import printable
from data.tournaments.state import State
from replay.text import Text


def show_table(columns: Iterable[Text], rows: Iterable[Sequence[object]], language: Language) -> None:
    """Print a table; nothing in it is taken for markup."""
    heads = (Column(say(column, language), overflow="fold") for column in columns)
    table = Table(*heads, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*(cell(value) for value in row))
    Console(highlight=False, markup=False).print(table)


def cell(value: object) -> str:
    """A value as a cell shows it; nothing where there is none."""
    return "" if value is None else printable(str(value))


def name_of(state: State, entrant: int) -> str:
    """An entrant with his number, as scorekeepers call him."""
    return (
        f"{entrant} {printable(state.entrants[entrant - 1].name)}" if entrant <= len(state.entrants) else str(entrant)
    )


def names_of(state: State, entrants: Iterable[int]) -> str:
    """Several entrants, one after the other."""
    return ", ".join(name_of(state, entrant) for entrant in entrants)
