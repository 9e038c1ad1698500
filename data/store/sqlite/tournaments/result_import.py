"""Imports the results of a record into a tournament, or stores the reason why that failed."""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from data.store.errors import LogDamaged, NoSuchRecord, RecordWithdrawn
from data.store.sqlite.columns import MAX_INTEGER, from_timestamp
from data.store.sqlite.connections import Session
from data.store.sqlite.tournaments import log
from data.store.sqlite.tournaments.log import current_state, write_changes
from data.store.sqlite.transactions import Transaction
from data.store.values import Attribution, Author, Landing, LandingPreview, LandingProblem, PendingImport
from data.tournaments.errors import TournamentError
from data.tournaments.record_results import LOG_DAMAGED, ImportRefused, details_json, read_results, refusal_sentence
from data.tournaments.result_import import (
    ImportPreview,
    ResultChanges,
    check_agreement,
    import_results,
    records_with_results,
    remove_results,
    reopen_all_rounds,
    results_of_record,
)
from data.tournaments.state import State

NEW_RECORD: Final = 0
"""Stands for a record that is not stored: none has this number."""

_LATEST: Final = """
SELECT revision, dictionary, packed, cut, (SELECT tournament FROM tournament_names WHERE name = records.tournament)
FROM records JOIN revisions ON record = id AND number = revision WHERE id = ?
"""
_UNLANDED_RECORDS: Final = """
SELECT id FROM tournament_names AS named CROSS JOIN records ON records.tournament = named.name AND withdrawn = 0
WHERE named.tournament = ?1 AND NOT EXISTS (SELECT 1 FROM landings WHERE record = id AND tournament = ?1)
ORDER BY id
"""


def try_import(writing: Transaction, tournament: int, coming: PendingImport, why: Attribution) -> Landing:
    """Let a revision of a record land, unless that is refused or replaces what others said; that is kept then."""
    try:
        found = plan_agreed_import(current_state(writing, tournament).state, tournament, coming)
    except (TournamentError, LogDamaged) as error:
        refusal, last = import_refusal(error), log.load_version(writing.session, tournament)
        tried = ImportAttempt(coming.record, coming.revision, tournament, last)
        problem = store_problem(writing, tried, refusal, why.author)
        return Landing(tournament, coming.record, last, problem)
    version = write_changes(writing, tournament, found.changes, found.state, why)
    clear_problem(writing, tournament, coming.record)
    return Landing(tournament, coming.record, version, missing=found.missing)


def retry_import(
    writing: Transaction, tournaments: Sequence[int], record: int, why: Attribution
) -> tuple[Landing, ...]:
    """Let a record land that is there already, as it is now."""
    coming = load_pending_import(writing.session, record)
    return tuple(try_import(writing, tournament, coming, why) for tournament in tournaments)


def preview_import(session: Session, tournament: int, coming: PendingImport) -> LandingPreview:
    """What would become of a revision of a record that is not stored.

    `NEW_RECORD` stands for a record that is none yet.
    """
    record = None if coming.record == NEW_RECORD else coming.record
    last = log.load_version(session, tournament)
    try:
        found = plan_agreed_import(log.fold_state(session, tournament, last), tournament, coming)
    except (TournamentError, LogDamaged) as error:
        refusal = import_refusal(error)
        return LandingPreview(tournament, record, last, refusal.code, refusal.text)
    return LandingPreview(tournament, record, last, missing=found.missing)


def import_refusal(error: TournamentError | LogDamaged) -> TournamentError:
    """Why a record cannot land: nothing can where the log is damaged."""
    return ImportRefused(LOG_DAMAGED) if isinstance(error, LogDamaged) else error


def plan_agreed_import(state: State, tournament: int, coming: PendingImport) -> ResultChanges:
    """What a revision of a record changes without replacing what others said otherwise. Raises `TournamentError`."""
    found = plan_import(state, tournament, coming)
    check_agreement(state, found)
    return found


def plan_import(state: State, tournament: int, coming: PendingImport) -> ResultChanges:
    """What a revision of a record changes in a tournament. Raises `TournamentError`."""
    if coming.texts is None or coming.tournament != tournament:
        return remove_results(state, coming.record)
    return import_results(state, read_results(coming.record, coming.revision, *coming.texts))


def force_import(writing: Transaction, tournament: int, record: int, why: Attribution) -> int:
    """Let a record land as somebody wants it, also in the place of what others said; the version then.

    Raises `NoSuchTournament`, `NoSuchRecord`, `RecordWithdrawn`, and `TournamentError`, with which nothing has changed.
    """
    found = _plan_forced_import(
        current_state(writing, tournament).state, tournament, load_pending_import(writing.session, record)
    )
    version = write_changes(writing, tournament, found.changes, found.state, why)
    clear_problem(writing, tournament, record)
    return version


