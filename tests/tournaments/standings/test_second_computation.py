"""Standings agree with a second, simple computation."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from daifu.data.tournaments.standings import compute_standing, latest_round
from daifu.data.tournaments.state import RoundId
from tests.support.naive_standings import NaiveTournament
from tests.support.tournaments.log import TournamentLog
from tests.support.tournaments.random_changes import any_change

MANY = 90


def course(random: Random, count: int = MANY) -> TournamentLog:
    """A tournament in which this many random changes were tried."""
    keeper = TournamentLog()
    for _ in range(count):
        keeper.try_to(any_change(random, keeper.state))
    return keeper


@given(st.randoms(use_true_random=True))
def test_a_second_computation_finds_the_same_standings(random: Random) -> None:
    keeper = course(random)
    naive = NaiveTournament([entry.change for entry in keeper.entries])
    for stage in range(1, len(keeper.state.stages) + 1):
        for number in range(latest_round(keeper.state, stage).round + 1):
            lines = [structs.asdict(line) for line in compute_standing(keeper.state, RoundId(stage, number)).lines]
            again = naive.lines(stage, number)
            assert [{column: line[column] for column in again[0]} for line in lines] == again
