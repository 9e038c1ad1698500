"""Rounds are drawn, and drawn anew as long as nothing of them has been played."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from data.tournaments import customs
from data.tournaments.applying.beginning import check_worth
from data.tournaments.changes import Draw, Drawn, Redrawn
from data.tournaments.finding import entrant_of, open_round, stage_of
from data.tournaments.refusals import Refused, found_by, listed, refuse_for_all
from data.tournaments.replacing import with_round, with_stage
from data.tournaments.state import Round, RoundId, Seat, State, Table


def drawn(state: State, change: Drawn) -> State:
    """The next round is drawn.

    Raises `Refused`: `no_such_stage`, `already_drawn`, `round_out_of_order`, `round_too_many`, and as every draw does.
    """
    stage = stage_of(state, change.stage)
    due = len(stage.rounds) + 1
    if change.round < due:
        raise Refused("already_drawn", round=change.round)
    if change.round > due:
        raise Refused("round_out_of_order", round=change.round, due=due)
    if stage.planned is not None and due > stage.planned:
        raise Refused("round_too_many", planned=stage.planned)
    rounds = (*stage.rounds, _round(state, change))
    return with_stage(state, change.stage, replace(stage, rounds=rounds))


def redrawn(state: State, change: Redrawn) -> State:
    """A round is drawn anew. Raises `Refused`: `already_played`, as `open_round` and as every draw does."""
    for number, table in enumerate(open_round(state, change).tables, 1):
        if table.is_touched:
            raise Refused("already_played", table=number)
    return with_round(state, change, _round(state, change))


def _round(state: State, change: Draw) -> Round:
    """The round of a draw.

    Raises `Refused` with all that is wrong: `table_size`, `no_worth`, `not_entered`, `not_in_stage`, `withdrawn`,
    `seated_twice`, `left_out`.
    """
    refuse_for_all(chain(_wrong_sizes(state, change), _wrong_people(state, change)))
    tables = tuple(Table(tuple(Seat(entrant, entrant) for entrant in seats)) for seats in change.tables)
    return Round(tables, change.byes, change.method, change.seed, change.quality)


def _wrong_sizes(state: State, change: Draw) -> Iterator[Refused]:
    allowed = customs.sizes_of(state, change.stage)
    for number, seats in enumerate(change.tables, 1):
        if len(seats) not in allowed:
            yield Refused("table_size", table=number, found=len(seats), allowed=listed(allowed))
    for size in sorted(set(map(len, change.tables)).intersection(allowed)):
        yield from found_by(check_worth, state.settings_of(change.stage), size)


def _wrong_people(state: State, change: Draw) -> Iterator[Refused]:
    place = RoundId(change.stage, change.round)
    named = Counter(chain(*change.tables, change.byes))
    for entrant, times in named.items():
        yield from found_by(check_may_play, state, entrant, place)
        if times > 1:
            yield Refused("seated_twice", entrant=entrant)
    left = [entrant for entrant in _those_who_play(state, place) if entrant not in named]
    if left:
        yield Refused("left_out", entrants=listed(left))


def check_may_play(state: State, entrant: int, place: RoundId) -> None:
    """Whether an entrant may play in a round. Raises `Refused`: `not_entered`, `not_in_stage`, `withdrawn`."""
    found = entrant_of(state, entrant)
    if entrant not in state.field_of(place.stage):
        raise Refused("not_in_stage", entrant=entrant)
    if not found.takes_part(place):
        raise Refused("withdrawn", entrant=entrant)


def _those_who_play(state: State, place: RoundId) -> Iterator[int]:
    return (entrant for entrant in state.field_of(place.stage) if state.entrants[entrant - 1].takes_part(place))
