"""The state after a log: it is folded, offers its parts in order, and has a clock."""

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from daifu.data.tournaments.changes import (
    MAX_MOMENT,
    MAX_SECONDS_LEFT,
    Cancelled,
    ClockSet,
    FaultSeen,
    Result,
    RoundClosed,
    RoundReopened,
    SeatsMoved,
    Sitters,
)
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import LogGapError, decode_entry, encode_entry, fold
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import (
    EMPTY_STATE,
    NO_CLOCK,
    Clock,
    ClockAct,
    FaultKey,
    RoundId,
    TableId,
    clock_change,
)
from tests.support.tournaments.log import TournamentLog, fractions, points_sheet, tournament_with_stage
from tests.support.tournaments.random_changes import any_award, any_change, any_result, any_seat_move

MANY = 80
Courses = st.randoms(use_true_random=True)


def course(random: Random) -> TournamentLog:
    """A tournament in which this many random changes were tried."""
    keeper = TournamentLog()
    for _ in range(MANY):
        keeper.try_to(any_change(random, keeper.state))
    return keeper


@given(Courses)
def test_the_log_gives_the_same_state_and_standings_again(random: Random) -> None:
    keeper = course(random)
    again = fold(decode_entry(encode_entry(entry)) for entry in keeper.entries)
    assert again == keeper.state
    assert compute_standing(again) == keeper.standing


@given(Courses)
def test_a_log_may_be_followed_in_parts(random: Random) -> None:
    keeper = course(random)
    cut = random.randint(0, len(keeper.entries))
    half = fold(keeper.entries[:cut])
    assert fold(keeper.entries[cut:], half, cut) == keeper.state


@given(Courses)
def test_a_change_leaves_the_state_before_it_as_it_was(random: Random) -> None:
    keeper = TournamentLog()
    for _ in range(MANY):
        before = keeper.state
        kept = deepcopy(before)
        keeper.try_to(any_change(random, before))
        assert before == kept


@given(Courses)
def test_a_cancelled_award_counts_as_if_never_given(random: Random) -> None:
    keeper = course(random)
    before = keeper.standing
    award = any_award(random, keeper.state)
    if keeper.try_to(award):
        keeper.make(Cancelled(award=award.id))
        assert keeper.standing == before


@given(Courses)
def test_correcting_twice_is_correcting_once_to_the_last(random: Random) -> None:
    keeper = course(random)
    first = any_result(random, keeper.state)
    last = replace(first, points=(first.points or fractions(*range(len(first.places or ()))))[::-1], places=None)
    once = TournamentLog()
    once.make(*(entry.change for entry in keeper.entries))
    if keeper.try_to(first) and keeper.try_to(last):
        once.make(last)
        assert keeper.state == once.state


@given(Courses)
def test_seats_moved_back_and_forth_are_nothing(random: Random) -> None:
    keeper = course(random)
    before = keeper.state
    change = any_seat_move(random, before)
    tables = before.stages[change.stage - 1].rounds[change.round - 1].tables
    back = tuple(
        Sitters(move.table, tuple(seat.entrant or 0 for seat in tables[move.table - 1].seats)) for move in change.tables
    )
    if keeper.try_to(change):
        keeper.make(SeatsMoved(stage=change.stage, round=change.round, tables=back))
        assert keeper.state == before


@given(Courses)
def test_closing_and_reopening_is_nothing_but_the_end_of_the_clock(random: Random) -> None:
    keeper = course(random)
    keeper.make(ClockSet())
    before, found = keeper.state, keeper.standing
    for stage, opened_stage in enumerate(before.stages, 1):
        for number in range(1, len(opened_stage.rounds) + 1):
            if keeper.try_to(RoundClosed(stage=stage, round=number)):
                assert keeper.standing == found
                keeper.make(RoundReopened(stage=stage, round=number))
    assert keeper.state == before


def test_a_log_without_one_of_its_entries_is_broken() -> None:
    keeper = tournament_with_stage(4)
    with pytest.raises(LogGapError, match="expected entry 3 of the log, found 4"):
        fold([*keeper.entries[:2], *keeper.entries[3:]])


def test_a_log_that_was_tampered_with_is_refused() -> None:
    keeper = tournament_with_stage(4)
    with pytest.raises(TournamentError):
        fold(keeper.entries[:1], keeper.state)


def test_an_empty_log_is_no_tournament() -> None:
    assert fold([]) == EMPTY_STATE
    assert compute_standing(EMPTY_STATE).lines == ()


def tournament_with_rounds() -> TournamentLog:
    """A tournament with two rounds of two tables."""
    keeper = tournament_with_stage()
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.draw((1, 2, 5, 6), (3, 4, 7, 8))
    return keeper


def test_rounds_are_in_the_order_of_stages_and_rounds() -> None:
    state = tournament_with_rounds().state
    assert [round_id for round_id, _ in state.rounds()] == [RoundId(1, 1), RoundId(1, 2)]
    assert [found for _, found in state.rounds(1)] == list(state.stages[0].rounds)


def test_tables_are_in_the_order_of_their_rounds() -> None:
    state = tournament_with_rounds().state
    expected = [TableId(1, number, table) for number in (1, 2) for table in (1, 2)]
    assert [at for at, _ in state.tables()] == expected
    assert [table for _, table in state.tables(1)] == [state.table_at(at) for at in expected]


def test_a_result_is_found_by_the_change_that_gives_it() -> None:
    keeper = tournament_with_rounds()
    sheet = points_sheet(1, 2, points=(3, 2, 1, 0))
    assert keeper.state.result_of(sheet) is None
    keeper.make(sheet)
    assert keeper.state.result_of(sheet) is keeper.state.table_at(TableId(1, 1, 2)).results[1]


def test_faults_of_a_table_come_with_the_keys_of_their_decisions() -> None:
    keeper = tournament_with_rounds()
    fault = FaultSeen(code="out_of_turn", severity="illegal", action=4, seat=2)
    sheet = Result(stage=1, round=1, table=1, deal=1, points=fractions(3, 2, 1, 0), faults=(fault,))
    keeper.make(sheet)
    table = keeper.state.table_at(sheet)
    assert list(table.faults) == [(FaultKey(1, 4, 2, "out_of_turn"), fault)]
    assert (table.entrant_at(2), table.entrant_at(None)) == (2, None)


RUNNING, PAUSED = Clock(until=1_000), Clock(left=300)


@pytest.mark.parametrize(
    ("clock", "act", "minutes", "change"),
    [
        (NO_CLOCK, "start", 40, ClockSet(until=900 + 2_400)),
        (RUNNING, "pause", 0, ClockSet(left=100)),
        (RUNNING, "extend", 5, ClockSet(until=900 + 400)),
        (RUNNING, "stop", 0, ClockSet()),
        (PAUSED, "resume", 0, ClockSet(until=1_200)),
        (PAUSED, "extend", 5, ClockSet(left=600)),
        (Clock(until=100), "extend", 5, ClockSet(until=1_200)),
        (NO_CLOCK, "pause", 0, ClockSet()),
        (PAUSED, "pause", 0, ClockSet(left=300)),
        (Clock(until=MAX_MOMENT), "pause", 0, ClockSet(left=MAX_SECONDS_LEFT)),
    ],
)
def test_an_act_changes_the_clock(clock: Clock, act: ClockAct, minutes: int, change: ClockSet) -> None:
    assert clock_change(clock, act, minutes, now=900) == change


def test_a_clock_that_has_run_down_has_no_seconds_left() -> None:
    assert [RUNNING.seconds(now) for now in (899.5, 1_000, 2_000)] == [101, 0, 0]
