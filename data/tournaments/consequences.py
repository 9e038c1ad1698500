"""What changes bring about: the part of the state that each concerns, before and after it, and the standings."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from daifu.data.tournaments import changes
from daifu.data.tournaments.changes import (
    AnyChange,
    Awarded,
    Cancelled,
    Result,
    RoundChange,
    RoundClosed,
    RoundReopened,
    TableChange,
)
from daifu.data.tournaments.game_rules import doubt_result
from daifu.data.tournaments.log import Entry, apply, apply_new
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.standings import compute_all_standings
from daifu.data.tournaments.state import EMPTY_STATE, FaultKey, RoundId, State, Table
from daifu.replay.faults import Fault
from daifu.schemas.standings import Consequence, Line

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
            stage = change.stage if isinstance(change, changes.SettingsChanged) else None
            settings = state.settings if stage is None else state.settings_of(stage)
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


def find_consequences(state: State, *changes: AnyChange) -> tuple[Consequence, ...]:
    """The lines of all standings that changes together would change, stage by stage and round by round.

    Closed rounds are reopened for their changes. Raises `TournamentError` where a change is impossible all the same.
    """
    before, after = _all_lines(state), _all_lines(_changed_state(state, changes))
    keys = (key for key in sorted({*before, *after}) if before.get(key) != after.get(key))
    return tuple(Consequence(*key, before.get(key), after.get(key)) for key in keys)


def find_doubts(state: State, changes: Sequence[AnyChange]) -> list[tuple[Result, Fault]]:
    """The sheets among these changes, made together, whose points are doubtful, each with the notice.

    Raises what `find_consequences` raises.
    """
    after = _changed_state(state, changes)
    sheets = (change for change in changes if isinstance(change, Result))
    return [(sheet, fault) for sheet in sheets if (fault := doubt_result(after, sheet))]


def _changed_state(state: State, changes: Iterable[AnyChange]) -> State:
    for change in changes:
        for step in with_reopening(state, change):
            state = apply_new(state, step)
    return state


def with_reopening(state: State, change: AnyChange) -> tuple[AnyChange, ...]:
    """The change, after the reopening of its round if that is closed; this reopens the tournament, too."""
    at = _affected_round(state, change)
    if at is None or isinstance(change, RoundClosed | RoundReopened):
        return (change,)
    if not any(found.closed for round_id, found in state.rounds() if round_id == at):
        return (change,)
    return (RoundReopened(stage=at.stage, round=at.round), change)


def _affected_round(state: State, change: AnyChange) -> RoundId | None:
    match change:
        case Awarded(stage=stage, round=number) if number is not None:
            return RoundId(stage, number)
        case Cancelled(award=award) if award in state.awards:
            given = state.awards[award]
            return None if given.round is None else RoundId(given.stage, given.round)
        case RoundChange(stage=stage, round=number):
            return RoundId(stage, number)
        case _:
            return None


def _all_lines(state: State) -> dict[tuple[int, int, int], Line]:
    """The lines of the standings after every round that has begun, by stage, round and entrant."""
    return {
        (found.stage, found.round, line.entrant): line for found in compute_all_standings(state) for line in found.lines
    }
