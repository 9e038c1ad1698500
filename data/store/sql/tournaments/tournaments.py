"""The tournaments of a store: their logs, their states and the results of records."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from daifu.data.store.errors import (
    LogDamaged,
    NoSuchEntry,
    NoSuchRecord,
    OnlyByImport,
    RecordWithdrawn,
    VersionConflict,
)
from daifu.data.store.sql.columns import MAX_INTEGER, from_timestamp, version_mark
from daifu.data.store.sql.texts import text_number
from daifu.data.store.sql.tournaments import log
from daifu.data.store.sql.tournaments.result_import import (
    clear_problem,
    load_pending_import,
    problem_from_row,
    try_import,
)
from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.values import (
    Attribution,
    Author,
    ChangeListener,
    ImportProblem,
    ResultImport,
    TournamentPage,
    TournamentSummary,
    VersionedState,
)
from daifu.data.tournaments.changes import AnyChange, Created, RecordIgnored
from daifu.data.tournaments.log import Entry, apply, apply_changes, is_from_record, is_gapless
from daifu.data.tournaments.result_import import (
    ImportPreview,
    PendingImport,
    ResultChanges,
    is_concerned,
    plan_forced_import,
    reopen_all_rounds,
)
from daifu.data.tournaments.state import State

_AT_ONCE: Final = 500
_ATTEMPTS_TOGETHER: Final = 20
"""How many records are imported in one transaction. In PostgreSQL each takes some milliseconds."""
_MARK: Final = """
SELECT entry.at, first.change || entry.change FROM entries AS entry
JOIN entries AS first ON first.tournament = entry.tournament AND first.number = 1
WHERE entry.tournament = ? AND entry.number = ?
"""
_PAGE: Final = """
SELECT id, version, names.text, rules.text, finished, first.at, last.at
FROM tournaments JOIN texts AS names ON names.number = name JOIN texts AS rules ON rules.number = rules
    JOIN entries AS first ON first.tournament = id AND first.number = 1
    JOIN entries AS last ON last.tournament = id AND last.number = version
