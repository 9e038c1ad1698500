"""What answers tell of tournaments beside their states and standings."""

from typing import Final

import msgspec

from api.http.addresses import of_tournament
from api.tournaments.log import told_entry
from api.tournaments.plain import Told
from api.tournaments.state import told_deal
from data.store.tournaments.asked import Foreseen, Landing, Problem, Tournament
from data.tournaments.changes import Drawn, Redrawn
from data.tournaments.log import Entry
from data.tournaments.pending import Missing, Undecided

_encode: Final = msgspec.json.Encoder().encode


def listed_tournament(found: Tournament) -> Told:
    """A tournament as lists show it."""
    return {
        "id": found.id,
        "address": of_tournament(found.id),
        "version": found.version,
        "name": found.name,
        "rules": found.rules,
        "finished": found.finished,
        "created_at": found.created_at.isoformat(),
        "changed_at": found.changed_at.isoformat(),
    }


def told_seating(change: Drawn | Redrawn) -> Told:
    """A round that was drawn."""
    return {"stage": change.stage, "round": change.round, "tables": change.tables, "byes": change.byes}


def told_fault(found: Undecided) -> Told:
    """A fault that waits for a decision."""
    return {
        **found.place._asdict(),
        "table": found.table,
        "deal": told_deal(found.deal),
        "action": found.fault.action,
        "seat": found.fault.seat,
        "entrant": found.entrant,
        "code": found.fault.code,
        "severity": found.fault.severity,
    }


def told_missing(found: Missing) -> Told:
    """A table whose results are not all there."""
    return {**found.place._asdict(), "table": found.table, "deals": found.deals}


def told_problem(found: Problem) -> Told:
    """Why a record could not land."""
    return {
        "record": found.record,
        "revision": found.revision,
        "version": found.version,
        "at": found.at.isoformat(),
        "author": found.author,
        "code": found.code,
        "message": found.text._asdict(),
    }


def told_landing(found: Landing) -> Told:
    """What became of a record in a tournament."""
    return {
        "tournament": found.tournament,
        "record": found.record,
        "version": found.version,
        "problem": None if found.problem is None else told_problem(found.problem),
        "missing": found.missing,
    }


def told_foreseen(found: Foreseen) -> Told:
    """What would become of a record in a tournament; nobody has tried, so that it is not known when and by whom."""
    told: Told = {"record": found.record, "version": found.version}
    problem: Told | None = None
    if found.text is not None:
        untried = {"revision": None, "at": None, "author": None}
        problem = {**told, **untried, "code": found.code, "message": found.text._asdict()}
    return {**told, "tournament": found.tournament, "problem": problem, "missing": found.missing}


def as_event(entry: Entry) -> bytes:
    """An entry of a log as an event of a stream: its number is the id, and the name of the change its type."""
    told = told_entry(entry)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (entry.number, told["change"]["change"].encode(), _encode(told))
