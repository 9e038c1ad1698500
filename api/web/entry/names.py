"""Names as people type, paste or send them: who is meant, who is new here, and whom a tournament knows."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from daifu.api.web.entry.fields import EntryRefused, read_number
from daifu.data.names import look_of, similar_names
from daifu.data.store.store import Store
from daifu.data.store.values import Person
from daifu.data.tournaments.changes import Entered
from daifu.data.tournaments.settings import FixedTable
from daifu.data.tournaments.state import Entrant, State
from daifu.replay.match import Player
from daifu.replay.text import Text, fold_name
from daifu.schemas.record.model import player_id, player_name
from daifu.schemas.sheets.grid import SheetSize, read_grid
from daifu.schemas.sheets.words import PLAYER, role_of

MEANT: Final = "meant-"
"""Before a name that was asked about: the field that says who is meant."""
NEW: Final = "new"
"""The value of that field for somebody who is new here; for others it is their id behind an `=`."""
_MOST_KNOWN: Final = 500
_MOST_FOUND: Final = 50
"""How many people are offered and compared with each name, and how many more are looked up for one."""
_TO_HIRAGANA: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


class Suggestion(NamedTuple):
    """A name that is offered while somebody types, and other ways to type it."""

    name: str
    spellings: str


class NamedPlayer(NamedTuple):
    """What a field with a name says: a player of the record, or those who may be meant, or what is wrong with it."""

    typed: str
    player: Player | None = None
    candidates: Sequence[Person] = ()
    problem: Text | None = None


class KnownPeople:
    """The people of a store, and those of its club who have not played yet.

    A stranger who enters by a link, in a store that is closed, is not told who there is: of names that are near to one
    that they typed they hear only if these look the same.
    """

    def __init__(self, store: Store, *, for_stranger: bool = False) -> None:
        self._for_stranger = for_stranger
        self._find = store.people.find
        self._people, more = self._find("", _MOST_KNOWN)
        self._has_more = more is not None
        known = {fold_name(one.name) for one in self._people}
        self._people += [Person(name, name, [name], []) for name in store.club.names() if fold_name(name) not in known]
        self._ids = {id for one in self._people for id in one.players}

    @property
    def suggestions(self) -> list[Suggestion]:
        """The names of all, with the hiragana, katakana and plain letters by which they are found, too."""
        if self._for_stranger:
            return []
        found = []
        for one in self._people:
            look = look_of(one.name)
            others = {look, look.translate(_TO_HIRAGANA)} - {one.name, one.name.casefold()}
            found.append(Suggestion(one.name, " ".join(sorted(others))))
        return found

    def players(
        self, fields: Mapping[str, str], typed: Iterable[str], here: Sequence[Player] = ()
    ) -> list[NamedPlayer]:
        """The players of these names; nobody is on two seats, or is `here` already."""
        found: list[NamedPlayer] = []
        present = {player_id(one) for one in here}
        looks = {look_of(player_name(one)) for one in here}
        seated: set[str] = set()
        for name in (" ".join(unicodedata.normalize("NFC", one).split()) for one in typed):
            one = self._player(name, fields)
            if one.player is not None:
                id, look = player_id(one.player), look_of(name)
                is_same = id == name and look in looks  # a new name that looks like one that is here
                if id in present or is_same:
                    who = player_name(one.player)
                    problem = Text(f"{who} is here already", f"{who}はすでにいます")
                    if id in seated or look in seated:
                        problem = Text(f"{who} is on two seats", f"{who}の席が2つあります")
                    one = NamedPlayer(name, problem=problem)
                present.add(id)
                looks.add(look)
                seated |= {id, look}
            found.append(one)
        return found

    def _player(self, name: str, fields: Mapping[str, str]) -> NamedPlayer:
        meant = fields.get(f"{MEANT}{name}", "")
        if meant == NEW:
            return NamedPlayer(name, self._new(name))
        if self._has_more:
            self._people += [one for one in self._find(name, _MOST_FOUND).people if one not in self._people]
        exact = [one for one in self._people if name in (one.name, *one.names, *one.players)]
        spelt = exact or [one for one in self._people if _plain(name) in map(_plain, (one.name, *one.names))]
        if len(spelt) == 1:
            return NamedPlayer(name, _entry(spelt[0]))
        by_name = {known: one for one in self._people for known in (one.name, *one.names)}
        near = similar_names(name, by_name)
        if self._for_stranger:
            near = [known for known in near if look_of(known) == look_of(name)]
        candidates = list({by_name[known].id: by_name[known] for known in near}.values())
        candidates = spelt + [one for one in candidates if one not in spelt]
        for one in candidates:
            if meant == f"={one.id}":
                return NamedPlayer(name, _entry(one))
        return NamedPlayer(name, None, candidates) if candidates else NamedPlayer(name, name)

    def _new(self, name: str) -> Player:
        """Somebody who is new here, though somebody else may have the name."""
        if name not in self._ids:
            return name
        number = 2
        while f"{name} {number}" in self._ids:
            number += 1
        return {"id": f"{name} {number}", "name": name}


def _plain(name: str) -> str:
    """A name without case, width, blanks, and characters that are not seen."""
    return "".join(one for one in fold_name(name) if unicodedata.category(one) not in ("Cf", "Zs"))


def _entry(person: Person) -> Player:
    return person.id if person.id == person.name else {"id": person.id, "name": person.name}


LARGEST_LIST: Final = SheetSize(2_000, 4 << 20)
# Lists that people paste from chats are numbered, or have a dot before each name.
_NUMBERING: Final = re.compile(r"^\s*(?:[0-9０-９]{1,3}\s*[.．、)）:：]|[-*・•●○])\s*")
_SEPARATORS: Final = re.compile(r"[,、，;；\t|/／]")
_COMMAS: Final = re.compile("[,、，]")
_NAME_AND_NUMBER: Final = re.compile(r"(?P<name>.*\S)[\s,、，:：]+(?P<number>[0-9０-９]{1,4})卓?")
_TEAMS: Final = frozenset({"team", "club", "チーム", "所属", "団体"})


class ListedPerson(NamedTuple):
    """A name that is to be entered, and a team if there is one."""

    name: str
    team: str | None = None


def read_names(text: str) -> list[ListedPerson]:
    """The people of a text: one a line, or on a single line with separators; a tab or a comma begins the team."""
    lines = [bare for line in text.splitlines() if (bare := _NUMBERING.sub("", line).strip(" \u3000")).strip()]
    if len(lines) == 1 and "\t" not in lines[0]:
        return _once(ListedPerson(name.strip()) for name in _SEPARATORS.split(lines[0]))
    return _once(
        ListedPerson(*_with_team(line.split("\t") if "\t" in line else re.split("[,，]", line))) for line in lines
    )


def read_sheet_names(data: bytes) -> list[ListedPerson]:
    """The people of a CSV or XLSX: its column of names, or else the first one. Raises `SheetRefused`."""
    grid = read_grid(data, largest=LARGEST_LIST)
    rows = [["" if cell is None else str(cell).strip() for cell in row] for row in grid.rows]
    heads = [head.casefold() for head in rows[0]] if rows else []
    names = next((at for at, head in enumerate(heads) if role_of(head) == PLAYER), None)
    team = next((at for at, head in enumerate(heads) if head in _TEAMS), None)
    if names is None:
        return _once(ListedPerson(*_with_team(row)) for row in rows if row)
    return _once(ListedPerson(_cell(row, names), _cell(row, team) or None) for row in rows[1:])


def _cell(row: Sequence[str], at: int | None) -> str:
    return "" if at is None or at >= len(row) else row[at]


def _with_team(cells: Sequence[str]) -> tuple[str, str | None]:
    name, *rest = (cell.strip() for cell in cells)
    return name, next(iter(rest), None) or None


def _once(people: Iterator[ListedPerson]) -> list[ListedPerson]:
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
