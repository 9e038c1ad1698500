"""Signed links to the entry of results, for phones: those who have one can enter these results, and nothing else.

A link names whose token it is from, and ends with that token, or when somebody ends the links to the entry. One to a
table of a tournament is for the people who were drawn there, and ends with their round; one to an evening ends after
some hours.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from itsdangerous import SignatureExpired, URLSafeSerializer, URLSafeTimedSerializer

from daifu.api.web.addresses import DOOR, EVENINGS, TABLES
from daifu.data.store.store import Store
from daifu.data.tournaments.state import Table, TableId

EVENING_SECONDS: Final = 12 * 3600
"""How long a link to an evening can be used after it was made."""

_DOOR: Final = "door"
_TABLE: Final = "table entry"
_EVENING: Final = "evening entry"


class LinkEndedError(Exception):
    """A link to an evening opens nothing any more."""


class TableLink(NamedTuple):
    """The table that a link opens, the entrants who were drawn there, the token of its maker, and whether it ended."""

    tournament: int
    at: TableId
    people: Sequence[int]
    token: int
    has_ended: bool


class EveningLink(NamedTuple):
    """The record that a link opens, and the token of its maker."""

    record: int
    token: int


def table_link(store: Store, token: int, tournament: int, at: TableId, table: Table) -> str:
    """The path of the entry of a table, by a token; the same as long as the links to it are not ended."""
    number = store.times_ended(table_subject(tournament, at))
    content = [tournament, *at, _people(table), token, number]
    return f"{TABLES}/{URLSafeSerializer(store.signing_key(), salt=_TABLE).dumps(content)}"


def read_table_link(store: Store, signature: str) -> TableLink:
    """What a link to a table says. Raises `BadSignature` where the store did not sign it."""
    content = URLSafeSerializer(store.signing_key(), salt=_TABLE).loads(signature)
    tournament, stage, round_number, table, *rest = content
    people, token, number = rest or ((), 0, 0)  # links of earlier versions did not say whose they are
    at = TableId(stage, round_number, table)
    return TableLink(tournament, at, people, token, _has_ended(store, table_subject(tournament, at), token, number))


def is_for(link: TableLink, table: Table) -> bool:
    """Whether the people for whom a link was made are those of the table now."""
    return link.people == _people(table)


def table_subject(tournament: int, at: TableId) -> str:
    """Under which the store notes that the links to a table were ended."""
    return f"table {tournament} {at.stage} {at.round} {at.table}"


def _people(table: Table) -> list[int]:
    return sorted(seat.drawn for seat in table.seats)


def evening_link(store: Store, token: int, record: int) -> str:
    """The path of the entry of an evening, by a token, from now on for some hours."""
    content = [record, token, store.times_ended(evening_subject(record))]
    return f"{EVENINGS}/{URLSafeTimedSerializer(store.signing_key(), salt=_EVENING).dumps(content)}"


def read_evening_link(store: Store, signature: str) -> EveningLink:
    """What a link to an evening says. Raises `LinkEndedError`, also after its time, and `BadSignature` for no link."""
    serializer = URLSafeTimedSerializer(store.signing_key(), salt=_EVENING)
    try:
        content = serializer.loads(signature, max_age=EVENING_SECONDS)
    except SignatureExpired as error:
        raise LinkEndedError from error
    record, token, number = content if isinstance(content, list) else (content, 0, 0)  # as for tables
    if _has_ended(store, evening_subject(record), token, number):
        raise LinkEndedError
    return EveningLink(record, token)


def evening_subject(record: int) -> str:
    """Under which the store notes that the links to an evening were ended."""
    return f"evening {record}"


def is_signed(store: Store, signature: str) -> bool:
    """Whether the store signed a link to an entry or a door, be it still in force or not."""
    key = store.signing_key()
    evening = URLSafeTimedSerializer(key, salt=_EVENING)
    others = (URLSafeSerializer(key, salt=salt) for salt in (_TABLE, _DOOR))
    return any(one.loads_unsafe(signature)[0] for one in (*others, evening))


def _has_ended(store: Store, subject: str, token: int, number: int) -> bool:
    return store.valid_token(token) is None or store.times_ended(subject) != number


class DoorLink(NamedTuple):
    """The tournament at whose door people check in, the token of the maker of the link, and whether it ended."""

    tournament: int
    token: int
    has_ended: bool


def door_link(store: Store, token: int, tournament: int) -> str:
    """The path on which people of a tournament check in, by a token; the same as long as it is not ended."""
    content = [tournament, token, store.times_ended(door_subject(tournament))]
    return f"{DOOR}/{URLSafeSerializer(store.signing_key(), salt=_DOOR).dumps(content)}"


def read_door_link(store: Store, signature: str) -> DoorLink:
    """What a link to a door says. Raises `BadSignature` where the store did not sign it."""
    tournament, token, number = URLSafeSerializer(store.signing_key(), salt=_DOOR).loads(signature)
    return DoorLink(tournament, token, _has_ended(store, door_subject(tournament), token, number))


def door_subject(tournament: int) -> str:
    """Under which the store notes that the links to a door were ended."""
    return f"door {tournament}"
