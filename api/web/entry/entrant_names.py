"""Names of people as somebody pastes them or a sheet has them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from daifu.api.web.entry.fields import EntryRefused, read_number
from daifu.data.tournaments.changes import Entered
from daifu.data.tournaments.settings import FixedTable
from daifu.data.tournaments.state import Entrant, State
from daifu.replay.match import Player
from daifu.replay.text import Text, fold_name
from daifu.schemas.record.model import player_id, player_name
from daifu.schemas.sheets.grid import SheetSize, read_grid
from daifu.schemas.sheets.words import PLAYER, role_of

LARGEST_LIST: Final = SheetSize(2_000, 4 << 20)
_NUMBERING: Final = re.compile(r"^\s*(?:[0-9０-９]{1,3}\s*[.．、)）:：]|[-*・•●○])\s*")
_SEPARATORS: Final = re.compile(r"[,、，;；\t|/／]")
_COMMAS: Final = re.compile("[,、，]")
_NAME_AND_NUMBER: Final = re.compile(r"(?P<name>.*\S)[\s,、，:：]+(?P<number>[0-9０-９]{1,4})卓?")
_TEAMS: Final = frozenset({"team", "club", "チーム", "所属", "団体"})


class Person(NamedTuple):
    """A name that is to be entered, and a team if there is one."""

    name: str
    team: str | None = None


def read_names(text: str) -> list[Person]:
    """The people of a text: one a line, or on a single line with separators; a tab or a comma begins the team."""
    lines = [bare for line in text.splitlines() if (bare := _NUMBERING.sub("", line).strip(" \u3000")).strip()]
    if len(lines) == 1 and "\t" not in lines[0]:
        return _once(Person(name.strip()) for name in _SEPARATORS.split(lines[0]))
    return _once(Person(*_with_team(line.split("\t") if "\t" in line else re.split("[,，]", line))) for line in lines)


def read_sheet_names(data: bytes) -> list[Person]:
    """The people of a CSV or XLSX: its column of names, or else the first one. Raises `SheetRefused`."""
    grid = read_grid(data, largest=LARGEST_LIST)
    rows = [["" if cell is None else str(cell).strip() for cell in row] for row in grid.rows]
    heads = [head.casefold() for head in rows[0]] if rows else []
    names = next((at for at, head in enumerate(heads) if role_of(head) == PLAYER), None)
    team = next((at for at, head in enumerate(heads) if head in _TEAMS), None)
    if names is None:
        return _once(Person(*_with_team(row)) for row in rows if row)
    return _once(Person(_cell(row, names), _cell(row, team) or None) for row in rows[1:])


def _cell(row: Sequence[str], at: int | None) -> str:
    return "" if at is None or at >= len(row) else row[at]


def _with_team(cells: Sequence[str]) -> tuple[str, str | None]:
    name, *rest = (cell.strip() for cell in cells)
    return name, next(iter(rest), None) or None


def _once(people: Iterator[Person]) -> list[Person]:
    """The people with a name, each name once."""
    return list({person.name: person for person in people if person.name}.values())


def by_name(state: State) -> list[Entrant]:
    """The entrants by name, whatever the case of its letters."""
    return sorted(state.entrants, key=lambda one: (one.name.casefold(), one.number))


def entrant_numbers(state: State) -> Mapping[str, int]:
    """The numbers of the entrants by their names, and by these as `fold_name` has them."""
    folded = {fold_name(one.name): one.number for one in state.entrants}
    return folded | {one.name: one.number for one in state.entrants}


def named_entrants(numbers: Mapping[str, int], line: str) -> tuple[int, ...]:
    """The `entrant_numbers` of a line, which has names with commas between. Raises `EntryRefused`."""
    found = []
    for name in filter(None, map(str.strip, _COMMAS.split(line))):
        number = numbers.get(name) or numbers.get(fold_name(name))
        if number is None:
            raise EntryRefused(Text(f"Nobody here is called {name}.", f"「{name}」という人はいません。"))
        found.append(number)
    return tuple(found)


def fixed_tables(numbers: Mapping[str, int], text: str) -> tuple[FixedTable, ...]:
    """Who sits always at which table: a line each, the name and the number. Raises `EntryRefused`."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        written = _NAME_AND_NUMBER.fullmatch(line)
        who = named_entrants(numbers, written["name"]) if written else ()
        number = read_number(written["number"]) if written else None
        if len(who) != 1 or number is None:
            raise EntryRefused(
                Text(f"“{line}” is not a name and a table.", f"「{line}」は名前と卓の番号になっていません。")
            )
        found.append(FixedTable(who[0], number))
    return tuple(found)


def entrants_as_players(state: State) -> list[Player]:
    """Those who are entered, as a record would have them."""
    return [{"id": one.ids[0], "name": one.name} for one in state.entrants]


def entry_of(player: Player, team: str | None, *, waiting: bool) -> Entered:
    """The change that enters somebody; records know them by their id."""
    id, name = player_id(player), player_name(player)
    return Entered(name=name, players=() if id == name else (id,), team=team, waiting=waiting)
