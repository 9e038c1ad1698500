"""Penalties: the faults that were upheld, and what they cost (ST-FAULTS)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from data.tournaments.changes import FaultSeen
from data.tournaments.settings import Settings
from data.tournaments.standings.round_scores import begun_rounds
from data.tournaments.state import Decision, FaultKey, RoundId, State, Table


class UpheldFault(NamedTuple):
    """A fault that was upheld against an entrant: where, what, and what it costs him beside the award given for it."""

    entrant: int
    round: int
    table: int
    deal: int
    action: int | None
    code: str
    severity: str
    award: int | None
    cost: Fraction


def find_upheld_faults(state: State, until: RoundId) -> Iterator[UpheldFault]:
    """The faults upheld against the entrants of a stage, in the rounds that its standing covers."""
    for number, found in begun_rounds(state, until):
        for table_number, table in enumerate(found.tables, 1):
            yield from _upheld_at_table(state, RoundId(until.stage, number), table_number, table)


def _upheld_at_table(state: State, place: RoundId, number: int, table: Table) -> Iterator[UpheldFault]:
    settings = state.settings_of(place.stage)
    for deal, outcome in table.results.items():
        for fault in outcome.faults:
            decision = table.decisions.get(FaultKey(deal, fault.action, fault.seat, fault.code))
            entrant = None if fault.seat is None else table.seats[fault.seat - 1].entrant
            if entrant is not None and decision is not None and decision.decision == "upheld":
                award = _valid_award(state, decision)
                cost = _fault_cost(settings, fault) if award is None else Fraction(0)
                yield UpheldFault(
                    entrant, place.round, number, deal, fault.action, fault.code, fault.severity, award, cost
                )


def _valid_award(state: State, decision: Decision) -> int | None:
    """The award that was given for a fault, as long as it is not cancelled."""
    award = decision.award
    return None if award is None or state.awards[award].cancelled else award


def _fault_cost(settings: Settings, fault: FaultSeen) -> Fraction:
    by_severity = settings.penalties.get(fault.severity, Fraction(0))
    return settings.penalties.get(fault.code, by_severity)
