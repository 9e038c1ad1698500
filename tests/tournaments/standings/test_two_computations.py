from random import Random

from hypothesis import given
from hypothesis import strategies as st

from data.tournaments.standings.standing import latest, standing
from data.tournaments.state import RoundId
from tests.support.naive_standing import NaiveTournament
from tests.support.tournament_changes import any_change
from tests.support.tournaments import Keeper

MANY = 90


def course(random: Random, count: int = MANY) -> Keeper:
    """A tournament in which so many changes were tried."""
    keeper = Keeper()
    for _ in range(count):
        keeper.try_to(any_change(random, keeper.state))
    return keeper


@given(st.randoms(use_true_random=True))
def test_a_second_computation_finds_the_same_standings(random: Random) -> None:
    keeper = course(random)
    naive = NaiveTournament([entry.change for entry in keeper.entries])
    for stage in range(1, len(keeper.state.stages) + 1):
        for number in range(latest(keeper.state, stage).round + 1):
            lines = [line._asdict() for line in standing(keeper.state, RoundId(stage, number)).lines]
            again = naive.lines(stage, number)
            assert [{column: line[column] for column in again[0]} for line in lines] == again
