"""Who really sat there: substitutes, guests, forfeits, and wrong seats that are noticed later."""

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Headers, HttpScorekeeper, Json, round_change, sheet

NAMES = ["Haru", "Natsu", "Aki", "Fuyu", "Sora", "Umi", "Kawa", "Yama", "Tsuki"]


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A tournament of nine whose first round is drawn at two tables; the ninth has a bye, which is worth 7."""
    found = HttpScorekeeper(client, scorekeeper, settings={"forfeit": -3, "bye": 7, "deals": 1})
    found.enter(*NAMES)
    found.open_stage()
    wish = {"method": "by hand", "stage": 1, "tables": [[1, 2, 3, 4], [5, 6, 7, 8]], "byes": [9]}
    found.make(wish, to="draw")
    return found


def points(keeper: HttpScorekeeper) -> dict[int, float]:
    """The points of those who have any."""
    return {line["entrant"]: line["points"] for line in keeper.reads("/standings")["lines"] if line["points"]}


def substitute_change(seat: int, **by: object) -> Json:
    return round_change("substituted", 1, table=1, seat=seat, by=by)


def guest_change(seat: int, *, scores: bool, name: str = "Rain") -> Json:
    return substitute_change(seat, who="guest", name=name, scores=scores)


def move_seats(first: list[int], second: list[int]) -> Json:
    """Who really sat at both tables."""
    return round_change("seats_moved", 1, tables=[{"table": 1, "seats": first}, {"table": 2, "seats": second}])


SCORES = sheet(1, 1, points=[4, 3, 2, 1])


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (substitute_change(4, who="entrant", entrant=9), {4: 0, 9: 1}),
        (guest_change(4, scores=False), {4: 0}),
        (round_change("forfeited", 1, table=1, entrant=4), {4: -3}),
        (move_seats([5, 2, 3, 4], [1, 6, 7, 8]), {1: 40, 5: 4}),
        (sheet(1, 1, points=[1, 2, 3, 4]), {1: 1, 4: 4}),
    ],
    ids=["substitute", "guest", "forfeit", "seats", "sheet"],
)
def test_what_it_would_do_is_told_before_and_also_of_a_closed_round(
    keeper: HttpScorekeeper, change: Json, lines: dict[int, int]
) -> None:
    keeper.make(SCORES, sheet(1, 2, points=[40, 30, 20, 10]), round_change("round_closed", 1))
    assert keeper.attempt(change).get_json()["code"] == "round_closed"
    foreseen = keeper.attempt(change, dry_run="true").get_json()
    assert foreseen["made"] == 0
    after = {one["entrant"]: one["after"] for one in foreseen["consequences"]}
    assert {entrant: after[entrant]["points"] for entrant in lines} == lines
    keeper.make(round_change("round_reopened", 1), change, round_change("round_closed", 1))
    now = {line["entrant"]: line for line in keeper.reads("/standings")["lines"]}
    assert {entrant: now[entrant] for entrant in after} == after


def test_points_that_contradict_the_places_are_kept_with_a_warning(keeper: HttpScorekeeper) -> None:
    change = round_change("result", 1, table=1, deal=1, places=[1, 2, 3, 4], points=[0, 1, 2, 3])
    previewed = keeper.attempt(change, dry_run="true").get_json()["warnings"]
    [warning] = keeper.make(change)["warnings"]
    assert previewed == [warning]
    assert (warning["code"], warning["rule"], warning["table"]) == ("points_inconsistent", "D-SCORE-2", 1)
    assert warning["message"]["en"] == "the written points are 0 1 2 3, but this order gives 3 2 1 0"
    assert points(keeper)[4] == 3
    assert "warnings" not in keeper.make(round_change("result", 1, table=1, deal=1, places=[1, 2, 3, 4]))
