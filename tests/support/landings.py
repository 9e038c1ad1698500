"""Records that are sent to the service for a tournament, and what is told of them there."""

import json
from random import Random
from typing import Any

from werkzeug.test import TestResponse

from tests.support.calling import BULK, RECORDS, ndjson
from tests.support.playout import sitting
from tests.support.scorekeeping import Json, Scorekeeper
from tests.support.uploads import corrected, withdrawn

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]
FIRST = f"{RECORDS}/1"


def record(seed: int = 3, *, deals: int = 2, players: list[str] | None = None, **event: Any) -> Json:  # noqa: ANN401 - whatever an event holds
    """A record that names the tournament."""
    told = {"name": "Winter cup", "round": 1, "table": 1, **event}
    kept = {name: value for name, value in told.items() if value is not None}
    return {**sitting("dalmuti", 4, deals, Random(seed)), "players": players or NAMES, "event": kept}


def posts(keeper: Scorekeeper, body: Json, **query: str) -> Json:
    """What is told of a record that is sent."""
    answer = keeper.client.post(RECORDS, json=body, headers=keeper.headers, query_string=query)
    assert answer.status_code in {200, 201}, answer.get_json()
    told: Json = answer.get_json()
    keeper.catches_up()
    return told


def lands(keeper: Scorekeeper, body: Json) -> Json:
    """What became of a record that is sent, in the tournament."""
    [landing] = posts(keeper, body)["landings"]
    found: Json = landing
    return found


def in_bulk(keeper: Scorekeeper, *records: Json) -> list[Json]:
    """What is told of each of several records that are sent together."""
    answer = keeper.client.post(BULK, data=ndjson(records), headers=keeper.headers, content_type="application/x-ndjson")
    *lines, last = map(json.loads, answer.get_data().splitlines())
    assert last["done"]
    return lines


def corrects(keeper: Scorekeeper, body: Json, revision: int = 1) -> Json:
    """What is told of the correction of the first record."""
    answer = corrected(keeper.client, keeper.headers, FIRST, body, revision=revision, reason="misheard")
    assert answer.status_code == 200, answer.get_json()
    told: Json = answer.get_json()
    keeper.catches_up()
    return told


def withdraws(keeper: Scorekeeper) -> TestResponse:
    answer = withdrawn(keeper.client, keeper.headers, FIRST, revision=1)
    keeper.catches_up()
    return answer


def revisions(keeper: Scorekeeper) -> list[int]:
    """The revisions that gave the results of the table."""
    [table] = keeper.reads()["stages"][0]["rounds"][0]["tables"]
    return [result["by"]["revision"] for result in table["results"]]


def order(keeper: Scorekeeper) -> list[tuple[str, int]]:
    return [(line["name"], line["points"]) for line in keeper.reads("/standings")["lines"]]


def hinders(keeper: Scorekeeper) -> list[str]:
    return [one["code"] for one in keeper.reads("/landing")["problems"]]


def land(keeper: Scorekeeper, **query: str) -> TestResponse:
    """Let the first record land as it is."""
    return keeper.client.put(f"{keeper.address}/landing/1", headers=keeper.headers, query_string=query)
