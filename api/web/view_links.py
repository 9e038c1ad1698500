"""Links that are handed on in a club that shows only what it hands on: each opens one game or tournament to be read.

Numbers can be counted, so the number in an address opens nothing: a key behind it does, which the store signed. The
browser remembers the key, so that the links on the page work. An admin ends all keys at once.
"""

import hmac
import re
from typing import Final

from flask import request, session
from itsdangerous import Signer

from daifu.api.http.gate import reading
from daifu.api.http.services import services
from daifu.api.web.addresses import DOOR, EVENINGS, TABLES
from daifu.api.web.entry.links import is_signed
from daifu.api.web.languages import KEY
from daifu.data.store.values import BY_LINK

HANDED_ON: Final = "handed on"
"""Under which the store notes that all keys were ended."""
_ONE: Final = re.compile(r"/(games|seasons|tournaments)/([0-9]+)(?:[/?.#]|$)")
_OPENED: Final = "opened"
_MOST_OPENED: Final = 20
"""How many keys a browser remembers; its cookie has to stay small."""
_READING: Final = frozenset({"GET", "HEAD"})


def with_key(path: str) -> str:
    """The path, with the key that opens it where the club shows only what it hands on."""
    one = _ONE.match(path)
    if one is None or reading() != BY_LINK:
        return path
    address, hash_, part = path.partition("#")
    return f"{address}{'&' if '?' in address else '?'}{KEY}={_key(_subject(one))}{hash_}{part}"


def is_opened_by_link() -> bool:
    """Whether a link opens this request: one to the entry of results, to a door, or one handed on to be read."""
    parts = request.view_args or {}
    if "signature" in parts:
        return request.path.startswith((DOOR, EVENINGS, TABLES)) and is_signed(services().store, parts["signature"])
    one = _ONE.match(request.path)
    if one is None or request.method not in _READING or reading() != BY_LINK:
        return False
    subject, due = _subject(one), _key(_subject(one))
    opened: dict[str, str] = session.get(_OPENED, {})
    if (given := request.args.get(KEY)) and hmac.compare_digest(given.encode(), due.encode()):
        others = {name: key for name, key in opened.items() if name != subject}
        session[_OPENED] = dict([*others.items(), (subject, due)][-_MOST_OPENED:])
        return True
    return opened.get(subject) == due


def _subject(one: re.Match[str]) -> str:
    return f"{one[1]} {int(one[2])}"


def _key(subject: str) -> str:
    store = services().store
    ended = store.times_ended(HANDED_ON)
    return Signer(store.signing_key(), salt=HANDED_ON).get_signature(f"{subject} {ended}").decode()
