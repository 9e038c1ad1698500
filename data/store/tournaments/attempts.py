"""Landing: a record becomes results of a tournament, or it is kept why it could not."""

from collections.abc import Sequence
from typing import Final

from data.store.refusals import LogDamaged, NoSuchRecord, Withdrawn
from data.store.sessions import Session
from data.store.sqlite_errors import LARGEST
from data.store.tournaments import problems, reading
from data.store.tournaments.arrivals import arrival
from data.store.tournaments.asked import Foreseen, Landing
from data.store.tournaments.bringing import Brought, brought, check_agreement, taken_away
from data.store.tournaments.landing import Coming, Why
from data.store.tournaments.placing import held
from data.store.tournaments.previews import Preview, all_open
from data.store.tournaments.unlandable import LOG_DAMAGED, NotLanded
from data.store.tournaments.writing import present, write
from data.store.transactions import Transaction
from data.tournaments.refusals import Refused
from data.tournaments.state import State

NEW: Final = 0
"""Stands for a record that is not stored: none has this number."""

_LATEST: Final = """
SELECT revision, dictionary, packed, cut, (SELECT tournament FROM tournament_names WHERE name = records.tournament)
FROM records JOIN revisions ON record = id AND number = revision WHERE id = ?
"""
_UNLANDED: Final = """
SELECT id FROM tournament_names AS named CROSS JOIN records ON records.tournament = named.name AND withdrawn = 0
WHERE named.tournament = ?1 AND NOT EXISTS (SELECT 1 FROM landings WHERE record = id AND tournament = ?1)
ORDER BY id
"""


def attempt(writing: Transaction, tournament: int, coming: Coming, why: Why) -> Landing:
    """Let a revision of a record land, unless that is refused or replaces what others said; that is kept then."""
    try:
        found = agreed(present(writing, tournament).state, tournament, coming)
    except (Refused, LogDamaged) as error:
        refusal, last = hindrance(error), reading.version(writing.session, tournament)
        tried = problems.Attempt(coming.record, coming.revision, tournament, last)
        problem = problems.keep(writing, tried, refusal, why.author)
        return Landing(tournament, coming.record, last, problem)
    version = write(writing, tournament, found.changes, found.state, why)
    problems.forget(writing, tournament, coming.record)
    return Landing(tournament, coming.record, version, missing=found.missing)


def again(writing: Transaction, tournaments: Sequence[int], record: int, why: Why) -> tuple[Landing, ...]:
    """Let a record land that is there already, as it is now."""
    coming = latest(writing.session, record)
    return tuple(attempt(writing, tournament, coming, why) for tournament in tournaments)


def foresee(session: Session, tournament: int, coming: Coming) -> Foreseen:
    """What would become of a revision of a record that is not stored; `NEW` stands for a record that is none yet."""
    record = None if coming.record == NEW else coming.record
    last = reading.version(session, tournament)
    try:
        found = agreed(reading.state(session, tournament, last), tournament, coming)
    except (Refused, LogDamaged) as error:
        refusal = hindrance(error)
        return Foreseen(tournament, record, last, refusal.code, refusal.text)
    return Foreseen(tournament, record, last, missing=found.missing)


def hindrance(error: Refused | LogDamaged) -> Refused:
    """Why a record cannot land: nothing can where the log is damaged."""
    return NotLanded(LOG_DAMAGED) if isinstance(error, LogDamaged) else error


def agreed(state: State, tournament: int, coming: Coming) -> Brought:
    """What a revision of a record changes without replacing what others said otherwise. Raises `Refused`."""
    found = wanted(state, tournament, coming)
    check_agreement(state, found)
    return found


def wanted(state: State, tournament: int, coming: Coming) -> Brought:
    """What a revision of a record changes in a tournament. Raises `Refused`."""
    if coming.texts is None or coming.belongs != tournament:
        return taken_away(state, coming.record)
    return brought(state, arrival(coming.record, coming.revision, *coming.texts))


def land(writing: Transaction, tournament: int, record: int, why: Why) -> int:
    """Let a record land as somebody wants it, also in the place of what others said; the version then.

    Raises `NoSuchTournament`, `NoSuchRecord`, `Withdrawn`, and `Refused`, with which nothing has changed.
    """
    found = _asked_for(present(writing, tournament).state, tournament, latest(writing.session, record))
    version = write(writing, tournament, found.changes, found.state, why)
    problems.forget(writing, tournament, record)
    return version


def preview(session: Session, tournament: int, record: int) -> Preview:
    """What `land` would do, also in rounds that are closed. Raises the same."""
    before = reading.present(session, tournament)
    found = _asked_for(all_open(before.state), tournament, latest(session, record))
    return Preview(*before, found.changes)


def attempts(writing: Transaction, tournament: int, records: Sequence[int], why: Why) -> list[Landing]:
    """Let records land that could not, or came before the tournament. Raises `NoSuchTournament` and `NoSuchRecord`."""
    present(writing, tournament)
    return [attempt(writing, tournament, latest(writing.session, record), why) for record in records]


def unlanded(session: Session, tournament: int) -> list[int]:
    """The records whose event names a tournament that holds nothing of them, though nothing was refused."""
    return [record for (record,) in session.connection.execute(_UNLANDED, (tournament,))]


def _asked_for(state: State, tournament: int, coming: Coming) -> Brought:
    """What a record changes that somebody lets land. Raises `Withdrawn` and `Refused`."""
    if coming.belongs != tournament and not held(state, coming.record):
        if coming.texts is None:
            raise Withdrawn(coming.revision)
        raise NotLanded("other_tournament")
    return wanted(state, tournament, coming)


def latest(session: Session, record: int) -> Coming:
    """A record as it is now. Raises `NoSuchRecord`."""
    row = session.connection.execute(_LATEST, (min(record, LARGEST),)).fetchone()
    if row is None:
        raise NoSuchRecord
    revision, dictionary, packed, cut, belongs = row
    if packed is None:
        return Coming(record, revision, None, None)
    return Coming(record, revision, session.packing.unpack(dictionary, packed, cut), belongs)
