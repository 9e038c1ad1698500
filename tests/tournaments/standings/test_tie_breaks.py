"""Tie-breaks: each of them, and the order in which they are taken."""

from fractions import Fraction

from daifu.data.tournaments.changes import FaultDecided, FaultSeen, LotDrawn, Record, Result
from daifu.data.tournaments.settings import Settings, TieBreak
from daifu.data.tournaments.standings import explain_line
from daifu.schemas.standings import Step
from tests.support.tournaments.log import TournamentLog, fractions, tournament_with_stage


def by(*tie_breaks: TieBreak, **more: object) -> Settings:
    """Tie-breaks by points, then by these."""
    return Settings(tie_breaks=(TieBreak.POINTS, *tie_breaks), **more)  # type: ignore[arg-type]


def two_tables(settings: Settings, rules: str = "dalmuti") -> TournamentLog:
    keeper = tournament_with_stage(8, settings, rules)
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    return keeper


def test_more_points_are_better() -> None:
    keeper = two_tables(by())
    keeper.scores(1, 1, 1, 2, 3, 4)
    keeper.scores(1, 2, 8, 7, 6, 5)
    assert keeper.order == [5, 6, 7, 8, 4, 3, 2, 1]


def test_entrants_level_in_everything_share_a_place_and_the_next_is_left_out() -> None:
    keeper = two_tables(by())
    keeper.scores(1, 1, 4, 3, 2, 1)
    keeper.scores(1, 2, 5, 3, 2, 0)
    assert keeper.places == {5: 1, 1: 2, 2: 3, 6: 3, 3: 5, 7: 5, 4: 7, 8: 8}


def test_the_better_score_at_a_common_table_is_ahead_head_to_head() -> None:
    keeper = tournament_with_stage(4, by(TieBreak.HEAD_TO_HEAD, deals=None))
    keeper.draw((1, 2, 3, 4))
    keeper.draw((1, 2, 3, 4))
    keeper.draw((1, 2, 3, 4))
    for number, points in enumerate([(1, 2, 0, 0), (1, 2, 0, 0), (3, 1, 0, 0)], 1):
        keeper.scores(number, 1, *points)
    assert keeper.order[:2] == [2, 1]
    assert explain_line(keeper.state, 2).steps[1] == Step(TieBreak.HEAD_TO_HEAD, (1, 2), Fraction(2, 3))


def test_head_to_head_does_not_decide_between_entrants_who_never_met() -> None:
    keeper = two_tables(by(TieBreak.HEAD_TO_HEAD))
    keeper.scores(1, 1, 4, 3, 2, 1)
    keeper.scores(1, 2, 4, 0, 0, 0)
    assert (keeper.places[1], keeper.places[5]) == (1, 1)
    assert keeper.line(1).tie_breaks[1].value is None


def test_three_entrants_who_all_met_make_a_league_of_three() -> None:
    keeper = tournament_with_stage(4, by(TieBreak.HEAD_TO_HEAD))
    for number, points in enumerate([(4, 3, 2, 0), (0, 1, 2, 9), (2, 2, 2, 9)], 1):
        keeper.draw((1, 2, 3, 4))
        keeper.scores(number, 1, *points)
    assert [keeper.line(entrant).points for entrant in (1, 2, 3)] == [6, 6, 6]
    assert [keeper.line(entrant).tie_breaks[1].value for entrant in (1, 2, 3)] == [1, 1, 1]


def test_head_to_head_does_not_decide_if_two_of_three_never_met() -> None:
    keeper = two_tables(by(TieBreak.HEAD_TO_HEAD))
    keeper.scores(1, 1, 4, 3, 4, 1)
    keeper.scores(1, 2, 4, 0, 0, 0)
    assert {keeper.places[entrant] for entrant in (1, 3, 5)} == {1}


def test_more_firsts_are_better() -> None:
    keeper = two_tables(by(TieBreak.FIRSTS))
    keeper.scores(1, 1, 4, 3, 2, 1)
    keeper.scores(1, 2, 3, 2, 2, 2)
    assert keeper.order[:3] == [1, 5, 2]


