"""`GET /v1/records/{id}` and what belongs to it: the record, its report, its deals, and the table action by action."""

import json

import pytest
from flask.testing import FlaskClient

from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.judgement import check_json
from tests.support.http_client import Headers, delete_record, post_record, problem_name, store_record, version_of
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


def test_a_record_leads_to_its_report_and_its_history(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    assert client.get(address).headers["Link"] == (
        f'<{address}/report>; rel="describedby", <{address}/revisions>; rel="version-history"'
    )


def test_a_deal_is_told_with_its_report(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(
        client, scorekeeper, deals=[{"result": {"order": [1, 2, 3, 4]}}, *FAULTY_RECORDS[7]["deals"]]
    )
    report = client.get(f"{address}/report").get_json()
    assert client.get(f"{address}/deals/2").get_json() == {
        "deal": FAULTY_RECORDS[7]["deals"][0],
        "report": report["deals"][1],
    }


@each_part
def test_the_tag_of_every_part_begins_with_the_revision(client: FlaskClient, scorekeeper: Headers, part: str) -> None:
    address = store_record(client, scorekeeper, **SITTING)
    assert version_of(client.get(address + part)) == 1


@each_part
def test_a_client_that_has_the_present_version_is_told_so(client: FlaskClient, scorekeeper: Headers, part: str) -> None:
    address = store_record(client, scorekeeper, **SITTING)
    tag = client.get(address + part).headers["ETag"]
    answer = client.get(address + part, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", tag)


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


@pytest.mark.parametrize("part", ["", "/report", "/deals/1", "/deals/1/positions/0", "/revisions/2", "/revisions/1"])
def test_of_a_withdrawn_record_only_the_history_is_read_by_scorekeepers(
    client: FlaskClient, scorekeeper: Headers, part: str
) -> None:
    address = store_record(client, scorekeeper, **SITTING)
    delete_record(client, scorekeeper, address, revision=1)
    for condition in ({}, {"If-None-Match": '"1"'}):
        answer = client.get(address + part, headers=condition)
        assert (problem_name(answer), answer.headers["ETag"]) == ("withdrawn", '"2"')
    assert client.get(f"{address}/revisions/1", headers=scorekeeper).get_json() == document(**SITTING)


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


@pytest.mark.parametrize("query", [{"rules": "whist"}, {"options": "jokers"}, {"options": "[1]"}, {"option": "{}"}])
def test_a_wrong_query_for_a_report_is_refused(
    client: FlaskClient, scorekeeper: Headers, query: dict[str, str]
) -> None:
    address = store_record(client, scorekeeper)
    answer = client.get(f"{address}/report", query_string=query)
    assert problem_name(answer) == "bad-request"
    assert [error["parameter"] for error in answer.get_json()["errors"]] == [*query]


def test_a_head_is_answered_like_a_get_without_its_body(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    read, head = client.get(address), client.head(address)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", read.headers["ETag"])
    assert head.headers["Content-Length"] == read.headers["Content-Length"]
