"""Views of players: who they are, and what was done to their identity."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from api.views.addresses import player_address
from api.views.values import TableView
from data.store.values import Person, PersonChange
from schemas.csv_text import Cell

Json = dict[str, Any]

_COLUMNS: Final = ("id", "name", "players", "names")
_SEPARATOR: Final = "; "


def person_view(one: Person) -> Json:
    """A person."""
    return {**one._asdict(), "address": player_address(one.id)}


def person_with_history(one: Person, history: Sequence[PersonChange]) -> TableView:
    """A person with what was done to him."""
    told = {**person_view(one), "history": [_history_entry(deed) for deed in history]}
    return TableView(told, _COLUMNS, lambda _language: _person_rows([one]))


def people_table(some: Sequence[Person]) -> TableView:
    """Some people."""
    return TableView({"players": [person_view(one) for one in some]}, _COLUMNS, lambda _language: _person_rows(some))


def _history_entry(deed: PersonChange) -> Json:
    return {**deed._asdict(), "at": deed.at.isoformat()}


def _person_rows(some: Sequence[Person]) -> Iterator[Sequence[Cell]]:
    for one in some:
        yield one.id, one.name, _SEPARATOR.join(one.players), _SEPARATOR.join(one.names)
