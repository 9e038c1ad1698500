"""What each entry of a log found and what it left: the part of the state that its change is about, before and after."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from data.tournaments import changes
from data.tournaments.apply import apply
from data.tournaments.changes import AnyChange, AtATable, OfARound
from data.tournaments.log import Entry
from data.tournaments.settings import Settings
from data.tournaments.state import EMPTY, FaultKey, Round, Seat, State, Table

Item = TypeVar("Item")
Part = object
"""Entrants, outcomes, seats and the like, as the state has them; None where there is nothing yet, or nothing left."""


class Agreed(NamedTuple):
    """What a tournament as a whole is."""

    name: str
    settings: Settings
    finished: bool


class Seats(NamedTuple):
    """Who sits where in a round, and who sits out."""

    tables: list[tuple[int | None, ...]]
    byes: tuple[int, ...]


class Audited(NamedTuple):
    """An entry of a log, with the part of the state that it is about: as it found that, and as it left it."""

    entry: Entry
    before: Part
    after: Part


def audit(entries: Iterable[Entry], state: State = EMPTY) -> Iterator[Audited]:
    """What each entry of a whole log changed, or of the rest of one from the state before it.

    Raises `Refused` where one is impossible.
    """
    for entry in entries:
        then = apply(state, entry.change)
        yield Audited(entry, part(state, then, entry.change), part(then, then, entry.change))
        state = then


def part(state: State, then: State, change: AnyChange) -> Part:
    """The part of a state that a change is about; `then` is the state after it, which tells what it numbered."""
    match change:
        case changes.Created() | changes.SettingsChanged() | changes.Finished():
            return Agreed(state.name, _settings(state, change), state.finished) if state.rules else None
        case changes.Entered():
            return _numbered(state.entrants, len(then.entrants))
        case changes.Renamed() | changes.Withdrawn() | changes.Returned():
            return _numbered(state.entrants, change.entrant)
        case changes.StageOpened():
            return _numbered(state.stages, len(then.stages))
        case OfARound():
            return _part_of_a_round(state, change)
        case _:
            return _part_of_the_referee(state, change)


def _settings(state: State, change: AnyChange) -> Settings:
    """The settings that a change is about: those of a stage, or the tournament's."""
    match change:
        case changes.SettingsChanged(stage=int(stage)):
            return state.settings_of(stage)
        case _:
            return state.settings


def _part_of_the_referee(state: State, change: changes.Awarded | changes.Cancelled | changes.LotDrawn) -> Part:
    match change:
        case changes.Awarded(id=award) | changes.Cancelled(award=award):
            return state.awards.get(award)
        case changes.LotDrawn():
            return state.lots


def _part_of_a_round(state: State, change: OfARound) -> Part:
    found = _round(state, change)
    match change:
        case _ if found is None:
            return None
        case changes.Drawn() | changes.Redrawn():
            return Seats([_sitters(table) for table in found.tables], found.byes)
        case changes.SeatsMoved():
            return {sitters.table: _seats(found, sitters.table) for sitters in change.tables}
        case AtATable():
            return _part_of_a_table(state, found.tables[change.table - 1], change)
        case _:
            return found.closed


def _part_of_a_table(state: State, table: Table, change: AtATable) -> Part:
    match change:
        case changes.Result() | changes.ResultRemoved():
            return table.results.get(state.deal_of(change.stage, change.deal))
        case changes.FaultDecided():
            deal = state.deal_of(change.stage, change.deal)
            return table.decisions.get(FaultKey(deal, change.action, change.seat, change.code))
        case _:
            return table.seats


def _round(state: State, change: OfARound) -> Round | None:
    stage = _numbered(state.stages, change.stage)
    return None if stage is None else _numbered(stage.rounds, change.round)


def _numbered(items: tuple[Item, ...], number: int) -> Item | None:
    return items[number - 1] if number <= len(items) else None


def _seats(found: Round, table: int) -> tuple[Seat, ...]:
    return found.tables[table - 1].seats


def _sitters(table: Table) -> tuple[int | None, ...]:
    return tuple(seat.entrant for seat in table.seats)
