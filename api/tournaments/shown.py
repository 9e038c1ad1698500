"""The standing as people read it, on paper or on a terminal: columns with heads, and cells of text."""

from collections.abc import Collection
from fractions import Fraction
from typing import Final, NamedTuple

from api.languages import Language, listed, say
from api.tournaments import wording
from api.tournaments.table import rounded, value_of
from data.tournaments.settings import TieBreak
from data.tournaments.standings.standing import Line, Standing
from data.tournaments.state import State
from replay.text import Text

_TEXTS: Final = frozenset({"name", "team"})
_FOR_A_TIE_BREAK: Final = {"best_round": TieBreak.BEST_ROUND, "opponents": TieBreak.STRENGTH_OF_OPPONENTS}
_ALWAYS: Final = frozenset({"place", "entrant", "name", "points"})


class Column(NamedTuple):
    """A column: the field of a line that stands in it, and its head."""

    field: str
    head: Text

    @property
    def is_text(self) -> bool:
        """Whether words stand in it."""
        return self.field in _TEXTS


class Shown(NamedTuple):
    """After which round it is, the columns in which something stands, and the cells of each line."""

    place: Text
    columns: list[Column]
    rows: list[list[str]]


def shown(state: State, found: Standing, language: Language, fields: Collection[str] = wording.COLUMNS) -> Shown:
    """The standing with these columns, but for those that tell nothing, or nothing that counts; numbers are rounded."""
    told = set(fields) - _unused(state, found)
    columns = [Column(field, head) for field, head in wording.COLUMNS.items() if field in told and _tells(field, found)]
    rows = [[cell_of(line, column.field, language) for column in columns] for line in found.lines]
    return Shown(_place(state, found), columns, rows)


def _unused(state: State, found: Standing) -> set[str]:
    """The columns that are there for a tie-break which the stage does not have."""
    tie_breaks = state.settings_of(found.stage).tie_breaks if found.stage else ()
    return {field for field, tie_break in _FOR_A_TIE_BREAK.items() if tie_break not in tie_breaks}


def _tells(field: str, found: Standing) -> bool:
    """Whether anything stands in a column that no other one says already."""
    match field:
        case "counted":
            return any(line.counted != line.points for line in found.lines)
        case "stage":
            return any(line.stage != found.stage for line in found.lines)
        case _:
            return field in _ALWAYS or any(value_of(line, field) for line in found.lines)


def cell_of(line: Line, field: str, language: Language) -> str:
    """What people read in a column of a line."""
    value = value_of(line, field)
    match field:
        case "name" if line.withdrawn:
            return say(wording.withdrawn(line.name), language)
        case "movement":
            return f"{value:+d}" if isinstance(value, int) and value else ""
        case _:
            return _text(value, language)


def _text(value: object, language: Language) -> str:
    match value:
        case None:
            return ""
        case Fraction():
            return rounded(value)
        case tuple():
            return listed(map(str, value), language)
        case _:
            return str(value)


def _place(state: State, found: Standing) -> Text:
    if not found.stage:
        return wording.NO_STAGE
    return wording.after(state.stages[found.stage - 1].name, found.round)
