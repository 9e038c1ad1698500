"""Imports the results of a record into a tournament: finds its table and seats, and makes the changes.

Everything here follows from the state of the tournament and the record; nothing is stored.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from data.tournaments.changes import AnyChange, Record, Result, ResultRemoved, RoundChange, RoundReopened
from data.tournaments.handlers.dispatch import apply
from data.tournaments.handlers.rounds import missing_deals
from data.tournaments.handlers.tables import seat_player_ids
from data.tournaments.outcomes import derive_outcome
from data.tournaments.profile_facts import tournament_rules
from data.tournaments.record_results import ImportRefused, RecordResults, TableId
from data.tournaments.state import WHOLE_TABLE, Outcome, RoundId, State, Table, find_round, find_table
from schemas.record.rules import rules_for

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")
_LETTER: Final = re.compile(r"[A-Za-z]")


class HeldResult(NamedTuple):
    """A result that a record gave: at which table, of which deal, and what it is."""

    at: TableId
    deal: int
    outcome: Outcome


def results_of_record(state: State, record: int) -> list[HeldResult]:
    """The results that a record gave."""
    return [
        HeldResult(at, deal, outcome)
        for at, table in all_tables(state)
        for deal, outcome in table.results.items()
        if isinstance(outcome.by, Record) and outcome.by.id == record
    ]


def records_with_results(state: State) -> set[int]:
    """The records that gave results."""
    outcomes = (outcome for _, table in all_tables(state) for outcome in table.results.values())
    return {outcome.by.id for outcome in outcomes if isinstance(outcome.by, Record)}


def all_tables(state: State) -> Iterator[tuple[TableId, Table]]:
    """All tables of a tournament."""
    for stage, opened in enumerate(state.stages, 1):
        for number, found in enumerate(opened.rounds, 1):
            for table, sitters in enumerate(found.tables, 1):
                yield TableId(RoundId(stage, number), table), sitters


def table_of_record(state: State, arrival: RecordResults) -> TableId:
    """The table of a record's event.

    Where the event does not tell the stage, a record that gave results in that round stays where it is, and any other
    one is of the latest stage. Tables may have letters. Raises `ImportRefused`: `not_named`, `no_number`.
    """
    number = _event_number(arrival, "round")
    table = _table_number(arrival)
    return TableId(RoundId(_stage_number(state, arrival, number, table), number), table)


def players_by_seat(state: State, at: TableId, arrival: RecordResults) -> Sequence[str]:
    """The players of a record in the order of the seats of a table, which they are known by.

    Whoever is not known there is on a seat that is left over, where the tournament will refuse him. If seats were moved
    after the record landed, it speaks of other people than the tournament: then the order is its own. Raises `Refused`:
    `no_such_stage`, `no_such_round`, `table_too_many`.
    """
    found_round = find_round(state, RoundChange(stage=at.place.stage, round=at.place.round))
    table = find_table(found_round, at.table)
    if len(table.seats) != len(arrival.players) or _were_seats_moved(state, table, arrival.record):
        return arrival.players
    left = list(arrival.players)
    found: list[str | None] = []
    for seat in table.seats:
        ids = seat_player_ids(state, seat)
        known = next((player for player in left if player in ids), None)
        if known is not None:
            left.remove(known)
        found.append(known)
    return [left.pop(0) if player is None else player for player in found]


def _were_seats_moved(state: State, table: Table, record: int) -> bool:
    """Whether others than the record says are on the seats where its results count."""
    return any(
        player not in seat_player_ids(state, seat)
        for outcome in table.results.values()
        if isinstance(outcome.by, Record) and outcome.by.id == record
        for player, seat in zip(outcome.by.players, table.seats, strict=True)
    )


def _stage_number(state: State, arrival: RecordResults, number: int, table: int) -> int:
    written = arrival.event.get("stage")
    named = [stage for stage, opened in enumerate(state.stages, 1) if opened.name == written]
    if written is not None:
        return named[0] if named else _event_number(arrival, "stage")
    for at, _, _ in results_of_record(state, arrival.record):
        if (at.place.round, at.table) == (number, table):
            return at.place.stage
    return max(len(state.stages), 1)


def _table_number(arrival: RecordResults) -> int:
    written = arrival.event.get("table")
    if isinstance(written, str) and _LETTER.fullmatch(written):
        return ord(written.upper()) - ord("A") + 1
    return _event_number(arrival, "table")


def _event_number(arrival: RecordResults, field: str) -> int:
    written: Any = arrival.event.get(field)
    if written is None:
        raise ImportRefused("not_named", field=field)
    if not _NUMBER.fullmatch(str(written)):
        raise ImportRefused("no_number", field=field, found=str(written)[:40])
    return int(written)


class ResultChanges(NamedTuple):
    """What a record changes, the state after that, and the deals that its table has still to play or to report."""

    changes: tuple[AnyChange, ...]
    state: State
    missing: tuple[int, ...] = ()


def remove_results(state: State, record: int) -> ResultChanges:
    """A record does not belong to the tournament any more: its results go. Raises `Refused`."""
    here = results_of_record(state, record)
    found = _effective_changes(state, [_removal(at, deal) for at, deal, _ in here])
    return _with_missing_deals(here[0].at, found) if here else found


def import_results(state: State, arrival: RecordResults) -> ResultChanges:
    """A record comes to the tournament, or is another one now: its results are what it says.

    What it holds already is not written again. Raises `Refused` where the tournament refuses one of its results, and
    `ImportRefused`: `other_rules`, `other_options`, and as `table_of_record` does; nothing lands then.
    """
    _check_rules(state, arrival)
    at = table_of_record(state, arrival)
    if _is_current(state, at, arrival):
        return _with_missing_deals(at, ResultChanges((), state))
    results = arrival.results(at, players_by_seat(state, at, arrival))
    kept = {(at, result.deal) for result in results}
    gone = [
        _removal(one.at, one.deal) for one in results_of_record(state, arrival.record) if (one.at, one.deal) not in kept
    ]
    return _with_missing_deals(at, _effective_changes(state, [*gone, *results]))


def check_agreement(before: State, found: ResultChanges) -> None:
    """See that nothing is replaced that others said otherwise. Raises `ImportRefused`: `contradicted`."""
    for change in found.changes:
        if not isinstance(change, Result) or not isinstance(change.by, Record):
            continue
        old, new = _outcome(before, change), _outcome(found.state, change)
        if old and new and not _is_from_record(old, change.by.id) and _contradicts(old, new):
            raise ImportRefused("contradicted", deal=change.deal, table=change.table)


def _effective_changes(state: State, wanted: Sequence[AnyChange]) -> ResultChanges:
    """The changes that make a difference, one after the other."""
    changes: list[AnyChange] = []
    for change in wanted:
        after = apply(state, change)
        if not _is_same_result(state, after, change):
            changes.append(change)
            state = after
    return ResultChanges(tuple(changes), state)


def _with_missing_deals(at: TableId, found: ResultChanges) -> ResultChanges:
    table = found.state.stages[at.place.stage - 1].rounds[at.place.round - 1].tables[at.table - 1]
    return found._replace(missing=tuple(missing_deals(table, found.state.settings_of(at.place.stage).deals)))


def _is_current(state: State, at: TableId, arrival: RecordResults) -> bool:
    """Whether all of it is there already, wherever those sit now of whom it speaks, and whether that is open or not."""
    here = results_of_record(state, arrival.record)
    if not here or {(one.at, one.deal) for one in here} != {(at, deal) for deal in arrival.decided}:
        return False
    return all(_agrees(state, arrival, one) for one in here)


def _agrees(state: State, arrival: RecordResults, one: HeldResult) -> bool:
    """Whether a record says what it gave as a result."""
    players = one.outcome.by.players if isinstance(one.outcome.by, Record) else ()
    if sorted(players) != sorted(arrival.players):
        return False
    table = state.stages[one.at.place.stage - 1].rounds[one.at.place.round - 1].tables[one.at.table - 1]
    return _result_values(derive_outcome(state, table, arrival.result(one.deal, one.at, players))) == _result_values(
        one.outcome
    )


def _is_same_result(state: State, after: State, change: AnyChange) -> bool:
    """Whether a result of a record is there already, from a revision that said the same."""
    if not isinstance(change, Result) or not isinstance(change.by, Record):
        return False
    old, new = _outcome(state, change), _outcome(after, change)
    return (
        old is not None
        and new is not None
        and _is_from_record(old, change.by.id)
        and _result_values(old) == _result_values(new)
    )


def _result_values(outcome: Outcome) -> tuple[object, ...]:
    players = outcome.by.players if isinstance(outcome.by, Record) else ()
    return players, outcome.places, outcome.points, outcome.titles, outcome.faults


def _is_from_record(outcome: Outcome, record: int) -> bool:
    return isinstance(outcome.by, Record) and outcome.by.id == record


def _contradicts(old: Outcome, new: Outcome) -> bool:
    """Whether two results differ in something that both of them know."""
    return any(one is not None and other is not None and one != other for one, other in _pairs(old, new))


def _pairs(old: Outcome, new: Outcome) -> Iterator[tuple[object, object]]:
    yield from zip(old.places, new.places, strict=True)
    yield from zip(old.points, new.points, strict=True)


def _outcome(state: State, change: Result) -> Outcome | None:
    table = state.stages[change.stage - 1].rounds[change.round - 1].tables[change.table - 1]
    return table.results.get(change.deal or WHOLE_TABLE)


def _removal(at: TableId, deal: int) -> ResultRemoved:
    return ResultRemoved(stage=at.place.stage, round=at.place.round, table=at.table, deal=deal or None)


def _check_rules(state: State, arrival: RecordResults) -> None:
    if arrival.rules != state.rules:
        raise ImportRefused("other_rules", found=arrival.rules, expected=state.rules)
    if rules_for(arrival.rules, arrival.options).options != tournament_rules(state).options:
        raise ImportRefused("other_options")


class ImportPreview(NamedTuple):
    """A tournament of a version, and the changes that are to be looked at."""

    version: int
    state: State
    changes: tuple[AnyChange, ...]


def reopen_all_rounds(state: State) -> State:
    """The state in which every round may be corrected."""
    for stage, opened in enumerate(state.stages, 1):
        for number, found in enumerate(opened.rounds, 1):
            if found.closed:
                state = apply(state, RoundReopened(stage=stage, round=number))
    return state
