"""What becomes of an upload: a new record, the next revision of one that has grown, or nothing new."""

from typing import Final, NamedTuple

from data.store.asked import Author, Kind, Outcome, Status
from data.store.packing import Parcel
from data.store.sessions import Session
from data.store.tournaments import landing
from data.store.tournaments.landing import Why
from data.store.transactions import Transaction
from data.store.writing import Cause, create, renew
from schemas.identity import continues
from schemas.judged import Facts, Judged

MOST_ALIKE: Final = 50
"""So many records that began alike are looked at, the latest first: sittings whose hands nobody saw all begin alike."""

_SAME: Final = """
SELECT id, revision, withdrawn FROM records
WHERE id = (SELECT record FROM revisions WHERE content = ? LIMIT 1)
"""
_ALIKE: Final = """
SELECT id, revision, withdrawn, deals, actions, dictionary, packed, cut
FROM records CROSS JOIN revisions ON record = id AND number = revision - withdrawn
WHERE opening = ? ORDER BY id DESC LIMIT ?
"""


class _Alike(NamedTuple):
    """A record that began like an upload, with what its latest revision holds."""

    id: int
    revision: int
    withdrawn: int
    deals: int
    actions: int
    dictionary: int
    packed: bytes
    cut: int

    def outcome(self, *, grows: bool) -> Outcome:
        """The outcome for an upload that this record has grown to, or has been."""
        if grows and not self.withdrawn:
            return Outcome(Status.GROWN, self.id, self.revision + 1)
        return Outcome(Status.EXISTS, self.id, self.revision, bool(self.withdrawn))


def add(writing: Transaction, parcel: Parcel, author: Author) -> Outcome:
    """Store an upload, unless there is nothing new in it."""
    outcome = foresee(writing.session, parcel.judged)
    if outcome is None:
        record = create(writing, parcel, author)
        return Outcome(Status.CREATED, record, 1, landings=landing.of_new(writing, record, parcel.judged, author))
    if outcome.status is Status.GROWN:
        renew(writing, outcome.id, outcome.revision, parcel, Cause(Kind.GROWN, author))
        landings = landing.of_renewed(writing, outcome.id, outcome.revision, parcel.judged, Why(author))
        return outcome._replace(landings=landings)
    if outcome.withdrawn:
        return outcome
    return outcome._replace(landings=landing.of_known(writing, outcome.id, parcel.judged, author))


def foresee(session: Session, judged: Judged) -> Outcome | None:
    """What an upload comes to that is no new record; None for one that is.

    The content of any revision is there already. So is what a record has been on its way to the latest one, and what a
    withdrawn record has grown to. What any other record has grown to is its next revision.
    """
    row = session.connection.execute(_SAME, (judged.content,)).fetchone()
    if row is not None:
        return Outcome(Status.EXISTS, row[0], row[1], bool(row[2]))
    found: Outcome | None = None
    for row in session.connection.execute(_ALIKE, (judged.opening, MOST_ALIKE)).fetchall():
        alike = _Alike(*row)
        text, _ = session.packing.unpack(alike.dictionary, alike.packed, alike.cut)
        if _is_as_long(judged.facts, alike) and continues(judged.record, text):
            return alike.outcome(grows=True)
        if found is None and _is_as_long(alike, judged.facts) and continues(text, judged.record):
            found = alike.outcome(grows=False)
    return found


def _is_as_long(one: Facts | _Alike, other: Facts | _Alike) -> bool:
    """Whether the one can have grown from the other; it saves reading most of those that have not."""
    return one.deals >= other.deals and one.actions >= other.actions
