"""The audit of a log: the part of the state that each entry concerns, before and after it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from daifu.data.tournaments import changes
from daifu.data.tournaments.changes import AnyChange, RoundChange, TableChange
from daifu.data.tournaments.handlers.dispatch import apply
from daifu.data.tournaments.log import Entry
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.state import EMPTY_STATE, FaultKey, State, Table

Item = TypeVar("Item")
StatePart = object
"""Entrants, outcomes, seats and the like, as the state has them; None where there is nothing."""


class TournamentBasics(NamedTuple):
    """The name, settings and end of a tournament."""

    name: str
    settings: Settings
    finished: bool


class RoundSeats(NamedTuple):
    """The entrants at the tables of a round, and those who sit out."""

    tables: list[tuple[int | None, ...]]
    byes: tuple[int, ...]


class AuditedEntry(NamedTuple):
    """An entry of a log, with the part of the state that it concerns, before and after it."""

    entry: Entry
    before: StatePart
    after: StatePart


def audit(entries: Iterable[Entry], state: State = EMPTY_STATE) -> Iterator[AuditedEntry]:
    """The audit of the entries of a log, or of the rest of one from the state before it.

    Raises `TournamentError` where an entry is impossible.
    """
    for entry in entries:
        after = apply(state, entry.change)
        yield AuditedEntry(entry, affected_part(state, after, entry.change), affected_part(after, after, entry.change))
        state = after


def affected_part(state: State, after: State, change: AnyChange) -> StatePart:
    """The part of a state that a change concerns; `after` is the state after it, in which new items have numbers."""
    match change:
        case changes.Created() | changes.SettingsChanged() | changes.Finished():
            settings = _affected_settings(state, change)
            return TournamentBasics(state.name, settings, state.finished) if state.rules else None
        case changes.Entered():
            return _item_or_none(state.entrants, len(after.entrants))
        case changes.Renamed() | changes.Withdrawn() | changes.Returned():
            return _item_or_none(state.entrants, change.entrant)
        case changes.StageOpened() | changes.StageChanged() | changes.StageRemoved():
            number = len(after.stages) if isinstance(change, changes.StageOpened) else change.stage
            return _item_or_none(state.stages, number)
        case RoundChange():
            return _round_part(state, change)
        case _:
            return _referee_part(state, change)


def _affected_settings(state: State, change: AnyChange) -> Settings:
    """The settings that a change concerns: those of a stage, or the tournament's."""
    match change:
        case changes.SettingsChanged(stage=int(stage)):
            return state.settings_of(stage)
        case _:
            return state.settings


def _referee_part(
    state: State,
    change: changes.Awarded
    | changes.Cancelled
    | changes.CheckedIn
    | changes.LotDrawn
    | changes.RecordIgnored
    | changes.ClockSet
    | changes.WallSet,
) -> StatePart:
    match change:
        case changes.CheckedIn():
            return [entrant.number for entrant in state.entrants if entrant.here]
        case changes.ClockSet():
            return state.clock
        case changes.WallSet():
            return state.wall
        case changes.Awarded(id=award) | changes.Cancelled(award=award):
            return state.awards.get(award)
        case changes.LotDrawn():
            return state.lots
        case changes.RecordIgnored():
            return change.record in state.ignored


def _round_part(state: State, change: RoundChange) -> StatePart:
    stage = _item_or_none(state.stages, change.stage)
    found = None if stage is None else _item_or_none(stage.rounds, change.round)
    match change:
        case _ if found is None:
            return None
        case changes.Drawn() | changes.Redrawn():
            return RoundSeats([tuple(seat.entrant for seat in table.seats) for table in found.tables], found.byes)
        case changes.SeatsMoved():
            return {sitters.table: found.tables[sitters.table - 1].seats for sitters in change.tables}
        case TableChange():
            return _table_part(state, found.tables[change.table - 1], change)
        case _:
            return found.closed


def _table_part(state: State, table: Table, change: TableChange) -> StatePart:
    match change:
        case changes.Result() | changes.ResultRemoved():
            return table.results.get(state.deal_of(change.stage, change.deal))
        case changes.Reported():
            return table.reports.get(change.deal)
        case changes.FaultDecided():
            deal = state.deal_of(change.stage, change.deal)
            return table.decisions.get(FaultKey(deal, change.action, change.seat, change.code))
        case _:
            return table.seats


def _item_or_none(items: tuple[Item, ...], number: int) -> Item | None:
    return items[number - 1] if number <= len(items) else None
