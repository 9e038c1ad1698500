"""`GET /v1/records/{id}` and what belongs to it: the record, its report, its deals, and the table action by action."""

import json

import pytest
from flask.testing import FlaskClient

from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.judgement import check_json
from tests.support.http_client import Headers, post_record, problem_name, store_record, version_of
from tests.support.samples import FAULTY_RECORDS, SAMPLES_FOLDER
from tests.support.small_records import document, json_bytes

PARTS = ["", "/report", "/deals/1", "/deals/1/positions/0", "/revisions", "/revisions/1", "/revisions/1/report"]
SITTING = {"players": ["Mu", "Junko", "Shimo", "Aki"], "deals": FAULTY_RECORDS[7]["deals"]}

each_part = pytest.mark.parametrize("part", PARTS)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_table_is_shown_after_every_action_of_a_deal(
    client: FlaskClient, scorekeeper: Headers, profile: str
) -> None:
    line = (SAMPLES_FOLDER / f"{profile}.ndjson").read_bytes().splitlines()[0]
    answer = client.post("/v1/records", data=line, content_type="application/json", headers=scorekeeper)
    actions = json.loads(line)["deals"][1]["actions"]
    for at in {0, 1, len(actions) // 2, len(actions)}:
        table = client.get(f"{answer.headers['Location']}/deals/2/positions/{at}").get_json()
        assert (table["deal"], table["at"], table["actions"]) == (2, at, len(actions))
        assert table["action"] == (actions[at - 1] if at else None)
        assert table["faults"] == []
        assert at == len(actions) or table["legal"]


def test_a_table_tells_the_faults_of_the_action_just_taken(client: FlaskClient, scorekeeper: Headers) -> None:
    address = post_record(client, scorekeeper, FAULTY_RECORDS[4]).headers["Location"]
    table = client.get(f"{address}/deals/1/positions/1").get_json()
    assert table["action"] == "2 S3"
    assert [fault["code"] for fault in table["faults"]] == ["opening_card_missing", "out_of_turn"]


def test_a_table_can_be_seen_under_the_rules_of_another_game(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, **SITTING)
    own = client.get(f"{address}/deals/1/positions/0").get_json()
    other = client.get(f"{address}/deals/1/positions/0?rules=akagiri")
    assert (other.status_code, version_of(other)) == (200, 1)
    assert other.get_json()["legal"] != own["legal"]


def test_a_table_under_rules_that_do_not_fit_is_refused(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, **SITTING)
    answer = client.get(f"{address}/deals/1/positions/0?rules=dalmuti")
    assert problem_name(answer) == "cannot-convert"


@each_part
def test_there_is_nothing_under_numbers_that_nobody_gave(client: FlaskClient, part: str) -> None:
    for number in ("0", "1", "9223372036854775807", "9223372036854775808", "-1", "one"):
        assert problem_name(client.get(f"/v1/records/{number}{part}")) == "not-found"


@pytest.mark.parametrize(
    "part",
    [
        "/deals/0",
        "/deals/2",
        "/deals/9223372036854775807",
        "/deals/2/positions/0",
        "/deals/1/positions/99",
        "/deals/1/positions/9223372036854775807",
        "/revisions/0",
        "/revisions/2",
        "/revisions/9223372036854775807/report",
        "/totals",
    ],
)
def test_nor_under_numbers_of_parts_that_it_does_not_have(client: FlaskClient, scorekeeper: Headers, part: str) -> None:
    address = store_record(client, scorekeeper, **SITTING)
    assert problem_name(client.get(address + part)) == "not-found"


def test_a_deal_without_actions_has_no_tables(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    answer = client.get(f"{address}/deals/1/positions/0")
    assert problem_name(answer) == "not-found"
    assert "only its result" in answer.get_json()["detail"]


def test_a_record_is_judged_by_other_rules(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, **SITTING)
    own = client.get(f"{address}/report")
    elsewhere = client.get(f"{address}/report?rules=akagiri")
    told = elsewhere.get_json()
    assert told == json.loads(check_json(json_bytes(document(**SITTING, rules="akagiri"))))
    assert told["rules"] == "akagiri"
    assert told["deals"][0]["faults"] != own.get_json()["deals"][0]["faults"]
    assert client.get(f"{address}/report").data == own.data


def test_a_record_is_judged_by_other_options(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, **SITTING)
    answer = client.get(f"{address}/report", query_string={"options": '{"jokers": 2}'})
    assert answer.get_json() == json.loads(check_json(json_bytes(document(**SITTING, options={"jokers": 2}))))


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ({"rules": "uecda"}, "/deals/0"),
        ({"rules": "dalmuti"}, "/deals/0/hands/0"),
        ({"options": '{"jokers": 9}'}, "/options/jokers"),
        ({"options": '{"kings": 1}'}, "/options/kings"),
        ({"rules": "akagiri", "options": '{"eleven_back": true}'}, "/options/eleven_back"),
    ],
)
def test_where_cards_players_or_options_do_not_fit_it_is_not(
    client: FlaskClient, scorekeeper: Headers, query: dict[str, str], pointer: str
) -> None:
    address = store_record(client, scorekeeper, **SITTING)
    answer = client.get(f"{address}/report", query_string=query)
    assert problem_name(answer) == "cannot-convert"
    assert pointer in [error["pointer"] for error in answer.get_json()["errors"]]


def test_a_head_is_answered_like_a_get_without_its_body(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    read, head = client.get(address), client.head(address)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", read.headers["ETag"])
    assert head.headers["Content-Length"] == read.headers["Content-Length"]
