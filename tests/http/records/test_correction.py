"""`PUT` and `DELETE` of a record: it is corrected, withdrawn and restored by revisions, and nothing is lost."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import (
    Headers,
    delete_record,
    if_match,
    post_record,
    problem_name,
    put_correction,
    store_record,
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


def test_what_a_restored_record_changed_is_told_beside_what_it_was(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper, rules="dalmuti")
    delete_record(client, scorekeeper, address, revision=1)
    told = put_correction(client, scorekeeper, address, TURNED, revision=2).get_json()
    assert told["changes"]["deals"][0]["order"] == {"before": [1, 2, 3, 4], "after": [2, 1, 3, 4]}
    assert history(client, address)[-1]["changes"] == told["changes"]


def test_the_history_comes_in_pages_that_are_linked(client: FlaskClient, scorekeeper: Headers) -> None:
    address = store_record(client, scorekeeper)
    put_correction(client, scorekeeper, address, document(notes="with notes"), revision=1)
    first = client.get(f"{address}/revisions?limit=1")
    assert f'<{address}/revisions?limit=1&cursor=1>; rel="next"' in first.headers["Link"]
    second = client.get(f"{address}/revisions?limit=1&cursor=1")
    assert [one["number"] for answer in (first, second) for one in answer.get_json()["revisions"]] == [1, 2]
    assert second.get_json()["revisions"] == client.get(f"{address}/revisions").get_json()["revisions"][1:]
    assert "next" not in second.headers["Link"]
