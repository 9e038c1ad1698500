"""The log of a tournament: numbered entries that are only ever added, as JSON and as what they come to."""

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from data.tournaments.apply import apply
from data.tournaments.changes import AnyChange
from data.tournaments.changes.base import Identity
from data.tournaments.exact import read_exact, write_exact
from data.tournaments.state import EMPTY, State
from schemas.limits import WHOLE
from schemas.shape.structs import Name, Notes


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One change: its number in the log, from 1, when it was made (seconds since 1970, UTC), by whom and why."""

    number: Identity
    at: Annotated[int, Meta(ge=0, le=WHOLE)]
    author: Name
    reason: Notes | None = None
    change: AnyChange


class LogBroken(Exception):  # noqa: N818 - that it is broken is all there is to say
    """The numbers of a log do not count from 1 without a gap: something is missing in it."""

    def __init__(self, due: int, found: int) -> None:
        super().__init__(f"expected entry {due} of the log, found {found}")
        self.due = due
        self.found = found


_encoder: Final = msgspec.json.Encoder(enc_hook=write_exact, order="deterministic")
_entries: Final = msgspec.json.Decoder(Entry, dec_hook=read_exact)
_changes: Final = msgspec.json.Decoder(AnyChange, dec_hook=read_exact)


def entry_json(entry: Entry) -> bytes:
    """An entry as JSON; equal entries are equal bytes."""
    return _encoder.encode(entry)


def read_entry(text: bytes | str) -> Entry:
    """The entry that a JSON document holds. Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    return _entries.decode(text)


def change_json(change: AnyChange) -> bytes:
    """A change as JSON; equal changes are equal bytes."""
    return _encoder.encode(change)


def read_change(text: bytes | str) -> AnyChange:
    """The change that a JSON document holds. Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    change: AnyChange = _changes.decode(text)
    return change


def fold(entries: Iterable[Entry], state: State = EMPTY, after: int = 0) -> State:
    """The state that a log comes to, or the rest of one from the state that it had `after` so many entries.

    Raises `LogBroken` where an entry is missing, and `Refused` where one is impossible: such a log was tampered with.
    """
    for due, entry in enumerate(entries, after + 1):
        if entry.number != due:
            raise LogBroken(due, entry.number)
        state = apply(state, entry.change)
    return state
