"""Standings over several stages: carried points, order and movement."""

from fractions import Fraction

import pytest

from daifu.data.tournaments.changes import Result, RoundReopened, StageOpened
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.settings import Best
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import RoundId
from tests.support.tournaments.log import TournamentLog, fractions, tournament_with_stage


def with_final(carry: Fraction) -> TournamentLog:
    """A round of eight, and a final of the best four with a part of the points carried."""
    keeper = tournament_with_stage(8)
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.scores(1, 1, 8, 6, 4, 1)
    keeper.scores(1, 2, 7, 5, 3, 1)
    keeper.close_rounds(1)
    keeper.make(StageOpened(name="Final", field=Best(4), carry=carry))
    return keeper


@pytest.mark.parametrize(("carry", "points"), [(Fraction(0), 0), (Fraction(1), 8), (Fraction(1, 3), Fraction(8, 3))])
def test_a_final_begins_with_the_part_that_is_carried(carry: Fraction, points: Fraction) -> None:
    line = with_final(carry).line(1)
    assert (line.points, line.carried, line.stage) == (points, points, 2)


def test_entrants_outside_the_final_stand_behind_it() -> None:
    keeper = with_final(Fraction(0))
    keeper.draw((1, 2, 5, 6), stage=2)
    keeper.scores(1, 1, 0, 1, 2, 3, stage=2)
    assert keeper.places == {6: 1, 5: 2, 2: 3, 1: 4, 3: 5, 7: 6, 4: 7, 8: 7}
    assert [line.stage for line in keeper.standing.lines] == [2, 2, 2, 2, 1, 1, 1, 1]


def test_a_correction_in_the_stage_before_is_carried_too() -> None:
    keeper = with_final(Fraction(1, 2))
    keeper.make(RoundReopened(stage=1, round=1))
    keeper.make(Result(stage=1, round=1, table=1, deal=1, points=fractions(3, 6, 4, 1)))
    assert keeper.line(1).points == Fraction(3, 2)


def test_a_correction_in_the_stage_before_does_not_change_the_field_of_the_final() -> None:
    keeper = with_final(Fraction(1))
    keeper.make(RoundReopened(stage=1, round=1))
    keeper.make(Result(stage=1, round=1, table=1, deal=1, points=fractions(0, 6, 9, 1)))
    assert keeper.state.field_of(2) == (1, 2, 5, 6)


def test_movement_is_against_the_round_before() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 4, 3, 2, 1)
    assert [line.movement for line in keeper.standing.lines] == [None] * 4
    keeper.scores(2, 1, 0, 0, 0, 9)
    assert [(line.entrant, line.movement) for line in keeper.standing.lines] == [(4, 3), (1, -1), (2, -1), (3, -1)]


def test_movement_in_the_first_round_of_a_final_is_against_the_end_of_the_stage_before() -> None:
    keeper = with_final(Fraction(0))
    keeper.draw((1, 2, 5, 6), stage=2)
    keeper.scores(1, 1, 0, 1, 2, 3, stage=2)
    assert {line.entrant: line.movement for line in keeper.standing.lines[:5]} == {6: 3, 5: 0, 2: 0, 1: -3, 3: 0}


def test_a_standing_is_of_a_round_that_there_is() -> None:
    state = with_final(Fraction(0)).state
    for place, code in ((RoundId(3, 1), "no_such_stage"), (RoundId(1, 2), "no_such_round")):
        with pytest.raises(TournamentError) as refusal:
            compute_standing(state, place)
        assert refusal.value.code == code
