"""Rounds are drawn for the entrants present, after the rounds played; a seed gives the same draw everywhere."""

import subprocess
import sys

import pytest
from msgspec import structs

from daifu.data.tournaments.changes import Entered, Returned, StageOpened, Withdrawn
from daifu.data.tournaments.draw_requests import Anew, Balanced, ByHand, Snake, Swiss
from daifu.data.tournaments.draws import plan_redraw, plan_rounds
from daifu.data.tournaments.errors import TournamentError
from tests.support.stores import process_environment
from tests.support.tournaments.log import TournamentLog, new_tournament, tournament_with_stage
from tests.support.tournaments.seeded_draws import DRAW_REQUESTS, seeded_draws_json

QUICK = 100_000


def balanced(rounds: int, seed: int = 1) -> Balanced:
    """A request for rounds at tables of four, with a short search."""
    return Balanced(stage=1, rounds=rounds, wanted=4, seed=seed, work=QUICK)


def seated(keeper: TournamentLog) -> list[list[int]]:
    """The entrants with a seat in each round."""
    return [
        sorted(seat.drawn for table in found.tables for seat in table.seats) for found in keeper.state.stages[0].rounds
    ]


def test_every_change_of_a_draw_is_possible_and_has_the_same_quality() -> None:
    keeper = tournament_with_stage(12)
    changes = plan_rounds(keeper.state, balanced(4))
    keeper.make(*changes)
    assert [change.round for change in changes] == [1, 2, 3, 4]
    assert all(change.quality == changes[0].quality for change in changes)
    assert seated(keeper) == [list(range(1, 13))] * 4


def test_the_progress_of_a_search_is_told_in_exchanges_up_to_its_work() -> None:
    told: list[int] = []
    plan_rounds(tournament_with_stage(9).state, balanced(4), told.append)
    assert 0 < sum(told) <= QUICK


def test_meetings_of_rounds_before_count() -> None:
    keeper = tournament_with_stage(16)
    keeper.make(*plan_rounds(keeper.state, balanced(1)))
    [second] = plan_rounds(keeper.state, balanced(1, seed=2))
    assert second.quality["repeats"] == 0


def test_a_withdrawn_entrant_is_not_drawn_from_that_round_on() -> None:
    keeper = tournament_with_stage(9)
    keeper.make(Withdrawn(entrant=9, stage=1, round=2))
    keeper.make(*plan_rounds(keeper.state, balanced(3)))
    assert [9 in there for there in seated(keeper)] == [True, False, False]


def test_a_returned_entrant_is_drawn_again() -> None:
    keeper = tournament_with_stage(9)
    keeper.make(Withdrawn(entrant=9, stage=1, round=1), Returned(entrant=9, stage=1, round=3))
    keeper.make(*plan_rounds(keeper.state, balanced(3)))
    assert [9 in there for there in seated(keeper)] == [False, False, True]


def test_only_rounds_of_which_nothing_is_played_are_drawn_anew() -> None:
    keeper = tournament_with_stage(9)
    keeper.make(*plan_rounds(keeper.state, balanced(3)))
    keeper.scores(2, 1, 4, 3, 2, 1, *([0] if len(keeper.state.stages[0].rounds[1].tables[0].seats) == 5 else []))
    keeper.make(Withdrawn(entrant=9, stage=1, round=3))
    changes = plan_redraw(keeper.state, Anew(stage=1, wanted=4, seed=3, work=QUICK))
    assert [change.round for change in changes] == [1, 3]
    keeper.make(*changes)
    assert [9 in there for there in seated(keeper)] == [True, True, False]


def test_a_plan_stays_as_it_is_where_nothing_has_changed_for_the_worse() -> None:
    keeper = tournament_with_stage(16)
    keeper.make(*plan_rounds(keeper.state, balanced(4)))
    before = keeper.state.stages[0].rounds[0].quality["repeats"]
    changes = plan_redraw(keeper.state, Anew(stage=1, wanted=4, seed=3, work=QUICK))
    assert changes[0].quality["repeats"] <= before


def test_a_swiss_round_follows_the_standing() -> None:
    keeper = tournament_with_stage(8)
    keeper.draw([1, 2, 3, 4], [5, 6, 7, 8])
    keeper.scores(1, 1, 9, 1, 8, 2)
    keeper.scores(1, 2, 7, 3, 6, 4)
    [change] = plan_rounds(keeper.state, Swiss(stage=1, wanted=4))
    assert (change.round, change.method, change.seed) == (2, "swiss", None)
    assert {tuple(sorted(table)) for table in change.tables} == {(1, 3, 5, 7), (2, 4, 6, 8)}


def with_teams(*teams: str | None) -> TournamentLog:
    """A tournament with an entrant for each of these teams."""
    keeper = new_tournament()
    keeper.make(*(Entered(name=f"Player {number}", team=team) for number, team in enumerate(teams, 1)))
    keeper.make(StageOpened(name="Preliminaries"))
    return keeper


