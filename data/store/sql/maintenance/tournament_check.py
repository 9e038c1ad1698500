"""Checks a tournament: folds its log again and compares the result with what is stored.

Who wrote an entry, when and why, follows from nothing: only the checksum of the entry tells of it.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.columns import entry_checksum
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.maintenance import check_messages as wording
from daifu.data.store.sql.sessions import Session
from daifu.data.tournaments.changes import AnyChange, Record, Result
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import apply, decode_change, encode_change, records_with_results
from daifu.data.tournaments.result_import import (
    LOG_DAMAGED,
    PendingImport,
    RecordResults,
    details_json,
    plan_agreed_import,
    read_results,
)
from daifu.data.tournaments.state import EMPTY_STATE, State, TableId
from daifu.replay.text import Text

_ENTRIES: Final = """
SELECT entries.number, at, text, reason, change, checksum FROM entries LEFT JOIN texts ON texts.number = author
WHERE tournament = ? ORDER BY entries.number
"""
_HEAD: Final = """
SELECT version, names.text, rules.text, finished FROM tournaments
    LEFT JOIN texts AS names ON names.number = name LEFT JOIN texts AS rules ON rules.number = rules
WHERE id = ?
"""
_NAMES: Final = "SELECT text, since FROM tournament_names JOIN texts ON texts.number = name WHERE tournament = ?"
_HELD: Final = "SELECT record FROM result_imports WHERE tournament = ? AND code IS NULL"
_PROBLEMS: Final = """
SELECT record, result_imports.revision, version, code, details, records.revision
FROM result_imports LEFT JOIN records ON id = record
WHERE result_imports.tournament = ? AND code IS NOT NULL ORDER BY record
"""
_REVISION: Final = "SELECT dictionary, packed, cut FROM revisions WHERE record = ? AND number = ?"
_BELONGS: Final = """
SELECT named.tournament FROM tournament_names AS named JOIN records ON records.tournament = name
WHERE records.id = ? AND since <= ?
"""
_HEAD_OF_LISTS: Final = ("version", "name", "rules", "finished")


class _StoredProblem(NamedTuple):
    """A stored reason why a record could not be imported."""

    record: int
    revision: int
    version: int
    code: str
    details: str
    latest: int | None


class _LogReplay:
    """A log as it is replayed: the state so far, the names of the tournament, and what is wrong with each entry."""

    def __init__(self, session: Session, tournament: int) -> None:
        self.session = session
        self.tournament = tournament
        self.state = EMPTY_STATE
        self.version = 0
        self.names: dict[str, int] = {}
        self._arrivals: dict[tuple[int, int], RecordResults | None] = {}

    def apply_entry(self, number: int, text: str) -> Iterator[Text]:
        """Apply the next entry; what is wrong with it."""
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
        if not self._agrees_with_record(change):
            yield wording.ENTRY_RECORD

    def _agrees_with_record(self, change: AnyChange) -> bool:
        """Whether a result that names a record agrees with the record. Other changes always agree."""
        if not isinstance(change, Result) or not isinstance(change.by, Record):
            return True
        key = change.by.id, change.by.revision
        if key not in self._arrivals:
            texts = _texts(self.session, *key)
            self._arrivals[key] = texts and _results_of(*key, *texts)
        came = self._arrivals[key]
        if came is None or sorted(came.players) != sorted(change.by.players):
            return False
        if change.deal is None or change.deal not in came.decided:
            return False
        at = TableId(change.stage, change.round, change.table)
        return change == came.result(change.deal, at, change.by.players)


def tournament_differences(session: Session, tournament: int) -> Iterator[Text]:
    """What is wrong with a tournament."""
    execute = session.connection.execute
    problems = [_StoredProblem._make(row) for row in execute(_PROBLEMS, (tournament,))]
    replay = _LogReplay(session, tournament)
    for number, at, author, reason, text, checksum in execute(_ENTRIES, (tournament,)).fetchall():
        wrong = list(replay.apply_entry(number, text))
        if not wrong and checksum not in (None, entry_checksum(tournament, number, at, author, reason, text)):
            wrong.append(wording.ENTRY_TEXT)
        yield from (wording.of_entry(tournament, number, found) for found in wrong)
        due = [problem for problem in problems if problem.version == number]
        yield from (wording.of_tournament(tournament, found) for found in _wrong_problems(replay, due))
    for problem in problems:
        if not 1 <= problem.version <= replay.version:
            yield wording.of_tournament(tournament, wording.not_refused(problem.record))
    yield from (wording.of_tournament(tournament, found) for found in _stored_differences(session.connection, replay))


def _stored_differences(connection: Connection, replay: _LogReplay) -> Iterator[Text]:
    """Where the stored columns differ from the log."""
    if not replay.version:
        yield wording.NO_ENTRIES
        return
    state = replay.state
    shown = connection.execute(_HEAD, (replay.tournament,)).fetchone()
    due = replay.version, state.name, state.rules, int(state.finished)
    for column, one, other in zip(_HEAD_OF_LISTS, shown, due, strict=True):
        if one != other:
            yield wording.in_lists(column)
    if dict(connection.execute(_NAMES, (replay.tournament,))) != replay.names:
        yield wording.NAMES
    led_from = {record for (record,) in connection.execute(_HELD, (replay.tournament,))}
    troubled = {record for record, *_ in connection.execute(_PROBLEMS, (replay.tournament,))}
    if led_from - troubled != records_with_results(state) - troubled:
        yield wording.HELD


def _wrong_problems(replay: _LogReplay, problems: list[_StoredProblem]) -> Iterator[Text]:
    """The stored problems that are not those of their records, in the state in which these were imported.

    A log that is sound now may have been damaged then, so that problem is not checked.
    """
    for problem in problems:
        if problem.code == LOG_DAMAGED:
            continue
        refusal = _expected_refusal(replay.session, replay.tournament, replay.state, problem)
        if refusal is None or (refusal.code, details_json(refusal)) != (problem.code, problem.details):
            yield wording.not_refused(problem.record)


def _expected_refusal(
    session: Session, tournament: int, state: State, problem: _StoredProblem
) -> TournamentError | None:
    """Why a record cannot be imported in this state; None where it can, or where it has a newer revision since."""
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
        return None  # the record is damaged, which its own check tells
    return None


def _results_of(record: int, revision: int, text: bytes, report: bytes) -> RecordResults | None:
    """The results of a revision; None where it has none that could have been imported."""
    try:
        return read_results(record, revision, text, report)
    except (TournamentError, msgspec.MsgspecError):
        return None


def _texts(session: Session, record: int, revision: int) -> tuple[bytes, bytes] | None:
    """The texts of a revision; None where there are none, or where they are damaged."""
    row = session.connection.execute(_REVISION, (record, revision)).fetchone()
    if row is None or row[1] is None:
        return None
    try:
        return session.compressor.unpack(*row)
    except StoreDamaged:
        return None
