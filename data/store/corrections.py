"""Records are corrected and withdrawn by revisions: nothing is overwritten."""

from typing import Final

from data.store.asked import Kind, Outcome, Status, Withdrawal
from data.store.packing import Parcel
from data.store.reading import Head, head
from data.store.refusals import OtherRevision, SameContent, Withdrawn
from data.store.tournaments import landing
from data.store.tournaments.landing import Why
from data.store.transactions import Transaction
from data.store.writing import Cause, renew
from data.store.writing import withdraw as write_withdrawal

_HOLDER: Final = "SELECT record FROM revisions WHERE content = ? LIMIT 1"
_CONTENT: Final = "SELECT content FROM revisions WHERE record = ? AND number = ?"


def revise(writing: Transaction, record: int, expected: int, parcel: Parcel, cause: Cause) -> Outcome:
    """Write the next revision of a record, unless it changes nothing.

    A correction of a withdrawn record restores it; nothing else can be done with one. Raises `NoSuchRecord`,
    `OtherRevision`, `SameContent` and `Withdrawn`.
    """
    found = head(writing.session, record)
    if found.withdrawn and cause.kind not in (Kind.CORRECTED, Kind.RESTORED):
        raise Withdrawn(found.revision)
    _agree(found, expected)
    holder = writing.connection.execute(_HOLDER, (parcel.judged.content,)).fetchone()
    if holder is not None and holder[0] != record:
        raise SameContent(holder[0])
    present = writing.connection.execute(_CONTENT, (record, found.revision)).fetchone()
    if present[0] == parcel.judged.content:
        return Outcome(Status.EXISTS, record, found.revision)
    kind = Kind.RESTORED if found.withdrawn else cause.kind
    number = found.revision + 1
    renew(writing, record, number, parcel, cause._replace(kind=kind))
    landings = landing.of_renewed(writing, record, number, parcel.judged, Why(cause.author, cause.reason))
    return Outcome(Status.GROWN, record, number, landings=landings)


def withdraw(writing: Transaction, record: int, expected: int, cause: Cause) -> Withdrawal:
    """Withdraw a record; the revision that does.

    Raises `NoSuchRecord`, `OtherRevision`, and `Withdrawn` where it has been done.
    """
    found = head(writing.session, record)
    if found.withdrawn:
        raise Withdrawn(found.revision)
    _agree(found, expected)
    write_withdrawal(writing, record, found.revision + 1, cause)
    landings = landing.of_withdrawn(writing, record, found.revision + 1, Why(cause.author, cause.reason))
    return Withdrawal(found.revision + 1, landings)


def _agree(found: Head, expected: int) -> None:
    if found.revision != expected:
        raise OtherRevision(expected, found.revision)
