"""Scores: what rounds, awards and faults come to, how that is explained, and that a second computation agrees."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from daifu.data.tournaments.changes import (
    Awarded,
    Entered,
    Forfeited,
    Guest,
    Result,
    Returned,
    Sheet,
    Substitute,
    Substituted,
    Withdrawn,
)
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.scores import Attendance
from daifu.data.tournaments.settings import ByPlace, ByTitle, Settings
from daifu.data.tournaments.standings import compute_standing, explain_line, latest_round
from daifu.data.tournaments.state import RoundId
from tests.support.naive_standings import NaiveTournament
from tests.support.tournaments.log import TournamentLog, attributes, fractions, places_sheet, tournament_with_stage
from tests.support.tournaments.random_changes import any_change

WORTH = ByPlace((fractions(10, 5, 1, 0), fractions(12, 6, 3, 1, 0)))


def points(keeper: TournamentLog) -> dict[int, Fraction]:
    return {line.entrant: line.points for line in keeper.standing.lines}


def test_a_round_scores_the_points_of_all_its_deals() -> None:
    keeper = tournament_with_stage(4, Settings(deals=2))
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0, deal=1)
    keeper.scores(1, 1, 0.5, 1, 1.5, 2, deal=2)
    assert points(keeper) == {1: Fraction(7, 2), 2: 3, 3: Fraction(5, 2), 4: 2}


def test_a_place_scores_its_worth_at_a_table_of_that_size() -> None:
    keeper = tournament_with_stage(9, Settings(scoring=WORTH))
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8, 9))
    keeper.make(places_sheet(1, 1, 4, 3, 2, 1), places_sheet(1, 2, 1, 2, 3, 4, 5))
    assert points(keeper) == {1: 0, 2: 1, 3: 5, 4: 10, 5: 12, 6: 6, 7: 3, 8: 1, 9: 0}


def test_a_shared_place_scores_the_mean_of_the_places_taken_up() -> None:
    keeper = tournament_with_stage(4, Settings(scoring=WORTH))
    keeper.draw((1, 2, 3, 4))
    keeper.make(places_sheet(1, 1, 1, 2, 2, 2))
    assert points(keeper) == {1: 10, 2: 2, 3: 2, 4: 2}


def test_a_title_scores_its_worth_and_other_titles_nothing() -> None:
    titles = ByTitle({"greater_dalmuti": Fraction(3), "greater_peon": Fraction(-3)})
    keeper = tournament_with_stage(4, Settings(scoring=titles))
    keeper.draw((1, 2, 3, 4))
    keeper.make(places_sheet(1, 1, 2, 1, 4, 3))
    assert points(keeper) == {1: 0, 2: 3, 3: -3, 4: 0}


def test_titles_that_a_result_names_go_before_those_of_its_places() -> None:
    keeper = tournament_with_stage(4, Settings(scoring=ByTitle({"greater_dalmuti": Fraction(3)})))
    keeper.draw((1, 2, 3, 4))
    titles = (None, None, None, "greater_dalmuti")
    keeper.make(Result(stage=1, round=1, table=1, deal=1, by=Sheet(), places=(1, 2, 3, 4), titles=titles))
    assert points(keeper) == {1: 0, 2: 0, 3: 0, 4: 3}


def test_a_bye_scores_by_the_settings_once_the_round_has_begun() -> None:
    keeper = tournament_with_stage(5, Settings(bye=Fraction(2)))
    keeper.draw((1, 2, 3, 4), byes=[5])
    assert keeper.line(5).points == 0
    keeper.scores(1, 1, 3, 2, 1, 0)
    assert keeper.line(5).points == 2


def test_a_seat_instead_of_a_bye_scores_at_the_table_only() -> None:
    keeper = tournament_with_stage(5, Settings(bye=Fraction(2)))
    keeper.draw((1, 2, 3, 4), byes=[5])
    keeper.make(Substituted(stage=1, round=1, table=1, seat=4, by=Substitute(5)))
    keeper.scores(1, 1, 3, 2, 1, 0)
    assert keeper.line(5).points == 0
    assert keeper.line(4).deals == 0


def test_a_forfeit_scores_by_the_settings_whatever_was_played() -> None:
    keeper = tournament_with_stage(4, Settings(deals=2, forfeit=Fraction(-4)))
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    keeper.make(Forfeited(stage=1, round=1, table=1, entrant=1))
    assert attributes(keeper.line(1), "points", "deals", "firsts", "best_round") == [-4, 0, 0, None]


def test_the_seat_of_a_guest_who_fills_the_table_scores_for_nobody() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.make(Substituted(stage=1, round=1, table=1, seat=1, by=Guest(name="Nina")))
    keeper.scores(1, 1, 3, 2, 1, 0)
    assert points(keeper) == {1: 0, 2: 2, 3: 1, 4: 0}


def test_rounds_that_have_not_begun_do_not_count() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.draw((4, 3, 2, 1))
    keeper.scores(1, 1, 3, 2, 1, 0)
    assert (keeper.standing.round, keeper.standing.stage) == (1, 1)


def test_a_standing_after_an_earlier_round_knows_nothing_of_later_ones() -> None:
    keeper = tournament_with_stage(4)
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0)
    before = keeper.standing
    keeper.draw((1, 2, 3, 4))
    keeper.scores(2, 1, 0, 0, 0, 9)
    assert keeper.line(4, RoundId(1, 1)) == before.lines[3]


def test_a_sheet_of_a_whole_table_stands_for_all_its_deals() -> None:
    keeper = tournament_with_stage(4, Settings(deals=6))
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 30, 20, 10, 0, deal=None)
    assert (keeper.line(1).deals, keeper.line(1).firsts) == (6, 1)


def test_where_few_points_are_good_the_fewest_are_first_and_penalties_add() -> None:
    keeper = tournament_with_stage(4, Settings(penalties={"illegal": Fraction(-5)}), rules="floor13")
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, -60, 20, 30, 10)
    assert keeper.order == [1, 4, 2, 3]


def rounds(keeper: TournamentLog, *scores: float) -> None:
    """Rounds of four in which the first entrant has these scores."""
    for number, score in enumerate(scores, 1):
        keeper.draw((1, 2, 3, 4))
        keeper.scores(number, 1, score, 0, 0, 0)


def test_the_worst_rounds_do_not_count() -> None:
    keeper = tournament_with_stage(4, Settings(drop_worst=2))
    rounds(keeper, 5, 1, 4, 2, 3)
    assert attributes(keeper.line(1), "points", "dropped") == [12, (2, 4)]


def test_of_equal_rounds_the_earlier_is_dropped() -> None:
    keeper = tournament_with_stage(4, Settings(drop_worst=1))
    rounds(keeper, 2, 1, 1)
    assert keeper.line(1).dropped == (2,)


def test_one_round_always_counts() -> None:
    keeper = tournament_with_stage(4, Settings(drop_worst=2))
    rounds(keeper, 2, 5)
    assert attributes(keeper.line(1), "points", "dropped") == [5, (1,)]


def test_a_missed_round_is_one_of_those_that_do_not_count() -> None:
    keeper = tournament_with_stage(5, Settings(drop_worst=1))
    keeper.make(Withdrawn(entrant=5, stage=1, round=1), Returned(entrant=5, stage=1, round=2))
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 1)
    keeper.draw((1, 2, 3, 4, 5))
    keeper.scores(2, 1, 3, 2, 1, 1, 2)
    assert attributes(keeper.line(5), "points", "dropped") == [2, ()]


def test_where_few_points_are_good_the_greatest_rounds_are_dropped() -> None:
    keeper = tournament_with_stage(4, Settings(drop_worst=1), rules="floor13")
    rounds(keeper, 2, 7, 5)
    assert attributes(keeper.line(1), "points", "dropped") == [7, (2,)]


def test_a_penalty_is_never_dropped() -> None:
    keeper = tournament_with_stage(4, Settings(drop_worst=1))
    rounds(keeper, 1, 5)
    keeper.make(Awarded(id=1, entrant=1, stage=1, round=1, points=Fraction(-2), reason="late"))
    assert attributes(keeper.line(1), "points", "dropped") == [3, (1,)]


def test_a_dropped_round_is_still_a_round_that_was_played() -> None:
    keeper = tournament_with_stage(4, Settings(drop_worst=1))
    rounds(keeper, 1, 5)
    assert (keeper.line(1).deals, keeper.line(1).firsts) == (2, 2)


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


def league() -> TournamentLog:
    """Three rounds: one played, one sat out, one forfeited."""
    keeper = tournament_with_stage(5, Settings(deals=2, drop_worst=1, bye=Fraction(3), forfeit=Fraction(-1)))
    keeper.draw((1, 2, 3, 4), byes=[5])
    keeper.draw((5, 2, 3, 4), byes=[1])
    keeper.draw((5, 1, 2, 3), byes=[4])
    for deal in (1, 2):
        keeper.scores(1, 1, 4, 3, 2, 1, deal=deal)
        keeper.scores(2, 1, 4, 3, 2, 1, deal=deal)
    keeper.make(Forfeited(stage=1, round=3, table=1, entrant=1))
    keeper.make(Awarded(id=1, entrant=1, stage=1, points=Fraction(-1, 2), reason="noise"))
    return keeper


def test_an_explanation_goes_down_to_the_deals() -> None:
    rounds = explain_line(league().state, 1).account.rounds
    assert [attributes(found, "how", "table", "seat", "score", "dropped") for found in rounds] == [
        [Attendance.PLAYED, 1, 1, 8, False],
        [Attendance.BYE, None, None, 3, False],
        [Attendance.FORFEITED, 1, 2, -1, True],
    ]
    deals = [attributes(deal, "deal", "place", "points", "worth") for deal in rounds[0].deals]
    assert deals == [[1, 1, 4, 4], [2, 1, 4, 4]]


def test_deals_are_explained_in_their_order_whichever_came_first() -> None:
    keeper = tournament_with_stage(4, Settings(deals=2))
    keeper.draw((1, 2, 3, 4))
    keeper.scores(1, 1, 3, 2, 1, 0, deal=2)
    keeper.scores(1, 1, 3, 2, 1, 0, deal=1)
    [found] = explain_line(keeper.state, 1).account.rounds
    assert [deal.deal for deal in found.deals] == [1, 2]


def test_an_explanation_names_the_awards() -> None:
    [(number, award)] = explain_line(league().state, 1).account.awards
    assert (number, award.points, award.reason) == (1, Fraction(-1, 2), "noise")


def test_an_explanation_names_the_meetings() -> None:
    found = explain_line(league().state, 1).meetings
    assert [attributes(meeting, "opponent", "round", "own", "theirs", "won") for meeting in found] == [
        [2, 1, 8, 6, 1],
        [3, 1, 8, 4, 1],
        [4, 1, 8, 2, 1],
    ]


def test_only_entrants_of_the_stage_have_something_to_explain() -> None:
    with pytest.raises(TournamentError, match="there is no entrant 6"):
        explain_line(league().state, 6)
    keeper = TournamentLog()
    keeper.make(*(entry.change for entry in tournament_with_stage(0).entries[:1]), Entered(name="Mu"))
    with pytest.raises(TournamentError, match="does not play in this stage"):
        explain_line(keeper.state, 1)


@given(st.randoms(use_true_random=True))
def test_an_explanation_adds_up_to_the_line(random: Random) -> None:
    keeper = TournamentLog()
    for _ in range(80):
        keeper.try_to(any_change(random, keeper.state))
    for line in keeper.standing.lines:
        found = explain_line(keeper.state, line.entrant)
        kept = [one.score for one in found.account.rounds if one.score is not None and not one.dropped]
        awarded = sum(award.points for _, award in found.account.awards)
        costs = sum(fault.cost for fault in found.account.upheld)
        carried = found.account.carried
        part = carried.points * carried.part if carried else 0
        assert found.line.points == part + sum(kept) + found.account.score_sign * (awarded + costs)
        for one in found.account.played:
            assert one.score == sum(deal.worth for deal in one.deals if deal.worth is not None)
