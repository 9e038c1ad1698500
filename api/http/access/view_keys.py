"""Keys of pages that are handed on where not everybody may read: numbers in addresses can be counted, keys cannot."""

import hmac
import re
from functools import cached_property
from typing import Final

from itsdangerous import Signer

from daifu.data.store.store import Store

KEY: Final = "key"
"""The parameter of an address that has its key."""
HANDED_ON: Final = "handed on"
"""Under which the store notes that all keys were ended, also those of followers."""
_ONE: Final = re.compile(r"/(games|seasons|tournaments)/([0-9]+)(?:[/?.#]|$)")


def subject_of(path: str) -> str | None:
    """What a key has to be of that opens a path; None where no key does."""
    one = _ONE.match(path)
    return one and f"{one[1]} {int(one[2])}"


class Keys:
    """The keys of a store, which signs them. What they are made with is read once."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @cached_property
    def ended(self) -> int:
        """How often all keys were ended."""
        return self._store.times_ended(HANDED_ON)

    @cached_property
    def _signer(self) -> Signer:
        return Signer(self._store.signing_key(), salt=HANDED_ON)

    def of(self, subject: str) -> str:
        """The key of a subject."""
        return self._signer.get_signature(f"{subject} {self.ended}").decode()

    def opens(self, subject: str, given: str) -> bool:
        """Whether this is the key of a subject."""
        return hmac.compare_digest(given.encode(), self.of(subject).encode())

    def added_to(self, path: str) -> str:
        """The path, with the key that opens it if there is one."""
        subject = subject_of(path)
        if subject is None:
            return path
        address, hash_, part = path.partition("#")
        return f"{address}{'&' if '?' in address else '?'}{KEY}={self.of(subject)}{hash_}{part}"
