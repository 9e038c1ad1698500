"""Tables of tournament commands on the terminal."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Column, Table

from api.cli.output import printable
from api.languages import Language, comma_separated, say
from data.tournaments.state import State
from replay.text import Text

_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def show_table(heads: Sequence[Text], rows: Iterable[Sequence[object]], language: Language) -> None:
    """Print the columns of a table in which something stands; nothing in it is taken for markup."""
    columns = zip(*([cell(value) for value in row] for row in rows), strict=True)
    told = [(head, column) for head, column in zip(heads, columns, strict=False) if any(column)]
    heads_told = (_column(say(head, language), column) for head, column in told)
    table = Table(*heads_told, box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for row in zip(*(column for _, column in told), strict=True):
        table.add_row(*row)
    Console(highlight=False, markup=False).print(table)


def _column(head: str, column: Iterable[str]) -> Column:
    """Numbers stand under each other and are never broken."""
    if all(_NUMBER.fullmatch(text) for text in column if text):
        return Column(head, justify="right", no_wrap=True)
    return Column(head, overflow="fold")


def cell(value: object) -> str:
    """A value as a cell shows it; nothing where there is none."""
    return "" if value is None else printable(str(value))


def entrant_name(state: State, entrant: int) -> str:
    """An entrant with his number, as scorekeepers call him."""
    return (
        f"{entrant} {printable(state.entrants[entrant - 1].name)}" if entrant <= len(state.entrants) else str(entrant)
    )


def entrant_names(state: State, entrants: Iterable[int], language: Language) -> str:
    """Several entrants, one after the other."""
    return comma_separated((entrant_name(state, entrant) for entrant in entrants), language)
