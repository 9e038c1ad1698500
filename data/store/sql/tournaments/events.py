"""The tournaments that a record concerns, by its event: their results are imported when it is stored or changes.

Most records concern no tournament: that costs one query. The import itself is loaded with the first record that needs
it, so that a store without tournaments does not load it.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import Final

from daifu.data.names import look_of
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.tokens import NAMES_ENDED, times_ended
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.uploads import concerned_tournaments
from daifu.data.store.values import (
    Attribution,
    Author,
    RecordImportPreview,
    ResultImport,
    SimilarTournament,
    UploadOutcome,
    UploadStatus,
)
from daifu.schemas.judged_record import JudgedRecord

_NAMED: Final = "SELECT tournament FROM tournament_names WHERE name = ?"
_LINKED: Final = "SELECT tournament FROM result_imports WHERE record = ?"
_CONCERNED: Final = """
SELECT tournament FROM result_imports WHERE record = ?1
UNION SELECT named.tournament FROM records JOIN tournament_names AS named ON name = records.tournament WHERE id = ?1
"""


def import_revision(
    writing: Transaction, record: int, revision: int, judged: JudgedRecord | None, why: Attribution
) -> tuple[ResultImport, ...]:
    """Import a revision of a record into the tournaments that it is linked with, and that its event names.

    Without `judged` it withdraws the record, whose results are then removed.
    """
    named = judged and _tournament_of_event(writing, judged.facts.tournament)
    if revision == 1:  # nothing is linked with a record that was made just now
        tournaments = [] if named is None else [named]
    else:
        linked = writing.connection.execute(_LINKED, (record,))
        tournaments = concerned_tournaments(named, [tournament for (tournament,) in linked])
    if not tournaments:
        return ()
    from daifu.data.store.sql.tournaments.result_import import try_import  # noqa: PLC0415 - see above
    from daifu.data.tournaments.result_import import PendingImport  # noqa: PLC0415 - see above

    pending = PendingImport(record, revision, judged and (judged.record, judged.report), named)
    return tuple(try_import(writing, tournament, pending, why) for tournament in tournaments)


def import_known_record(
    writing: Transaction, record: int, judged: JudgedRecord, author: Author
) -> tuple[ResultImport, ...]:
    """Import a record as it is now, when a version of it is sent again that names a tournament."""
    if _tournament_of_event(writing, judged.facts.tournament) is None:
        return ()
    from daifu.data.store.sql.tournaments.result_import import load_pending_import, try_import  # noqa: PLC0415 - see above

    pending, why = load_pending_import(writing.session, record), Attribution(author)
    concerned = _tournaments_of_record(writing.session, record)
    return tuple(try_import(writing, tournament, pending, why) for tournament in concerned)


def _tournament_of_event(writing: Transaction, name: str | None) -> int | None:
    """The tournament that has or had this name."""
    if name is None:
        return None
    row = writing.connection.execute(_NAMED, (writing.number(name),)).fetchone()
    return None if row is None else row[0]


def _tournaments_of_record(session: Session, record: int) -> list[int]:
    """The tournaments that a record is linked with, and the one that its event names."""
    return [tournament for (tournament,) in session.connection.execute(_CONCERNED, (record,))]


_BY_EVENT_NAME: Final = "SELECT tournament FROM tournament_names JOIN texts ON number = name WHERE text = ?"


def preview_imports(
    session: Session, judged: JudgedRecord, outcome: UploadOutcome | None
) -> tuple[RecordImportPreview, ...]:
    """What would become of an upload with this outcome, None for a new record, in the tournaments that it concerns."""
    row = session.connection.execute(_BY_EVENT_NAME, (judged.facts.tournament,)).fetchone()
    if row is None or (outcome is not None and outcome.withdrawn):
        return ()
    (named,) = row
    from daifu.data.store.sql.tournaments.result_import import load_pending_import, preview_import  # noqa: PLC0415 - see above
    from daifu.data.tournaments.result_import import NEW_RECORD, PendingImport  # noqa: PLC0415 - see above

    texts = judged.record, judged.report
    match outcome:
        case None:
            return (preview_import(session, named, PendingImport(NEW_RECORD, 1, texts, named)),)
        case UploadOutcome(status=UploadStatus.EXISTS | UploadStatus.REPAIRED, id=record):
            pending = load_pending_import(session, record)
        case UploadOutcome(id=record, revision=revision):
            pending = PendingImport(record, revision, texts, named)
    return tuple(preview_import(session, tournament, pending) for tournament in _tournaments_of_record(session, record))


_COUNT: Final = "SELECT count(*) FROM tournament_names"
_NAMES: Final = "SELECT tournament, text FROM tournament_names JOIN texts ON number = name ORDER BY tournament, since"


class TournamentNames:
    """The names of all tournaments by their look, for all threads.

    They are valid until there are more names: they are only ever added, and change only with a person made anonymous.
    """

    def __init__(self) -> None:
        self._known: tuple[tuple[int, int], dict[str, list[SimilarTournament]]] = (0, 0), {}

    def by_look(self, session: Session) -> dict[str, list[SimilarTournament]]:
        """The tournaments that have or had a name, those that were created last at the end."""
        count = (session.connection.execute(_COUNT).fetchone()[0], times_ended(session, NAMES_ENDED))
        known, names = self._known
        if known != count:
            found = defaultdict(list)
            rows = session.connection.execute(_NAMES).fetchall()
            for tournament, name in rows:
                found[look_of(name)].append(SimilarTournament(tournament, name))
            names = dict(found)
            self._known = (len(rows), count[1]), names
        return names


def find_similar_tournaments(session: Session, names: Collection[str]) -> dict[str, SimilarTournament]:
    """The tournaments that these names nearly name, by the name; a name that a tournament has or had is left out."""
    known = session.shared.get(TournamentNames).by_look(session)
    found = {name: known.get(look_of(name), ()) for name in names}
    return {
        name: similar[-1] for name, similar in found.items() if similar and all(name != one.name for one in similar)
    }
