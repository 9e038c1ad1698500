"""Rounds drawn by HTTP."""

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Headers, HttpScorekeeper


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A tournament of nine in its first stage, at tables of four and five."""
    found = HttpScorekeeper(client, scorekeeper)
    found.enter(*(f"Player {number}" for number in range(1, 10)))
    found.open_stage(sizes=[4, 5])
    return found


def rounds(keeper: HttpScorekeeper) -> list[list[list[int]]]:
    """Who was drawn where, round by round."""
    stage = keeper.reads()["stages"][0]
    return [[[seat["drawn"] for seat in table["seats"]] for table in found["tables"]] for found in stage["rounds"]]


def test_a_draw_tells_its_quality_and_goes_into_the_log(keeper: HttpScorekeeper) -> None:
    told = keeper.make({"method": "balanced", "stage": 1, "rounds": 3, "seed": 7, "work": 100_000}, to="draw")
    assert told["seed"] == 7
    assert [one["tables"] for one in told["rounds"]] == rounds(keeper)
    assert told["quality"] == keeper.reads()["stages"][0]["rounds"][2]["quality"]
    assert told["quality"]["repeats"] >= told["quality"]["repeats_at_least"]
    assert [sorted(map(len, tables)) for tables in rounds(keeper)] == [[4, 5]] * 3


def test_by_hand_everything_that_is_wrong_is_told_at_once(keeper: HttpScorekeeper) -> None:
    told = keeper.attempt({"method": "by hand", "stage": 1, "tables": [[1, 2, 3], [1, 6, 7, 8]]}, to="draw").get_json()
    assert [one["code"] for one in told["errors"]] == ["table_size", "seated_twice", "left_out"]
    assert told["code"] == "table_size"
    assert told["detail"] == "; ".join(one["detail"] for one in told["errors"])


def test_a_draw_for_an_older_version_is_not_made(keeper: HttpScorekeeper) -> None:
    answer = keeper.attempt({"method": "snake", "stage": 1}, to="draw", version=1)
    assert (answer.status_code, answer.get_json()["current"]) == (412, keeper.version)
