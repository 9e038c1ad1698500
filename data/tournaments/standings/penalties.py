"""Penalties: the faults that were upheld, and what they cost (ST-FAULTS)."""

from collections.abc import Iterator
from fractions import Fraction

from daifu.data.tournaments.changes import FaultSeen
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import Decision, RoundId, State, deal_number
from daifu.schemas.tournaments.standings import Upheld


def find_upheld_faults(state: State, until: RoundId) -> Iterator[Upheld]:
    """The faults upheld against the entrants of a stage, in the rounds that its standing covers."""
    settings = state.settings_of(until.stage)
    for at, table in state.tables(until.stage):
        if at.round > until.round:
            return
        for key, fault in table.faults:
            decision, entrant = table.decisions.get(key), table.entrant_at(fault.seat)
            if entrant is not None and decision is not None and decision.decision == "upheld":
                award = _valid_award(state, decision)
                cost = _fault_cost(settings, fault) if award is None else Fraction(0)
                deal = deal_number(key.deal)
                yield Upheld(entrant, at.round, at.table, deal, fault.action, fault.code, fault.severity, award, cost)


def _valid_award(state: State, decision: Decision) -> int | None:
    """The award that was given for a fault; None where there is none, or it was cancelled."""
    award = decision.award
    return None if award is None or state.awards[award].cancelled else award


def _fault_cost(settings: Settings, fault: FaultSeen) -> Fraction:
    by_severity = settings.penalties.get(fault.severity, Fraction(0))
    return settings.penalties.get(fault.code, by_severity)
