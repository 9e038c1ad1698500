"""Reads and writes the logs of tournaments, and the rows that follow from them."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from daifu.data.store.errors import LogDamaged, NameTaken, NoSuchEntry, NoSuchTournament, OnlyByImport, VersionConflict
from daifu.data.store.sql.columns import MAX_INTEGER, entry_checksum, from_timestamp, version_mark
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.texts import text_number
from daifu.data.store.sql.tokens import NAMES_ENDED, times_ended
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.state_cache import StateCache
from daifu.data.store.values import Attribution, TournamentPage, TournamentSummary, VersionedState
from daifu.data.tournaments.changes import AnyChange, Created
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import (
    Entry,
    LogGapError,
    apply_changes,
    decode_change,
    encode_change,
    fold,
    given_names,
    is_from_record,
    is_gapless,
)
from daifu.data.tournaments.result_import import changed_links
from daifu.data.tournaments.state import EMPTY_STATE, State

_VERSION: Final = "SELECT version FROM tournaments WHERE id = ? AND version > 0"
_MARK: Final = """
SELECT entry.at, first.change || entry.change FROM entries AS entry
JOIN entries AS first ON first.tournament = entry.tournament AND first.number = 1
WHERE entry.tournament = ? AND entry.number = ?
"""
_ENTRIES: Final = """
SELECT tournament, entries.number, at, text, reason, change, checksum FROM entries JOIN texts ON texts.number = author
WHERE tournament = ? AND entries.number > ? AND entries.number <= ? ORDER BY entries.number LIMIT ?
"""
_PAGE: Final = """
SELECT id, version, names.text, rules.text, finished, first.at, last.at
FROM tournaments JOIN texts AS names ON names.number = name JOIN texts AS rules ON rules.number = rules
    JOIN entries AS first ON first.tournament = id AND first.number = 1
    JOIN entries AS last ON last.tournament = id AND last.number = version
