"""What answers tell of people, as plain values and as rows."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from api.http.addresses import of_player
from api.http.sheets import Sheet
from data.store.people.asked import Deed, Person
from schemas.figures.spreadsheets import Cell

Told = dict[str, Any]

_COLUMNS: Final = ("id", "name", "players", "names")
_BETWEEN: Final = "; "


def person(one: Person) -> Told:
    """A person."""
    return {**one._asdict(), "address": of_player(one.id)}


def whole_person(one: Person, history: Sequence[Deed]) -> Sheet:
    """A person with what was done to him."""
    told = {**person(one), "history": [_deed(deed) for deed in history]}
    return Sheet(told, _COLUMNS, lambda _language: _rows([one]))


def people(some: Sequence[Person]) -> Sheet:
    """Some people."""
    return Sheet({"players": [person(one) for one in some]}, _COLUMNS, lambda _language: _rows(some))


def _deed(deed: Deed) -> Told:
    return {**deed._asdict(), "at": deed.at.isoformat()}


def _rows(some: Sequence[Person]) -> Iterator[Sequence[Cell]]:
    for one in some:
        yield one.id, one.name, _BETWEEN.join(one.players), _BETWEEN.join(one.names)
