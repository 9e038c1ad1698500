"""Names as people type them: who is meant, who is new here, and what is asked before anybody is stored."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from daifu.api.web.entry.fields import filled
from daifu.data.people.names import look_of, similar_names
from daifu.data.store.store import Store
from daifu.data.store.values import Person
from daifu.replay.match import Player
from daifu.replay.text import Text, fold_name
from daifu.schemas.record.model import player_id, player_name

MEANT: Final = "meant-"
"""Before a name that was asked about: the field that says who is meant."""
NEW: Final = "new"
"""The value of that field for somebody who is new here; for others it is their id behind an `=`."""
_MOST_KNOWN: Final = 500
_MOST_FOUND: Final = 50
"""How many people are offered and compared with each name, and how many more are looked up for one."""
_TO_HIRAGANA: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}

_TWO_SEATS: Final = Text("{name} is on two seats", "{name}の席が2つあります")
_HERE: Final = Text("{name} is here already", "{name}はすでにいます")


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
        return [Suggestion(one.name, _spellings(one.name)) for one in self._people]

    def players(
        self, fields: Mapping[str, str], typed: Iterable[str], here: Sequence[Player] = ()
    ) -> list[NamedPlayer]:
        """The players of these names; nobody is on two seats, or is `here` already."""
        found: list[NamedPlayer] = []
        present = {player_id(one) for one in here}
        looks = {look_of(player_name(one)) for one in here}
        seated: set[str] = set()
        for name in map(_cleaned, typed):
            one = self._player(name, fields)
            if one.player is not None:
                id, look = player_id(one.player), look_of(name)
                is_same = id == name and look in looks  # a new name that looks like one that is here
                if id in present or is_same:
                    text = _TWO_SEATS if id in seated or look in seated else _HERE
                    one = NamedPlayer(name, problem=filled(text, name=player_name(one.player)))
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


def _cleaned(name: str) -> str:
    """A name with single blanks, in the usual composition."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def _plain(name: str) -> str:
    """A name without case, width, blanks, and characters that are not seen."""
    return "".join(one for one in fold_name(name) if unicodedata.category(one) not in ("Cf", "Zs"))


def _spellings(name: str) -> str:
    look = look_of(name)
    return " ".join(sorted({look, look.translate(_TO_HIRAGANA)} - {name, name.casefold()}))


def _entry(person: Person) -> Player:
    return person.id if person.id == person.name else {"id": person.id, "name": person.name}
