"""Creating and finishing a tournament, and changing its settings."""

from fractions import Fraction

from daifu.data.tournaments.changes import (
    Created,
    Entered,
    Finished,
    LotDrawn,
    RoundReopened,
    SettingsChanged,
    StageOpened,
)
from daifu.data.tournaments.settings import ByPlace, Listed, Settings, TieBreak
from tests.support.tournaments.log import (
    TournamentLog,
    fractions,
    further_stage,
    hand_drawn,
    new_tournament,
    tournament_with_stage,
)

WORTH_OF_FOUR = ByPlace((fractions(3, 2, 1, 0),))


def test_nothing_happens_before_a_tournament_is_created() -> None:
    assert TournamentLog().refusal_code(Entered(name="Mu")) == "not_created"


def test_a_tournament_is_created_once() -> None:
    assert new_tournament().refusal_code(Created(name="Cup", rules="dalmuti")) == "already_created"


def test_a_tournament_plays_by_a_profile_that_there_is() -> None:
    assert TournamentLog().refusal_code(Created(name="Cup", rules="whist")) == "unknown_rules"


def test_a_tournament_has_options_that_its_profile_takes() -> None:
    assert (
        TournamentLog().refusal_code(Created(name="Cup", rules="dalmuti", options={"philosophical": 7}))
        == "bad_options"
    )


def test_a_tie_break_is_named_once() -> None:
    twice = Settings(tie_breaks=(TieBreak.POINTS, TieBreak.LOT, TieBreak.LOT))
    assert TournamentLog().refusal_code(Created(name="Cup", rules="dalmuti", settings=twice)) == "tie_break_twice"


def test_there_is_a_tie_break() -> None:
    none = Settings(tie_breaks=())
    assert TournamentLog().refusal_code(Created(name="Cup", rules="dalmuti", settings=none)) == "tie_break_twice"


def test_the_worths_of_a_table_size_are_given_once() -> None:
    twice = Settings(scoring=ByPlace((fractions(3, 2, 1, 0), fractions(4, 2, 1, 0))))
    assert TournamentLog().refusal_code(Created(name="Cup", rules="dalmuti", settings=twice)) == "worth_twice"


def test_settings_change_before_the_first_result() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.make(SettingsChanged(settings=Settings(drop_worst=1)))
    assert keeper.state.settings.drop_worst == 1


def test_settings_do_not_change_after_the_first_result() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    assert keeper.refusal_code(SettingsChanged(settings=Settings(drop_worst=1))) == "results_exist"


def test_tie_breaks_may_change_after_the_first_result() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 2, 0)
    by_lot = Settings(tie_breaks=(TieBreak.POINTS, TieBreak.LOT))
    keeper.make(LotDrawn(entrants=(3, 2)), SettingsChanged(settings=by_lot))
    assert keeper.order == [1, 3, 2, 4]


def test_a_stage_may_have_other_settings_before_its_own_first_result() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.make(StageOpened(name="Final"))
    other = Settings(drop_worst=1)
    assert keeper.refusal_code(SettingsChanged(stage=1, settings=other)) == "results_exist"
    assert keeper.refusal_code(SettingsChanged(stage=3, settings=other)) == "no_such_stage"
    keeper.make(SettingsChanged(stage=2, settings=other))
    assert [keeper.state.settings_of(number).drop_worst for number in (1, 2)] == [0, 1]


def test_results_of_a_stage_with_settings_of_its_own_do_not_hold_those_of_the_tournament() -> None:
    keeper = new_tournament()
    keeper.make(*(Entered(name=str(number)) for number in range(4)), StageOpened(name="League", settings=Settings()))
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.make(SettingsChanged(settings=Settings(drop_worst=1)))
    assert keeper.state.settings_of(1).drop_worst == 0


def test_the_name_changes_at_any_time() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.make(SettingsChanged(name="Summer cup"))
    assert keeper.state.name == "Summer cup"


def test_settings_have_to_fit_the_tables_that_are_drawn() -> None:
    keeper = tournament_with_stage(5)
    keeper.draw((1, 2, 3, 4, 5))
    assert keeper.refusal_code(SettingsChanged(settings=Settings(scoring=WORTH_OF_FOUR))) == "no_worth"


def test_a_tournament_is_finished_when_all_rounds_are_closed() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    assert keeper.refusal_code(Finished()) == "round_open"
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.close_rounds(1)
    keeper.make(Finished())
    assert keeper.state.finished


def test_a_tournament_is_not_finished_before_all_planned_rounds() -> None:
    keeper = new_tournament()
    keeper.make(*(Entered(name=str(number)) for number in range(4)), StageOpened(name="League", rounds=2))
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.close_rounds(1)
    assert keeper.refusal_code(Finished()) == "round_open"


def test_nothing_happens_after_the_end_until_a_round_is_reopened() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.close_rounds(1)
    keeper.make(Finished())
    assert keeper.refusal_code(Entered(name="Mu")) == "finished"
    keeper.make(RoundReopened(stage=1, round=1), Entered(name="Mu"))
    assert not keeper.state.finished


def test_points_are_not_carried_between_stages_where_few_and_where_many_are_good() -> None:
    keeper = tournament_with_stage(4, rules="floor13")
    final = further_stage(field=Listed((1, 2, 3, 4)), carry=Fraction(1))
    by_place = StageOpened(name="Final", carry=Fraction(1), settings=Settings(scoring=WORTH_OF_FOUR))
    assert keeper.refusal_code(by_place) == "carry_contrary"
    keeper.make(final)


def test_a_round_of_a_stage_with_places_needs_their_worth() -> None:
    keeper = tournament_with_stage(5, Settings(scoring=WORTH_OF_FOUR))
    assert keeper.refusal_code(hand_drawn(1, 1, (1, 2, 3, 4, 5))) == "no_worth"
