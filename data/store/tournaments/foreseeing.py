"""What would become of an upload in the tournaments that it concerns. Nothing is written for it."""

from typing import Final

from data.store.asked import Outcome, Status
from data.store.sessions import Session
from data.store.tournaments.asked import Foreseen
from data.store.tournaments.landing import Coming, concerned
from schemas.judged import Judged

_NAMED: Final = "SELECT tournament FROM tournament_names JOIN texts ON number = name WHERE text = ?"


def foreseen(session: Session, judged: Judged, outcome: Outcome | None) -> tuple[Foreseen, ...]:
    """What would become of an upload that comes to this outcome, None being a new record."""
    belongs = _belongs(session, judged.facts.tournament)
    if belongs is None or (outcome is not None and outcome.withdrawn):
        return ()
    from data.store.tournaments.attempts import NEW, foresee, latest  # noqa: PLC0415 - only where there are tournaments

    texts = judged.record, judged.report
    match outcome:
        case None:
            return (foresee(session, belongs, Coming(NEW, 1, texts, belongs)),)
        case Outcome(status=Status.EXISTS, id=record):
            coming = latest(session, record)
        case Outcome(id=record, revision=revision):
            coming = Coming(record, revision, texts, belongs)
    return tuple(foresee(session, tournament, coming) for tournament in concerned(session, record))


def _belongs(session: Session, name: str | None) -> int | None:
    """The tournament to which the name of an event leads."""
    row = session.connection.execute(_NAMED, (name,)).fetchone()
    return None if row is None else row[0]
