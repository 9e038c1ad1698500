"""Tournaments as they are read: their list, their logs, and the states that these come to."""

from typing import Any, Final

import msgspec

from data.store.reading import moment
from data.store.refusals import LogDamaged, NoSuchEntry, NoSuchTournament
from data.store.sessions import Session
from data.store.sqlite_errors import LARGEST
from data.store.tournaments.asked import Tournament, TournamentPage
from data.store.tournaments.known import Folded
from data.tournaments.log import Entry, LogBroken, fold, read_change
from data.tournaments.refusals import Refused
from data.tournaments.state import EMPTY, State

_VERSION: Final = "SELECT version FROM tournaments WHERE id = ?"
_NAMED: Final = """
SELECT tournament FROM tournament_names WHERE name = (SELECT number FROM texts WHERE text = ?)
"""
_ENTRIES: Final = """
SELECT entries.number, at, text, reason, change FROM entries JOIN texts ON texts.number = author
WHERE tournament = ? AND entries.number > ? AND entries.number <= ? ORDER BY entries.number LIMIT ?
"""
_PAGE: Final = """
SELECT id, version, names.text, rules.text, finished, first.at, last.at
FROM tournaments JOIN texts AS names ON names.number = name JOIN texts AS rules ON rules.number = rules
    JOIN entries AS first ON first.tournament = id AND first.number = 1
    JOIN entries AS last ON last.tournament = id AND last.number = version
WHERE id < ? ORDER BY id DESC LIMIT ?
"""


def version(session: Session, tournament: int) -> int:
    """The number of the last entry of a log. Raises `NoSuchTournament`."""
    row = session.connection.execute(_VERSION, (min(tournament, LARGEST),)).fetchone()
    if row is None:
        raise NoSuchTournament
    found: int = row[0]
    return found


def named(session: Session, name: str) -> int | None:
    """The tournament that has this name or has had it; None where there is none."""
    row = session.connection.execute(_NAMED, (name,)).fetchone()
    return None if row is None else row[0]


def page(session: Session, after: int | None, limit: int) -> TournamentPage:
    """So many tournaments at most, newest first, from behind the tournament `after` on."""
    before = LARGEST if after is None else min(after, LARGEST)
    rows = session.connection.execute(_PAGE, (before, limit + 1)).fetchall()
    return TournamentPage(
        [_tournament(*row) for row in rows[:limit]], rows[limit - 1][0] if len(rows) > limit else None
    )


def log(session: Session, tournament: int, after: int, limit: int) -> list[Entry]:
    """So many entries of a log at most, from behind the entry `after` on.

    Raises `NoSuchTournament`, and `LogDamaged` where one of them is missing or cannot be read.
    """
    version(session, tournament)
    try:
        entries = _entries(session, tournament, min(after, LARGEST), LARGEST, limit)
    except msgspec.MsgspecError as error:
        raise LogDamaged(tournament) from error
    if any(one.number != due for due, one in enumerate(entries, after + 1)):
        raise LogDamaged(tournament)
    return entries


def present(session: Session, tournament: int) -> Folded:
    """The state of a tournament and its version. Raises `NoSuchTournament`."""
    last = version(session, tournament)
    return Folded(last, state(session, tournament, last))


def past(session: Session, tournament: int, until: int) -> State:
    """The state of a tournament after so many entries. Raises `NoSuchTournament` and `NoSuchEntry`."""
    if not 1 <= until <= version(session, tournament):
        raise NoSuchEntry
    return state(session, tournament, until)


def state(session: Session, tournament: int, until: int) -> State:
    """The state after entries that are there, folded from where it is known on. Raises `LogDamaged`."""
    known = session.known.nearest(tournament, until) or Folded(0, EMPTY)
    if known.version == until:
        return known.state
    try:
        entries = _entries(session, tournament, known.version, until, LARGEST)
        found = fold(entries, known.state, known.version)
    except (Refused, LogBroken, msgspec.MsgspecError) as error:
        raise LogDamaged(tournament) from error
    if known.version + len(entries) != until:
        raise LogDamaged(tournament)
    session.known.keep(tournament, Folded(until, found))
    return found


def _entries(session: Session, tournament: int, after: int, until: int, limit: int) -> list[Entry]:
    rows = session.connection.execute(_ENTRIES, (tournament, after, until, limit))
    return [entry(*row) for row in rows]


def entry(number: int, at: int, author: str, reason: str | None, change: str) -> Entry:
    """An entry as it lies in the store. Raises `msgspec.MsgspecError`."""
    return Entry(number=number, at=at, author=author, reason=reason, change=read_change(change))


def _tournament(*row: Any) -> Tournament:  # noqa: ANN401 - a row
    number, last, name, rules, finished, created_at, changed_at = row
    return Tournament(number, last, name, rules, bool(finished), moment(created_at), moment(changed_at))
