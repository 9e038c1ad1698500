"""The tournaments of a store: their logs, their states and the results of records."""

from collections.abc import Sequence

from data.store.sqlite.connections import SessionPool
from data.store.sqlite.errors import TRANSLATED_ERRORS
from data.store.sqlite.tournaments import log, result_import
from data.store.sqlite.write_queue import WriteQueue
from data.store.values import Attribution, Author, Landing, LandingProblem, TournamentPage, VersionedState
from data.tournaments.changes import AnyChange, Created
from data.tournaments.log import Entry
from data.tournaments.result_import import ImportPreview
from data.tournaments.state import State


class Tournaments:
    """Logs of tournaments, which only ever grow, and what they come to.

    Every method that takes a tournament raises `NoSuchTournament`, every one `StoreUnusable`. What changes a tournament
    raises `data.tournaments.errors.TournamentError` where that is impossible as things are, and has changed nothing
    then.
    """

    def __init__(self, sessions: SessionPool, commits: WriteQueue) -> None:
        self._sessions = sessions
        self._commits = commits

    def create(self, change: Created, author: Author, reason: str | None = None) -> int:
        """Begin a tournament; its id. Raises `NameTaken`: records find a tournament by its name."""
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
        """Make changes to a tournament whose version is the `expected` one, where it says so; the new version.

        All of them are made or none. Raises `OtherVersion`, `NameTaken`, and `OnlyByLanding` for the result of a
        record, which no other way leads to than the record.
        """
        with self._commits.transaction() as transaction:
            return log.append_changes(transaction, tournament, changes, Attribution(author, reason), expected)

    def page(self, after: int | None = None, limit: int = 50) -> TournamentPage:
        """So many tournaments at most, newest first, from behind the tournament `after` on."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return log.list_tournaments(session, after, limit)

    def named(self, name: str) -> int | None:
        """The tournament that has this name or has had it; None where there is none."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return log.find_by_name(session, name)

    def version(self, tournament: int) -> int:
        """The number of the last entry of its log."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return log.load_version(session, tournament)

    def log(self, tournament: int, after: int = 0, limit: int = 100) -> list[Entry]:
        """So many entries of its log at most, first to last, from behind the entry `after` on."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return log.load_entries(session, tournament, after, limit)

    def present(self, tournament: int) -> VersionedState:
        """What it has come to, and the version that this is."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return log.load_state(session, tournament)

    def state(self, tournament: int, until: int | None = None) -> State:
        """What it had come to after so many entries, by default all of them. Raises `NoSuchEntry`."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            if until is None:
                return log.load_state(session, tournament).state
            return log.load_past_state(session, tournament, until)

    def problems(self, tournament: int) -> list[LandingProblem]:
        """What could not land in it and has neither changed nor landed nor been dismissed since."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            log.load_version(session, tournament)
            return result_import.load_problems(session, tournament)

    def unlanded(self, tournament: int) -> list[int]:
        """The records whose event names it and of which it holds nothing, though nothing was refused.

        They came before the tournament, or their results were removed, or what was refused of them was dismissed.
        """
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            log.load_version(session, tournament)
            return result_import.unlanded_records(session, tournament)

    def attempt(
        self, tournament: int, records: Sequence[int], author: Author, reason: str | None = None
    ) -> list[Landing]:
        """Let records land as if they came now, and tell of each what became of it. Raises `NoSuchRecord`."""
        with self._commits.transaction() as transaction:
            return result_import.try_imports(transaction, tournament, records, Attribution(author, reason))

    def land(self, tournament: int, record: int, author: Author, reason: str | None = None) -> int:
        """Let a record land even where that replaces what others said; the new version.

        A record that does not belong there any more is taken away. Raises `NoSuchRecord` and `Withdrawn`.
        """
        with self._commits.transaction() as transaction:
            return result_import.force_import(transaction, tournament, record, Attribution(author, reason))

    def preview(self, tournament: int, record: int) -> ImportPreview:
        """What `land` would change, where closed rounds are looked at as if they were open. Raises what that does."""
        with TRANSLATED_ERRORS, self._sessions.acquire() as session:
            return result_import.preview_forced_import(session, tournament, record)

    def dismiss(self, tournament: int, record: int) -> bool:
        """Tell no more why a record could not land; whether there was anything to tell."""
        with self._commits.transaction() as transaction:
            return result_import.clear_problem(transaction, tournament, record)
