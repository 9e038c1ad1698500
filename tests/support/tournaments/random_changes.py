"""Changes such as scorekeepers make, in any order: most of them possible at the time, some not."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Final

from daifu.data.tournaments import changes as c
from daifu.data.tournaments.settings import (
    Best,
    ByPlace,
    ByPoints,
    ByTitle,
    Everybody,
    Listed,
    Scoring,
    Settings,
    StageField,
    TieBreak,
)
from daifu.data.tournaments.standings import draw_lot
from daifu.data.tournaments.state import RoundId, State

CODES: Final = ("out_of_turn", "wrong_count", "finish_foul")
SEVERITIES: Final = {"out_of_turn": "illegal", "wrong_count": "illegal", "finish_foul": "foul"}


def any_settings(random: Random) -> Settings:
    """Settings of all kinds."""
    tie_breaks = [TieBreak.POINTS, *random.sample([*TieBreak][1:], random.randrange(7))]
    return Settings(
        scoring=any_scoring(random),
        tie_breaks=tuple(tie_breaks),
        drop_worst=random.choice((0, 0, 1, 2)),
        deals=random.choice((1, 1, 2, None)),
        penalties=random.choice(({}, {"illegal": Fraction(-1)}, {"foul": Fraction(-5, 2), "out_of_turn": Fraction(1)})),
        bye=Fraction(random.choice((0, 2))),
        forfeit=Fraction(random.choice((0, -3))),
    )


def any_scoring(random: Random) -> Scoring:
    """By points, by place or by title."""
    worth = tuple(tuple(Fraction(size - place, 2) for place in range(size)) for size in (4, 5))
    return random.choice((ByPoints(), ByPoints(), ByPlace(worth), ByTitle({"greater_dalmuti": Fraction(3)})))


def any_change(random: Random, state: State) -> c.AnyChange:
    """A change that may be possible in this state, or nearly."""
    if not state.rules:
        rules = random.choice(("dalmuti", "dalmuti", "floor13"))
        return c.Created(name="Cup", rules=rules, settings=any_settings(random))
    if len(state.entrants) < 6:
        return any_entry(random, state)
    if not state.stages:
        return c.StageOpened(name="League", carry=Fraction(0), settings=None)
    if not any(stage.rounds for stage in state.stages):
        return any_draw(random, state)
    return random.choice(CHANGE_MAKERS)(random, state)


def any_entry(random: Random, state: State) -> c.Entered:
    number = len(state.entrants) + random.choice((1, 1, 1, 1, 0))
    return c.Entered(name=f"Player {number}", team=random.choice((None, "Reds", "Blues")))


def any_rename(random: Random, state: State) -> c.Renamed:
    return c.Renamed(entrant=any_entrant(random, state), name="Somebody", team="Reds")


def any_withdrawal(random: Random, state: State) -> c.Withdrawn:
    number = len(state.stages[-1].rounds) + random.choice((0, 1, 1))
    return c.Withdrawn(entrant=any_entrant(random, state), stage=len(state.stages), round=max(number, 1))


def any_return(random: Random, state: State) -> c.Returned:
    away = [found.number for found in state.entrants if found.has_withdrawn] or [1]
    number = len(state.stages[-1].rounds) + random.choice((0, 1, 2))
    return c.Returned(entrant=random.choice(away), stage=len(state.stages), round=max(number, 1))


def any_stage(random: Random, state: State) -> c.StageOpened:
    some = tuple(random.sample(range(1, len(state.entrants) + 1), 5))
    fields: Sequence[StageField] = (Everybody(), Best(4), Best(5), Listed(some))
    carry = random.choice((Fraction(0), Fraction(1), Fraction(1, 3)))
    settings = random.choice((None, any_settings(random)))
    return c.StageOpened(name="Final", field=random.choice(fields), carry=carry, settings=settings)


def any_stage_change(random: Random, state: State) -> c.StageChanged:
    return c.StageChanged(stage=len(state.stages), rounds=random.choice((None, 1, 3)))


def any_check_in(random: Random, state: State) -> c.CheckedIn:
    return c.CheckedIn(entrants=(any_entrant(random, state),), here=random.choice((True, False)))


def any_stage_removal(random: Random, state: State) -> c.StageRemoved:
    return c.StageRemoved(stage=len(state.stages) + random.choice((0, 0, 1, -1)) or 1)


def any_draw(random: Random, state: State) -> c.Drawn:
    stage = random.choice((len(state.stages), random.randint(1, len(state.stages))))
    number = len(state.stages[stage - 1].rounds) + 1
    tables, byes = any_seating(random, state, stage, number)
    return c.Drawn(stage=stage, round=number, tables=tables, byes=byes, method="lots")


def any_redraw(random: Random, state: State) -> c.Redrawn:
    stage, number = any_round(random, state)
    tables, byes = any_seating(random, state, stage, number)
    return c.Redrawn(stage=stage, round=number, tables=tables, byes=byes, method="lots")


def any_seating(
    random: Random, state: State, stage: int, number: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Tables of four or five with the rest as byes."""
    here = [found for found in state.field_of(stage) if state.entrants[found - 1].takes_part(RoundId(stage, number))]
    random.shuffle(here)
    size = random.choice((4, 5))
    full = len(here) - len(here) % size
    tables = tuple(tuple(here[start : start + size]) for start in range(0, full, size))
    return tables or (tuple(here),), tuple(here[full:]) if tables else ()


