"""What is asked of the store about tournaments and what it answers: plain values, no SQL."""

from datetime import datetime
from typing import NamedTuple

from replay.text import Text


class Tournament(NamedTuple):
    """A tournament as lists show it; `version` is the number of the last entry of its log, made `changed_at`."""

    id: int
    version: int
    name: str
    rules: str
    finished: bool
    created_at: datetime
    changed_at: datetime


class TournamentPage(NamedTuple):
    """Some tournaments, newest first; `after` is where the next page begins, None at the end."""

    tournaments: list[Tournament]
    after: int | None


class Problem(NamedTuple):
    """Why a revision of a record could not land in a tournament, when that had this version.

    `code` is one of `data.tournaments.refusals` or of `unlandable`, `text` its sentence. `author` tried it `at` that
    time; the record was stored all the same.
    """

    tournament: int
    record: int
    revision: int
    version: int
    at: datetime
    author: str
    code: str
    text: Text


class Landing(NamedTuple):
    """What became of a record in a tournament, which has this version now.

    Where there is a problem, nothing of the record landed. Without one, what the tournament
    holds of the record is what the record says; `missing` are the deals that its table has still to play or to report.
    """

    tournament: int
    record: int
    version: int
    problem: Problem | None = None
    missing: tuple[int, ...] = ()


class Foreseen(NamedTuple):
    """What would become of a record in a tournament, which has this version now; `record` is None for a new one.

    Where it could not land, `code` and `text` say why; where it could, `missing` are the deals that its table would
    still miss.
    """

    tournament: int
    record: int | None
    version: int
    code: str | None = None
    text: Text | None = None
    missing: tuple[int, ...] = ()
