"""The changes that a record brings about: results at the table where it belongs, and none anywhere else."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from data.store.tournaments.arrivals import Arrival, TableId
from data.store.tournaments.placing import Held, held, place_of, seated
from data.store.tournaments.unlandable import NotLanded
from data.tournaments.apply import apply
from data.tournaments.applying.closing import missing_deals
from data.tournaments.changes import AnyChange, Record, Result, ResultRemoved
from data.tournaments.customs import rules_of
from data.tournaments.outcomes import outcome
from data.tournaments.state import WHOLE_TABLE, Outcome, State
from schemas.shape.compiled import compiled


class Brought(NamedTuple):
    """What a record changes, the state after that, and the deals that its table has still to play or to report."""

    changes: tuple[AnyChange, ...]
    state: State
    missing: tuple[int, ...] = ()


def taken_away(state: State, record: int) -> Brought:
    """A record does not belong to the tournament any more: its results go. Raises `Refused`."""
    here = held(state, record)
    found = _made(state, [_removed(at, deal) for at, deal, _ in here])
    return _with_missing(here[0].at, found) if here else found


def brought(state: State, arrival: Arrival) -> Brought:
    """A record comes to the tournament, or is another one now: its results are what it says.

    What it holds already is not written again. Raises `Refused` where the tournament refuses one of its results, and
    `NotLanded`: `other_rules`, `other_options`, and as `place_of` does; nothing lands then.
    """
    _check_rules(state, arrival)
    at = place_of(state, arrival)
    if _stands(state, at, arrival):
        return _with_missing(at, Brought((), state))
    results = arrival.results(at, seated(state, at, arrival))
    kept = {(at, result.deal) for result in results}
    gone = [_removed(one.at, one.deal) for one in held(state, arrival.record) if (one.at, one.deal) not in kept]
    return _with_missing(at, _made(state, [*gone, *results]))


def check_agreement(before: State, found: Brought) -> None:
    """See that nothing is replaced that others said otherwise. Raises `NotLanded`: `contradicted`."""
    for change in found.changes:
        if not isinstance(change, Result) or not isinstance(change.by, Record):
            continue
        old, new = _outcome(before, change), _outcome(found.state, change)
        if old and new and not _is_of(old, change.by.id) and _contradict(old, new):
            raise NotLanded("contradicted", deal=change.deal, table=change.table)


def _made(state: State, wanted: Sequence[AnyChange]) -> Brought:
    """The changes that make a difference, one after the other."""
    changes: list[AnyChange] = []
    for change in wanted:
        after = apply(state, change)
        if not _is_there(state, after, change):
            changes.append(change)
            state = after
    return Brought(tuple(changes), state)


def _with_missing(at: TableId, found: Brought) -> Brought:
    table = found.state.stages[at.place.stage - 1].rounds[at.place.round - 1].tables[at.table - 1]
    return found._replace(missing=tuple(missing_deals(table, found.state.settings_of(at.place.stage).deals)))


def _stands(state: State, at: TableId, arrival: Arrival) -> bool:
    """Whether all of it is there already, wherever those sit now of whom it speaks, and whether that is open or not."""
    here = held(state, arrival.record)
    if not here or {(one.at, one.deal) for one in here} != {(at, deal) for deal in arrival.decided}:
        return False
    return all(_says(state, arrival, one) for one in here)


def _says(state: State, arrival: Arrival, one: Held) -> bool:
    """Whether a record says what it gave as a result."""
    players = one.outcome.by.players if isinstance(one.outcome.by, Record) else ()
    if sorted(players) != sorted(arrival.players):
        return False
    table = state.stages[one.at.place.stage - 1].rounds[one.at.place.round - 1].tables[one.at.table - 1]
    return _told(outcome(state, table, arrival.result(one.deal, one.at, players))) == _told(one.outcome)


def _is_there(state: State, after: State, change: AnyChange) -> bool:
    """Whether a result of a record is there already, from a revision that said the same."""
    if not isinstance(change, Result) or not isinstance(change.by, Record):
        return False
    old, new = _outcome(state, change), _outcome(after, change)
    return old is not None and new is not None and _is_of(old, change.by.id) and _told(old) == _told(new)


def _told(outcome: Outcome) -> tuple[object, ...]:
    players = outcome.by.players if isinstance(outcome.by, Record) else ()
    return players, outcome.places, outcome.points, outcome.titles, outcome.faults


def _is_of(outcome: Outcome, record: int) -> bool:
    return isinstance(outcome.by, Record) and outcome.by.id == record


def _contradict(old: Outcome, new: Outcome) -> bool:
    """Whether two results differ in something that both of them know."""
    return any(one is not None and other is not None and one != other for one, other in _pairs(old, new))


def _pairs(old: Outcome, new: Outcome) -> Iterator[tuple[object, object]]:
    yield from zip(old.places, new.places, strict=True)
    yield from zip(old.points, new.points, strict=True)


def _outcome(state: State, change: Result) -> Outcome | None:
    table = state.stages[change.stage - 1].rounds[change.round - 1].tables[change.table - 1]
    return table.results.get(change.deal or WHOLE_TABLE)


def _removed(at: TableId, deal: int) -> ResultRemoved:
    return ResultRemoved(stage=at.place.stage, round=at.place.round, table=at.table, deal=deal or None)


def _check_rules(state: State, arrival: Arrival) -> None:
    if arrival.rules != state.rules:
        raise NotLanded("other_rules", found=arrival.rules, expected=state.rules)
    if compiled(arrival.rules, arrival.options).options != rules_of(state).options:
        raise NotLanded("other_options")