def any_result(random: Random, state: State) -> c.Result:
    stage, number, table = any_table(random, state)
    seats = len(state.stages[stage - 1].rounds[number - 1].tables[table - 1].seats)
    places = random.choice((random.sample(range(1, seats + 1), seats), [1, 1, *range(3, seats + 1)]))
    points = [Fraction(random.randint(-4, 6), 2) for _ in range(seats)]
    given = random.choice(("places", "points", "both"))
    return c.Result(
        stage=stage,
        round=number,
        table=table,
        deal=random.choice((None, 1, 1, 2)),
        places=None if given == "points" else tuple(places),
        points=None if given == "places" else tuple(points),
        faults=tuple(any_fault(random, seats) for _ in range(random.choice((0, 0, 1, 2)))),
    )


def any_fault(random: Random, seats: int) -> c.FaultSeen:
    code = random.choice(CODES)
    seat = random.choice((None, *range(1, seats + 1)))
    return c.FaultSeen(code=code, severity=SEVERITIES[code], action=random.choice((None, 3)), seat=seat)


def any_report(random: Random, state: State) -> c.Reported:
    result = any_result(random, state)
    seats = len(state.table_at(result).seats)
    return c.Reported(
        stage=result.stage,
        round=result.round,
        table=result.table,
        deal=result.deal or 1,
        seat=random.randint(1, seats + 1),
        places=result.places,
        points=result.points,
    )


def any_result_removal(random: Random, state: State) -> c.ResultRemoved:
    stage, number, table = any_table(random, state)
    return c.ResultRemoved(stage=stage, round=number, table=table, deal=random.choice((None, 1, 2)))


def any_seat_move(random: Random, state: State) -> c.SeatsMoved:
    stage, number = any_round(random, state)
    tables = state.stages[stage - 1].rounds[number - 1].tables
    moved = random.sample(range(1, len(tables) + 1), random.randint(1, len(tables)))
    people = [seat.entrant or 0 for table in moved for seat in tables[table - 1].seats]
    random.shuffle(people)
    sitters = []
    for table in moved:
        count = len(tables[table - 1].seats)
        sitters.append(c.Sitters(table, tuple(people[:count])))
        people = people[count:]
    return c.SeatsMoved(stage=stage, round=number, tables=tuple(sitters))


def any_substitution(random: Random, state: State) -> c.Substituted:
    stage, number, table = any_table(random, state)
    guest = c.Guest(name="Guest", scores=random.choice((True, False)))
    by = random.choice((guest, c.Substitute(any_entrant(random, state))))
    return c.Substituted(stage=stage, round=number, table=table, seat=random.randint(1, 5), by=by)


def any_forfeit(random: Random, state: State) -> c.Forfeited | c.ForfeitCancelled:
    stage, number, table = any_table(random, state)
    kind: type[c.Forfeited | c.ForfeitCancelled] = random.choice((c.Forfeited, c.Forfeited, c.ForfeitCancelled))
    seats = state.stages[stage - 1].rounds[number - 1].tables[table - 1].seats
    return kind(stage=stage, round=number, table=table, entrant=random.choice(seats).entrant or 1)


