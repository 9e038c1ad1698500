"""Rounds drawn by HTTP."""

from itertools import chain

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Headers, HttpScorekeeper, problem_name, round_change, sheet


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


def test_the_same_seed_draws_the_same(client: FlaskClient, keeper: HttpScorekeeper) -> None:
    wish = {"method": "balanced", "stage": 1, "rounds": 2, "work": 100_000}
    first = keeper.make(wish, to="draw")
    other = HttpScorekeeper(client, keeper.headers, name="Another cup")
    other.enter(*(f"Player {number}" for number in range(1, 10)))
    other.open_stage(sizes=[4, 5])
    assert other.make({**wish, "seed": first["seed"]}, to="draw")["rounds"] == first["rounds"]


def test_after_a_withdrawal_only_what_is_not_played_is_drawn_anew(keeper: HttpScorekeeper) -> None:
    keeper.make({"method": "balanced", "stage": 1, "rounds": 3, "seed": 1, "work": 100_000}, to="draw")
    keeper.make(sheet(1, 1, places=[1, 2, 3, 4, 5]))
    before = rounds(keeper)
    keeper.make(round_change("withdrawn", 2, entrant=9))
    told = keeper.make({"stage": 1, "seed": 2, "work": 100_000}, to="redraw")
    assert [one["round"] for one in told["rounds"]] == [2, 3]
    assert rounds(keeper)[0] == before[0]
    assert [sorted(chain(*tables)) for tables in rounds(keeper)[1:]] == [list(range(1, 9))] * 2


def test_where_everything_is_played_nothing_is_drawn_anew(keeper: HttpScorekeeper) -> None:
    told = keeper.make({"stage": 1}, to="redraw")
    assert told == {"version": keeper.version, "seed": None, "rounds": [], "quality": None}


def test_a_swiss_round_seats_equals_together(keeper: HttpScorekeeper) -> None:
    keeper.seats([1, 2, 3, 4, 5], [6, 7, 8, 9])
    keeper.make(sheet(1, 1, places=[1, 2, 3, 4, 5]), sheet(1, 2, places=[1, 2, 3, 4]))
    [drawn] = keeper.make({"method": "swiss", "stage": 1}, to="draw")["rounds"]
    best, rest = drawn["tables"]
    assert {1, 2, 6} <= set(best)
    assert {5, 9} <= set(rest)


def test_a_snake_makes_tables_equally_strong(keeper: HttpScorekeeper) -> None:
    [drawn] = keeper.make({"method": "snake", "stage": 1}, to="draw")["rounds"]
    assert [sorted(table) for table in drawn["tables"]] == [[1, 4, 5, 8, 9], [2, 3, 6, 7]]


def test_by_hand_somebody_who_is_left_out_is_named(keeper: HttpScorekeeper) -> None:
    answer = keeper.attempt({"method": "by hand", "stage": 1, "tables": [[1, 2, 3, 4], [5, 6, 7, 8]]}, to="draw")
    assert (answer.status_code, problem_name(answer)) == (409, "impossible-change")
    assert (answer.get_json()["code"], answer.get_json()["details"]) == ("left_out", {"entrants": "9"})


def test_by_hand_everything_that_is_wrong_is_told_at_once(keeper: HttpScorekeeper) -> None:
    told = keeper.attempt({"method": "by hand", "stage": 1, "tables": [[1, 2, 3], [1, 6, 7, 8]]}, to="draw").get_json()
    assert [one["code"] for one in told["errors"]] == ["table_size", "seated_twice", "left_out"]
    assert told["code"] == "table_size"
    assert told["detail"] == "; ".join(one["detail"] for one in told["errors"])


def test_teams_are_kept_apart_where_that_is_wished(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    for team in "ABCD":
        keeper.enter(*(f"{team} {number}" for number in range(1, 5)), team=team)
    keeper.open_stage(sizes=[4])
    wish = {"method": "balanced", "stage": 1, "rounds": 4, "seed": 7, "work": 100_000, "apart": "teams"}
    told = keeper.make(wish, to="draw")
    assert (told["quality"]["team_meetings"], told["quality"]["team_meetings_at_least"]) == (0, 0)
    assert told["quality"]["repeats"] == 0


def test_by_hand_somebody_may_sit_out(keeper: HttpScorekeeper) -> None:
    wish = {"method": "by hand", "stage": 1, "tables": [[1, 2, 3, 4], [5, 6, 7, 8]], "byes": [9]}
    assert keeper.make(wish, to="draw")["rounds"][0]["byes"] == [9]


def test_a_draw_for_an_older_version_is_not_made(keeper: HttpScorekeeper) -> None:
    answer = keeper.attempt({"method": "snake", "stage": 1}, to="draw", version=1)
    assert (answer.status_code, answer.get_json()["current"]) == (412, keeper.version)


def test_an_unknown_way_to_draw_is_unreadable(keeper: HttpScorekeeper) -> None:
    answer = keeper.attempt({"method": "dice", "stage": 1}, to="draw")
    assert [one["pointer"] for one in answer.get_json()["errors"]] == ["/method"]


def test_a_stage_that_is_not_there_cannot_be_drawn(keeper: HttpScorekeeper) -> None:
    assert keeper.attempt({"method": "snake", "stage": 2}, to="draw").get_json()["code"] == "no_such_stage"
