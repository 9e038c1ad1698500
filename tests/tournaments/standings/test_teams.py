from data.tournaments.changes import Renamed
from data.tournaments.standings.teams import teams
from data.tournaments.state import EMPTY
from tests.support.tournaments import Keeper, opened


def with_teams(*names: str | None, rules: str = "dalmuti") -> Keeper:
    """Four who play for these teams."""
    keeper = opened(4, rules=rules)
    for number, team in enumerate(names, 1):
        keeper.make(Renamed(entrant=number, name=f"Player {number}", team=team))
    keeper.draw((1, 2, 3, 4))
    return keeper


def places(keeper: Keeper) -> list[tuple[int, str, int]]:
    return [(line.place, line.team, int(line.points)) for line in teams(keeper.state)]


def test_a_team_has_the_points_of_its_entrants_together() -> None:
    keeper = with_teams("Reds", "Blues", "Blues", "Reds")
    keeper.scores(1, 1, 4, 3, 3, 1)
    assert places(keeper) == [(1, "Blues", 6), (2, "Reds", 5)]
    assert [line.entrant for line in teams(keeper.state)[0].members] == [2, 3]


def test_of_equal_teams_that_with_the_better_best_entrant_is_ahead() -> None:
    keeper = with_teams("Reds", "Blues", "Blues", "Reds")
    keeper.scores(1, 1, 1, 3, 3, 5)
    assert places(keeper) == [(1, "Reds", 6), (2, "Blues", 6)]


def test_teams_whose_best_share_a_place_share_theirs() -> None:
    keeper = with_teams("Reds", "Blues", "Blues", "Reds")
    keeper.scores(1, 1, 4, 4, 1, 1)
    assert places(keeper) == [(1, "Blues", 5), (1, "Reds", 5)]


def test_who_plays_for_himself_is_in_no_team() -> None:
    keeper = with_teams("Reds", None, None, "Reds")
    keeper.scores(1, 1, 1, 9, 9, 1)
    assert places(keeper) == [(1, "Reds", 2)]


def test_where_few_points_are_good_the_team_with_the_fewest_is_first() -> None:
    keeper = with_teams("Reds", "Blues", "Blues", "Reds", rules="floor13")
    keeper.scores(1, 1, 1, 9, 9, 1)
    assert places(keeper) == [(1, "Reds", 2), (2, "Blues", 18)]


def test_there_are_no_teams_without_a_tournament() -> None:
    assert teams(EMPTY) == ()