def any_award(random: Random, state: State) -> c.Awarded:
    stage, number = any_round(random, state)
    return c.Awarded(
        id=len(state.awards) + random.choice((0, 1, 1)) or 1,
        entrant=any_entrant(random, state),
        stage=stage,
        round=random.choice((None, number)),
        points=Fraction(random.choice((-1, 1, -5)), random.choice((1, 2))),
        reason="late",
    )


def any_cancellation(random: Random, state: State) -> c.Cancelled:
    return c.Cancelled(award=random.randint(1, len(state.awards) + 1))


def any_decision(random: Random, state: State) -> c.FaultDecided:
    stage, number, table = any_table(random, state)
    results = state.stages[stage - 1].rounds[number - 1].tables[table - 1].results
    found = [(deal, fault) for deal, outcome in results.items() for fault in outcome.faults]
    deal, fault = random.choice(found) if found else (1, any_fault(random, 4))
    return c.FaultDecided(
        stage=stage,
        round=number,
        table=table,
        deal=deal or None,
        action=fault.action,
        seat=fault.seat,
        code=fault.code,
        decision=random.choice(("upheld", "upheld", "dismissed")),
        award=random.choice((None, None, *state.awards)),
    )


def any_closing(random: Random, state: State) -> c.RoundClosed:
    stage, number = any_round(random, state)
    return c.RoundClosed(stage=stage, round=number)


def any_reopening(random: Random, state: State) -> c.RoundReopened:
    stage, number = any_round(random, state)
    return c.RoundReopened(stage=stage, round=number)


def any_lot(random: Random, state: State) -> c.LotDrawn:
    some = random.sample(range(1, len(state.entrants) + 1), random.randint(2, len(state.entrants)))
    seed = random.choice((None, 7))
    return c.LotDrawn(entrants=tuple(some) if seed is None else draw_lot(some, seed), seed=seed)


def any_ignored_record(random: Random, _state: State) -> c.RecordIgnored:
    return c.RecordIgnored(record=random.randint(1, 3))


def any_clock(random: Random, _state: State) -> c.ClockSet:
    return random.choice((c.ClockSet(until=1_800_000_000), c.ClockSet(left=60), c.ClockSet()))


def any_wall(random: Random, _state: State) -> c.WallSet:
    return c.WallSet(pages=random.choice(((), ("standing",))))


def any_finish(_random: Random, _state: State) -> c.Finished:
    return c.Finished()


def any_settings_change(random: Random, state: State) -> c.SettingsChanged:
    stage = random.choice((None, len(state.stages)))
    return c.SettingsChanged(name="Another cup", stage=stage, settings=any_settings(random))


def any_entrant(random: Random, state: State) -> int:
    return random.randint(1, len(state.entrants))


def any_round(random: Random, state: State) -> tuple[int, int]:
    """A round that there is."""
    drawn = [stage for stage, found in enumerate(state.stages, 1) if found.rounds]
    stage = random.choice(drawn)
    return stage, random.randint(1, len(state.stages[stage - 1].rounds))


def any_table(random: Random, state: State) -> tuple[int, int, int]:
    """A table that there is."""
    stage, number = any_round(random, state)
    return stage, number, random.randint(1, len(state.stages[stage - 1].rounds[number - 1].tables))


ChangeMaker = Callable[[Random, State], c.AnyChange]

CHANGE_MAKERS: Final[tuple[ChangeMaker, ...]] = (
    *[any_result] * 20,
    *[any_draw] * 2,
    *[any_decision] * 4,
    *[any_closing] * 2,
    any_clock,
    any_wall,
    *[any_award] * 2,
    *[any_stage] * 2,
    *[any_lot] * 2,
    *[any_seat_move] * 2,
    *[any_substitution] * 2,
    *[any_forfeit] * 2,
    *[any_entry] * 2,
    any_cancellation,
    any_rename,
    any_check_in,
    any_stage_change,
    any_withdrawal,
    any_return,
    any_redraw,
    any_report,
    any_result_removal,
    *[any_reopening] * 2,
    any_ignored_record,
    any_finish,
    any_settings_change,
    any_stage_removal,
)
"""What scorekeepers do, the oftener the more of it there is here."""
