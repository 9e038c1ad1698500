"""Views of tournaments: their states, their logs, and what is still missing or undecided."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from api.views.addresses import tournament_address
from api.views.values import Json, json_value
from data.store.values import TournamentSummary
from data.tournaments.audit import AuditedEntry
from data.tournaments.changes import AnyChange, Drawn, Redrawn
from data.tournaments.log import Entry, encode_change
from data.tournaments.open_tasks import MissingDeals, UndecidedFault
from data.tournaments.state import WHOLE_TABLE, Award, Entrant, Outcome, Round, Stage, State, Table


def state_view(state: State) -> Json:
    """All of a tournament but its log and its standings."""
    return {
        "name": state.name,
        "rules": state.rules,
        "options": json_value(state.options),
        "settings": json_value(state.settings),
        "entrants": list(map(entrant_view, state.entrants)),
        "stages": [_stage_view(number, stage) for number, stage in enumerate(state.stages, 1)],
        "awards": [award_view(number, award) for number, award in sorted(state.awards.items())],
        "lots": json_value(state.lots),
        "finished": state.finished,
    }


def entrant_view(entrant: Entrant) -> Json:
    """Somebody who takes part."""
    return {**json_value(entrant), "withdrawn": entrant.has_withdrawn}


def award_view(number: int, award: Award) -> Json:
    """A bonus or a penalty under its number."""
    return {"id": number, **json_value(award)}


def deal_number(number: int) -> int | None:
    """The number of a deal; None stands for the whole table."""
    return None if number == WHOLE_TABLE else number


def _stage_view(number: int, stage: Stage) -> Json:
    return {
        "number": number,
        "name": stage.name,
        "field": json_value(stage.field),
        "carry": json_value(stage.carry),
        "after": stage.after,
        "planned": stage.planned,
        "sizes": json_value(stage.sizes),
        "settings": None if stage.own is None else json_value(stage.own),
        "rounds": [_round_view(round_number, found) for round_number, found in enumerate(stage.rounds, 1)],
    }


def _round_view(number: int, found: Round) -> Json:
    return {
        "number": number,
        "closed": found.closed,
        "method": found.method,
        "seed": found.seed,
        "quality": json_value(found.quality),
        "byes": json_value(found.byes),
        "tables": [_table_view(table_number, table) for table_number, table in enumerate(found.tables, 1)],
    }


def _table_view(number: int, table: Table) -> Json:
    return {
        "number": number,
        "seats": json_value(table.seats),
        "results": [_result_view(deal, outcome) for deal, outcome in sorted(table.results.items())],
        "decisions": [
            {**json_value(key), "deal": deal_number(key.deal), **json_value(decision)}
            for key, decision in table.decisions.items()
        ],
    }


def _result_view(deal: int, outcome: Outcome) -> dict[str, Any]:
    return {"deal": deal_number(deal), **json_value(outcome)}


def change_view(change: AnyChange) -> Any:  # noqa: ANN401 - any JSON
    """A change as it stands in the log."""
    return msgspec.json.decode(encode_change(change))


def entry_view(entry: Entry) -> Json:
    """An entry of a log."""
    return {
        "number": entry.number,
        "at": datetime.fromtimestamp(entry.at, UTC).isoformat(),
        "author": entry.author,
        "reason": entry.reason,
        "change": change_view(entry.change),
    }


def audited_entry_view(found: AuditedEntry) -> Json:
    """An entry, and the part of the tournament that it is about, as it found and as it left that."""
    return {**entry_view(found.entry), "before": json_value(found.before), "after": json_value(found.after)}


def listed_tournament_view(found: TournamentSummary) -> Json:
    """A tournament as lists show it."""
    return {
        "id": found.id,
        "address": tournament_address(found.id),
        "version": found.version,
        "name": found.name,
        "rules": found.rules,
        "finished": found.finished,
        "created_at": found.created_at.isoformat(),
        "changed_at": found.changed_at.isoformat(),
    }


def seating_view(change: Drawn | Redrawn) -> Json:
    """A round that was drawn."""
    return {"stage": change.stage, "round": change.round, "tables": change.tables, "byes": change.byes}


def undecided_fault_view(found: UndecidedFault) -> Json:
    """A fault that waits for a decision."""
    return {
        **found.place._asdict(),
        "table": found.table,
        "deal": deal_number(found.deal),
        "action": found.fault.action,
        "seat": found.fault.seat,
        "entrant": found.entrant,
        "code": found.fault.code,
        "severity": found.fault.severity,
    }


def missing_deals_view(found: MissingDeals) -> Json:
    """A table whose results are not all there."""
    return {**found.place._asdict(), "table": found.table, "deals": found.deals}
