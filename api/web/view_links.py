"""Links that are handed on in a club that shows only what it hands on: each opens one game or tournament to be read.

Numbers can be counted, so the number in an address opens nothing: a key behind it does, which the store signed. The
browser remembers the key, so that the links on the page work. An admin ends all keys at once.

Programs that follow the feed or the calendar cannot sign in. Where not everybody may read, the addresses that a member
sees have a key of that member, which ends with their token.
"""

import re
from contextlib import suppress
from typing import Final

from flask import g, request, session
from itsdangerous import BadSignature

from daifu.api.http.access.gate import reading
from daifu.api.http.access.view_keys import KEY, Keys, subject_of
from daifu.api.http.services import services
from daifu.api.web.addresses import CALENDAR, EVENINGS, FEED, NOTICES, TABLES
from daifu.api.web.entry.links import LinkEndedError, is_signed, read_evening_link, read_table_link
from daifu.data.store.values import BY_LINK, PUBLIC, Token

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
