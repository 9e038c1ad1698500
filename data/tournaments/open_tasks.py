"""What a tournament waits for: its next step, missing results, faults without a decision, ties without a lot."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple, TypeVar

from daifu.data.tournaments import game_rules
from daifu.data.tournaments.changes import FaultSeen, StageOpened
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.settings import Best
from daifu.data.tournaments.standings import Standing
from daifu.data.tournaments.state import RoundId, State, Table
from daifu.data.tournaments.tournament import missing_deals, open_stage

StepKind = Literal["people", "stage", "draw", "seat", "play", "confirm", "lot", "final", "finish", "finished"]


class Step(NamedTuple):
    """What comes next: what it is, in which round, how many tables still play, and who is meant."""

    kind: StepKind
    at: RoundId = RoundId(1, 1)
    playing: int = 0
    entrants: Sequence[int] = ()


def next_step(state: State) -> Step:
    """What comes next."""
    if state.finished:
        return Step("finished")
    for at, found in state.rounds():
        if not found.closed:
            deals = state.settings_of(at.stage).deals
            playing = sum(bool(missing_deals(table, deals)) for table in found.tables)
            kind: StepKind = "seat" if not found.has_begun else "play" if playing else "confirm"
            return Step(kind, at, playing)
    return _step_between_rounds(state)


def _step_between_rounds(state: State) -> Step:
    """What comes next where all rounds that were drawn are closed."""
    if not state.stages:
        enough = sum(not one.has_withdrawn for one in state.entrants) >= min(game_rules.allowed_table_sizes(state))
        return Step("stage" if enough else "people")
    stage = state.stages[-1]
    due = RoundId(len(state.stages), len(stage.rounds) + 1)
    if stage.planned is None or due.round <= stage.planned:
        enough = len(state.present_in(due)) >= min(game_rules.stage_table_sizes(state, due.stage), default=2)
        return Step("draw" if enough or stage.rounds else "people", due)
    if state.plan.best is not None and len(state.stages) == 1:
        try:
            open_stage(state, final_of(state))
        except TournamentError as refused:
            if refused.code == "tie_at_the_cut":
                return Step("lot", due, entrants=refused.entrants)
        return Step("final", due)
    return Step("finish", due)


def final_of(state: State, name: str = "Final") -> StageOpened:
    """The final of the plan, which has one."""
    plan = state.plan
    return StageOpened(name=name, field=Best(plan.best or 2), carry=plan.carry, rounds=plan.final_rounds)


def sitting_out(state: State, due: RoundId) -> int:
    """How many of those who take part in a round cannot have a seat, whatever the draw, with the sizes of its stage."""
    count = len(state.present_in(due))
    return count - most_seated(count, game_rules.stage_table_sizes(state, due.stage))


def most_seated(people: int, sizes: Collection[int]) -> int:
    """How many of so many people have a seat at most, if all tables have one of these sizes and no seat is free."""
    filled = {0}
    for number in range(1, people + 1):
        if any(number - size in filled for size in sizes):
            filled.add(number)
    return max(filled)


def absent_seats(state: State, table: Table, at: RoundId) -> list[int]:
    """The numbers of the seats whose people take no part in the round, unless a guest sits there or they forfeit."""
    return [
        number
        for number, seat in enumerate(table.seats, 1)
        if seat.entrant is not None
        and not (seat.guest or seat.forfeited)
        and not state.entrants[seat.entrant - 1].takes_part(at)
    ]


def rounds_to_redraw(state: State) -> list[RoundId]:
    """The rounds that have not begun and do not seat those who take part: somebody left, or came."""
    wrong = []
    for at, found in state.rounds():
        if not found.closed and not found.has_begun:
            seated = {seat.entrant for table in found.tables for seat in table.seats} | {*found.byes}
            if found.tables and (
                any(absent_seats(state, table, at) for table in found.tables)
                or not seated.issuperset(state.present_in(at))
            ):
                wrong.append(at)
    return wrong


class NextSeat(NamedTuple):
    """A round in which an entrant has still to play, their table and seat there; without a table they sit out."""

    at: RoundId
    table: int | None = None
    seat: int = 0


def next_seat(state: State, entrant: int) -> NextSeat | None:
    """Where an entrant plays next in the rounds that are drawn; None where they have played all of them."""
    is_current = True
    for at, found in state.rounds():
        if found.closed:
            continue
        if entrant in found.byes and is_current:
            return NextSeat(at)
        is_current = False
        for number, table in enumerate(found.tables, 1):
            for seat, one in enumerate(table.seats, 1):
                if one.entrant == entrant and (
                    not table.results or missing_deals(table, state.settings_of(at.stage).deals)
                ):
                    return NextSeat(at, number, seat)
    return None


def first_unplayed(state: State, entrant: int) -> RoundId:
    """The first round, from the current one on, at whose table an entrant has no result."""
    for at, found in state.rounds():
        if not found.closed and not any(
            table.results and any(seat.entrant == entrant for seat in table.seats) for table in found.tables
        ):
            return at
    stage = max(1, len(state.stages))
    return RoundId(stage, len(state.stages[-1].rounds) + 1 if state.stages else 1)


Item = TypeVar("Item")


class MissingDeals(NamedTuple):
    """The deals that a table has not played yet, or not reported."""

    place: RoundId
    table: int
    deals: tuple[int, ...]


class UndecidedFault(NamedTuple):
    """A fault that a replay found at a table and the referee has not decided on; deal 0 is the whole table."""

    place: RoundId
    table: int
    deal: int
    fault: FaultSeen
    entrant: int | None


def find_missing_deals(state: State, stage: int) -> Iterator[MissingDeals]:
    """The deals that tables of a stage miss, round by round."""
    deals = state.settings_of(stage).deals
    for at, table in state.tables(stage):
        missing = missing_deals(table, deals)
        if missing:
            yield MissingDeals(at.round_id, at.table, tuple(missing))


def find_undecided_faults(state: State, stage: int) -> Iterator[UndecidedFault]:
    """The faults of a stage without a decision, round by round, with the entrants for whom their seats count."""
    for at, table in state.tables(stage):
        for key, fault in table.faults:
            if key not in table.decisions:
                yield UndecidedFault(at.round_id, at.table, key.deal, fault, table.entrant_at(fault.seat))


def for_all_stages(look: Callable[[State, int], Iterator[Item]], state: State) -> Iterator[Item]:
    """What one of these functions finds in all stages, one after the other."""
    for stage in range(1, len(state.stages) + 1):
        yield from look(state, stage)


def find_ties(found: Standing) -> list[tuple[int, ...]]:
    """The groups of entrants who share a place, best first: only a lot can decide between them."""
    groups = groupby(found.lines, key=lambda line: line.place)
    together = [tuple(line.entrant for line in group) for _place, group in groups]
    return [group for group in together if len(group) > 1]
