"""Rows of a tournament: the entries of its log, and what follows from them that is looked up often."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from data.store.refusals import NameTaken, OnlyByLanding, OtherVersion
from data.store.tournaments import reading
from data.store.tournaments.known import Folded
from data.store.tournaments.landing import Why
from data.store.tournaments.placing import holding
from data.store.transactions import Transaction
from data.tournaments.apply import apply
from data.tournaments.changes import AnyChange, Created, Record, Result, SettingsChanged
from data.tournaments.log import change_json, read_change
from data.tournaments.state import EMPTY, State

_CREATE: Final = "INSERT INTO tournaments (version, name, rules, finished) VALUES (1, ?, ?, 0)"
_GO_ON: Final = "UPDATE tournaments SET version = ?, name = ?, finished = ? WHERE id = ?"
_ENTRY: Final = "INSERT INTO entries (tournament, number, at, author, reason, change) VALUES (?, ?, ?, ?, ?, ?)"
_NAMED: Final = "SELECT tournament FROM tournament_names WHERE name = ?"
_NAME: Final = "INSERT INTO tournament_names (name, tournament, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_HOLDS: Final = "INSERT INTO landings (record, tournament) VALUES (?, ?) ON CONFLICT DO NOTHING"
_HOLDS_NO_MORE: Final = "DELETE FROM landings WHERE record = ? AND tournament = ? AND code IS NULL"


def create(writing: Transaction, change: Created, why: Why) -> int:
    """Begin the log of a new tournament; its id. Raises `Refused` and `NameTaken`."""
    state = apply(EMPTY, read_change(change_json(change)))
    tournament = writing.insert(_CREATE, (writing.number(state.name), writing.number(state.rules)))
    _take_name(writing, tournament, 1, state.name)
    _write_entry(writing, tournament, 1, change, why)
    writing.folded[tournament] = Folded(1, state)
    return tournament


def append(writing: Transaction, tournament: int, changes: Sequence[AnyChange], why: Why, expected: int | None) -> int:
    """Write changes into a log whose last entry is the `expected` one; the number of the last one then.

    Raises `NoSuchTournament`, `OtherVersion`, `Refused` where one of them is impossible, `NameTaken`, and
    `OnlyByLanding` where one of them says what a record says.
    """
    before = present(writing, tournament)
    if expected is not None and before.version != expected:
        raise OtherVersion(expected, before.version)
    if any(isinstance(change, Result) and isinstance(change.by, Record) for change in changes):
        raise OnlyByLanding
    state = before.state
    for change in changes:
        state = apply(state, read_change(change_json(change)))
    return write(writing, tournament, changes, state, why)


def write(writing: Transaction, tournament: int, changes: Sequence[AnyChange], state: State, why: Why) -> int:
    """Write changes that lead to this state; the number of the last entry then. Raises `NameTaken`."""
    before = present(writing, tournament)
    if not changes:
        return before.version
    last = before.version + len(changes)
    for number, change in enumerate(changes, before.version + 1):
        _write_entry(writing, tournament, number, change, why)
        if isinstance(change, SettingsChanged) and change.name is not UNSET:
            _take_name(writing, tournament, number, change.name)
    writing.connection.execute(_GO_ON, (last, writing.number(state.name), int(state.finished), tournament))
    _lead_from_records(writing, tournament, before.state, state)
    writing.folded[tournament] = Folded(last, state)
    return last


def present(writing: Transaction, tournament: int) -> Folded:
    """The state of a tournament as this transaction has it. Raises `NoSuchTournament`."""
    return writing.folded.get(tournament) or reading.present(writing.session, tournament)


def _write_entry(writing: Transaction, tournament: int, number: int, change: AnyChange, why: Why) -> None:
    author = writing.number(why.author.name)
    writing.insert(_ENTRY, (tournament, number, writing.at, author, why.reason, change_json(change).decode()))


def _take_name(writing: Transaction, tournament: int, since: int, name: str) -> None:
    """Let records find the tournament by a name; those that it had before lead to it still."""
    number = writing.number(name)
    row = writing.connection.execute(_NAMED, (number,)).fetchone()
    if row is not None and row[0] != tournament:
        raise NameTaken(row[0])
    writing.connection.execute(_NAME, (number, tournament, since))


def _lead_from_records(writing: Transaction, tournament: int, before: State, after: State) -> None:
    """Let it be known of records whether they gave results of the tournament."""
    then, now = holding(before), holding(after)
    writing.connection.executemany(_HOLDS, [(record, tournament) for record in sorted(now - then)])
    writing.connection.executemany(_HOLDS_NO_MORE, [(record, tournament) for record in sorted(then - now)])
