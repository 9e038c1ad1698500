"""Keys of pages that are handed on where not everybody may read: numbers in addresses can be counted, keys cannot."""

import hmac
import re
from typing import Final

from itsdangerous import Signer

from daifu.data.store.interface import Store

KEY: Final = "key"
"""The parameter of an address that has its key."""
HANDED_ON: Final = "handed on"
"""Under which the store notes that all keys were ended, also those of followers."""
_ONE: Final = re.compile(r"/(games|seasons|tournaments)/([0-9]+)(?:[/?.#]|$)")


def subject_of(path: str) -> str | None:
    """What a key has to be of that opens a path; None where no key does."""
    one = _ONE.match(path)
    return one and f"{one[1]} {int(one[2])}"


def key_of(store: Store, subject: str) -> str:
    """The key of a subject, which the store signed."""
    ended = store.times_ended(HANDED_ON)
    return Signer(store.signing_key(), salt=HANDED_ON).get_signature(f"{subject} {ended}").decode()


def is_key(store: Store, subject: str, given: str) -> bool:
    """Whether this is the key of a subject."""
    return hmac.compare_digest(given.encode(), key_of(store, subject).encode())


def path_with_key(store: Store, path: str) -> str:
    """The path, with the key that opens it if there is one."""
    subject = subject_of(path)
    if subject is None:
        return path
    address, hash_, part = path.partition("#")
    return f"{address}{'&' if '?' in address else '?'}{KEY}={key_of(store, subject)}{hash_}{part}"
