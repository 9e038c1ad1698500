"""What counts from stage to stage and from round to round: finals, carried points, dropped rounds, teams."""

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Headers, HttpScorekeeper, Json, round_change, sheet

NAMES = ["Haru", "Natsu", "Aki", "Fuyu", "Sora", "Umi", "Kawa", "Yama"]
FINAL = {"change": "stage_opened", "name": "Final", "field": {"who": "best", "count": 4}, "carry": 0.5}


def begun(client: FlaskClient, headers: Headers, **settings: object) -> HttpScorekeeper:
    """A tournament of eight in two teams, which has its first stage."""
    keeper = HttpScorekeeper(client, headers, settings=settings)
    keeper.enter(*NAMES[:4], team="Reds")
    keeper.enter(*NAMES[4:], team="Blues")
    keeper.open_stage()
    return keeper


def of_final(change: str, **fields: object) -> Json:
    return {"change": change, "stage": 2, "round": 1, **fields}


@pytest.fixture
def league(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A league of one round, which is over: 6, 5, 3, 2, 1, 0, -1 and -2 points."""
    keeper = begun(client, scorekeeper)
    keeper.seats([1, 2, 3, 4], [5, 6, 7, 8])
    keeper.make(sheet(1, 1, points=[3, 2, 1, 0]), sheet(1, 2, points=[6, 5, -1, -2]), round_change("round_closed", 1))
    return keeper


def plays_the_final(keeper: HttpScorekeeper) -> None:
    keeper.make(FINAL)
    keeper.make({"method": "by hand", "stage": 2, "tables": [[1, 2, 5, 6]]}, to="draw")
    keeper.make(of_final("result", table=1, deal=1, points=[3, 2, 0, 1]))


def lines(keeper: HttpScorekeeper, *columns: str, **query: int) -> list[tuple[object, ...]]:
    """Some columns of a standing."""
    return [tuple(line[column] for column in columns) for line in keeper.reads("/standings", **query)["lines"]]


def test_the_best_play_a_final_with_half_of_their_points(league: HttpScorekeeper) -> None:
    plays_the_final(league)
    assert lines(league, "place", "entrant", "points", "carried", "counted", "stage") == [
        (1, 1, 4.5, 1.5, 3, 2),
        (2, 6, 3.5, 2.5, 1, 2),
        (3, 2, 3, 1, 2, 2),
        (3, 5, 3, 3, 0, 2),
        (5, 3, 1, 0, 1, 1),
        (6, 4, 0, 0, 0, 1),
        (7, 7, -1, 0, -1, 1),
        (8, 8, -2, 0, -2, 1),
    ]
    account = league.reads("/standings/6")["account"]
    assert account["carried"] == {"stage": 1, "points": 5, "part": 0.5}


def test_before_the_final_everybody_has_what_he_carries(league: HttpScorekeeper) -> None:
    league.make(FINAL)
    assert lines(league, "entrant", "points", stage=2, round=0)[:4] == [(5, 3), (6, 2.5), (1, 1.5), (2, 1)]


def test_who_is_not_among_the_best_is_not_seated_in_the_final(league: HttpScorekeeper) -> None:
    league.make(FINAL)
    answer = league.attempt({"method": "by hand", "stage": 2, "tables": [[1, 2, 5, 3]], "byes": [6]}, to="draw")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "not_in_stage")


def test_who_has_withdrawn_makes_room_for_the_next_one(league: HttpScorekeeper) -> None:
    league.make({"change": "withdrawn", "entrant": 6, "stage": 2, "round": 1}, FINAL)
    assert league.reads()["stages"][1]["field"] == [1, 2, 3, 5]


def test_what_is_corrected_in_the_league_is_carried_as_it_is_now(league: HttpScorekeeper) -> None:
    plays_the_final(league)
    correction = sheet(1, 2, points=[4, 5, -1, -2])
    told = league.attempt(correction, dry_run="true").get_json()["consequences"]
    assert [one["after"]["points"] for one in told if (one["stage"], one["entrant"]) == (2, 5)] == [2]
    league.make(round_change("round_reopened", 1), correction, round_change("round_closed", 1))
    assert lines(league, "place", "entrant", "points")[:4] == [(1, 1, 4.5), (2, 6, 3.5), (3, 2, 3), (4, 5, 2)]


def test_a_final_waits_until_the_league_is_over(league: HttpScorekeeper) -> None:
    league.make(round_change("round_reopened", 1))
    assert league.attempt(FINAL).get_json()["code"] == "round_open"


def test_who_shares_the_last_place_that_counts_is_told_apart_by_a_lot(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    keeper = begun(client, scorekeeper, tie_breaks=["points", "lot"])
    keeper.seats([1, 2, 3, 4], [5, 6, 7, 8])
    keeper.make(sheet(1, 1, points=[3, 2, 1, 0]), sheet(1, 2, points=[6, 2, -1, -2]), round_change("round_closed", 1))
    three = {**FINAL, "field": {"who": "best", "count": 3}}
    told = keeper.attempt(three).get_json()
    assert (told["code"], told["details"]) == ("tie_at_the_cut", {"count": 3, "entrants": "2, 6"})
    keeper.make({"change": "lot_drawn", "entrants": [6, 2]}, three)
    assert keeper.reads()["stages"][1]["field"] == [1, 5, 6]


def test_the_worst_round_does_not_count(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = begun(client, scorekeeper, drop_worst=1)
    for number, scores in enumerate(([3, 2, 1, 0], [0, 1, 2, 3], [5, 0, 0, 1]), 1):
        keeper.seats([1, 2, 3, 4], [5, 6, 7, 8])
        keeper.make(sheet(number, 1, points=scores))
    columns = ("entrant", "points", "dropped")
    assert sorted(lines(keeper, *columns, round=1))[:4] == [(1, 3, []), (2, 2, []), (3, 1, []), (4, 0, [])]
    assert sorted(lines(keeper, *columns, round=2))[:4] == [(1, 3, [2]), (2, 2, [2]), (3, 2, [1]), (4, 3, [1])]
    assert sorted(lines(keeper, *columns, round=3))[:4] == [(1, 8, [2]), (2, 3, [3]), (3, 3, [3]), (4, 4, [1])]
    rounds = keeper.reads("/standings/4")["account"]["rounds"]
    assert [(one["score"], one["dropped"]) for one in rounds] == [(0, True), (3, False), (1, False)]


@pytest.fixture
def met(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """After two rounds the first two have 5 points each, and the first one did better where they met."""
    keeper = begun(client, scorekeeper, tie_breaks=["points", "head_to_head"])
    keeper.seats([1, 2, 3, 4], [5, 6, 7, 8])
    keeper.make(sheet(1, 1, points=[5, 3, 0, 0]), sheet(1, 2, points=[0, 0, 0, 0]))
    keeper.seats([1, 5, 3, 7], [2, 6, 4, 8])
    keeper.make(sheet(2, 1, points=[0, 1, 1, 1]), sheet(2, 2, points=[2, 0, 0, 0]))
    return keeper


def test_of_two_who_are_level_the_one_stands_better_who_won_where_they_met(met: HttpScorekeeper) -> None:
    first, second, *_ = met.reads("/standings")["lines"]
    assert [(one["place"], one["entrant"], one["points"]) for one in (first, second)] == [(1, 1, 5), (2, 2, 5)]
    assert first["tie_breaks"][-1] == {"tie_break": "head_to_head", "value": 1}


def test_the_head_to_head_table_counts_every_meeting(met: HttpScorekeeper) -> None:
    table = {one["entrant"]: one["against"] for one in met.reads("/head-to-head")["table"]}
    assert {one["opponent"]: one["won"] for one in table[1]} == {2: 1, 3: 1, 4: 1, 5: 0, 7: 0}
    assert {one["opponent"]: one["won"] for one in table[3]} == {1: 1, 2: 0, 4: 0.5, 5: 0.5, 7: 0.5}
    assert [(one["round"], one["own"], one["theirs"], one["won"]) for one in table[3][0]["meetings"]] == [
        (1, 0, 5, 0),
        (2, 1, 0, 1),
    ]


def test_after_an_earlier_round_it_has_only_what_was_played_by_then(met: HttpScorekeeper) -> None:
    table = {one["entrant"]: one["against"] for one in met.reads("/head-to-head", stage=1, round=1)["table"]}
    assert [one["opponent"] for one in table[1]] == [2, 3, 4]


def test_teams_have_the_points_of_all_who_are_in_them(met: HttpScorekeeper) -> None:
    teams = [(one["place"], one["team"], one["points"]) for one in met.reads("/teams")["teams"]]
    assert teams == [(1, "Reds", 11), (2, "Blues", 2)]
    before = [(one["team"], one["points"]) for one in met.reads("/teams", stage=1, round=1)["teams"]]
    assert before == [("Reds", 8), ("Blues", 0)]
    assert [line["entrant"] for line in met.reads("/teams")["teams"][0]["members"]] == [1, 2, 3, 4]


def test_who_changes_his_team_takes_his_points_along(met: HttpScorekeeper) -> None:
    change = {"change": "renamed", "entrant": 1, "name": "Haru", "team": "Blues"}
    met.make(change)
    assert [(one["team"], one["points"]) for one in met.reads("/teams")["teams"]] == [("Blues", 7), ("Reds", 6)]


def test_everything_can_be_read_as_it_was(league: HttpScorekeeper) -> None:
    before = league.version
    whats = ("", "/standings", "/standings/1", "/head-to-head", "/teams", "/faults", "/missing")
    then = [league.reads(what) for what in whats]
    plays_the_final(league)
    league.make(round_change("round_reopened", 1), sheet(1, 1, points=[0, 0, 0, 9]), round_change("round_closed", 1))
    assert [league.reads(what, version=before) for what in whats] == then
    assert league.reads("/standings", version=before) != league.reads("/standings", stage=1, round=1)


def test_the_past_is_never_other_than_it_was(league: HttpScorekeeper) -> None:
    then = {number: league.reads(version=number) for number in range(1, league.version + 1)}
    plays_the_final(league)
    assert {number: league.reads(version=number) for number in then} == then
    for what in ("/standings", "/teams", "/head-to-head", "/faults", "/missing", "/standings/1"):
        answer = league.client.get(f"{league.address}{what}", query_string={"version": league.version + 1})
        assert answer.status_code == 404, what


def test_a_stage_that_was_opened_by_mistake_is_removed(league: HttpScorekeeper) -> None:
    before = league.reads()["stages"]
    league.make(FINAL)
    league.make({"method": "by hand", "stage": 2, "tables": [[1, 2, 5, 6]]}, to="draw")
    league.make({"change": "stage_removed", "stage": 2})
    assert league.reads()["stages"] == before
