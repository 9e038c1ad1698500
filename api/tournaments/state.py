"""The state of a tournament as plain values."""

from typing import Any

from api.tournaments.plain import Told, plain
from data.tournaments.state import WHOLE_TABLE, Award, Entrant, Outcome, Round, Stage, State, Table


def told_state(state: State) -> Told:
    """All of a tournament but its log and its standings."""
    return {
        "name": state.name,
        "rules": state.rules,
        "options": plain(state.options),
        "settings": plain(state.settings),
        "entrants": list(map(told_entrant, state.entrants)),
        "stages": [_stage(number, stage) for number, stage in enumerate(state.stages, 1)],
        "awards": [told_award(number, award) for number, award in sorted(state.awards.items())],
        "lots": plain(state.lots),
        "finished": state.finished,
    }


def told_entrant(entrant: Entrant) -> Told:
    """Somebody who takes part."""
    return {**plain(entrant), "withdrawn": entrant.has_withdrawn}


def told_award(number: int, award: Award) -> Told:
    """A bonus or a penalty under its number."""
    return {"id": number, **plain(award)}


def told_deal(number: int) -> int | None:
    """The number of a deal; None stands for the whole table."""
    return None if number == WHOLE_TABLE else number


def _stage(number: int, stage: Stage) -> Told:
    return {
        "number": number,
        "name": stage.name,
        "field": plain(stage.field),
        "carry": plain(stage.carry),
        "after": stage.after,
        "planned": stage.planned,
        "sizes": plain(stage.sizes),
        "settings": None if stage.own is None else plain(stage.own),
        "rounds": [_round(round_number, found) for round_number, found in enumerate(stage.rounds, 1)],
    }


def _round(number: int, found: Round) -> Told:
    return {
        "number": number,
        "closed": found.closed,
        "method": found.method,
        "seed": found.seed,
        "quality": plain(found.quality),
        "byes": plain(found.byes),
        "tables": [_table(table_number, table) for table_number, table in enumerate(found.tables, 1)],
    }


def _table(number: int, table: Table) -> Told:
    return {
        "number": number,
        "seats": plain(table.seats),
        "results": [_result(deal, outcome) for deal, outcome in sorted(table.results.items())],
        "decisions": [
            {**plain(key), "deal": told_deal(key.deal), **plain(decision)} for key, decision in table.decisions.items()
        ],
    }


def _result(deal: int, outcome: Outcome) -> dict[str, Any]:
    return {"deal": told_deal(deal), **plain(outcome)}
