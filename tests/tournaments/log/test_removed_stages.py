"""A stage that was opened by mistake is removed, as long as nothing was played in it."""

from fractions import Fraction

from daifu.data.tournaments.changes import Awarded, Cancelled, StageRemoved
from daifu.data.tournaments.consequences import audit
from daifu.data.tournaments.settings import Everybody
from tests.support.tournaments.log import TournamentLog, further_stage, tournament_with_stage


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