def test_teams_are_kept_apart_where_that_is_wished() -> None:
    keeper = with_teams(*"AAAABBBBCCCCDDDD")
    changes = plan_rounds(keeper.state, structs.replace(balanced(4), apart="teams"))
    assert (changes[0].quality["team_meetings"], changes[0].quality["repeats"]) == (0, 0)


def test_how_often_team_mates_meet_is_told_without_a_wish_too() -> None:
    keeper = with_teams("A", "A", "A", "B", None, None, None, None)
    [change] = plan_rounds(keeper.state, ByHand(stage=1, tables=((1, 2, 3, 4), (5, 6, 7, 8))))
    assert (change.quality["team_meetings"], change.quality["team_meetings_at_least"]) == (3, 1)


def test_a_group_is_kept_apart_in_all_rounds_whatever_the_teams_of_its_members() -> None:
    keeper = tournament_with_stage(16)
    changes = plan_rounds(keeper.state, structs.replace(balanced(3), groups=((1, 2, 3), (7, 8))))
    for change in changes:
        for table in change.tables:
            assert len({1, 2, 3} & set(table)) <= 1
            assert len({7, 8} & set(table)) <= 1
    assert changes[0].quality["team_meetings"] == changes[0].quality["team_meetings_at_least"] == 0


@pytest.mark.parametrize(("groups", "code"), [(((1, 99),), "not_entered"), (((1, 2), (2, 3)), "named_twice")])
def test_a_group_has_entrants_of_which_each_is_in_one(groups: tuple[tuple[int, ...], ...], code: str) -> None:
    keeper = tournament_with_stage(16)
    with pytest.raises(TournamentError) as refused:
        plan_rounds(keeper.state, structs.replace(balanced(1), groups=groups))
    assert refused.value.code == code


def test_a_swiss_round_may_keep_teams_apart() -> None:
    keeper = with_teams(*"AABBCCDD")
    [change] = plan_rounds(keeper.state, Swiss(stage=1, wanted=4, apart="teams"))
    assert change.quality["team_meetings"] == 0


def test_rounds_drawn_anew_keep_teams_apart_where_that_is_wished_again() -> None:
    keeper = with_teams(*"AAAABBBBCCCCDDDDE")
    keeper.make(*plan_rounds(keeper.state, structs.replace(balanced(2), apart="teams")))
    keeper.make(Withdrawn(entrant=17, stage=1, round=1))
    changes = plan_redraw(keeper.state, Anew(stage=1, wanted=4, seed=3, work=QUICK, apart="teams"))
    assert changes[0].quality["team_meetings"] == 0


def test_a_snake_deals_the_standing_to_the_tables() -> None:
    keeper = tournament_with_stage(8)
    keeper.draw([1, 2, 3, 4], [5, 6, 7, 8])
    keeper.scores(1, 1, 8, 7, 6, 5)
    keeper.scores(1, 2, 4, 3, 2, 1)
    [change] = plan_rounds(keeper.state, Snake(stage=1, wanted=4))
    assert {tuple(sorted(table)) for table in change.tables} == {(1, 4, 5, 8), (2, 3, 6, 7)}


def test_tables_that_were_fixed_by_hand_are_only_measured() -> None:
    keeper = tournament_with_stage(8)
    keeper.draw([1, 2, 3, 4], [5, 6, 7, 8])
    tables = ((1, 2, 3, 5), (4, 6, 7, 8))
    [change] = plan_rounds(keeper.state, ByHand(stage=1, tables=tables))
    assert change.tables == tables
    assert change.quality["repeats"] == 6


def test_a_stage_that_is_not_there_cannot_be_drawn() -> None:
    with pytest.raises(TournamentError) as refusal:
        plan_rounds(tournament_with_stage(8).state, Snake(stage=2))
    assert refusal.value.code == "no_such_stage"


def test_more_than_can_be_searched_is_not_drawn_together() -> None:
    state = tournament_with_stage(400).state
    with pytest.raises(TournamentError) as refusal:
        plan_rounds(state, balanced(100))
    assert refusal.value.code == "draw_too_large"


def test_no_table_is_wanted_that_the_stage_does_not_allow() -> None:
    with pytest.raises(TournamentError) as refused:
        plan_rounds(tournament_with_stage(8).state, Balanced(stage=1, wanted=3, work=QUICK))
    assert refused.value.code == "size_not_allowed"


@pytest.fixture(scope="module")
def here() -> str:
    """Everything that this process draws."""
    return seeded_draws_json()


def test_everything_that_can_be_drawn_is(here: str) -> None:
    assert [line.count('"change":"redrawn"') for line in here.splitlines()].count(1) == 2
    assert len(here.splitlines()) == 3 + 2 + len(DRAW_REQUESTS[1:]) + 1


@pytest.mark.soak
def test_another_process_draws_the_same(here: str) -> None:
    call = [sys.executable, "-m", "tests.support.tournaments.seeded_draws"]
    variables = {"PYTHONHASHSEED": "7", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        call, env=process_environment() | variables, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == here
