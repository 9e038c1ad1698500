"""The tournaments of a store: their logs, their states and the results of records."""

from collections.abc import Callable, Sequence
from typing import Final

from daifu.data.store.sql.sessions import SessionPool
from daifu.data.store.sql.tournaments import log, result_import
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.data.store.values import (
    Attribution,
    Author,
    ChangeListener,
    ImportProblem,
    ResultImport,
    TournamentPage,
    VersionedState,
)
from daifu.data.tournaments.changes import AnyChange, Created
from daifu.data.tournaments.log import Entry, apply_changes, is_from_record
from daifu.data.tournaments.result_import import ImportPreview
from daifu.data.tournaments.state import State

_ATTEMPTS_TOGETHER: Final = 20
"""How many records are imported in one transaction. In PostgreSQL each takes some milliseconds."""


class Tournaments:
    """Logs of tournaments, which only grow, and the states and results that follow from them.

    Each method that takes a tournament raises `NoSuchTournament`, and `LogDamaged` where its log cannot be read. A
    method that changes one raises `daifu.data.tournaments.errors.TournamentError` where the rules of tournaments
    refuse the change; nothing has changed then.
    """

    def __init__(self, sessions: SessionPool, commits: WriteQueue) -> None:
        self._sessions = sessions
        self._commits = commits

    def listen(self, call: Callable[[], None]) -> ChangeListener | None:
        """Call this from another thread after each change of a tournament; None where the database tells of none."""
        return self._sessions.listen(call)

    def create(self, change: Created, author: Author, reason: str | None = None) -> int:
        """Begin a tournament; its id. Raises `NameTaken`: records find their tournament by its name."""
        with self._commits.transaction() as transaction:
            return log.create_tournament(transaction, change, Attribution(author, reason))

    def append(
        self,
        tournament: int,
        changes: Sequence[AnyChange],
        author: Author,
        *,
        expected: int | None,
        reason: str | None = None,
    ) -> int:
        """Append changes to the log of a tournament, all or none; its new version.

        Raises `VersionConflict` where `expected` is given and is not the version, `NameTaken`, and `OnlyByImport` for
        a result that names a record: only the import of that record may write it.
        """
        before = None if expected is None else self.present(tournament)
        foreseen = None
        if before is not None and before.version == expected and not any(map(is_from_record, changes)):
            foreseen = apply_changes(before.state, changes)  # before the turn to write: others shall not wait for that
        with self._commits.transaction() as transaction:
            why = Attribution(author, reason)
            return log.append_changes(transaction, tournament, changes, why, expected, foreseen)

    def remove(self, tournament: int) -> None:
        """Let a tournament be found no more, also by its name. Its games stay."""
        with self._commits.transaction() as transaction:
            log.remove_tournament(transaction, tournament)

    def page(self, after: int | None = None, limit: int = 50) -> TournamentPage:
        """At most `limit` tournaments, newest first, starting behind the tournament `after`."""
        with self._sessions.acquire() as session:
            return log.list_tournaments(session, after, limit)

    def named(self, name: str) -> int | None:
        """The tournament that has this name or had it; None where there is none."""
        with self._sessions.acquire() as session:
            return log.find_by_name(session, name)

    def version(self, tournament: int) -> int:
        """The number of the last entry of the log."""
        with self._sessions.acquire() as session:
            return log.load_version(session, tournament)

    def mark(self, tournament: int, version: int) -> str | None:
        """Eight characters that tell an entry of the log from any other that had its number; None where it is not."""
        with self._sessions.acquire() as session:
            return log.entry_mark(session, tournament, version)

    def log(self, tournament: int, after: int = 0, limit: int = 100, characters: int | None = None) -> list[Entry]:
        """At most `limit` entries of the log, first to last, starting behind the entry `after`.

        With `characters` it ends before entries that would have more of them in all, but not before the first.
        """
        with self._sessions.acquire() as session:
            return log.load_entries(session, tournament, after, limit, characters)

    def present(self, tournament: int) -> VersionedState:
        """The state of a tournament and its version."""
        with self._sessions.acquire() as session:
            return log.load_state(session, tournament)

    def state(self, tournament: int, until: int | None = None) -> State:
        """The state of a tournament after the entry `until`, by default the last one. Raises `NoSuchEntry`."""
        with self._sessions.acquire() as session:
            if until is None:
                return log.load_state(session, tournament).state
            return log.load_past_state(session, tournament, until)

    def problems(self, tournament: int) -> list[ImportProblem]:
        """The records that could not be imported, and were neither changed, imported nor dismissed since, by id."""
        with self._sessions.acquire() as session:
            log.load_version(session, tournament)
            return result_import.load_problems(session, tournament)

    def unimported(self, tournament: int) -> list[int]:
        """The records whose event names the tournament, of which it holds no result and stores no problem, by id.

        They came before the tournament, or their results were removed, or their problem was dismissed.
        """
        with self._sessions.acquire() as session:
            log.load_version(session, tournament)
            return result_import.unimported_records(session, tournament)

    def attempt(
        self, tournament: int, records: Sequence[int], author: Author, reason: str | None = None
    ) -> list[ResultImport]:
        """Import records again as if they had been uploaded now; what became of each. Raises `NoSuchRecord`.

        They are stored a few at a time, so that other writers need not wait for all of them.
        """
        with self._sessions.acquire() as session:
            result_import.require_records(session, records)
        found = []
        for begin in range(0, max(len(records), 1), _ATTEMPTS_TOGETHER):
            some = records[begin : begin + _ATTEMPTS_TOGETHER]
            with self._commits.transaction() as transaction:
                found += result_import.try_imports(transaction, tournament, some, Attribution(author, reason))
        return found

    def import_record(self, tournament: int, record: int, author: Author, reason: str | None = None) -> int:
        """Import a record, also where that replaces results that others entered; the new version.

        The results of a record that belongs there no more are removed. Raises `NoSuchRecord` and `RecordWithdrawn`.
        """
        with self._commits.transaction() as transaction:
            return result_import.force_import(transaction, tournament, record, Attribution(author, reason))

    def preview(self, tournament: int, record: int) -> ImportPreview:
        """What `import_record` would change if all rounds were open. Raises what it raises."""
        with self._sessions.acquire() as session:
            return result_import.preview_forced_import(session, tournament, record)

    def ignore(self, tournament: int, record: int, author: Author, reason: str | None = None) -> int:
        """Take a record out of those that could not be imported; the version that notes it in the log.

        Ignoring it again changes nothing. Raises `NoSuchRecord` for one that never waited there.
        """
        with self._commits.transaction() as transaction:
            return result_import.ignore_record(transaction, tournament, record, Attribution(author, reason))