WHERE id < ? ORDER BY id DESC LIMIT ?
"""
# The row stays, so that its number is not given again, and so does the log.
_REMOVALS: Final = (
    "DELETE FROM result_imports WHERE tournament = ?",
    "DELETE FROM tournament_names WHERE tournament = ?",
    "DELETE FROM push_subscriptions WHERE tournament = ?",
    "UPDATE tournaments SET version = 0, finished = 1 WHERE id = ?",
)
_UNIMPORTED_RECORDS: Final = """
SELECT id FROM tournament_names AS named CROSS JOIN records ON records.tournament = named.name AND withdrawn = 0
WHERE named.tournament = ?1 AND NOT EXISTS (SELECT 1 FROM result_imports WHERE record = id AND tournament = ?1)
ORDER BY id
"""
_HAS_RECORD: Final = "SELECT 1 FROM records WHERE id = ?"
_PROBLEMS: Final = """
SELECT tournament, record, revision, version, at, text, code, details
FROM result_imports JOIN texts ON texts.number = author WHERE tournament = ? AND code IS NOT NULL ORDER BY record
"""


class Tournaments(Subject):
    """Logs of tournaments, which only grow, and the states and results that follow from them.

    Each method that takes a tournament raises `NoSuchTournament`, and `LogDamaged` where its log cannot be read. A
    method that changes one raises `daifu.data.tournaments.errors.TournamentError` where the rules of tournaments
    refuse the change; nothing has changed then.
    """

    def listen(self, call: Callable[[], None]) -> ChangeListener | None:
        """Call this from another thread after each change of a tournament; None where the database tells of none."""
        return self._sessions.listen(call)

    def create(self, change: Created, author: Author, reason: str | None = None) -> int:
        """Begin a tournament; its id. Raises `NameTaken`: records find their tournament by its name."""
        with self._queue.transaction() as writing:
            return log.create_tournament(writing, change, Attribution(author, reason))

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
        with self._queue.transaction() as writing:
            found = log.current_state(writing, tournament)
            if expected is not None and found.version != expected:
                raise VersionConflict(expected, found.version)
            if any(map(is_from_record, changes)):
                raise OnlyByImport
            following = apply_changes(found.state, changes) if foreseen is None else foreseen
            return log.write_changes(writing, tournament, changes, following, Attribution(author, reason))

    def remove(self, tournament: int) -> None:
        """Let a tournament be found no more, also by its name. Its games, its log and its number stay."""
        with self._queue.transaction() as writing:
            log.load_version(writing.session, tournament)
            for statement in _REMOVALS:
                writing.connection.execute(statement, (tournament,))
            writing.session.announce_change(tournament)

    def page(self, after: int | None = None, limit: int = 50) -> TournamentPage:
        """At most `limit` tournaments, newest first, starting behind the tournament `after`."""
        before = MAX_INTEGER if after is None else min(after, MAX_INTEGER)
        rows = self._rows(_PAGE, (before, limit + 1))
        page = [
            TournamentSummary(
                number, last, name, rules, bool(finished), from_timestamp(created_at), from_timestamp(changed_at)
            )
            for number, last, name, rules, finished, created_at, changed_at in rows[:limit]
        ]
        return TournamentPage(page, page[-1].id if len(rows) > limit else None)

    def each(self) -> Iterator[TournamentSummary]:
        """All tournaments, newest first, asked for page by page."""
        after: int | None = None
        while True:
            tournaments, after = self.page(after, _AT_ONCE)
            yield from tournaments
            if after is None:
                return

    def named(self, name: str) -> int | None:
        """The tournament that has this name or had it; None where there is none."""
        with self._sessions.acquire() as session:
            row = session.connection.execute(log.NAME_OWNER, (text_number(session.connection, name),)).fetchone()
        return None if row is None else row[0]

    def version(self, tournament: int) -> int:
        """The number of the last entry of the log."""
        with self._sessions.acquire() as session:
            return log.load_version(session, tournament)

    def mark(self, tournament: int, version: int) -> str | None:
        """Eight characters that tell an entry of the log from any other that had its number; None where it is not.

        They are made of the entry, and of the first one, which begins another tournament.
        """
        key = min(tournament, MAX_INTEGER), min(version, MAX_INTEGER)
        row = self._row(_MARK, key)
        return None if row is None else version_mark(row[0], row[1].encode())

    def log(self, tournament: int, after: int = 0, limit: int = 100, characters: int | None = None) -> list[Entry]:
        """At most `limit` entries of the log, first to last, starting behind the entry `after`.

        With `characters` it ends before entries that would have more of them in all, but not before the first.
        """
        with self._sessions.acquire() as session:
            log.load_version(session, tournament)
            try:
                behind = min(after, MAX_INTEGER)
                entries = log.read_entries(session, tournament, behind, MAX_INTEGER, limit, characters)
            except msgspec.MsgspecError as error:
                raise LogDamaged(tournament) from error
        if not is_gapless(entries, after):
            raise LogDamaged(tournament)
        return entries

    def present(self, tournament: int) -> VersionedState:
        """The state of a tournament and its version."""
        with self._sessions.acquire() as session:
            return log.load_state(session, tournament)

    def state(self, tournament: int, until: int | None = None) -> State:
        """The state of a tournament after the entry `until`, by default the last one. Raises `NoSuchEntry`."""
        with self._sessions.acquire() as session:
            if until is None:
                return log.load_state(session, tournament).state
            if not 1 <= until <= log.load_version(session, tournament):
                raise NoSuchEntry
            return log.fold_state(session, tournament, until)

    def problems(self, tournament: int) -> list[ImportProblem]:
        """The records that could not be imported, and were neither changed, imported nor dismissed since, by id."""
        with self._sessions.acquire() as session:
            log.load_version(session, tournament)
            return [problem_from_row(*row) for row in session.connection.execute(_PROBLEMS, (tournament,))]

    def unimported(self, tournament: int) -> list[int]:
        """The records whose event names the tournament, of which it holds no result and stores no problem, by id.

        They came before the tournament, or their results were removed, or their problem was dismissed.
        """
        with self._sessions.acquire() as session:
            log.load_version(session, tournament)
            return [record for (record,) in session.connection.execute(_UNIMPORTED_RECORDS, (tournament,))]

    def attempt(
        self, tournament: int, records: Sequence[int], author: Author, reason: str | None = None
    ) -> list[ResultImport]:
        """Import records again as if they had been uploaded now; what became of each. Raises `NoSuchRecord`.

        They are stored a few at a time, so that other writers need not wait for all of them.
        """
        with self._sessions.acquire() as session:
            for record in records:
                if session.connection.execute(_HAS_RECORD, (min(record, MAX_INTEGER),)).fetchone() is None:
                    raise NoSuchRecord
        why = Attribution(author, reason)
        found: list[ResultImport] = []
        for begin in range(0, max(len(records), 1), _ATTEMPTS_TOGETHER):
            some = records[begin : begin + _ATTEMPTS_TOGETHER]
            with self._queue.transaction() as writing:
                log.current_state(writing, tournament)
                found += (
                    try_import(writing, tournament, load_pending_import(writing.session, record), why)
                    for record in some
                )
        return found

    def import_record(self, tournament: int, record: int, author: Author, reason: str | None = None) -> int:
        """Import a record, also where that replaces results that others entered; the new version.

        The results of a record that belongs there no more are removed. Raises `NoSuchRecord` and `RecordWithdrawn`.
        """
        with self._queue.transaction() as writing:
            state = log.current_state(writing, tournament).state
            found = _plan_forced_import(state, tournament, load_pending_import(writing.session, record))
            version = log.write_changes(writing, tournament, found.changes, found.state, Attribution(author, reason))
            clear_problem(writing, tournament, record)
            return version

    def preview(self, tournament: int, record: int) -> ImportPreview:
        """What `import_record` would change if all rounds were open. Raises what it raises."""
        with self._sessions.acquire() as session:
            before = log.load_state(session, tournament)
            pending = load_pending_import(session, record)
        found = _plan_forced_import(reopen_all_rounds(before.state), tournament, pending)
        return ImportPreview(*before, found.changes)

    def ignore(self, tournament: int, record: int, author: Author, reason: str | None = None) -> int:
        """Take a record out of those that could not be imported; the version that notes it in the log.

        Ignoring it again changes nothing. Raises `NoSuchRecord` for one that never waited there.
        """
        with self._queue.transaction() as writing:
            before = log.current_state(writing, tournament)
            if clear_problem(writing, tournament, record):
                change = RecordIgnored(record=record)
                state, why = apply(before.state, change), Attribution(author, reason)
                return log.write_changes(writing, tournament, [change], state, why)
        if record not in before.state.ignored:
            raise NoSuchRecord
        return before.version


def _plan_forced_import(state: State, tournament: int, pending: PendingImport) -> ResultChanges:
    """What a forced import changes. Raises `RecordWithdrawn` and `TournamentError`."""
    if pending.texts is None and not is_concerned(state, tournament, pending):
        raise RecordWithdrawn(pending.revision)
    return plan_forced_import(state, tournament, pending)
