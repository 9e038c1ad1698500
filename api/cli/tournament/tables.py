"""Tables of tournament commands on the terminal, and the names of entrants in them."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Console
from rich.table import Column, Table

from daifu.api.cli.program.output import language_of, printable
from daifu.api.languages import comma_separated, say
from daifu.replay.text import Text

if TYPE_CHECKING:
    from daifu.data.tournaments.state import State

_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def show_table(heads: Sequence[Text], rows: Iterable[Sequence[object]]) -> None:
    """Print a table without its empty columns; cells are not interpreted as markup."""
    columns = zip(*([cell(value) for value in row] for row in rows), strict=True)
    shown = [(head, column) for head, column in zip(heads, columns, strict=False) if any(column)]
    headings = (_column(say(head, language_of()), column) for head, column in shown)
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


def entrant_name(state: "State", entrant: int) -> str:
    """The number and name of an entrant."""
    return (
        f"{entrant} {printable(state.entrants[entrant - 1].name)}" if entrant <= len(state.entrants) else str(entrant)
    )


def entrant_names(state: "State", entrants: Iterable[int]) -> str:
    """The numbers and names of several entrants."""
    return comma_separated((entrant_name(state, entrant) for entrant in entrants), language_of())
