"""Imports the results of a record into a tournament, or stores the reason why they could not be imported.

What is imported is decided in `daifu.data.tournaments.result_import`; here its values are fetched and rows are written.
"""

import json
from typing import Any, Final

from daifu.data.store.errors import LogDamaged, NoSuchRecord
from daifu.data.store.sql.columns import MAX_INTEGER, from_timestamp
from daifu.data.store.sql.records import read_present_texts
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.tournaments import log
from daifu.data.store.sql.tournaments.log import current_state, write_changes
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.values import Attribution, ImportProblem, RecordImportPreview, ResultImport
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import records_with_results
from daifu.data.tournaments.result_import import (
    LOG_DAMAGED,
    NEW_RECORD,
    ImportRefused,
    PendingImport,
    details_json,
    plan_agreed_import,
    refusal_sentence,
)

_LATEST: Final = """
SELECT revision, (SELECT tournament FROM tournament_names WHERE name = records.tournament),
    dictionary, packed, cut, content
FROM records JOIN revisions ON record = id AND number = revision WHERE id = ?
"""
_STORE_PROBLEM: Final = """
INSERT INTO result_imports (record, tournament, revision, version, at, author, code, details)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (record, tournament) DO UPDATE SET
    revision = excluded.revision, version = excluded.version, at = excluded.at, author = excluded.author,
    code = excluded.code, details = excluded.details
"""
_CLEAR_PROBLEM: Final = """
UPDATE result_imports SET revision = NULL, version = NULL, at = NULL, author = NULL, code = NULL, details = NULL
WHERE record = ? AND tournament = ? AND code IS NOT NULL RETURNING record
"""
_DELETE_PROBLEM: Final = """
DELETE FROM result_imports WHERE record = ? AND tournament = ? AND code IS NOT NULL RETURNING record
"""


def try_import(writing: Transaction, tournament: int, pending: PendingImport, why: Attribution) -> ResultImport:
    """Import a revision of a record, or store why that is refused; nothing is replaced that others said otherwise."""
    try:
        found = plan_agreed_import(current_state(writing, tournament).state, tournament, pending)
    except (TournamentError, LogDamaged) as error:
        refusal, version = import_refusal(error), log.load_version(writing.session, tournament)
        record, revision, author, details = pending.record, pending.revision, why.author.name, details_json(refusal)
        row = (record, tournament, revision, version, writing.at, writing.number(author), refusal.code, details)
        writing.connection.execute(_STORE_PROBLEM, row)
        problem = (tournament, record, revision, version, writing.at, author, refusal.code, details)
        return ResultImport(tournament, record, version, problem_from_row(*problem))
    version = write_changes(writing, tournament, found.changes, found.state, why)
    clear_problem(writing, tournament, pending.record)
    return ResultImport(tournament, pending.record, version, missing=found.missing)


def preview_import(session: Session, tournament: int, pending: PendingImport) -> RecordImportPreview:
    """What would become of a revision that is not stored, also of a `NEW_RECORD`."""
    record = None if pending.record == NEW_RECORD else pending.record
    version = log.load_version(session, tournament)
    try:
        found = plan_agreed_import(log.fold_state(session, tournament, version), tournament, pending)
    except (TournamentError, LogDamaged) as error:
        refusal = import_refusal(error)
        return RecordImportPreview(tournament, record, version, refusal.code, refusal.text)
    return RecordImportPreview(tournament, record, version, missing=found.missing)


def import_refusal(error: TournamentError | LogDamaged) -> TournamentError:
    """The reason why a record cannot be imported; into a tournament whose log is damaged, none can."""
    return ImportRefused(LOG_DAMAGED) if isinstance(error, LogDamaged) else error


def load_pending_import(session: Session, record: int) -> PendingImport:
    """The latest revision of a record. Raises `NoSuchRecord` and `RecordDamaged`."""
    row = session.connection.execute(_LATEST, (min(record, MAX_INTEGER),)).fetchone()
    if row is None:
        raise NoSuchRecord
    revision, named, *columns = row
    texts = read_present_texts(session, record, revision, columns)
    return PendingImport(record, revision, texts, None if texts is None else named)


def clear_problem(writing: Transaction, tournament: int, record: int) -> bool:
    """Delete the reason why a record could not be imported; whether there was one.

    The row stays as a link where the tournament has results of the record.
    """
    is_linked = record in records_with_results(current_state(writing, tournament).state)
    statement = _CLEAR_PROBLEM if is_linked else _DELETE_PROBLEM
    return writing.connection.execute(statement, (min(record, MAX_INTEGER), tournament)).fetchone() is not None


def problem_from_row(*row: Any) -> ImportProblem:  # noqa: ANN401 - a row
    """Why a record could not be imported, from the row that says so."""
    tournament, record, revision, version, at, author, code, details = row
    text = refusal_sentence(code, json.loads(details))
    return ImportProblem(tournament, record, revision, version, from_timestamp(at), author, code, text)
