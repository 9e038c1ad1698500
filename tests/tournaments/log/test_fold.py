"""Folding a log: the same entries always give the same state."""

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from daifu.data.tournaments.changes import Cancelled, ClockSet, RoundClosed, RoundReopened, SeatsMoved, Sitters
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.log import LogGapError, decode_entry, encode_entry, fold
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import EMPTY_STATE
from tests.support.tournaments.log import TournamentLog, fractions, tournament_with_stage
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
