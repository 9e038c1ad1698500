"""The order of a leaderboard."""

import pytest

from schemas.figures import ranked


def order(id: str, players: dict[str, dict[str, int]]) -> list[tuple[int, str]]:
    return [(standing.place, standing.player) for standing in ranked("uecda", id, players.items())]


def test_the_highest_value_is_first() -> None:
    players = {"ann": {"deals": 10, "first": 2}, "bob": {"deals": 10, "first": 5}, "eve": {"deals": 10, "first": 3}}
    assert order("first", players) == [(1, "bob"), (2, "eve"), (3, "ann")]


def test_where_low_is_better_the_lowest_value_is_first() -> None:
    players = {"ann": {"deals": 10, "last": 2}, "bob": {"deals": 10, "last": 5}}
    assert order("last", players) == [(1, "ann"), (2, "bob")]


def test_of_equal_values_the_one_that_is_known_better_stands_above_and_shares_the_place() -> None:
    players = {"few": {"deals": 4, "first": 1}, "many": {"deals": 400, "first": 100}, "none": {"deals": 9}}
    assert order("first", players) == [(1, "many"), (1, "few"), (3, "none")]


def test_that_holds_where_low_is_better_too() -> None:
    players = {"few": {"deals": 4, "last": 1}, "many": {"deals": 400, "last": 100}}
    assert order("last", players) == [(1, "many"), (1, "few")]


def test_of_equals_in_everything_the_smaller_id_stands_above() -> None:
    players = {"b": {"deals": 4, "first": 1}, "a": {"deals": 4, "first": 1}}
    assert order("first", players) == [(1, "a"), (1, "b")]


def test_who_has_no_value_is_left_out() -> None:
    players = {"ann": {"deals": 4, "top.begun": 1, "top.kept": 1}, "bob": {"deals": 4}}
    assert order("top.kept", players) == [(1, "ann")]


def test_a_value_without_interval_stands_below_an_equal_one_that_has_one() -> None:
    sure = {"deals": 2, "scored": 2, "points": 2000, "points_squared": 2_000_000}
    players = {"a": {"deals": 1, "scored": 1, "points": 1000, "points_squared": 10**6}, "b": sure}
    assert order("points.mean", players) == [(1, "b"), (1, "a")]


def test_a_line_tells_deals_and_interval() -> None:
    [line] = ranked("uecda", "first", [("ann", {"deals": 10, "first": 5})])
    assert (line.deals, line.value.denominator, line.value.value) == (10, 10, 0.5)
    assert (line.value.low, line.value.high) == pytest.approx((0.2366, 0.7634), abs=1e-4)


def test_a_figure_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(KeyError):
        ranked("uecda", "role.solo.points", [])
