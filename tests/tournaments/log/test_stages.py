"""Stages: their entrants, the points carried into them, what stands behind whom, and their removal."""

from fractions import Fraction

import pytest

from daifu.data.tournaments.changes import (
    Awarded,
    Cancelled,
    LotDrawn,
    Result,
    RoundReopened,
    StageChanged,
    StageOpened,
    StageRemoved,
    Withdrawn,
)
from daifu.data.tournaments.consequences import audit
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.settings import Best, Everybody, Listed, Settings, TieBreak
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import RoundId
from tests.support.tournaments.log import (
    TournamentLog,
    fractions,
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


def with_final() -> TournamentLog:
    """A tournament with two stages, in which nothing was played."""
    keeper = tournament_with_stage(8)
    keeper.make(further_stage(field=Everybody()))
    return keeper


def test_the_last_stage_is_removed_with_the_rounds_drawn_in_it() -> None:
    keeper = tournament_with_stage(8)
    before = keeper.state
    keeper.make(further_stage(field=Everybody()))
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8), stage=2)
    keeper.make(StageRemoved(stage=2))
    assert keeper.state == before


def test_another_stage_takes_the_number_of_one_that_was_removed() -> None:
    keeper = with_final()
    keeper.make(StageRemoved(stage=2), further_stage("Grand final", field=Everybody()))
    assert [stage.name for stage in keeper.state.stages] == ["Preliminaries", "Grand final"]


def test_a_stage_before_another_one_stays() -> None:
    assert with_final().refusal_code(StageRemoved(stage=1)) == "stage_not_last"


def test_a_stage_that_is_not_there_cannot_be_removed() -> None:
    assert with_final().refusal_code(StageRemoved(stage=3)) == "no_such_stage"


def test_a_stage_with_a_result_stays() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 4, 3, 2, 1)
    assert keeper.refusal_code(StageRemoved(stage=1)) == "stage_in_use"


def test_a_stage_with_a_bonus_stays_also_after_that_was_cancelled() -> None:
    keeper = with_final()
    keeper.make(Awarded(id=1, entrant=1, stage=2, points=Fraction(1), reason="early"), Cancelled(award=1))
    assert keeper.refusal_code(StageRemoved(stage=2)) == "stage_in_use"


def test_the_audit_shows_the_stage_that_was_removed() -> None:
    keeper = with_final()
    stage = keeper.state.stages[1]
    keeper.make(StageRemoved(stage=2))
    last = list(audit(keeper.entries))[-1]
    assert (last.before, last.after) == (stage, None)


def with_played_final(carry: Fraction) -> TournamentLog:
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
    line = with_played_final(carry).line(1)
    assert (line.points, line.carried, line.stage) == (points, points, 2)


def test_entrants_outside_the_final_stand_behind_it() -> None:
    keeper = with_played_final(Fraction(0))
    keeper.draw((1, 2, 5, 6), stage=2)
    keeper.scores(1, 1, 0, 1, 2, 3, stage=2)
    assert keeper.places == {6: 1, 5: 2, 2: 3, 1: 4, 3: 5, 7: 6, 4: 7, 8: 7}
    assert [line.stage for line in keeper.standing.lines] == [2, 2, 2, 2, 1, 1, 1, 1]


def test_a_correction_in_the_stage_before_is_carried_too() -> None:
    keeper = with_played_final(Fraction(1, 2))
    keeper.make(RoundReopened(stage=1, round=1))
    keeper.make(Result(stage=1, round=1, table=1, deal=1, points=fractions(3, 6, 4, 1)))
    assert keeper.line(1).points == Fraction(3, 2)


def test_a_correction_in_the_stage_before_does_not_change_the_field_of_the_final() -> None:
    keeper = with_played_final(Fraction(1))
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
    keeper = with_played_final(Fraction(0))
    keeper.draw((1, 2, 5, 6), stage=2)
    keeper.scores(1, 1, 0, 1, 2, 3, stage=2)
    assert {line.entrant: line.movement for line in keeper.standing.lines[:5]} == {6: 3, 5: 0, 2: 0, 1: -3, 3: 0}


def test_a_standing_is_of_a_round_that_there_is() -> None:
    state = with_played_final(Fraction(0)).state
    for place, code in ((RoundId(3, 1), "no_such_stage"), (RoundId(1, 2), "no_such_round")):
        with pytest.raises(TournamentError) as refusal:
            compute_standing(state, place)
        assert refusal.value.code == code
