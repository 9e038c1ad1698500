"""Records are found a page at a time, and each is read: the record, its report, its deals, and what is damaged."""

import io
import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from flask.testing import FlaskClient
from pyarrow import parquet
from werkzeug.test import TestResponse

from daifu.data.store.sqlite.store import Store as SqliteStore
from daifu.data.store.store import Store
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.judgement import check_json
from tests.support.http_client import (
    BULK,
    RECORDS,
    Headers,
    Json,
    delete_record,
    if_match,
    ndjson,
    post_record,
    problem_name,
    store_record,
    version_of,
)
from tests.support.samples import FAULTY_RECORDS, SAMPLES_FOLDER
from tests.support.small_records import document, json_bytes
from tests.support.stores import ON_SQLITE, tamper


def found_addresses(client: FlaskClient, **query: str) -> list[str]:
    """The addresses of the records that a query finds."""
    return [record["address"] for record in get_records(client, **query)]


def get_records(client: FlaskClient, **query: str) -> list[dict[str, Any]]:
    answer = client.get("/v1/records", query_string=query)
    assert answer.status_code == 200, answer.get_json()
    records: list[dict[str, Any]] = answer.get_json()["records"]
    return records


def links(header: str) -> dict[str, str]:
    """The addresses in a `Link` header, by relation."""
    return {relation: target for target, relation in re.findall(r'<([^>]+)>; rel="([\w-]+)"', header)}


def event(name: str, date: str) -> dict[str, Any]:
    return {"event": {"name": name, "date": date}}


def test_an_empty_store_has_an_empty_list(client: FlaskClient) -> None:
    answer = client.get("/v1/records")
    assert answer.get_json() == {"records": []}
    assert links(answer.headers["Link"]) == {"first": "/v1/records"}


def test_a_record_is_listed_with_what_people_look_for(client: FlaskClient, scorekeeper: Headers) -> None:
    players = ["Mu", {"id": "j", "name": "Junko"}, "Shimo", "Aki"]
    address = store_record(
        client, scorekeeper, players=players, event={"name": "League", "round": 3, "date": "2026-07-16"}
    )
    [one] = get_records(client)
    assert one.pop("stored_at").endswith("+00:00")
    assert one == {
        "id": int(address.rpartition("/")[2]),
        "revision": 1,
        "address": address,
        "withdrawn": False,
        "rules": "theater",
        "players": [
            {"id": "Mu", "name": "Mu"},
            {"id": "j", "name": "Junko"},
            {"id": "Shimo", "name": "Shimo"},
            {"id": "Aki", "name": "Aki"},
        ],
        "event": {"name": "League", "round": "3", "date": "2026-07-16"},
        "deals": 1,
        "actions": 0,
        "legal": True,
        "faults": {},
        "author": "Haru",
    }


def test_records_are_found_by_their_tournament(client: FlaskClient, scorekeeper: Headers) -> None:
    store_record(client, scorekeeper, **event("July league", "2026-07-16"))
    august = store_record(client, scorekeeper, **event("August league & more", "2026-08-16"))
    assert found_addresses(client, tournament="August league & more") == [august]


def test_records_are_found_by_the_days_of_their_events(client: FlaskClient, scorekeeper: Headers) -> None:
    days = ["2026-07-15", "2026-07-16", "2026-07-17"]
    before, on_it, after = (store_record(client, scorekeeper, **event("League", day)) for day in days)
    undated = store_record(client, scorekeeper)
    assert found_addresses(client, **{"from": "2026-07-16"}) == [after, on_it]
    assert found_addresses(client, to="2026-07-16") == [on_it, before]
    assert found_addresses(client, **{"from": "2026-07-16", "to": "2026-07-16"}) == [on_it]
    assert undated not in found_addresses(client, to="9999-12-31")


def test_all_that_is_asked_for_has_to_be_true(client: FlaskClient, scorekeeper: Headers) -> None:
    store_record(client, scorekeeper, **event("League", "2026-07-16"))
    both = store_record(client, scorekeeper, rules="dalmuti", **event("League", "2026-07-16"))
    assert found_addresses(client, player="Mu", rules="dalmuti", tournament="League", legal="true") == [both]
    assert found_addresses(client, player="Mu", rules="dalmuti", tournament="Cup") == []


