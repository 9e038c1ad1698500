"""Which deals of a record count for ratings, and the order of players that follows from them."""

import json
from typing import Any

from daifu.data.ratings.outcomes import Outcome, read_outcomes


def outcome_of(rules: str = "theater", *, abandoned: bool = False, **fields: Any) -> Outcome | None:  # noqa: ANN401
    """The outcome of a deal with these fields in its report."""
    deal = {"order": [], "unfinished": [], "titles": [None] * 4, "points": [None] * 4, "faults": [], **fields}
    record = json.dumps({"deals": [{"abandoned": True} if abandoned else {}]}).encode()
    [found] = read_outcomes(rules, record, json.dumps({"deals": [deal]}).encode())
    return found


def test_players_are_rated_in_the_order_of_their_places() -> None:
    found = outcome_of(order=[3, 1, 2, 4], titles=["fugo", "hinmin", "daifugo", "daihinmin"])
    assert found == Outcome([3, 1, 2, 4], [], titled=True, rated=[[3], [1], [2], [4]], ranks=None)


def test_those_without_a_place_are_equal() -> None:
    found = outcome_of(order=[3, 1], unfinished=[2, 4])
    assert found == Outcome([3, 1], [2, 4], titled=False, rated=[[3], [1], [2], [4]], ranks=[0.0, 1.0, 2.0, 2.0])


def test_a_deal_without_titles_and_points_may_be_decided() -> None:
    assert outcome_of(order=[1, 2, 3, 4]) is not None


def test_an_abandoned_deal_is_not_decided_by_the_players_who_were_out() -> None:
    assert outcome_of(order=[2], unfinished=[1, 3, 4], abandoned=True) is None


def test_an_abandoned_deal_with_points_counts() -> None:
    assert outcome_of(order=[1, 2, 3, 4], points=[3, 1, -1, -3], abandoned=True) is not None


def test_an_incomplete_deal_does_not_count() -> None:
    assert outcome_of(order=[2], unfinished=[1, 3, 4], faults=[{"code": "deal_incomplete"}]) is None


def test_other_faults_make_no_difference() -> None:
    assert outcome_of(order=[1, 2, 3, 4], faults=[{"code": "result_mismatch"}]) is not None


def test_a_deal_of_one_player_does_not_count() -> None:
    assert outcome_of(order=[1], points=[0]) is None


def test_winners_of_points_are_a_team() -> None:
    found = outcome_of("biga", order=[4, 2, 1], unfinished=[3, 5], points=[-3, 6, -3, 3, -3])
    assert found == Outcome([4, 2, 1], [3, 5], titled=False, rated=[[2, 4], [1, 3, 5]], ranks=None)


def test_points_without_two_teams_rate_nobody() -> None:
    for points in ([0] * 5, [None] * 5):
        found = outcome_of("biga", order=[1, 2, 3], unfinished=[4, 5], points=points)
        assert found is not None
        assert found.rated == []


def test_those_who_share_a_place_are_equal() -> None:
    points, places = [2, 3, 2, 0], [2, 1, 2, 4]
    found = outcome_of(unfinished=[1, 2, 3, 4], points=points, shared_places=places)
    rated, ranks = [[2], [1], [3], [4]], [0.0, 1.0, 1.0, 3.0]
    assert found == Outcome([], [1, 2, 3, 4], titled=False, rated=rated, ranks=ranks, shared_places=tuple(places))


def test_teams_are_known_from_points_alone() -> None:
    found = outcome_of("biga", unfinished=[1, 2, 3, 4, 5], points=[-3, 6, -3, 3, -3], shared_places=[3, 1, 3, 2, 3])
    assert found is not None
    assert found.rated == [[2, 4], [1, 3, 5]]
