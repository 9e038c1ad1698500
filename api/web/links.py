"""Links that are handed on: to the entry of results, to a game or a tournament to be read, to feed and calendar.

Those who have a link to an entry, for phones, can enter these results, and nothing else. It is signed, names whose
token it is from, and ends with that token, or when somebody ends the links to the entry. One to a table of a tournament
is for the people who were drawn there, and ends with their round; one to an evening ends after some hours.

A club may show only what it hands on. Numbers can be counted, so the number in an address opens nothing there: a key
behind it does, which the store signed. The browser remembers the key, so that the links on the page work. An admin ends
all keys at once.

Programs that follow the feed or the calendar cannot sign in. Where not everybody may read, the addresses that a member
sees have a key of that member, which ends with their token.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from flask import g, request, session
from itsdangerous import BadSignature, SignatureExpired, URLSafeSerializer, URLSafeTimedSerializer

from daifu.api.http.access import KEY, Keys, reading, subject_of
from daifu.api.http.services import services
from daifu.api.web.addresses import CALENDAR, DOOR, EVENINGS, FEED, NOTICES, TABLES
from daifu.data.store.store import Store
from daifu.data.store.values import BY_LINK, PUBLIC, Token
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
    # Without a `max_age`, a link whose time has passed is still known to be ours.
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


_OPENED: Final = "opened"
_MOST_OPENED: Final = 10
"""How many keys and links a browser remembers; its cookie has to stay small."""
_READING: Final = frozenset({"GET", "HEAD"})
_FOLLOWED: Final = frozenset({FEED, CALENDAR})
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")


def with_key(path: str) -> str:
    """The path, with the key that opens it where the club shows only what it hands on."""
    return _keys().added_to(path) if reading() == BY_LINK else path


def to_follow(path: str) -> str:
    """The address of the feed or the calendar; for a member, where not everybody may read, with a key of theirs."""
    token: Token | None = g.get("token")
    if token is None or reading() == PUBLIC:
        return path
    return f"{path}?{KEY}={token.id}.{_keys().of(_follower(token.id))}"


def handed_on() -> int | None:
    """How often all keys were ended, where pages have any: pages that are kept change with it."""
    return _keys().ended if reading() != PUBLIC else None


def _keys() -> Keys:
    """The keys of the store, which a request reads once: a page may have many."""
    if "view_keys" not in g:
        g.view_keys = Keys(services().store)
    found: Keys = g.view_keys
    return found


def is_opened_by_link() -> bool:
    """Whether a link opens this request: one to the entry of results, or one that was handed on to be read.

    Who enters results may also read the game or the tournament that they are of.
    """
    signature = (request.view_args or {}).get("signature")
    if signature is not None:
        if not request.path.startswith((EVENINGS, TABLES)) or not is_signed(services().store, signature):
            return False
        if subject := _subject_of_entry(signature):
            _remember(subject, signature)
        return True
    if request.path in _FOLLOWED:
        return request.method in _READING and _is_followed()
    subject, given = subject_of(request.path), request.args.get(KEY)
    if subject is None or (request.method not in _READING and not request.path.endswith(f"/{NOTICES}")):
        return False
    if given is not None and _is_key(subject, given):
        _remember(subject, given)
        return True
    kept: str | None = session.get(_OPENED, {}).get(subject)
    return kept is not None and (_is_key(subject, kept) or _subject_of_entry(kept) == subject)


def _remember(subject: str, key: str) -> None:
    """Let the browser keep what opens a game or a tournament."""
    opened = {name: kept for name, kept in session.get(_OPENED, {}).items() if name != subject}
    session[_OPENED] = dict([*opened.items(), (subject, key)][-_MOST_OPENED:])


def _subject_of_entry(signature: str) -> str | None:
    """What somebody reads who has a link to the entry of results that is still in force."""
    store = services().store
    with suppress(BadSignature, LinkEndedError):
        return f"games {read_evening_link(store, signature).record}"
    with suppress(BadSignature):
        link = read_table_link(store, signature)
        return None if link.has_ended else f"tournaments {link.tournament}"
    return None


def _is_followed() -> bool:
    """Whether the request has the key of a member whose token is still valid."""
    number, _, given = request.args.get(KEY, "").partition(".")
    if not _NUMBER.fullmatch(number) or not _keys().opens(_follower(int(number)), given):
        return False
    return services().store.valid_token(int(number)) is not None


def _follower(token: int) -> str:
    return f"follower {token}"


def _is_key(subject: str, given: str) -> bool:
    return reading() == BY_LINK and _keys().opens(subject, given)
