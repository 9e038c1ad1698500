"""`GET /v1/records/{id}/what-if` and `/explanations`: a record under other rules than its own."""

import json
from typing import Any

from flask.testing import FlaskClient

from tests.support.houses import CLUB
from tests.support.http_client import Headers, problem_name, store_record, version_of
from tests.support.small_records import CUT

EIGHTS = json.dumps({"eight_cut": True})


def stored(client: FlaskClient, scorekeeper: Headers, **fields: Any) -> str:  # noqa: ANN401 - any JSON
    return store_record(client, scorekeeper, **{**CUT, **fields})


def test_what_other_options_change_is_told_from_the_first_action_on(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.get(f"{stored(client, scorekeeper)}/what-if", query_string={"options": EIGHTS})
    places = answer.get_json()["places"]
    assert version_of(answer) == 1
    assert [(one["deal"], one["action"], one["parts"]) for one in places][:2] == [
        (1, 0, ["turn", "trick"]),
        (1, 1, ["faults"]),
    ]


def test_a_house_says_the_game_and_the_options(client: FlaskClient, scorekeeper: Headers) -> None:
    client.post("/v1/house-rules", data=CLUB, headers={**scorekeeper, "Content-Type": "application/toml"})
    address = stored(client, scorekeeper)
    options = client.get("/v1/house-rules/club").get_json()["record"]["options"]
    for path in ("what-if", "report", "deals/1/positions/0"):
        one, other = (
            client.get(f"{address}/{path}", query_string=query)
            for query in ({"house": "club"}, {"rules": "daifugo", "options": json.dumps(options)})
        )
        assert (one.status_code, one.get_json()) == (200, other.get_json())
    assert problem_name(client.get(f"{address}/what-if?house=club@9")) == "not-found"
    assert problem_name(client.get(f"{address}/what-if?house=club&rules=akagiri")) == "bad-request"


def test_local_rules_that_another_game_lacks_are_named(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper, options={"eight_cut": True})
    answer = client.get(f"{address}/what-if", query_string={"rules": "akagiri"}).get_json()
    assert [one["rule"] for one in answer["unasked"]] == ["eight_cut"]


def test_the_rules_that_explain_a_record_are_options_of_a_record(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.get(f"{stored(client, scorekeeper)}/explanations").get_json()
    assert answer["explanations"][0]["options"] == {"eight_cut": True}
    assert answer["left"] == []


def test_rules_that_do_not_fit_the_cards_are_refused(client: FlaskClient, scorekeeper: Headers) -> None:
    address = stored(client, scorekeeper)
    assert problem_name(client.get(f"{address}/what-if", query_string={"rules": "dalmuti"})) == "cannot-convert"
