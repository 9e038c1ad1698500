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
