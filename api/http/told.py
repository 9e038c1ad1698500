"""What answers tell of records, as plain values around JSON that exists already."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from api.http.addresses import of_record
from api.http.tournament_told import told_foreseen, told_landing
from data.store.asked import Listed, Outcome, Revision, Status
from data.store.tournaments.asked import Foreseen, Landing
from schemas.changes import Change, changes
from schemas.http.records import JUDGED
from schemas.judged import Judged
from schemas.parts import report_parts
from schemas.record import load_record
from schemas.upcoming import upcoming

Told = dict[str, Any]

_NOWHERE: Final[Told] = {"id": None, "revision": None, "address": None, "withdrawn": False}


def standing(outcome: Outcome) -> Told:
    """A record by its number, and its latest revision."""
    return {
        "id": outcome.id,
        "revision": outcome.revision,
        "address": of_record(outcome.id),
        "withdrawn": outcome.withdrawn,
    }


def uploaded(judged: Judged, outcome: Outcome) -> Told:
    """An upload, and what became of it."""
    return {"status": outcome.status, **standing(outcome), **_found(judged), **landed(outcome.landings)}


def only_judged(judged: Judged, foreseen: Outcome | None, landings: Sequence[Foreseen] = ()) -> Told:
    """An upload that was not stored, with the record as it is that has it or would grow by it, if there is one.

    The landings are what would become of it in tournaments.
    """
    place = standing(_present(foreseen)) if foreseen else _NOWHERE
    would_land = {"landings": list(map(told_foreseen, landings))} if landings else {}
    return {"status": JUDGED, **place, **_found(judged), **would_land}


def corrected(judged: Judged, outcome: Outcome, changed: Change) -> Told:
    """A record after a correction, and what that changed."""
    return {**standing(outcome), "report": msgspec.Raw(judged.report), "changes": changed, **landed(outcome.landings)}


def added_deal(judged: Judged, outcome: Outcome) -> Told:
    """A sitting after one more deal, and what the deal after it starts from."""
    parts = report_parts(judged.report)
    return {
        "id": outcome.id,
        "revision": outcome.revision,
        "deal": judged.facts.deals,
        "report": parts.deals[-1],
        "totals": parts.totals,
        "ranks": parts.ranks,
        "next": upcoming(load_record(judged.record)),
        **landed(outcome.landings),
    }


def landed(landings: Sequence[Landing]) -> Told:
    """What became of a record in the tournaments that it concerns; most concern none."""
    return {"landings": list(map(told_landing, landings))} if landings else {}


def listed(record: Listed) -> Told:
    """A record as lists show it."""
    return {
        "id": record.id,
        "revision": record.revision,
        "address": of_record(record.id),
        "withdrawn": record.withdrawn,
        "rules": record.rules,
        "players": [{"id": player, "name": name} for player, name in record.players],
        "event": {"name": record.tournament, "round": record.round, "date": record.date},
        "deals": record.deals,
        "actions": record.actions,
        "legal": record.legal,
        "faults": record.faults,
        "stored_at": record.stored_at.isoformat(),
        "author": record.author,
    }


def history(revisions: list[Revision]) -> Iterator[Told]:
    """Revisions from the first on, each with what it changed; a withdrawal changes nothing that is to be compared."""
    before: bytes | None = None
    for revision in revisions:
        yield {
            "number": revision.number,
            "kind": revision.kind,
            "at": revision.at.isoformat(),
            "author": revision.author,
            "reason": revision.reason,
            "changes": changes(before, revision.report) if before and revision.report else {},
        }
        before = revision.report or before


def _present(foreseen: Outcome) -> Outcome:
    """The record as it is before what is foreseen."""
    return foreseen._replace(revision=foreseen.revision - (foreseen.status is Status.GROWN))


def _found(judged: Judged) -> Told:
    return {
        "report": msgspec.Raw(judged.report),
        "notices": [notice._asdict() for notice in judged.notices],
    }
