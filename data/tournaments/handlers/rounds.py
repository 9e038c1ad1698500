"""Changes of rounds: they are drawn, redrawn as long as nothing was played, closed and reopened."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from daifu.data.tournaments import profile_facts
from daifu.data.tournaments.changes import DrawChange, Drawn, Redrawn, RoundClosed, RoundReopened
from daifu.data.tournaments.clock import NO_CLOCK
from daifu.data.tournaments.errors import TournamentError, collect_errors, comma_separated, raise_all
from daifu.data.tournaments.handlers.tournament import check_place_worths
from daifu.data.tournaments.state import (
    WHOLE_TABLE,
    Round,
    RoundId,
    Seat,
    State,
    Table,
    find_entrant,
    find_open_round,
    find_round,
    find_stage,
    replace_round,
    replace_stage,
)


def add_round(state: State, change: Drawn) -> State:
    """Add the next round.

    Raises `TournamentError`: `no_such_stage`, `already_drawn`, `round_out_of_order`, `round_too_many`, and as every
    draw does.
    """
    stage = find_stage(state, change.stage)
    due = len(stage.rounds) + 1
    if change.round < due:
        raise TournamentError("already_drawn", round=change.round)
    if change.round > due:
        raise TournamentError("round_out_of_order", round=change.round, due=due)
    if stage.planned is not None and due > stage.planned:
        raise TournamentError("round_too_many", planned=stage.planned)
    rounds = (*stage.rounds, _round_of_draw(state, change))
    return replace_stage(state, change.stage, replace(stage, rounds=rounds))


def redraw_round(state: State, change: Redrawn) -> State:
    """Replace the draw of a round.

    Raises `TournamentError`: `already_played`, as `find_open_round` and as every draw does.
    """
    for number, table in enumerate(find_open_round(state, change).tables, 1):
        if table.has_activity:
            raise TournamentError("already_played", table=number)
    return replace_round(state, change, _round_of_draw(state, change))


def _round_of_draw(state: State, change: DrawChange) -> Round:
    """The round of a draw.

    Raises `TournamentError` with everything that is wrong: `table_size`, `no_worth`, `not_entered`, `not_in_stage`,
    `withdrawn`, `seated_twice`, `left_out`.
    """
    raise_all(chain(_size_errors(state, change), _entrant_errors(state, change)))
    tables = tuple(Table(tuple(Seat(entrant, entrant) for entrant in seats)) for seats in change.tables)
    return Round(tables, change.byes, change.method, change.seed, change.quality)


def _size_errors(state: State, change: DrawChange) -> Iterator[TournamentError]:
    allowed = profile_facts.stage_table_sizes(state, change.stage)
    for number, seats in enumerate(change.tables, 1):
        if len(seats) not in allowed:
            yield TournamentError("table_size", table=number, found=len(seats), allowed=comma_separated(allowed))
    for size in sorted(set(map(len, change.tables)).intersection(allowed)):
        yield from collect_errors(check_place_worths, state.settings_of(change.stage), size)


def _entrant_errors(state: State, change: DrawChange) -> Iterator[TournamentError]:
    round_id = RoundId(change.stage, change.round)
    named = Counter(chain(*change.tables, change.byes))
    present = frozenset(state.present_in(round_id))
    for entrant, times in named.items():
        if entrant not in present:
            yield from collect_errors(check_may_play, state, entrant, round_id)
        if times > 1:
            yield TournamentError("seated_twice", entrant=entrant)
    left_out = [entrant for entrant in state.present_in(round_id) if entrant not in named]
    if left_out:
        yield TournamentError("left_out", entrants=left_out)


def check_may_play(state: State, entrant: int, round_id: RoundId) -> None:
    """Check that an entrant may play in a round.

    Raises `TournamentError`: `not_entered`, `not_in_stage`, `withdrawn`.
    """
    found = find_entrant(state, entrant)
    if entrant not in state.field_of(round_id.stage):
        raise TournamentError("not_in_stage", entrant=entrant)
    if not found.takes_part(round_id):
        raise TournamentError("withdrawn", entrant=entrant)


def close_round(state: State, change: RoundClosed) -> State:
    """Close a round, and remove its clock.

    Raises `TournamentError`: `deal_missing`, and as `find_open_round` does.
    """
    found = find_open_round(state, change)
    for number, table in enumerate(found.tables, 1):
        missing = missing_deals(table, state.settings_of(change.stage).deals)
        if missing:
            raise TournamentError("deal_missing", table=number, deals=comma_separated(missing))
    return replace(replace_round(state, change, replace(found, closed=True)), clock=NO_CLOCK)


def reopen_round(state: State, change: RoundReopened) -> State:
    """Reopen a round for corrections, and with it a finished tournament.

    Raises `TournamentError`: `round_open`, as `find_round` does.
    """
    found = find_round(state, change)
    if not found.closed:
        raise TournamentError("round_open", stage=change.stage, round=change.round)
    return replace(replace_round(state, change, replace(found, closed=False)), finished=False)


def missing_deals(table: Table, deals: int | None) -> list[int]:
    """The deals that a table misses; none where at most one entrant has not forfeited."""
    if WHOLE_TABLE in table.results or sum(not seat.forfeited for seat in table.seats) <= 1:
        return []
    due = deals or max(table.results, default=1)
    return [deal for deal in range(1, due + 1) if deal not in table.results]
