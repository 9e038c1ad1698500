"""What the commands need of a place that keeps tournaments, and the client for a store of this machine."""

import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from data.store.open import open_store
from data.store.values import Author
from data.tournaments.changes import AnyChange, Created
from data.tournaments.log import Entry
from data.tournaments.state import State
from replay.text import Text

_POLL_INTERVAL: Final = 0.5
"""Seconds between two looks for what others have changed."""


class TournamentSummary(NamedTuple):
    """A tournament as lists show it."""

    id: int
    version: int
    name: str
    rules: str
    finished: bool
    changed_at: datetime


class TournamentVersion(NamedTuple):
    """A tournament as it is: the number of the last entry of its log, and what that comes to."""

    version: int
    state: State


class ImportProblem(NamedTuple):
    """A record that could not land, and why."""

    record: int
    revision: int
    text: Text


class TournamentClient(Protocol):
    """Tournaments and their logs. Every method raises what keeps it from doing what it says."""

    def create(self, change: Created, reason: str | None) -> int:
        """Begin a tournament; its number."""
        ...

    def append(self, tournament: int, changes: Sequence[AnyChange], expected: int, reason: str | None) -> int:
        """Make changes to a tournament that has the expected version; the new one. All are made or none."""
        ...

    def listed(self) -> Iterator[TournamentSummary]:
        """All tournaments, newest first."""
        ...

    def present(self, tournament: int) -> TournamentVersion:
        """A tournament as it is."""
        ...

    def log(self, tournament: int) -> Iterator[Entry]:
        """Its log, first to last."""
        ...

    def follow(self, tournament: int, after: int) -> Iterator[Entry]:
        """The entries of its log behind one, and those to come as they come; it never ends."""
        ...

    def stranded(self, tournament: int) -> tuple[list[ImportProblem], list[int]]:
        """The records that could not land, and those that nothing hinders and that have not."""
        ...

    def attempt(self, tournament: int, record: int, reason: str | None) -> ImportProblem | None:
        """Let a record land unless that replaces what others said; why it could not."""
        ...

    def land(self, tournament: int, record: int, reason: str | None) -> int:
        """Let a record land whatever stands there; the new version."""
        ...

    def dismiss(self, tournament: int, record: int) -> None:
        """Tell no more why a record could not land."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class StoreClient:
    """The tournaments of a store on this machine; `author` is who its logs will name."""

    def __init__(self, path: str, author: Author) -> None:
        self._store = open_store(path)
        self._tournaments = self._store.tournaments
        self._author = author

    def create(self, change: Created, reason: str | None) -> int:
        """Begin a tournament. Raises `Refused` and `NameTaken`."""
        return self._tournaments.create(change, self._author, reason)

    def append(self, tournament: int, changes: Sequence[AnyChange], expected: int, reason: str | None) -> int:
        """Make changes. Raises `Refused`, `OtherVersion`, `NameTaken` and `OnlyByLanding`."""
        return self._tournaments.append(tournament, changes, self._author, expected=expected, reason=reason)

    def listed(self) -> Iterator[TournamentSummary]:
        """All tournaments, page by page."""
        after = None
        while True:
            page = self._tournaments.page(after)
            for found in page.tournaments:
                yield TournamentSummary(
                    found.id, found.version, found.name, found.rules, found.finished, found.changed_at
                )
            after = page.after
            if after is None:
                return

    def present(self, tournament: int) -> TournamentVersion:
        """A tournament as it is. Raises `NoSuchTournament`."""
        return TournamentVersion(*self._tournaments.present(tournament))

    def log(self, tournament: int) -> Iterator[Entry]:
        """Its log, page by page. Raises `NoSuchTournament`."""
        after = 0
        while entries := self._tournaments.log(tournament, after):
            yield from entries
            after = entries[-1].number

    def follow(self, tournament: int, after: int) -> Iterator[Entry]:
        """The entries behind one, looked for again and again. Raises `NoSuchTournament`."""
        while True:
            entries = self._tournaments.log(tournament, after)
            yield from entries
            after = entries[-1].number if entries else after
            time.sleep(0 if entries else _POLL_INTERVAL)

    def stranded(self, tournament: int) -> tuple[list[ImportProblem], list[int]]:
        """The records that have not landed. Raises `NoSuchTournament`."""
        problems = self._tournaments.problems(tournament)
        found = [ImportProblem(problem.record, problem.revision, problem.text) for problem in problems]
        return found, self._tournaments.unlanded(tournament)

    def attempt(self, tournament: int, record: int, reason: str | None) -> ImportProblem | None:
        """Let a record land. Raises `NoSuchTournament` and `NoSuchRecord`."""
        [landing] = self._tournaments.attempt(tournament, [record], self._author, reason)
        problem = landing.problem
        return None if problem is None else ImportProblem(problem.record, problem.revision, problem.text)

    def land(self, tournament: int, record: int, reason: str | None) -> int:
        """Let a record land. Raises `NoSuchTournament`, `NoSuchRecord`, `Withdrawn` and `Refused`."""
        return self._tournaments.land(tournament, record, self._author, reason)

    def dismiss(self, tournament: int, record: int) -> None:
        """Tell no more of it. Raises `NoSuchTournament`."""
        self._tournaments.version(tournament)
        self._tournaments.dismiss(tournament, record)

    def close(self) -> None:
        """Close the store."""
        self._store.close()
