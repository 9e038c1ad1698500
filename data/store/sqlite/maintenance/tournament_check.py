"""Checks a tournament: folds its log again and compares it with what the store says.

Who wrote an entry, when and why, follows from nothing and cannot be checked.
"""

import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from data.store.errors import StoreDamaged
from data.store.sqlite.connections import Session
from data.store.sqlite.maintenance import check_messages as wording
from data.tournaments.changes import AnyChange, Record, Result
from data.tournaments.errors import TournamentError
from data.tournaments.handlers.dispatch import apply
from data.tournaments.log import decode_change, encode_change
from data.tournaments.record_results import LOG_DAMAGED, PendingImport, RecordResults, details_json, read_results
from data.tournaments.result_import import plan_agreed_import, records_with_results
from data.tournaments.state import EMPTY_STATE, State, TableId
from replay.text import Text

_ENTRIES: Final = "SELECT number, change FROM entries WHERE tournament = ? ORDER BY number"
_HEAD: Final = """
SELECT version, names.text, rules.text, finished FROM tournaments
    LEFT JOIN texts AS names ON names.number = name LEFT JOIN texts AS rules ON rules.number = rules
WHERE id = ?
"""
_NAMES: Final = "SELECT text, since FROM tournament_names JOIN texts ON texts.number = name WHERE tournament = ?"
_HELD: Final = "SELECT record FROM landings WHERE tournament = ? AND code IS NULL"
_PROBLEMS: Final = """
SELECT record, landings.revision, version, code, details, records.revision
FROM landings LEFT JOIN records ON id = record WHERE landings.tournament = ? AND code IS NOT NULL ORDER BY record
"""
_REVISION: Final = "SELECT dictionary, packed, cut FROM revisions WHERE record = ? AND number = ?"
_BELONGS: Final = """
SELECT named.tournament FROM tournament_names AS named JOIN records ON records.tournament = name
WHERE records.id = ? AND since <= ?
"""
_HEAD_OF_LISTS: Final = ("version", "name", "rules", "finished")


class _StoredProblem(NamedTuple):
    """Why a record could not land, as it lies in the store."""

    record: int
    revision: int
    version: int
    code: str
    details: str
    latest: int | None


class _LogReplay:
    """The way through a log: what it came to, under which names, and what was wrong on the way."""

    def __init__(self, session: Session, tournament: int) -> None:
        self.session = session
        self.tournament = tournament
        self.state = EMPTY_STATE
        self.version = 0
        self.names: dict[str, int] = {}
        self._arrivals: dict[tuple[int, int], RecordResults | None] = {}

    def on(self, number: int, text: str) -> Iterator[Text]:
        """Take the next entry, and tell what is wrong with it."""
        if number != self.version + 1:
            yield wording.NOT_FOLLOWING
        self.version = number
        try:
            change = decode_change(text)
            self.state = apply(self.state, change)
        except msgspec.MsgspecError:
            yield wording.ENTRY_UNREADABLE
            return
        except TournamentError as refusal:
            yield wording.impossible(refusal.text)
            return
        self.names.setdefault(self.state.name, number)
        if encode_change(change).decode() != text:
            yield wording.ENTRY_TEXT
        if not self._is_said(change):
            yield wording.ENTRY_RECORD

    def _is_said(self, change: AnyChange) -> bool:
        """Whether a result that names a record is what the record says."""
        if not isinstance(change, Result) or not isinstance(change.by, Record):
            return True
        came = self._arrival(change.by.id, change.by.revision)
        if came is None or sorted(came.players) != sorted(change.by.players):
            return False
        if change.deal is None or change.deal not in came.decided:
            return False
        at = TableId(change.stage, change.round, change.table)
        return change == came.result(change.deal, at, change.by.players)

    def _arrival(self, record: int, revision: int) -> RecordResults | None:
        key = record, revision
        if key not in self._arrivals:
            texts = _texts(self.session, *key)
            self._arrivals[key] = texts and _results_of(*key, *texts)
        return self._arrivals[key]


def tournament_differences(session: Session, tournament: int) -> Iterator[Text]:
    """What is wrong with a tournament."""
    execute = session.connection.execute
    problems = [_StoredProblem._make(row) for row in execute(_PROBLEMS, (tournament,))]
    walk = _LogReplay(session, tournament)
    for number, text in execute(_ENTRIES, (tournament,)).fetchall():
        yield from (wording.of_entry(tournament, number, found) for found in walk.on(number, text))
        due = [problem for problem in problems if problem.version == number]
        yield from (wording.of_tournament(tournament, found) for found in _wrong_problems(walk, due))
    for problem in problems:
        if not 1 <= problem.version <= walk.version:
            yield wording.of_tournament(tournament, wording.not_refused(problem.record))
    yield from (wording.of_tournament(tournament, found) for found in _stored_differences(session.connection, walk))


def _stored_differences(connection: sqlite3.Connection, walk: _LogReplay) -> Iterator[Text]:
    """What the store says otherwise than the log."""
    if not walk.version:
        yield wording.NO_ENTRIES
        return
    state = walk.state
    shown = connection.execute(_HEAD, (walk.tournament,)).fetchone()
    due = walk.version, state.name, state.rules, int(state.finished)
    for column, one, other in zip(_HEAD_OF_LISTS, shown, due, strict=True):
        if one != other:
            yield wording.in_lists(column)
    if dict(connection.execute(_NAMES, (walk.tournament,))) != walk.names:
        yield wording.NAMES
    led_from = {record for (record,) in connection.execute(_HELD, (walk.tournament,))}
    troubled = {record for record, *_ in connection.execute(_PROBLEMS, (walk.tournament,))}
    if led_from - troubled != records_with_results(state) - troubled:
        yield wording.HELD


def _wrong_problems(walk: _LogReplay, problems: list[_StoredProblem]) -> Iterator[Text]:
    """Records of which it is told why they could not land when the log had come so far, where that is not so.

    That the log was damaged then cannot be seen of one that is sound now; of one that is not it is told already.
    """
    for problem in problems:
        if problem.code == LOG_DAMAGED:
            continue
        refusal = _expected_refusal(walk.session, walk.tournament, walk.state, problem)
        if refusal is None or (refusal.code, details_json(refusal)) != (problem.code, problem.details):
            yield wording.not_refused(problem.record)


def _expected_refusal(
    session: Session, tournament: int, state: State, problem: _StoredProblem
) -> TournamentError | None:
    """Why a record as it is cannot land in this state; None where it can, or where that is not what was tried."""
    if problem.revision != problem.latest:
        return None
    row = session.connection.execute(_BELONGS, (problem.record, problem.version)).fetchone()
    texts = _texts(session, problem.record, problem.revision)
    coming = PendingImport(problem.record, problem.revision, texts, row and row[0])
    try:
        plan_agreed_import(state, tournament, coming)
    except TournamentError as refusal:
        return refusal
    except msgspec.MsgspecError:
        return None  # the record is damaged, which is told of it
    return None


def _results_of(record: int, revision: int, text: bytes, report: bytes) -> RecordResults | None:
    """What a revision brings; None where it brings nothing that could have landed."""
    try:
        return read_results(record, revision, text, report)
    except (TournamentError, msgspec.MsgspecError):
        return None


def _texts(session: Session, record: int, revision: int) -> tuple[bytes, bytes] | None:
    """The texts of a revision; None where there are none, or they are damaged, of which its record tells."""
    row = session.connection.execute(_REVISION, (record, revision)).fetchone()
    if row is None or row[1] is None:
        return None
    try:
        return session.compressor.unpack(*row)
    except StoreDamaged:
        return None
