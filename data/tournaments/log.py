"""The log of a tournament: numbered entries that are only ever added.

Entries as JSON, the state after a log, and the version at which a round was closed.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from daifu.data.tournaments.changes import (
    AnyChange,
    Created,
    IdNumber,
    Record,
    RecordIgnored,
    Result,
    RoundClosed,
    SettingsChanged,
)
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.exact_numbers import decode_fraction, encode_fraction
from daifu.data.tournaments.handlers.dispatch import apply, apply_new
from daifu.data.tournaments.state import EMPTY_STATE, RoundId, State
from daifu.schemas.record.limits import LARGEST_INTEGER
from daifu.schemas.record.model import Name, Notes
from daifu.schemas.record.struct_reader import StructReader


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a log: its number from 1, its time (seconds since 1970, UTC), its author, a reason and the change."""

    number: IdNumber
    at: Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
    author: Name
    reason: Notes | None = None
    change: AnyChange


class LogGapError(Exception):
    """The entries of a log are not numbered from 1 without a gap: something is missing."""

    def __init__(self, due: int, found: int) -> None:
        super().__init__(f"expected entry {due} of the log, found {found}")
        self.due = due
        self.found = found


encode_entry: Final = msgspec.json.Encoder(enc_hook=encode_fraction, order="deterministic").encode
"""An entry as JSON; equal entries are equal bytes."""
encode_change: Final = encode_entry
"""A change as JSON; equal changes are equal bytes."""
decode_entry: Final = msgspec.json.Decoder(Entry, dec_hook=decode_fraction).decode
"""The entry that a JSON document holds. Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
decode_change: Final = msgspec.json.Decoder[AnyChange](AnyChange, dec_hook=decode_fraction).decode
"""The change that a JSON document holds. Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""


read_change: Final = StructReader[AnyChange](AnyChange, decode_fraction).read
"""The change that a JSON document of a client holds. Raises `StructRefused` with everything that is wrong."""


def apply_changes(state: State, changes: Iterable[AnyChange]) -> State:
    """The state after changes as a log keeps them: what a log cannot hold is refused.

    Raises `TournamentError` where one is impossible, `msgspec.ValidationError` where a value is out of bounds.
    """
    for change in changes:
        state = apply_new(state, decode_change(encode_change(change)))
    return state


def is_from_record(change: AnyChange) -> bool:
    """Whether a change is about what waits or came from a record; only those who import or ignore it may write it."""
    return isinstance(change, RecordIgnored) or (isinstance(change, Result) and isinstance(change.by, Record))


def given_names(changes: Iterable[AnyChange], after: int) -> Iterator[tuple[int, str]]:
    """The names that changes give the tournament, each with the number of its entry in a log of `after` entries."""
    for number, change in enumerate(changes, after + 1):
        match change:
            case Created(name=name) | SettingsChanged(name=str(name)):
                yield number, name
            case _:
                pass


def is_gapless(entries: Iterable[Entry], after: int) -> bool:
    """Whether entries are those that follow the first `after` entries of a log."""
    return all(entry.number == due for due, entry in enumerate(entries, after + 1))


def fold(entries: Iterable[Entry], state: State = EMPTY_STATE, after: int = 0) -> State:
    """The state after a log, or after the rest of one whose first `after` entries led to a state.

    Raises `LogGapError` where an entry is missing, and `TournamentError` where one is impossible: such a log was
    tampered with.
    """
    for due, entry in enumerate(entries, after + 1):
        if entry.number != due:
            raise LogGapError(due, entry.number)
        state = apply(state, entry.change)
    return state


class ClosedVersion(NamedTuple):
    """A round that was closed, and the version of the tournament whose standing was announced then."""

    place: RoundId
    version: int


def find_closed_version(entries: Iterable[Entry], stage: int | None = None, number: int | None = None) -> ClosedVersion:
    """The last closing of a round in a log; by default of any round of a stage, or of any stage.

    Raises `TournamentError`: `never_closed`.
    """
    found = None
    for entry in entries:
        match entry.change:
            case RoundClosed() as closed if stage in {None, closed.stage} and number in {None, closed.round}:
                found = ClosedVersion(RoundId(closed.stage, closed.round), entry.number)
            case _:
                pass
    if found is None:
        raise TournamentError("never_closed")
    return found