def preview_forced_import(session: Session, tournament: int, record: int) -> ImportPreview:
    """What `force_import` would do, also in rounds that are closed. Raises the same."""
    before = log.load_state(session, tournament)
    found = _plan_forced_import(reopen_all_rounds(before.state), tournament, load_pending_import(session, record))
    return ImportPreview(*before, found.changes)


def try_imports(writing: Transaction, tournament: int, records: Sequence[int], why: Attribution) -> list[Landing]:
    """Let records land that could not, or came before the tournament. Raises `NoSuchTournament` and `NoSuchRecord`."""
    current_state(writing, tournament)
    return [try_import(writing, tournament, load_pending_import(writing.session, record), why) for record in records]


def unlanded_records(session: Session, tournament: int) -> list[int]:
    """The records whose event names a tournament that holds nothing of them, though nothing was refused."""
    return [record for (record,) in session.connection.execute(_UNLANDED_RECORDS, (tournament,))]


def _plan_forced_import(state: State, tournament: int, coming: PendingImport) -> ResultChanges:
    """What a record changes that somebody lets land. Raises `RecordWithdrawn` and `TournamentError`."""
    if coming.tournament != tournament and not results_of_record(state, coming.record):
        if coming.texts is None:
            raise RecordWithdrawn(coming.revision)
        raise ImportRefused("other_tournament")
    return plan_import(state, tournament, coming)


def load_pending_import(session: Session, record: int) -> PendingImport:
    """A record as it is now. Raises `NoSuchRecord`."""
    row = session.connection.execute(_LATEST, (min(record, MAX_INTEGER),)).fetchone()
    if row is None:
        raise NoSuchRecord
    revision, dictionary, packed, cut, belongs = row
    if packed is None:
        return PendingImport(record, revision, None, None)
    return PendingImport(record, revision, session.compressor.unpack(dictionary, packed, cut), belongs)


_STORE_PROBLEM: Final = """
INSERT INTO landings (record, tournament, revision, version, at, author, code, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET revision = excluded.revision, version = excluded.version, at = excluded.at,
    author = excluded.author, code = excluded.code, details = excluded.details
"""
_CLEAR_PROBLEM: Final = """
UPDATE landings SET revision = NULL, version = NULL, at = NULL, author = NULL, code = NULL, details = NULL
WHERE record = ? AND tournament = ? AND code IS NOT NULL
"""
_DELETE_PROBLEM: Final = "DELETE FROM landings WHERE record = ? AND tournament = ? AND code IS NOT NULL"
_PROBLEMS: Final = """
SELECT tournament, record, revision, version, at, text, code, details
FROM landings JOIN texts ON texts.number = author WHERE tournament = ? AND code IS NOT NULL ORDER BY record
"""


class ImportAttempt(NamedTuple):
    """That a revision of a record was to land in a tournament of this version."""

    record: int
    revision: int
    tournament: int
    version: int


def store_problem(
    writing: Transaction, attempt: ImportAttempt, refusal: TournamentError, author: Author
) -> LandingProblem:
    """Keep what was refused, in the place of what is known of the same record there."""
    record, revision, tournament, version = attempt
    told = details_json(refusal)
    who = writing.number(author.name)
    row = (record, tournament, revision, version, writing.at, who, refusal.code, told)
    writing.connection.execute(_STORE_PROBLEM, row)
    return _problem_from_row(tournament, record, revision, version, writing.at, author.name, refusal.code, told)


def clear_problem(writing: Transaction, tournament: int, record: int) -> bool:
    """Nothing is to be told of a record any more. Whether there was anything."""
    holds = record in records_with_results(current_state(writing, tournament).state)
    return (
        writing.connection.execute(
            _CLEAR_PROBLEM if holds else _DELETE_PROBLEM, (min(record, MAX_INTEGER), tournament)
        ).rowcount
        > 0
    )


def load_problems(session: Session, tournament: int) -> list[LandingProblem]:
    """What could not land in a tournament, in the order of the records."""
    return [_problem_from_row(*row) for row in session.connection.execute(_PROBLEMS, (tournament,))]


def _problem_from_row(*row: Any) -> LandingProblem:  # noqa: ANN401 - a row
    tournament, record, revision, version, at, author, code, details = row
    text = refusal_sentence(code, json.loads(details))
    return LandingProblem(tournament, record, revision, version, from_timestamp(at), author, code, text)
