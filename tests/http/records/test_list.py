"""`GET /v1/records`: records are found by filters, newest first, a page at a time."""

import re
from typing import Any

from flask.testing import FlaskClient

from tests.support.http_client import Headers, delete_record, store_record


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
