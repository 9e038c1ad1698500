"""Records that come, change or go, as far as tournaments are concerned. Most concern none: that costs one look-up.

What it takes to land is loaded when the first record has to, so that whoever keeps no tournaments does not wait for it.
"""

from typing import Final, NamedTuple

from data.store.asked import Author
from data.store.sessions import Session
from data.store.tournaments.asked import Landing
from data.store.transactions import Transaction
from schemas.judged import Judged

_NAMED: Final = "SELECT tournament FROM tournament_names WHERE name = ?"
_TOUCHED: Final = "SELECT tournament FROM landings WHERE record = ?"
_CONCERNED: Final = """
SELECT tournament FROM landings WHERE record = ?1
UNION SELECT named.tournament FROM records JOIN tournament_names AS named ON name = records.tournament WHERE id = ?1
"""

Landings = tuple[Landing, ...]


class Coming(NamedTuple):
    """A revision of a record that is being stored; `belongs` is the tournament to which the name of its event leads.

    Without texts it is a revision that withdraws the record.
    """

    record: int
    revision: int
    texts: tuple[bytes, bytes] | None
    belongs: int | None


class Why(NamedTuple):
    """Through whom a change comes about, and why."""

    author: Author
    reason: str | None = None


def of_new(writing: Transaction, record: int, judged: Judged, author: Author) -> Landings:
    """What becomes of a new record in the tournament that its event names."""
    belongs = _belongs(writing, judged.facts.tournament)
    if belongs is None:
        return ()
    coming = Coming(record, 1, (judged.record, judged.report), belongs)
    return _landed(writing, [belongs], coming, Why(author))


def of_renewed(writing: Transaction, record: int, revision: int, judged: Judged, why: Why) -> Landings:
    """What becomes of a record's next revision, where its event says and where the revisions before it were."""
    belongs = _belongs(writing, judged.facts.tournament)
    tournaments = _touched(writing, record)
    if belongs is not None and belongs not in tournaments:
        tournaments.append(belongs)
    coming = Coming(record, revision, (judged.record, judged.report), belongs)
    return _landed(writing, tournaments, coming, why)


def of_known(writing: Transaction, record: int, judged: Judged, author: Author) -> Landings:
    """What becomes of a record, as it is now, when a version of it is sent again that names a tournament."""
    if _belongs(writing, judged.facts.tournament) is None:
        return ()
    from data.store.tournaments.attempts import again  # noqa: PLC0415 - see above

    return again(writing, concerned(writing.session, record), record, Why(author))


def of_withdrawn(writing: Transaction, record: int, revision: int, why: Why) -> Landings:
    """What becomes of the results of a record that is withdrawn by this revision."""
    return _landed(writing, _touched(writing, record), Coming(record, revision, None, None), why)


def concerned(session: Session, record: int) -> list[int]:
    """The tournaments that have something of a record, or should, or to which the name of its event leads."""
    return [tournament for (tournament,) in session.connection.execute(_CONCERNED, (record,))]


def _belongs(writing: Transaction, name: str | None) -> int | None:
    """The tournament to which the name of an event leads."""
    if name is None:
        return None
    row = writing.connection.execute(_NAMED, (writing.number(name),)).fetchone()
    return None if row is None else row[0]


def _touched(writing: Transaction, record: int) -> list[int]:
    """The tournaments that have something of a record, or should."""
    return [tournament for (tournament,) in writing.connection.execute(_TOUCHED, (record,))]


def _landed(writing: Transaction, tournaments: list[int], coming: Coming, why: Why) -> Landings:
    if not tournaments:
        return ()
    from data.store.tournaments.attempts import attempt  # noqa: PLC0415 - see above

    return tuple(attempt(writing, tournament, coming, why) for tournament in tournaments)
