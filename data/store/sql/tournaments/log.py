"""Reads and writes the logs of tournaments, the rows that follow from them, and the states that are kept in memory."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from threading import Lock
from typing import Final

import msgspec

from daifu.data.store.errors import LogDamaged, NameTaken, NoSuchTournament
from daifu.data.store.sql.columns import MAX_INTEGER, entry_checksum
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.tokens import NAMES_ENDED, times_ended
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.values import Attribution, VersionedState
from daifu.data.tournaments.changes import AnyChange, Created
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import (
    Entry,
    LogGapError,
    apply_changes,
    changed_links,
    decode_change,
    encode_change,
    fold,
    given_names,
)
from daifu.data.tournaments.state import EMPTY_STATE, State

MAX_STATES: Final = 64
"""States that are kept at most; those that were used longest ago go first."""


class StateCache:
    """Committed states of tournaments, for all threads.

    Entries of a log never change, unless a person is made anonymous: how often that was done is a part of the key.
    """

    def __init__(self) -> None:
        self._states: OrderedDict[tuple[Hashable, int], State] = OrderedDict()
        self._lock = Lock()

    def nearest(self, tournament: Hashable, version: int) -> VersionedState | None:
        """The latest known state of a tournament up to this version; None where there is none."""
        with self._lock:
            if (tournament, version) not in self._states:
                known = (found for one, found in self._states if one == tournament and found < version)
                version = max(known, default=0)
            if not version:
                return None
            self._states.move_to_end((tournament, version))
            return VersionedState(version, self._states[tournament, version])

    def keep(self, tournament: Hashable, folded: VersionedState) -> None:
        """Keep a state."""
        with self._lock:
            self._states[tournament, folded.version] = folded.state
            self._states.move_to_end((tournament, folded.version))
            if len(self._states) > MAX_STATES:
                self._states.popitem(last=False)


_VERSION: Final = "SELECT version FROM tournaments WHERE id = ? AND version > 0"
_ENTRIES: Final = """
SELECT entries.number, at, text, reason, change, checksum FROM entries JOIN texts ON texts.number = author
WHERE tournament = ? AND entries.number > ? AND entries.number <= ? ORDER BY entries.number LIMIT ?
"""


def load_version(session: Session, tournament: int) -> int:
    """The number of the last entry of a log. Raises `NoSuchTournament`."""
    row = session.connection.execute(_VERSION, (min(tournament, MAX_INTEGER),)).fetchone()
    if row is None:
        raise NoSuchTournament
    found: int = row[0]
    return found


def load_state(session: Session, tournament: int) -> VersionedState:
    """The state of a tournament and its version. Raises `NoSuchTournament`."""
    last = load_version(session, tournament)
    return VersionedState(last, fold_state(session, tournament, last))


def fold_state(session: Session, tournament: int, until: int) -> State:
    """The state after the first `until` entries, folded on from the latest known one. Raises `LogDamaged`."""
    states, key = session.shared.get(StateCache), _cache_key(session, tournament)
    known = states.nearest(key, until) or VersionedState(0, EMPTY_STATE)
    if known.version == until:
        return known.state
    try:
        entries = read_entries(session, tournament, known.version, until, MAX_INTEGER)
        found = fold(entries, known.state, known.version)
    except (TournamentError, LogGapError, msgspec.MsgspecError) as error:
        raise LogDamaged(tournament) from error
    if known.version + len(entries) != until:
        raise LogDamaged(tournament)
    states.keep(key, VersionedState(until, found))
    return found


def _cache_key(session: Session, tournament: int) -> tuple[int, int]:
    """Under what a state of a tournament is cached: those from before a person was made anonymous are no more used."""
    return tournament, times_ended(session, NAMES_ENDED)


def read_entries(
    session: Session, tournament: int, after: int, until: int, limit: int, characters: int | None = None
) -> list[Entry]:
    """The next `limit` entries of a log behind the entry `after`, or fewer that have no more than these characters.

    Raises `msgspec.MsgspecError`, and `LogDamaged` where one is not as it was written.
    """
    entries: list[Entry] = []
    for row in session.connection.execute(_ENTRIES, (tournament, after, until, limit)).fetchall():
        number, at, author, reason, change, checksum = row
        if characters is not None:
            characters -= len(change)
            if entries and characters < 0:
                break
        if checksum is not None and checksum != entry_checksum(tournament, number, at, author, reason, change):
            raise LogDamaged(tournament)
        entries.append(Entry(number=number, at=at, author=author, reason=reason, change=decode_change(change)))
    return entries


_CREATE: Final = "INSERT INTO tournaments (version, name, rules, finished) VALUES (1, ?, ?, 0) RETURNING id"
_UPDATE: Final = "UPDATE tournaments SET version = ?, name = ?, finished = ? WHERE id = ?"
_ENTRY: Final = """
INSERT INTO entries (tournament, number, at, author, reason, change, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
NAME_OWNER: Final = "SELECT tournament FROM tournament_names WHERE name = ?"
_NAME: Final = "INSERT INTO tournament_names (name, tournament, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_LINK_RECORD: Final = "INSERT INTO result_imports (record, tournament) VALUES (?, ?) ON CONFLICT DO NOTHING"
_UNLINK_RECORD: Final = "DELETE FROM result_imports WHERE record = ? AND tournament = ? AND code IS NULL"


def create_tournament(writing: Transaction, change: Created, why: Attribution) -> int:
    """Begin the log of a new tournament; its id. Raises `TournamentError` and `NameTaken`."""
    state = apply_changes(EMPTY_STATE, [change])
    tournament = writing.insert(_CREATE, (writing.number(state.name), writing.number(state.rules)))
    _reserve_name(writing, tournament, 1, state.name)
    _write_entry(writing, tournament, 1, change, why)
    _set_state(writing, tournament, VersionedState(1, state))
    return tournament


def write_changes(
    writing: Transaction, tournament: int, changes: Sequence[AnyChange], state: State, why: Attribution
) -> int:
    """Write changes that lead to a state; the number of the last entry then. Raises `NameTaken`."""
    before = current_state(writing, tournament)
    if not changes:
        return before.version
    last = before.version + len(changes)
    for number, change in enumerate(changes, before.version + 1):
        _write_entry(writing, tournament, number, change, why)
    for number, name in given_names(changes, before.version):
        _reserve_name(writing, tournament, number, name)
    writing.connection.execute(_UPDATE, (last, writing.number(state.name), int(state.finished), tournament))
    added, removed = changed_links(before.state, state)
    writing.connection.executemany(_LINK_RECORD, [(record, tournament) for record in added])
    writing.connection.executemany(_UNLINK_RECORD, [(record, tournament) for record in removed])
    _set_state(writing, tournament, VersionedState(last, state))
    return last


def current_state(writing: Transaction, tournament: int) -> VersionedState:
    """The state of a tournament within this transaction. Raises `NoSuchTournament`."""
    return writing.tournament_states.get(tournament) or load_state(writing.session, tournament)


def _set_state(writing: Transaction, tournament: int, found: VersionedState) -> None:
    """Remember the state for the rest of the transaction. Once it is committed, readers have it and listeners know."""
    writing.tournament_states[tournament] = found
    writing.session.announce_change(tournament)
    key = _cache_key(writing.session, tournament)
    writing.after_commit.append(lambda: writing.session.shared.get(StateCache).keep(key, found))


def _write_entry(writing: Transaction, tournament: int, number: int, change: AnyChange, why: Attribution) -> None:
    who, text = why.author.name, encode_change(change).decode()
    checksum = entry_checksum(tournament, number, writing.at, who, why.reason, text)
    writing.add_row(_ENTRY, (tournament, number, writing.at, writing.number(who), why.reason, text, checksum))


def _reserve_name(writing: Transaction, tournament: int, since: int, name: str) -> None:
    """Let records find the tournament by a name. Names that it had before stay its own. Raises `NameTaken`."""
    number = writing.number(name)
    row = writing.connection.execute(NAME_OWNER, (number,)).fetchone()
    if row is not None and row[0] != tournament:
        raise NameTaken(row[0])
    writing.connection.execute(_NAME, (number, tournament, since))
