"""Links that are handed on in a club that shows only what it hands on: each opens one game or tournament to be read.

Numbers can be counted, so the number in an address opens nothing: a key behind it does, which the store signed. The
browser remembers the key, so that the links on the page work. An admin ends all keys at once.
"""

import hmac
import re
from contextlib import suppress
from typing import Final

from flask import request, session
from itsdangerous import BadSignature, Signer

from daifu.api.http.gate import reading
from daifu.api.http.services import services
from daifu.api.web.addresses import EVENINGS, TABLES
from daifu.api.web.entry.links import LinkEndedError, is_signed, read_evening_link, read_table_link
from daifu.api.web.languages import KEY
from daifu.data.store.values import BY_LINK

HANDED_ON: Final = "handed on"
"""Under which the store notes that all keys were ended."""
_ONE: Final = re.compile(r"/(games|seasons|tournaments)/([0-9]+)(?:[/?.#]|$)")
_OPENED: Final = "opened"
_MOST_OPENED: Final = 10
"""How many keys and links a browser remembers; its cookie has to stay small."""
_READING: Final = frozenset({"GET", "HEAD"})


def with_key(path: str) -> str:
    """The path, with the key that opens it where the club shows only what it hands on."""
    one = _ONE.match(path)
    if one is None or reading() != BY_LINK:
        return path
    address, hash_, part = path.partition("#")
    return f"{address}{'&' if '?' in address else '?'}{KEY}={_key(_subject(one))}{hash_}{part}"


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
    one = _ONE.match(request.path)
    if one is None or request.method not in _READING:
        return False
    subject, given = _subject(one), request.args.get(KEY)
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


def _is_key(subject: str, given: str) -> bool:
    return reading() == BY_LINK and hmac.compare_digest(given.encode(), _key(subject).encode())


def _subject(one: re.Match[str]) -> str:
    return f"{one[1]} {int(one[2])}"


def _key(subject: str) -> str:
    store = services().store
    ended = store.times_ended(HANDED_ON)
    return Signer(store.signing_key(), salt=HANDED_ON).get_signature(f"{subject} {ended}").decode()
