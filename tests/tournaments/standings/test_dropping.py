from fractions import Fraction

from data.tournaments.changes import Awarded, Returned, Withdrawn
from data.tournaments.settings import Settings
from tests.support.tournaments import Keeper, columns, opened


def rounds(keeper: Keeper, *scores: float) -> None:
    """Rounds of four in which the first entrant scores so much."""
    for number, score in enumerate(scores, 1):
        keeper.draw((1, 2, 3, 4))
        keeper.scores(number, 1, score, 0, 0, 0)


def test_the_worst_rounds_do_not_count() -> None:
    keeper = opened(4, Settings(drop_worst=2))
    rounds(keeper, 5, 1, 4, 2, 3)
    assert columns(keeper.line(1), "points", "dropped") == [12, (2, 4)]


def test_of_equal_rounds_the_earlier_is_dropped() -> None:
    keeper = opened(4, Settings(drop_worst=1))
    rounds(keeper, 2, 1, 1)
    assert keeper.line(1).dropped == (2,)


def test_one_round_always_counts() -> None:
    keeper = opened(4, Settings(drop_worst=2))
    rounds(keeper, 2, 5)
    assert columns(keeper.line(1), "points", "dropped") == [5, (1,)]


def test_a_round_that_somebody_missed_is_one_of_those_that_do_not_count() -> None:
    keeper = opened(5, Settings(drop_worst=1))
    keeper.make(Withdrawn(entrant=5, stage=1, round=1), Returned(entrant=5, stage=1, round=2))
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 1)
    keeper.draw((1, 2, 3, 4, 5))
    keeper.scores(2, 1, 3, 2, 1, 1, 2)
    assert columns(keeper.line(5), "points", "dropped") == [2, ()]


def test_where_few_points_are_good_the_greatest_rounds_are_dropped() -> None:
    keeper = opened(4, Settings(drop_worst=1), rules="floor13")
    rounds(keeper, 2, 7, 5)
    assert columns(keeper.line(1), "points", "dropped") == [7, (2,)]


def test_a_penalty_is_never_dropped() -> None:
    keeper = opened(4, Settings(drop_worst=1))
    rounds(keeper, 1, 5)
    keeper.make(Awarded(id=1, entrant=1, stage=1, round=1, points=Fraction(-2), reason="late"))
    assert columns(keeper.line(1), "points", "dropped") == [3, (1,)]


def test_a_dropped_round_is_still_a_round_that_was_played() -> None:
    keeper = opened(4, Settings(drop_worst=1))
    rounds(keeper, 1, 5)
    assert (keeper.line(1).deals, keeper.line(1).firsts) == (2, 2)
