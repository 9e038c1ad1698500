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


def how_round_was_spent(keeper: HttpScorekeeper, entrant: int) -> str:
    """What an entrant did in the first round."""
    [found] = keeper.reads(f"/standings/{entrant}")["account"]["rounds"]
    told: str = found["how"]
    return told


def substitute_change(seat: int, **by: object) -> Json:
    return round_change("substituted", 1, table=1, seat=seat, by=by)


def guest_change(seat: int, *, scores: bool, name: str = "Rain") -> Json:
    return substitute_change(seat, who="guest", name=name, scores=scores)


def move_seats(first: list[int], second: list[int]) -> Json:
    """Who really sat at both tables."""
    return round_change("seats_moved", 1, tables=[{"table": 1, "seats": first}, {"table": 2, "seats": second}])


SCORES = sheet(1, 1, points=[4, 3, 2, 1])


def test_what_an_entrant_plays_as_a_substitute_is_his(keeper: HttpScorekeeper) -> None:
    keeper.make(substitute_change(4, who="entrant", entrant=9), SCORES)
    assert points(keeper) == {1: 4, 2: 3, 3: 2, 9: 1}
    assert [how_round_was_spent(keeper, entrant) for entrant in (4, 9)] == ["absent", "played"]


def test_what_a_guest_plays_for_an_entrant_is_the_entrant_s(keeper: HttpScorekeeper) -> None:
    keeper.make(guest_change(4, scores=True), SCORES)
    assert points(keeper) == {1: 4, 2: 3, 3: 2, 4: 1, 9: 7}


def test_what_a_guest_plays_to_fill_the_table_is_nobody_s(keeper: HttpScorekeeper) -> None:
    keeper.make(guest_change(1, scores=False), SCORES)
    assert points(keeper) == {2: 3, 3: 2, 4: 1, 9: 7}
    assert how_round_was_spent(keeper, 1) == "absent"
    assert [meeting["opponent"] for meeting in keeper.reads("/standings/2")["meetings"]] == [3, 4]


def test_a_seat_is_taken_back_by_who_was_drawn_there(keeper: HttpScorekeeper) -> None:
    keeper.make(guest_change(4, scores=False), SCORES, substitute_change(4, who="entrant", entrant=4))
    assert points(keeper)[4] == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (substitute_change(4, who="entrant", entrant=5), "seated_twice"),
        (substitute_change(4, who="entrant", entrant=10), "not_entered"),
        (substitute_change(5, who="entrant", entrant=9), "no_such_seat"),
        (round_change("substituted", 1, table=3, seat=1, by={"who": "entrant", "entrant": 9}), "table_too_many"),
    ],
)
def test_who_may_not_sit_there_is_told(keeper: HttpScorekeeper, change: Json, code: str) -> None:
    answer = keeper.attempt(change)
    assert (answer.status_code, answer.get_json()["code"]) == (409, code)


def test_who_has_withdrawn_is_nobody_s_substitute(keeper: HttpScorekeeper) -> None:
    keeper.make(round_change("withdrawn", 1, entrant=9))
    assert keeper.attempt(substitute_change(4, who="entrant", entrant=9)).get_json()["code"] == "withdrawn"


def test_who_forfeits_gets_what_a_forfeit_is_worth(keeper: HttpScorekeeper) -> None:
    keeper.make(round_change("forfeited", 1, table=1, entrant=4), sheet(1, 1, points=[3, 2, 1, None]))
    assert points(keeper) == {1: 3, 2: 2, 3: 1, 4: -3, 9: 7}
    assert how_round_was_spent(keeper, 4) == "forfeited"
    assert [meeting["opponent"] for meeting in keeper.reads("/standings/1")["meetings"]] == [2, 3]


def test_a_forfeit_that_is_cancelled_leaves_what_was_played(keeper: HttpScorekeeper) -> None:
    keeper.make(round_change("forfeited", 1, table=1, entrant=4), SCORES)
    assert points(keeper)[4] == -3
    keeper.make(round_change("forfeit_cancelled", 1, table=1, entrant=4))
    assert points(keeper)[4] == 1
    again = keeper.attempt(round_change("forfeit_cancelled", 1, table=1, entrant=4))
    assert (again.status_code, again.get_json()["code"]) == (409, "not_forfeited")


def test_results_go_over_to_those_who_really_sat_there_in_one_step(keeper: HttpScorekeeper) -> None:
    keeper.make(SCORES, sheet(1, 2, points=[40, 30, 20, 10]))
    before = keeper.version
    keeper.make(move_seats([5, 2, 3, 8], [1, 6, 7, 4]))
    assert keeper.version == before + 1
    assert points(keeper) == {5: 4, 2: 3, 3: 2, 8: 1, 1: 40, 6: 30, 7: 20, 4: 10, 9: 7}
    met = {one["entrant"]: [other["opponent"] for other in one["against"]] for one in table(keeper)}
    assert (met[1], met[5]) == ([4, 6, 7], [2, 3, 8])
    [entry] = keeper.reads("/log", after=before)["entries"]
    assert [[seat["entrant"] for seat in entry[part]["1"]] for part in ("before", "after")] == [
        [1, 2, 3, 4],
        [5, 2, 3, 8],
    ]


def table(keeper: HttpScorekeeper) -> list[Json]:
    found: list[Json] = keeper.reads("/head-to-head")["table"]
    return found


def test_who_moves_seats_back_and_forth_changes_nothing(keeper: HttpScorekeeper) -> None:
    keeper.make(SCORES, sheet(1, 2, points=[40, 30, 20, 10]))
    before = keeper.reads("/standings")["lines"]
    keeper.make(move_seats([5, 2, 3, 8], [1, 6, 7, 4]), move_seats([1, 2, 3, 4], [5, 6, 7, 8]))
    assert keeper.reads("/standings")["lines"] == before


@pytest.mark.parametrize(
    ("seats", "code"),
    [([[1, 2, 3, 9], [5, 6, 7, 8]], "other_people"), ([[1, 2, 3], [5, 6, 7, 8]], "wrong_count")],
)
def test_only_those_who_sat_at_these_tables_change_seats(
    keeper: HttpScorekeeper, seats: list[list[int]], code: str
) -> None:
    assert keeper.attempt(move_seats(*seats)).get_json()["code"] == code


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (substitute_change(4, who="entrant", entrant=9), {4: 0, 9: 1}),
        (guest_change(4, scores=False), {4: 0}),
        (round_change("forfeited", 1, table=1, entrant=4), {4: -3}),
        (move_seats([5, 2, 3, 4], [1, 6, 7, 8]), {1: 40, 5: 4}),
    ],
    ids=["substitute", "guest", "forfeit", "seats"],
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
    [warning] = keeper.make(change)["warnings"]
    assert (warning["code"], warning["rule"], warning["table"]) == ("points_inconsistent", "D-SCORE-2", 1)
    assert warning["message"]["en"] == "the written points are 0 1 2 3, but this order gives 3 2 1 0"
    assert points(keeper)[4] == 3
    assert "warnings" not in keeper.make(round_change("result", 1, table=1, deal=1, places=[1, 2, 3, 4]))