def test_a_better_best_round_is_better() -> None:
    keeper = two_tables(by(TieBreak.BEST_ROUND))
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.scores(1, 1, 3, 0, 0, 0)
    keeper.scores(2, 1, 3, 0, 0, 0)
    keeper.scores(1, 2, 2, 0, 0, 0)
    keeper.scores(2, 2, 4, 0, 0, 0)
    assert keeper.order[:2] == [5, 1]


def test_where_few_points_are_good_the_best_round_is_the_smallest() -> None:
    keeper = two_tables(by(TieBreak.BEST_ROUND), "floor13")
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.scores(1, 1, 3, 9, 9, 9)
    keeper.scores(2, 1, 3, 9, 9, 9)
    keeper.scores(1, 2, 2, 9, 9, 9)
    keeper.scores(2, 2, 4, 9, 9, 9)
    assert keeper.order[:2] == [5, 1]
    assert keeper.line(5).best_round == 2


def test_fewer_faults_are_better_and_only_upheld_ones_count() -> None:
    keeper = tournament_with_stage(4, by(TieBreak.FEWEST_FAULTS))
    keeper.draw((1, 2, 3, 4))
    faults = tuple(FaultSeen(code="out_of_turn", severity="illegal", action=seat, seat=seat) for seat in (1, 2))
    record = Record(1, 1, tuple(f"Player {number}" for number in range(1, 5)))
    points = fractions(5, 5, 0, 0)
    keeper.make(Result(stage=1, round=1, table=1, deal=1, by=record, points=points, faults=faults))
    assert (keeper.places[1], keeper.places[2]) == (1, 1)
    keeper.make(
        FaultDecided(stage=1, round=1, table=1, deal=1, action=1, seat=1, code="out_of_turn", decision="upheld")
    )
    assert (keeper.places[1], keeper.places[2]) == (2, 1)


def test_stronger_opponents_are_better() -> None:
    keeper = two_tables(by(TieBreak.STRENGTH_OF_OPPONENTS))
    keeper.scores(1, 1, 4, 3, 3, 3)
    keeper.scores(1, 2, 4, 5, 0, 0)
    assert keeper.order[:3] == [6, 1, 5]
    assert (keeper.line(1).opponents, keeper.line(5).opponents) == (Fraction(3), Fraction(5, 3))


def test_the_latest_lot_that_names_all_tied_entrants_decides() -> None:
    keeper = two_tables(by(TieBreak.LOT))
    keeper.scores(1, 1, 9, 9, 9, 1)
    keeper.scores(1, 2, 0, 0, 0, 0)
    keeper.make(LotDrawn(entrants=(3, 2, 1)))
    assert keeper.order[:3] == [3, 2, 1]
    keeper.make(LotDrawn(entrants=(2, 4, 1, 3)), LotDrawn(entrants=(1, 2)))
    assert keeper.order[:3] == [2, 1, 3]


def test_a_lot_decides_only_where_it_is_agreed() -> None:
    keeper = two_tables(by())
    keeper.scores(1, 1, 9, 9, 0, 0)
    keeper.make(LotDrawn(entrants=(2, 1)))
    assert (keeper.places[1], keeper.places[2]) == (1, 1)


def test_tie_breaks_are_taken_in_their_order_and_only_while_tied() -> None:
    keeper = two_tables(by(TieBreak.FIRSTS, TieBreak.LOT))
    keeper.scores(1, 1, 4, 3, 2, 1)
    keeper.scores(1, 2, 3, 3, 2, 2)
    keeper.make(LotDrawn(entrants=(6, 5)))
    assert [step.tie_break for step in keeper.line(1).tie_breaks] == [TieBreak.POINTS]
    assert explain_line(keeper.state, 2).steps == (
        Step(TieBreak.POINTS, (1, 2, 3, 4, 5, 6, 7, 8), Fraction(3)),
        Step(TieBreak.FIRSTS, (2, 5, 6), Fraction(0)),
    )
    assert [step.value for step in keeper.line(6).tie_breaks] == [3, 1, 1]
    assert keeper.order[:4] == [1, 6, 5, 2]
