"""Tables beside the standings: teams and head to head."""

from fractions import Fraction

import pytest

from daifu.data.tournaments.changes import Forfeited, Renamed
from daifu.data.tournaments.settings import Listed
from daifu.data.tournaments.standings import build_head_to_head, rank_teams
from daifu.data.tournaments.state import EMPTY_STATE, RoundId
from tests.support.tournaments.log import TournamentLog, further_stage, tournament_with_stage


def with_teams(*names: str | None, rules: str = "dalmuti") -> TournamentLog:
    """Four entrants of these teams."""
    keeper = tournament_with_stage(4, rules=rules)
    for number, team in enumerate(names, 1):
        keeper.make(Renamed(entrant=number, name=f"Player {number}", team=team))
    keeper.draw((1, 2, 3, 4))
    return keeper


def places(keeper: TournamentLog) -> list[tuple[int, str, int]]:
    return [(line.place, line.team, int(line.points)) for line in rank_teams(keeper.state)]


def test_a_team_has_the_points_of_its_entrants_together() -> None:
    keeper = with_teams("Reds", "Blues", "Blues", "Reds")
    keeper.scores(1, 1, 4, 3, 3, 1)
    assert places(keeper) == [(1, "Blues", 6), (2, "Reds", 5)]
    assert [line.entrant for line in rank_teams(keeper.state)[0].members] == [2, 3]


def test_of_equal_teams_that_with_the_better_best_entrant_is_ahead() -> None:
    keeper = with_teams("Reds", "Blues", "Blues", "Reds")
    keeper.scores(1, 1, 1, 3, 3, 5)
    assert places(keeper) == [(1, "Reds", 6), (2, "Blues", 6)]


def test_teams_whose_best_share_a_place_share_theirs() -> None:
    keeper = with_teams("Reds", "Blues", "Blues", "Reds")
    keeper.scores(1, 1, 4, 4, 1, 1)
    assert places(keeper) == [(1, "Blues", 5), (1, "Reds", 5)]


def test_an_entrant_without_a_team_is_in_no_team() -> None:
    keeper = with_teams("Reds", None, None, "Reds")
    keeper.scores(1, 1, 1, 9, 9, 1)
    assert places(keeper) == [(1, "Reds", 2)]


@pytest.mark.parametrize("carry", [Fraction(0), Fraction(1, 2), Fraction(1)])
def test_after_a_final_a_team_has_the_points_of_all_its_entrants(carry: Fraction) -> None:
    keeper = tournament_with_stage(8)
    for number, team in enumerate(("Reds", "Blues", "Greens", "Reds", "Blues", "Greens", "Reds", None), 1):
        keeper.make(Renamed(entrant=number, name=f"Player {number}", team=team))
    keeper.draw((1, 2, 3, 4), (5, 6, 7, 8))
    keeper.scores(1, 1, 7, 6, 1, 2)
    keeper.scores(1, 2, 9, 2, 1, 8)
    keeper.make(further_stage(field=Listed((1, 2, 5, 8)), carry=carry))
    keeper.draw((1, 2, 5, 8), stage=2)
    keeper.scores(1, 1, 5, 4, 3, 1, stage=2)
    in_final = {1: 5 + 7 * carry, 2: 4 + 6 * carry, 5: 3 + 9 * carry}
    expected = {"Reds": in_final[1] + 2 + 1, "Blues": in_final[2] + in_final[5], "Greens": 1 + 2}
    assert {line.team: line.points for line in rank_teams(keeper.state)} == expected
    assert [line.place for line in rank_teams(keeper.state)] == [1, 2, 3]


def test_where_few_points_are_good_the_team_with_the_fewest_is_first() -> None:
    keeper = with_teams("Reds", "Blues", "Blues", "Reds", rules="floor13")
    keeper.scores(1, 1, 1, 9, 9, 1)
    assert places(keeper) == [(1, "Reds", 2), (2, "Blues", 18)]


def test_there_are_no_teams_without_a_tournament() -> None:
    assert rank_teams(EMPTY_STATE) == ()


def twice() -> TournamentLog:
    """Four entrants who met twice."""
    keeper = tournament_with_stage(5)
    keeper.draw((1, 2, 3, 4), byes=[5])
    keeper.draw((4, 3, 2, 1), byes=[5])
    keeper.scores(1, 1, 4, 3, 3, 1)
    keeper.scores(2, 1, 4, 3, 3, 1)
    return keeper


def test_head_to_head_counts_every_pair_that_met() -> None:
    table = build_head_to_head(twice().state, RoundId(1, 2))
    assert {one: sorted(others) for one, others in table.items()} == {
        1: [2, 3, 4],
        2: [1, 3, 4],
        3: [1, 2, 4],
        4: [1, 2, 3],
        5: [],
    }


def test_equal_scores_are_half_a_win_each() -> None:
    table = build_head_to_head(twice().state, RoundId(1, 2))
    assert table[2][3].won == table[3][2].won == 1
    assert [meeting.won for meeting in table[2][3].meetings] == [Fraction(1, 2)] * 2


def test_each_meeting_is_won_once() -> None:
    table = build_head_to_head(twice().state, RoundId(1, 2))
    for one, others in table.items():
        for other, encounter in others.items():
            assert encounter.won + table[other][one].won == len(encounter.meetings)


def test_a_forfeit_is_no_meeting() -> None:
    keeper = twice()
    keeper.make(Forfeited(stage=1, round=2, table=1, entrant=4))
    table = build_head_to_head(keeper.state, RoundId(1, 2))
    assert len(table[4][1].meetings) == 1


def test_later_rounds_are_left_out() -> None:
    assert len(build_head_to_head(twice().state, RoundId(1, 1))[1][2].meetings) == 1
