from fractions import Fraction

from data.tournaments.changes import Forfeited
from data.tournaments.standings.head_to_head import head_to_head
from data.tournaments.state import RoundId
from tests.support.tournaments import Keeper, opened


def twice() -> Keeper:
    """Four who met twice."""
    keeper = opened(5)
    keeper.draw((1, 2, 3, 4), byes=[5])
    keeper.draw((4, 3, 2, 1), byes=[5])
    keeper.scores(1, 1, 4, 3, 3, 1)
    keeper.scores(2, 1, 4, 3, 3, 1)
    return keeper


def test_everybody_is_counted_against_everybody_whom_he_met() -> None:
    table = head_to_head(twice().state, RoundId(1, 2))
    assert {one: sorted(others) for one, others in table.items()} == {
        1: [2, 3, 4],
        2: [1, 3, 4],
        3: [1, 2, 4],
        4: [1, 2, 3],
        5: [],
    }


def test_equal_scores_are_half_a_win_each() -> None:
    table = head_to_head(twice().state, RoundId(1, 2))
    assert table[2][3].won == table[3][2].won == 1
    assert [meeting.won for meeting in table[2][3].meetings] == [Fraction(1, 2)] * 2


def test_what_one_wins_the_other_does_not() -> None:
    table = head_to_head(twice().state, RoundId(1, 2))
    for one, others in table.items():
        for other, encounter in others.items():
            assert encounter.won + table[other][one].won == len(encounter.meetings)


def test_who_forfeits_meets_nobody() -> None:
    keeper = twice()
    keeper.make(Forfeited(stage=1, round=2, table=1, entrant=4))
    table = head_to_head(keeper.state, RoundId(1, 2))
    assert len(table[4][1].meetings) == 1


def test_later_rounds_are_left_out() -> None:
    assert len(head_to_head(twice().state, RoundId(1, 1))[1][2].meetings) == 1
