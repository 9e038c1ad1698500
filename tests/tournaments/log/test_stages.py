"""Stages: their entrants, and the points carried into them."""

from fractions import Fraction

import pytest

from daifu.data.tournaments.changes import LotDrawn, StageChanged, StageOpened, Withdrawn
from daifu.data.tournaments.settings import Best, Listed, Settings, TieBreak
from tests.support.tournaments.log import (
    TournamentLog,
    further_stage,
    hand_drawn,
    new_tournament,
    tournament_with_stage,
)


def played(settings: Settings | None = None) -> TournamentLog:
    """Eight entrants after a round at two tables, with ties, one of them between the fourth and the eighth."""
    keeper = tournament_with_stage(8, settings or Settings())
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.scores(1, 1, 8, 6, 4, 2)
    keeper.scores(1, 2, 7, 5, 3, 2)
    return keeper


def test_the_best_of_a_stage_play_on() -> None:
    keeper = played()
    keeper.close_rounds(1)
    keeper.make(further_stage(field=Best(5)))
    assert keeper.state.field_of(2) == (1, 2, 3, 5, 6)


def test_the_best_are_known_when_all_rounds_are_closed() -> None:
    assert played().refusal_code(further_stage(field=Best(5))) == "round_open"


def test_a_withdrawn_entrant_leaves_their_place_to_the_next() -> None:
    keeper = played()
    keeper.close_rounds(1)
    keeper.make(Withdrawn(entrant=1, stage=2, round=1), further_stage(field=Best(5)))
    assert keeper.state.field_of(2) == (2, 3, 5, 6, 7)


def test_a_tie_at_the_last_place_needs_a_lot() -> None:
    keeper = played(Settings(tie_breaks=(TieBreak.POINTS, TieBreak.LOT)))
    keeper.close_rounds(1)
    assert keeper.refusal_code(further_stage(field=Best(7))) == "tie_at_the_cut"
    keeper.make(LotDrawn(entrants=(8, 4)), further_stage(field=Best(7)))
    assert keeper.state.field_of(2) == (1, 2, 3, 5, 6, 7, 8)


def test_there_are_not_more_of_the_best_than_there_are() -> None:
    keeper = played()
    keeper.close_rounds(1)
    assert keeper.refusal_code(further_stage(field=Best(9))) == "too_few"
    keeper.make(further_stage(field=Best(8)))


def test_a_stage_for_everybody_includes_later_entrants() -> None:
    keeper = new_tournament()
    keeper.make(StageOpened(name="League"))
    later = tournament_with_stage(5)
    assert keeper.state.field_of(1) == ()
    assert later.state.field_of(1) == (1, 2, 3, 4, 5)


def test_a_stage_is_for_entrants_and_for_each_once() -> None:
    assert tournament_with_stage(4).refusal_code(further_stage(field=Listed((1, 5)))) == "not_entered"
    assert tournament_with_stage(4).refusal_code(further_stage(field=Listed((1, 2, 1)))) == "named_twice"


@pytest.mark.parametrize("carry", [Fraction(-1), Fraction(3, 2)])
def test_a_part_of_the_points_is_carried(carry: Fraction) -> None:
    assert tournament_with_stage(4).refusal_code(StageOpened(name="Final", carry=carry)) == "bad_carry"


def test_a_first_stage_follows_none() -> None:
    assert new_tournament().refusal_code(StageOpened(name="Final", carry=Fraction(1))) == "nothing_to_carry"
    assert new_tournament().refusal_code(further_stage(field=Best(4))) == "nothing_to_carry"
    assert new_tournament().refusal_code(StageOpened(name="Final", after=1)) == "no_such_stage"


def test_two_finals_may_follow_the_same_stage() -> None:
    keeper = played()
    keeper.close_rounds(1)
    keeper.make(
        further_stage("A", field=Best(2)), StageOpened(name="B", field=Listed((3, 6)), after=1, carry=Fraction(1, 2))
    )
    assert [(found.after, found.field) for found in keeper.state.stages] == [(None, None), (1, (1, 5)), (1, (3, 6))]
    assert keeper.line(3).points == 2


def test_a_stage_goes_by_its_own_settings_or_by_those_of_the_tournament() -> None:
    keeper = tournament_with_stage(4)
    own = Settings(deals=3)
    keeper.make(StageOpened(name="Final", settings=own), StageOpened(name="Last"))
    assert [keeper.state.settings_of(number).deals for number in (1, 2, 3)] == [1, 3, 1]


def test_a_stage_has_tables_that_the_game_allows() -> None:
    assert tournament_with_stage(8).refusal_code(StageOpened(name="Final", sizes=(5, 99))) == "size_not_allowed"


def test_a_stage_gets_fewer_rounds_and_other_sizes_but_not_fewer_than_are_drawn() -> None:
    keeper = tournament_with_stage(8)
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.make(StageChanged(stage=1, rounds=1, sizes=(4,)))
    assert (keeper.state.stages[0].planned, keeper.state.stages[0].sizes) == (1, (4,))
    assert keeper.refusal_code(hand_drawn(1, 2, (1, 2, 3, 4), (5, 6, 7, 8))) == "round_too_many"
    keeper.make(StageChanged(stage=1, rounds=2))
    keeper.draw((1, 5, 2, 6), (3, 7, 4, 8))
    assert keeper.refusal_code(StageChanged(stage=1, rounds=1)) == "already_drawn"