def test_a_withdrawn_record_is_only_in_the_list_of_those(client: FlaskClient, scorekeeper: Headers) -> None:
    kept = store_record(client, scorekeeper)
    gone = store_record(client, scorekeeper, notes="by mistake")
    delete_record(client, scorekeeper, gone, revision=1)
    assert found_addresses(client) == [kept]
    [one] = client.get("/v1/records?withdrawn=true", headers=scorekeeper).get_json()["records"]
    assert (one["address"], one["revision"], one["withdrawn"]) == (gone, 2, True)


def test_evenings_have_a_day_and_are_no_round_of_a_tournament(client: FlaskClient, scorekeeper: Headers) -> None:
    rounds = {"event": {"name": "Cup", "date": "2026-07-03", "round": 1}}
    for fields in (event("Club", "2026-07-01"), rounds, {"event": {"name": "Club"}}):
        store_record(client, scorekeeper, **fields)
    assert found_addresses(client, evening="true") == ["/v1/records/1"]
    assert len(found_addresses(client)) == 3


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


def json_of(answer: TestResponse) -> Json:
    """The body of an answer."""
    return cast("Json", answer.get_json())


@pytest.fixture
def damaged(client: FlaskClient, store: Store, scorekeeper: Headers) -> FlaskClient:
    """A client of a service on a store in which the second of three records is damaged."""
    for notes in ("one", "two", "three"):
        post_record(client, scorekeeper, document(notes=notes))
    assert isinstance(store, SqliteStore)
    tamper(Path(store.path), "UPDATE revisions SET packed = substr(packed, 1, 90) WHERE record = 2")
    return client


@ON_SQLITE
@pytest.mark.parametrize("part", ["", "/report", "/revisions", "/revisions/1", "/deals/1"])
def test_a_read_of_a_damaged_text_names_the_record(damaged: FlaskClient, part: str) -> None:
    answer = damaged.get(f"{RECORDS}/2{part}")
    assert (answer.status_code, problem_name(answer)) == (503, "unavailable")
    assert json_of(answer)["record"] == 2
    assert "the text of record 2, revision 1, is damaged" in json_of(answer)["detail"]
    assert damaged.get(f"{RECORDS}/3{part}").status_code == 200


@ON_SQLITE
def test_the_export_leaves_it_out_and_says_so(damaged: FlaskClient) -> None:
    *lines, last = damaged.get(f"{RECORDS}/export").data.splitlines()
    assert len(lines) == 2
    assert last == b'{"left_out":[2]}'


@ON_SQLITE
def test_a_table_leaves_it_out_and_says_so(damaged: FlaskClient) -> None:
    file = parquet.ParquetFile(io.BytesIO(damaged.get("/v1/export/records.parquet").data))
    assert file.read()["record"].to_pylist() == [1, 3]
    assert file.metadata.metadata[b"left_out"] == b"[2]"


@ON_SQLITE
def test_the_same_text_puts_it_right(damaged: FlaskClient, scorekeeper: Headers) -> None:
    answer = post_record(damaged, scorekeeper, document(notes="two"))
    assert (answer.status_code, json_of(answer)["status"], json_of(answer)["id"]) == (200, "repaired", 2)
    assert json_of(damaged.get(f"{RECORDS}/2"))["notes"] == "two"


@ON_SQLITE
def test_the_same_text_in_bulk_puts_it_right(damaged: FlaskClient, scorekeeper: Headers) -> None:
    lines = damaged.post(BULK, data=ndjson([document(notes="two"), document(notes="one")]), headers=scorekeeper)
    assert [b'"status":"repaired"' in line for line in lines.data.splitlines()] == [True, False, False]
    assert damaged.get(f"{RECORDS}/2").status_code == 200


@ON_SQLITE
def test_a_correction_puts_it_right(damaged: FlaskClient, scorekeeper: Headers) -> None:
    url = f"{RECORDS}/2?reason=x"
    assert damaged.put(url, json=document(notes="new"), headers=if_match(scorekeeper, 1)).status_code == 200
    assert json_of(damaged.get(f"{RECORDS}/2"))["notes"] == "new"


@ON_SQLITE
def test_it_can_be_withdrawn_and_restored(damaged: FlaskClient, scorekeeper: Headers) -> None:
    url = f"{RECORDS}/2?reason=x"
    assert damaged.delete(url, headers=if_match(scorekeeper, 1)).status_code == 204
    assert damaged.put(url, json=document(notes="two"), headers=if_match(scorekeeper, 2)).status_code == 200
    assert json_of(damaged.get(f"{RECORDS}/2"))["notes"] == "two"
