"""Every address of statistics gives points exactly, whatever their size."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.schemas.record.limits import LARGEST_INTEGER
from tests.support.http_client import COURT_PLAYERS, Headers, Json, court_evening, post_record

FIRST, *_, LAST = COURT_PLAYERS
MANY = 2_100
"""Enough deals for a sum that does not fit into 64 bits."""
ADDRESSES = (
    "/v1/stats/dalmuti",
    f"/v1/players/{FIRST}/stats?rules=dalmuti",
    f"/v1/players/{LAST}/stats?rules=dalmuti",
    f"/v1/players/{FIRST}/opponents?rules=dalmuti",
    f"/v1/players/{FIRST}/against/{LAST}?rules=dalmuti",
    "/v1/leaderboards/points?rules=dalmuti",
    "/v1/leaderboards/points.mean?rules=dalmuti",
    "/v1/leaderboards/points.spread?rules=dalmuti",
)


def store_largest_sitting(client: FlaskClient, headers: Headers, deals: int) -> None:
    """Store an evening of `deals` deals in which the first player won the most points that a record can hold."""
    result = {"order": [1, 2, 3, 4], "points": [LARGEST_INTEGER, 0, 0, -LARGEST_INTEGER]}
    answer = post_record(client, headers, {**court_evening(), "deals": [{"result": result}] * deals})
    assert answer.status_code == 201, answer.get_json()


def get_json(client: FlaskClient, address: str) -> Json:
    answer = client.get(address)
    assert answer.status_code == 200, answer.get_json()
    found: Json = answer.get_json()
    return found


def formula_values(figures: dict[str, Any], figure: str) -> tuple[Any, ...]:
    """The parts of a figure and its value."""
    return tuple(figures[figure][name] for name in ("numerator", "denominator", "value"))


@pytest.mark.parametrize("deals", [1, 3, MANY])
def test_the_largest_points_are_told_exactly(client: FlaskClient, scorekeeper: Headers, deals: int) -> None:
    store_largest_sitting(client, scorekeeper, deals)
    figures = [get_json(client, f"/v1/players/{player}/stats?rules=dalmuti")["figures"] for player in (FIRST, LAST)]
    assert [formula_values(of_player, "points") for of_player in figures] == [
        (deals * LARGEST_INTEGER, 1, deals * LARGEST_INTEGER),
        (-deals * LARGEST_INTEGER, 1, -deals * LARGEST_INTEGER),
    ]
    assert [formula_values(of_player, "points.mean") for of_player in figures] == [
        (deals * LARGEST_INTEGER, deals, LARGEST_INTEGER),
        (-deals * LARGEST_INTEGER, deals, -LARGEST_INTEGER),
    ]
    between = get_json(client, f"/v1/players/{LAST}/against/{FIRST}?rules=dalmuti")["figures"]
    assert formula_values(between, "points") == (-2 * deals * LARGEST_INTEGER, 1, -2 * deals * LARGEST_INTEGER)


@pytest.mark.parametrize("accept", ["application/json", "text/csv"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_tells_numbers_where_points_are_large(
    client: FlaskClient, scorekeeper: Headers, address: str, accept: str
) -> None:
    store_largest_sitting(client, scorekeeper, 3)
    answer = client.get(address, headers={"Accept": accept})
    assert answer.status_code == 200
    assert not {"nan", "inf", "-inf"} & {*answer.text.lower().replace(",", " ").replace(":", " ").split()}


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 2**70])
def test_what_has_a_number_beyond_all_is_not_there(client: FlaskClient, scorekeeper: Headers, number: int) -> None:
    headers = {**scorekeeper, "If-Match": '"1"'}
    reason = {"reason": "none"}
    answers = [
        client.get(f"/v1/records/{number}"),
        client.get(f"/v1/records/{number}/report"),
        client.get(f"/v1/records/{number}/revisions"),
        client.get(f"/v1/records/{number}/revisions/{number}"),
        client.get(f"/v1/tournaments/{number}"),
        client.put(f"/v1/records/{number}", json=court_evening("1234"), headers=headers, query_string=reason),
        client.delete(f"/v1/records/{number}", headers=headers, query_string=reason),
        client.delete(f"/v1/players/merges/{number}", headers=scorekeeper, query_string=reason),
        client.put(f"/v1/tournaments/{number}/landing/{number}", headers=headers, query_string=reason),
    ]
    assert [answer.status_code for answer in answers] == [404] * len(answers)
