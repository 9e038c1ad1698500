"""Starts the import of a record's results when it is stored, revised or withdrawn, or foretells it.

Most records concern no tournament: that costs one query. The import itself is loaded with the first record that needs
it, so that a store without tournaments does not load it.
"""

from typing import Final

from data.store.sqlite.connections import Session
from data.store.sqlite.transactions import Transaction
from data.store.uploads import concerned_tournaments
from data.store.values import Attribution, Author, Landing, LandingPreview, PendingImport, UploadOutcome, UploadStatus
from schemas.judgement import JudgedRecord

_NAMED: Final = "SELECT tournament FROM tournament_names WHERE name = ?"
_LINKED: Final = "SELECT tournament FROM landings WHERE record = ?"
_CONCERNED: Final = """
SELECT tournament FROM landings WHERE record = ?1
UNION SELECT named.tournament FROM records JOIN tournament_names AS named ON name = records.tournament WHERE id = ?1
"""

Landings = tuple[Landing, ...]


def import_new_record(writing: Transaction, record: int, judged: JudgedRecord, author: Author) -> Landings:
    """What becomes of a new record in the tournament that its event names."""
    belongs = _tournament_of_event(writing, judged.facts.tournament)
    coming = PendingImport(record, 1, (judged.record, judged.report), belongs)
    return _import(writing, concerned_tournaments(belongs, ()), coming, Attribution(author))


def import_revision(
    writing: Transaction, record: int, revision: int, judged: JudgedRecord, why: Attribution
) -> Landings:
    """What becomes of a record's next revision, where its event says and where the revisions before it were."""
    belongs = _tournament_of_event(writing, judged.facts.tournament)
    tournaments = concerned_tournaments(belongs, _linked_tournaments(writing, record))
    coming = PendingImport(record, revision, (judged.record, judged.report), belongs)
    return _import(writing, tournaments, coming, why)


def import_known_record(writing: Transaction, record: int, judged: JudgedRecord, author: Author) -> Landings:
    """What becomes of a record, as it is now, when a version of it is sent again that names a tournament."""
    if _tournament_of_event(writing, judged.facts.tournament) is None:
        return ()
    from data.store.sqlite.tournaments.result_import import retry_import  # noqa: PLC0415 - see above

    return retry_import(writing, _tournaments_of_record(writing.session, record), record, Attribution(author))


def remove_withdrawn_record(writing: Transaction, record: int, revision: int, why: Attribution) -> Landings:
    """What becomes of the results of a record that is withdrawn by this revision."""
    tournaments = concerned_tournaments(None, _linked_tournaments(writing, record))
    return _import(writing, tournaments, PendingImport(record, revision, None, None), why)


def _tournaments_of_record(session: Session, record: int) -> list[int]:
    """The tournaments that have something of a record, or should, or to which the name of its event leads."""
    return [tournament for (tournament,) in session.connection.execute(_CONCERNED, (record,))]


def _tournament_of_event(writing: Transaction, name: str | None) -> int | None:
    """The tournament to which the name of an event leads."""
    if name is None:
        return None
    row = writing.connection.execute(_NAMED, (writing.number(name),)).fetchone()
    return None if row is None else row[0]


def _linked_tournaments(writing: Transaction, record: int) -> list[int]:
    """The tournaments that have something of a record, or should."""
    return [tournament for (tournament,) in writing.connection.execute(_LINKED, (record,))]


def _import(writing: Transaction, tournaments: list[int], coming: PendingImport, why: Attribution) -> Landings:
    if not tournaments:
        return ()
    from data.store.sqlite.tournaments.result_import import try_import  # noqa: PLC0415 - see above

    return tuple(try_import(writing, tournament, coming, why) for tournament in tournaments)


_BY_EVENT_NAME: Final = "SELECT tournament FROM tournament_names JOIN texts ON number = name WHERE text = ?"


def preview_imports(
    session: Session, judged: JudgedRecord, outcome: UploadOutcome | None
) -> tuple[LandingPreview, ...]:
    """What would become of an upload that comes to this outcome, None being a new record."""
    belongs = _tournament_by_name(session, judged.facts.tournament)
    if belongs is None or (outcome is not None and outcome.withdrawn):
        return ()
    from data.store.sqlite.tournaments.result_import import NEW_RECORD, load_pending_import, preview_import  # noqa: PLC0415 - only where there are tournaments

    texts = judged.record, judged.report
    match outcome:
        case None:
            return (preview_import(session, belongs, PendingImport(NEW_RECORD, 1, texts, belongs)),)
        case UploadOutcome(status=UploadStatus.EXISTS, id=record):
            coming = load_pending_import(session, record)
        case UploadOutcome(id=record, revision=revision):
            coming = PendingImport(record, revision, texts, belongs)
    return tuple(preview_import(session, tournament, coming) for tournament in _tournaments_of_record(session, record))


def _tournament_by_name(session: Session, name: str | None) -> int | None:
    """The tournament to which the name of an event leads."""
    row = session.connection.execute(_BY_EVENT_NAME, (name,)).fetchone()
    return None if row is None else row[0]
