"""Lots over HTTP: the service draws them from a seed."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Headers, HttpScorekeeper, problem_name, sheet


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A round after which the first two share a place, and so do the last two."""
    keeper = HttpScorekeeper(client, scorekeeper, settings={"tie_breaks": ["points", "lot"]})
    keeper.enter("Haru", "Natsu", "Aki", "Fuyu")
    keeper.open_stage()
    keeper.seats([1, 2, 3, 4])
    keeper.make(sheet(1, 1, points=[5, 5, 1, 1]))
    return keeper


def places(keeper: HttpScorekeeper) -> list[int]:
    lines: list[dict[str, Any]] = keeper.reads("/standings")["lines"]
    return [line["place"] for line in lines]


def test_a_lot_of_a_seed_is_drawn_between_some_entrants(keeper: HttpScorekeeper) -> None:
    drawn = keeper.make({"entrants": [3, 4], "seed": 7}, to="lot")
    assert (drawn["seed"], drawn["version"]) == (7, keeper.version)
    assert sorted(drawn["lots"][0]) == [3, 4]
    assert keeper.reads()["lots"] == drawn["lots"]


def test_the_order_of_the_request_makes_no_difference(keeper: HttpScorekeeper) -> None:
    one, other = (keeper.make({"entrants": order, "seed": 7}, to="lot") for order in ([3, 4], [4, 3]))
    assert one["lots"] == other["lots"]


def test_without_names_there_is_a_lot_for_each_shared_place(keeper: HttpScorekeeper) -> None:
    drawn = keeper.make({}, to="lot")
    assert [sorted(lot) for lot in drawn["lots"]] == [[1, 2], [3, 4]]
    assert places(keeper) == [1, 2, 3, 4]


def test_where_nobody_shares_a_place_nothing_is_drawn(keeper: HttpScorekeeper) -> None:
    keeper.make({}, to="lot")
    before = keeper.version
    assert keeper.make({"seed": 3}, to="lot") == {"version": before, "seed": 3, "lots": []}


@pytest.mark.parametrize(("entrants", "code"), [([3, 9], "not_entered"), ([3, 3], "named_twice")])
def test_a_lot_between_others_is_refused(keeper: HttpScorekeeper, entrants: list[int], code: str) -> None:
    answer = keeper.attempt({"entrants": entrants}, to="lot")
    assert (answer.status_code, answer.get_json()["code"]) == (409, code)


def test_a_lot_needs_two_entrants(keeper: HttpScorekeeper) -> None:
    assert problem_name(keeper.attempt({"entrants": [3]}, to="lot")) == "unreadable"
