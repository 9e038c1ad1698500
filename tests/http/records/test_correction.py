"""`PUT` and `DELETE` of a record: it is corrected, withdrawn and restored by revisions, and nothing is lost."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.data.store.store import Store
from tests.support.http_client import (
    Headers,
    delete_record,
    if_match,
    post_record,
    problem_name,
    put_correction,
    store_record,
    version_of,
)
from tests.support.small_records import Document, document

HANDS = ["D3 ?*12", "?*13", "?*13", "?*14"]
TURNED = document(rules="dalmuti", deals=[{"result": {"order": [2, 1, 3, 4]}}])


def abandoned_document(*actions: str) -> Document:
    """A deal that was broken off after these actions."""
    return document(deals=[{"hands": HANDS, "actions": [*actions], "abandoned": True}])


def history(client: FlaskClient, address: str) -> list[dict[str, Any]]:
    revisions: list[dict[str, Any]] = client.get(f"{address}/revisions").get_json()["revisions"]
    return revisions


def test_a_correction_is_the_next_revision(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    answer = put_correction(client, scorekeeper, address, document(notes="with notes"), revision=1)
    told = answer.get_json()
    assert (answer.status_code, version_of(answer)) == (200, 2)
    assert (told["address"], told["revision"], told["withdrawn"]) == (address, 2, False)
    assert client.get(address).get_json() == document(notes="with notes")


OTHER_RULES = document(rules="dalmuti")
OTHER_PLAYERS = document(players=["Haru", "Natsu", "Toki", "Fuyu"])
SAME_GAME = [document(players=["Haru", "Natsu", "Toki", "Mu"]), document(options={"pass_reset": "any_change"})]


@pytest.mark.parametrize("correction", [OTHER_RULES, OTHER_PLAYERS])
def test_another_game_does_not_take_the_place_of_a_record_by_mistake(
    client: FlaskClient, scorekeeper: Headers, correction: Document
) -> None:
    address = store_record(client, scorekeeper)
    answer = put_correction(client, scorekeeper, address, correction, revision=1)
    assert problem_name(answer) == "another-game"
    assert client.get(address).get_json() == document()


@pytest.mark.parametrize("correction", [OTHER_RULES, OTHER_PLAYERS])
def test_another_game_takes_the_place_of_a_record_that_is_to_be_replaced(
    client: FlaskClient, scorekeeper: Headers, correction: Document
) -> None:
    address = store_record(client, scorekeeper)
    answer = put_correction(client, scorekeeper, address, correction, revision=1, replace="true")
    assert answer.status_code == 200
    assert client.get(address).get_json() == correction


@pytest.mark.parametrize("correction", SAME_GAME)
def test_a_game_with_some_other_players_or_options_is_still_the_same(
    client: FlaskClient, scorekeeper: Headers, correction: Document
) -> None:
    address = store_record(client, scorekeeper)
    assert put_correction(client, scorekeeper, address, correction, revision=1).status_code == 200


def test_a_withdrawn_record_is_not_restored_as_another_game_by_mistake(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    address = store_record(client, scorekeeper)
    delete_record(client, scorekeeper, address, revision=1)
    answer = put_correction(client, scorekeeper, address, OTHER_RULES, revision=2)
    assert problem_name(answer) == "another-game"
    assert put_correction(client, scorekeeper, address, document(), revision=2).status_code == 200


def test_a_revision_leads_to_its_report_and_to_the_record(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    assert client.get(f"{address}/revisions/1").headers["Link"] == (
        f'<{address}/revisions/1/report>; rel="describedby", <{address}>; rel="latest-version"'
    )


def test_it_tells_what_changed_in_places_and_points(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, rules="dalmuti")
    told = put_correction(client, scorekeeper, address, TURNED, revision=1).get_json()
    [deal] = told["changes"]["deals"]
    assert deal["order"] == {"before": [1, 2, 3, 4], "after": [2, 1, 3, 4]}
    assert deal["points"]["before"][:2] == deal["points"]["after"][1::-1]
    assert told["changes"]["totals"]["after"] == told["report"]["totals"]


def test_it_tells_which_faults_are_gone_and_which_have_come(client: FlaskClient, scorekeeper: Headers) -> None:
    address = post_record(client, scorekeeper, abandoned_document("1 D3", "2 -", "2 S5")).headers["Location"]
    told = put_correction(
        client, scorekeeper, address, abandoned_document("1 D3", "2 -", "3 S5", "4 H4"), revision=1
    ).get_json()
    [deal] = told["changes"]["deals"]
    faults = {when: [(one["action"], one["code"]) for one in found] for when, found in deal["faults"].items()}
    assert faults == {"gone": [(2, "locked_by_pass")], "come": [(3, "not_stronger")]}


def test_the_history_tells_who_did_it_when_why_and_what_it_changed(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, rules="dalmuti")
    told = put_correction(client, scorekeeper, address, TURNED, revision=1, reason="席を取り違えた").get_json()
    first, second = history(client, address)
    assert (first["number"], first["kind"], first["reason"], first["changes"]) == (1, "created", None, {})
    assert (second["number"], second["kind"], second["reason"]) == (2, "corrected", "席を取り違えた")
    assert second["author"] == "Haru"
    assert second["at"] >= first["at"]
    assert second["changes"] == told["changes"]


@pytest.mark.parametrize("header", [{}, {"If-Match": "*"}])
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_change_has_to_say_which_version_it_is_for(
    client: FlaskClient, scorekeeper: Headers, method: str, header: Headers
) -> None:
    address = store_record(client, scorekeeper)
    answer = client.open(f"{address}?reason=x", method=method, json=TURNED, headers={**scorekeeper, **header})
    assert problem_name(answer) == "precondition-required"


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_change_of_an_older_version_is_refused_and_told_both(
    client: FlaskClient, scorekeeper: Headers, method: str
) -> None:
    address = store_record(client, scorekeeper, rules="dalmuti")
    put_correction(client, scorekeeper, address, TURNED, revision=1)
    headers = if_match(scorekeeper, 1)
    answer = client.open(f"{address}?reason=x", method=method, json=document(), headers=headers)
    told = answer.get_json()
    assert (problem_name(answer), told["given"], told["current"]) == ("precondition-failed", 1, 2)
    assert version_of(answer) == 2
    assert client.get(address).get_json() == TURNED


@pytest.mark.parametrize("query", ["", "?reason=", "?reason=%20%20", f"?reason={'x' * 501}", "?reason=%00", "?why=x"])
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_change_has_to_say_why(client: FlaskClient, scorekeeper: Headers, method: str, query: str) -> None:
    address = store_record(client, scorekeeper)
    answer = client.open(address + query, method=method, json=TURNED, headers=if_match(scorekeeper, 1))
    assert problem_name(answer) == "bad-request"
    assert "reason" in [error["parameter"] for error in answer.get_json()["errors"]]


def test_a_reason_may_have_five_hundred_characters(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, rules="dalmuti")
    assert put_correction(client, scorekeeper, address, TURNED, revision=1, reason="理" * 500).status_code == 200


def test_a_record_does_not_become_another_one_that_is_there(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, rules="dalmuti")
    other = post_record(client, scorekeeper, TURNED).headers["Location"]
    answer = put_correction(client, scorekeeper, address, TURNED, revision=1)
    assert (problem_name(answer), answer.get_json()["address"]) == ("conflict", other)
    assert version_of(client.get(address)) == 1


def test_every_place_of_a_wrong_correction_is_named(client: FlaskClient, scorekeeper: Headers, store: Store) -> None:
    address = store_record(client, scorekeeper)
    answer = put_correction(client, scorekeeper, address, document(rules="whist", options=[]), revision=1)
    assert problem_name(answer) == "unreadable"
    assert [error["pointer"] for error in answer.get_json()["errors"]] == ["/options", "/rules"]
    assert store.counts().revisions == 1


def test_a_correction_is_sent_as_json(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    headers = {**if_match(scorekeeper, 1), "Content-Type": "text/plain"}
    answer = client.put(f"{address}?reason=x", data="{}", headers=headers)
    assert (problem_name(answer), answer.get_json()["allowed"]) == ("unsupported-media-type", ["application/json"])


def test_a_withdrawal_leaves_nothing_but_the_history(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    answer = delete_record(client, scorekeeper, address, revision=1)
    assert (answer.status_code, answer.data) == (204, b"")
    assert "Content-Type" not in answer.headers
    gone = client.get(address)
    assert (problem_name(gone), gone.headers["ETag"], gone.get_json()["revision"]) == ("withdrawn", '"2"', 2)
    last = client.get(f"{address}/revisions", headers=scorekeeper).get_json()["revisions"][-1]
    assert (last["kind"], last["reason"], last["changes"]) == ("withdrawn", "sent by mistake", {})


def test_a_record_is_not_withdrawn_twice(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    delete_record(client, scorekeeper, address, revision=1)
    answer = delete_record(client, scorekeeper, address, revision=2)
    assert (problem_name(answer), answer.headers["ETag"]) == ("withdrawn", '"2"')


@pytest.mark.parametrize("record", [document(rules="dalmuti"), TURNED])
def test_a_correction_of_a_withdrawn_record_restores_it(
    client: FlaskClient, scorekeeper: Headers, record: Document
) -> None:
    address = store_record(client, scorekeeper, rules="dalmuti")
    delete_record(client, scorekeeper, address, revision=1)
    tag = client.get(address).headers["ETag"]
    headers = {**scorekeeper, "If-Match": tag}
    answer = client.put(f"{address}?reason=it+was+right", json=record, headers=headers)
    assert (answer.status_code, version_of(answer), answer.get_json()["withdrawn"]) == (200, 3, False)
    assert client.get(address).get_json() == record
    assert [revision["kind"] for revision in history(client, address)] == ["created", "withdrawn", "restored"]


def test_what_a_restored_record_changed_is_told_beside_what_it_was(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, rules="dalmuti")
    delete_record(client, scorekeeper, address, revision=1)
    told = put_correction(client, scorekeeper, address, TURNED, revision=2).get_json()
    assert told["changes"]["deals"][0]["order"] == {"before": [1, 2, 3, 4], "after": [2, 1, 3, 4]}
    assert history(client, address)[-1]["changes"] == told["changes"]


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_what_is_not_there_cannot_be_changed(client: FlaskClient, scorekeeper: Headers, method: str) -> None:
    headers = if_match(scorekeeper, 1)
    answer = client.open("/v1/records/7?reason=x", method=method, json=document(), headers=headers)
    assert problem_name(answer) == "not-found"


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_only_a_scorekeeper_changes_records(
    client: FlaskClient, scorekeeper: Headers, reader: Headers, method: str
) -> None:
    address = store_record(client, scorekeeper)
    for headers, name in ((if_match({}, 1), "not-authenticated"), (if_match(reader, 1), "not-allowed")):
        answer = client.open(f"{address}?reason=x", method=method, json=TURNED, headers=headers)
        assert problem_name(answer) == name
    assert client.get(address).get_json() == document()


def test_the_history_comes_in_pages_that_are_linked(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    put_correction(client, scorekeeper, address, document(notes="with notes"), revision=1)
    first = client.get(f"{address}/revisions?limit=1")
    assert f'<{address}/revisions?limit=1&cursor=1>; rel="next"' in first.headers["Link"]
    second = client.get(f"{address}/revisions?limit=1&cursor=1")
    assert [one["number"] for answer in (first, second) for one in answer.get_json()["revisions"]] == [1, 2]
    assert second.get_json()["revisions"] == client.get(f"{address}/revisions").get_json()["revisions"][1:]
    assert "next" not in second.headers["Link"]