WHERE id < ? ORDER BY id DESC LIMIT ?
"""


def load_version(session: Session, tournament: int) -> int:
    """The number of the last entry of a log. Raises `NoSuchTournament`."""
    row = session.connection.execute(_VERSION, (min(tournament, MAX_INTEGER),)).fetchone()
    if row is None:
        raise NoSuchTournament
    found: int = row[0]
    return found


def entry_mark(session: Session, tournament: int, number: int) -> str | None:
    """What tells an entry of a log from any other that had its number; None where there is none.

    It is made of the entry, and of the first one, which begins another tournament.
    """
    key = min(tournament, MAX_INTEGER), min(number, MAX_INTEGER)
    row = session.connection.execute(_MARK, key).fetchone()
    return None if row is None else version_mark(row[0], row[1].encode())


def find_by_name(session: Session, name: str) -> int | None:
    """The tournament that has this name or has had it; None where there is none."""
    row = session.connection.execute(_NAME_OWNER, (text_number(session.connection, name),)).fetchone()
    return None if row is None else row[0]


def list_tournaments(session: Session, after: int | None, limit: int) -> TournamentPage:
    """The next `limit` tournaments behind the tournament `after`, newest first."""
    before = MAX_INTEGER if after is None else min(after, MAX_INTEGER)
    rows = session.connection.execute(_PAGE, (before, limit + 1)).fetchall()
    return TournamentPage(
        [_summary_from_row(*row) for row in rows[:limit]], rows[limit - 1][0] if len(rows) > limit else None
    )


def load_entries(
    session: Session, tournament: int, after: int, limit: int, characters: int | None = None
) -> list[Entry]:
    """The next `limit` entries of a log behind the entry `after`, or fewer that have no more than these characters.

    Raises `NoSuchTournament`, and `LogDamaged` where one of them is missing or cannot be read.
    """
    load_version(session, tournament)
    try:
        entries = _read_entries(session, tournament, min(after, MAX_INTEGER), MAX_INTEGER, limit, characters)
    except msgspec.MsgspecError as error:
        raise LogDamaged(tournament) from error
    if not is_gapless(entries, after):
        raise LogDamaged(tournament)
    return entries


def load_state(session: Session, tournament: int) -> VersionedState:
    """The state of a tournament and its version. Raises `NoSuchTournament`."""
    last = load_version(session, tournament)
    return VersionedState(last, fold_state(session, tournament, last))


def load_past_state(session: Session, tournament: int, until: int) -> State:
    """The state of a tournament after its first `until` entries. Raises `NoSuchTournament` and `NoSuchEntry`."""
    if not 1 <= until <= load_version(session, tournament):
        raise NoSuchEntry
    return fold_state(session, tournament, until)


def fold_state(session: Session, tournament: int, until: int) -> State:
    """The state after the first `until` entries, folded on from the latest known one. Raises `LogDamaged`."""
    states, key = session.shared.get(StateCache), _cache_key(session, tournament)
    known = states.nearest(key, until) or VersionedState(0, EMPTY_STATE)
    if known.version == until:
        return known.state
    try:
        entries = _read_entries(session, tournament, known.version, until, MAX_INTEGER)
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


def _read_entries(
    session: Session, tournament: int, after: int, until: int, limit: int, characters: int | None = None
) -> list[Entry]:
    entries: list[Entry] = []
    for row in session.connection.execute(_ENTRIES, (tournament, after, until, limit)).fetchall():
        if characters is not None:
            characters -= len(row[5])
            if entries and characters < 0:
                break
        entries.append(_entry_from_row(*row))
    return entries


def _entry_from_row(
    tournament: int, number: int, at: int, author: str, reason: str | None, change: str, checksum: int | None
) -> Entry:
    """An entry from its row. Raises `msgspec.MsgspecError`, and `LogDamaged` where it is not as it was written."""
    if checksum is not None and checksum != entry_checksum(tournament, number, at, author, reason, change):
        raise LogDamaged(tournament)
    return Entry(number=number, at=at, author=author, reason=reason, change=decode_change(change))


def _summary_from_row(*row: Any) -> TournamentSummary:  # noqa: ANN401 - a row
    number, last, name, rules, finished, created_at, changed_at = row
    return TournamentSummary(
        number, last, name, rules, bool(finished), from_timestamp(created_at), from_timestamp(changed_at)
    )


_CREATE: Final = "INSERT INTO tournaments (version, name, rules, finished) VALUES (1, ?, ?, 0) RETURNING id"
_UPDATE: Final = "UPDATE tournaments SET version = ?, name = ?, finished = ? WHERE id = ?"
_ENTRY: Final = """
INSERT INTO entries (tournament, number, at, author, reason, change, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_NAME_OWNER: Final = "SELECT tournament FROM tournament_names WHERE name = ?"
_NAME: Final = "INSERT INTO tournament_names (name, tournament, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_LINK_RECORD: Final = "INSERT INTO result_imports (record, tournament) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REMOVALS: Final = (
    "DELETE FROM result_imports WHERE tournament = ?",
    "DELETE FROM tournament_names WHERE tournament = ?",
    "DELETE FROM push_subscriptions WHERE tournament = ?",
    "UPDATE tournaments SET version = 0, finished = 1 WHERE id = ?",
)
_UNLINK_RECORD: Final = "DELETE FROM result_imports WHERE record = ? AND tournament = ? AND code IS NULL"


def create_tournament(writing: Transaction, change: Created, why: Attribution) -> int:
    """Begin the log of a new tournament; its id. Raises `TournamentError` and `NameTaken`."""
    state = apply_changes(EMPTY_STATE, [change])
    tournament = writing.insert(_CREATE, (writing.number(state.name), writing.number(state.rules)))
    _reserve_name(writing, tournament, 1, state.name)
    _write_entry(writing, tournament, 1, change, why)
    _set_state(writing, tournament, VersionedState(1, state))
    return tournament


def append_changes(
    writing: Transaction,
    tournament: int,
    changes: Sequence[AnyChange],
    why: Attribution,
    expected: int | None,
    foreseen: State | None = None,
) -> int:
    """Write changes into a log, whose last entry has to be the `expected` one; the number of the last one then.

    `foreseen` is the state to which they lead from there, if it is known.

    Raises `NoSuchTournament`, `VersionConflict`, `TournamentError` where one of them is impossible, `NameTaken`, and
    `OnlyByImport` where one of them says what a record says.
    """
    before = current_state(writing, tournament)
    if expected is not None and before.version != expected:
        raise VersionConflict(expected, before.version)
    if any(map(is_from_record, changes)):
        raise OnlyByImport
    following = apply_changes(before.state, changes) if foreseen is None else foreseen
    return write_changes(writing, tournament, changes, following, why)


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
    _update_links(writing, tournament, before.state, state)
    _set_state(writing, tournament, VersionedState(last, state))
    return last


def remove_tournament(writing: Transaction, tournament: int) -> None:
    """Let a tournament be found no more. Its log and number stay: entries are never deleted."""
    load_version(writing.session, tournament)
    for statement in _REMOVALS:
        writing.connection.execute(statement, (tournament,))
    writing.session.announce_change(tournament)


def current_state(writing: Transaction, tournament: int) -> VersionedState:
    """The state of a tournament within this transaction. Raises `NoSuchTournament`."""
    return writing.tournament_states.get(tournament) or load_state(writing.session, tournament)


def _set_state(writing: Transaction, tournament: int, found: VersionedState) -> None:
    """Remember the state for the rest of the transaction. Once it is committed, readers have it and listeners know."""
    writing.tournament_states[tournament] = found
    writing.session.announce_change(tournament)
    key = _cache_key(writing.session, tournament)
    writing.on_commit(lambda: writing.session.shared.get(StateCache).keep(key, found))


def _write_entry(writing: Transaction, tournament: int, number: int, change: AnyChange, why: Attribution) -> None:
    who, text = why.author.name, encode_change(change).decode()
    checksum = entry_checksum(tournament, number, writing.at, who, why.reason, text)
    writing.add_row(_ENTRY, (tournament, number, writing.at, writing.number(who), why.reason, text, checksum))


def _reserve_name(writing: Transaction, tournament: int, since: int, name: str) -> None:
    """Let records find the tournament by a name. Names that it had before stay its own. Raises `NameTaken`."""
    number = writing.number(name)
    row = writing.connection.execute(_NAME_OWNER, (number,)).fetchone()
    if row is not None and row[0] != tournament:
        raise NameTaken(row[0])
    writing.connection.execute(_NAME, (number, tournament, since))


def _update_links(writing: Transaction, tournament: int, before: State, after: State) -> None:
    """Link a tournament with the records that give results of it now, and unlink those that ceased to."""
    added, removed = changed_links(before, after)
    writing.connection.executemany(_LINK_RECORD, [(record, tournament) for record in added])
    writing.connection.executemany(_UNLINK_RECORD, [(record, tournament) for record in removed])
