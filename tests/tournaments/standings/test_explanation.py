"""An explanation shows a line of the standings down to its deals."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.changes import Awarded, Entered, Forfeited
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.scores import Attendance
from daifu.data.tournaments.settings import Settings
from daifu.data.tournaments.standings import explain_line
from tests.support.tournaments.log import TournamentLog, attributes, tournament_with_stage
from tests.support.tournaments.random_changes import any_change


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
