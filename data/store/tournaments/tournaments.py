"""The tournaments of a store: what may be asked of them, each by a method that says so."""

from collections.abc import Sequence

from data.store.asked import Author
from data.store.commits import Commits
from data.store.sessions import Sessions
from data.store.sqlite_errors import TRANSLATED
from data.store.tournaments import attempts, problems, reading, writing
from data.store.tournaments.asked import Landing, Problem, TournamentPage
from data.store.tournaments.known import Folded
from data.store.tournaments.landing import Why
from data.store.tournaments.previews import Preview
from data.tournaments.changes import AnyChange, Created
from data.tournaments.log import Entry
from data.tournaments.state import State


class Tournaments:
    """Logs of tournaments, which only ever grow, and what they come to.

    Every method that takes a tournament raises `NoSuchTournament`, every one `StoreUnusable`. What changes a tournament
    raises `data.tournaments.refusals.Refused` where that is impossible as things are, and has changed nothing then.
    """

    def __init__(self, sessions: Sessions, commits: Commits) -> None:
        self._sessions = sessions
        self._commits = commits

    def create(self, change: Created, author: Author, reason: str | None = None) -> int:
        """Begin a tournament; its id. Raises `NameTaken`: records find a tournament by its name."""
        with self._commits.writing() as transaction:
            return writing.create(transaction, change, Why(author, reason))

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
        with self._commits.writing() as transaction:
            return writing.append(transaction, tournament, changes, Why(author, reason), expected)

    def page(self, after: int | None = None, limit: int = 50) -> TournamentPage:
        """So many tournaments at most, newest first, from behind the tournament `after` on."""
        with TRANSLATED, self._sessions.lent() as session:
            return reading.page(session, after, limit)

    def named(self, name: str) -> int | None:
        """The tournament that has this name or has had it; None where there is none."""
        with TRANSLATED, self._sessions.lent() as session:
            return reading.named(session, name)

    def version(self, tournament: int) -> int:
        """The number of the last entry of its log."""
        with TRANSLATED, self._sessions.lent() as session:
            return reading.version(session, tournament)

    def log(self, tournament: int, after: int = 0, limit: int = 100) -> list[Entry]:
        """So many entries of its log at most, first to last, from behind the entry `after` on."""
        with TRANSLATED, self._sessions.lent() as session:
            return reading.log(session, tournament, after, limit)

    def present(self, tournament: int) -> Folded:
        """What it has come to, and the version that this is."""
        with TRANSLATED, self._sessions.lent() as session:
            return reading.present(session, tournament)

    def state(self, tournament: int, until: int | None = None) -> State:
        """What it had come to after so many entries, by default all of them. Raises `NoSuchEntry`."""
        with TRANSLATED, self._sessions.lent() as session:
            if until is None:
                return reading.present(session, tournament).state
            return reading.past(session, tournament, until)

    def problems(self, tournament: int) -> list[Problem]:
        """What could not land in it and has neither changed nor landed nor been dismissed since."""
        with TRANSLATED, self._sessions.lent() as session:
            reading.version(session, tournament)
            return problems.problems(session, tournament)

    def unlanded(self, tournament: int) -> list[int]:
        """The records whose event names it and of which it holds nothing, though nothing was refused.

        They came before the tournament, or their results were removed, or what was refused of them was dismissed.
        """
        with TRANSLATED, self._sessions.lent() as session:
            reading.version(session, tournament)
            return attempts.unlanded(session, tournament)

    def attempt(
        self, tournament: int, records: Sequence[int], author: Author, reason: str | None = None
    ) -> list[Landing]:
        """Let records land as if they came now, and tell of each what became of it. Raises `NoSuchRecord`."""
        with self._commits.writing() as transaction:
            return attempts.attempts(transaction, tournament, records, Why(author, reason))

    def land(self, tournament: int, record: int, author: Author, reason: str | None = None) -> int:
        """Let a record land even where that replaces what others said; the new version.

        A record that does not belong there any more is taken away. Raises `NoSuchRecord` and `Withdrawn`.
        """
        with self._commits.writing() as transaction:
            return attempts.land(transaction, tournament, record, Why(author, reason))

    def preview(self, tournament: int, record: int) -> Preview:
        """What `land` would change, where closed rounds are looked at as if they were open. Raises what that does."""
        with TRANSLATED, self._sessions.lent() as session:
            return attempts.preview(session, tournament, record)

    def dismiss(self, tournament: int, record: int) -> bool:
        """Tell no more why a record could not land; whether there was anything to tell."""
        with self._commits.writing() as transaction:
            return problems.forget(transaction, tournament, record)
