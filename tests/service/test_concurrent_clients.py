"""Many clients at once, on two processes: all are served, and nothing is lost, doubled or seen twice."""

import json
import re
import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random

import httpx2
import pytest

from tests.support.http_client import RECORDS, Json, ndjson
from tests.support.running_service import (
    RunningService,
    assert_store_is_sound,
    export_records,
    http_client,
    list_records,
    run_at_once,
    run_service,
    upload_in_bulk,
)
from tests.support.small_records import ORDER, document
from tests.support.stores import raw_sitting

WRITERS = READERS = 4
IN_BULK = 10
COMMON = 3
"""The number of records of a bulk upload that the other writers send, too."""
LEAST_TURNS = 2


class ConcurrentUse:
    """Writers and readers of one service, and the records that were acknowledged, which readers have to find."""

    def __init__(self, service: RunningService, seconds: float) -> None:
        self.service = service
        self.end = time.monotonic() + seconds
        self.records: dict[int, Json] = {}

    def goes_on(self, turns: int) -> bool:
        """Whether there is time left, or less than two turns are done."""
        return turns < LEAST_TURNS or time.monotonic() < self.end

    def write(self, number: int) -> int:
        """Send records one by one and in bulk, and correct some. Returns the number of new ones."""
        created = 0
        with http_client(self.service) as client:
            for turn in count():
                if not self.goes_on(turn):
                    break
                created += self._one(client, number, turn)
                if turn % 10 == 0:
                    created += self._many(client, number, turn)
        return created

    def _one(self, client: httpx2.Client, number: int, turn: int) -> int:
        record = table(f"{number} one {turn}")
        answer = client.post(RECORDS, json=record)
        assert answer.status_code == 201, answer.text
        created = answer.json()
        if turn % 5 == 0:
            record |= {"notes": "corrected"}
            change = {"If-Match": answer.headers["ETag"]}
            answer = client.put(created["address"], json=record, headers=change, params={"reason": "a slip"})
            assert (answer.status_code, answer.json()["revision"]) == (200, 2), answer.text
        self.records[created["id"]] = record
        return 1

    def _many(self, client: httpx2.Client, number: int, turn: int) -> int:
        own = [table(f"{number} bulk {turn} {place}") for place in range(IN_BULK - COMMON)]
        common = [table(f"common {turn} {place}") for place in range(COMMON)]
        lines, sums = upload_in_bulk(client, ndjson([*own, *common]))
        assert sums["created"] + sums["exists"] == IN_BULK
        assert [line["status"] for line in lines[: len(own)]] == ["created"] * len(own)
        self.records.update({line["id"]: record for line, record in zip(lines, [*own, *common], strict=True)})
        created: int = sums["created"]
        return created

    def read(self, number: int) -> int:
        """Read whole lists and single records. Returns the number of lists."""
        rng = Random(number)
        lists = 0
        with http_client(self.service) as client:
            while self.goes_on(lists):
                known = dict(self.records)
                found = [record["id"] for record in list_records(client, limit=rng.choice((7, 50, 200)))]
                assert found == sorted(set(found), reverse=True)
                assert known.keys() <= set(found)
                lists += 1
                for record in rng.sample(sorted(known), min(len(known), 5)):
                    answer = client.get(f"{RECORDS}/{record}")
                    assert answer.json() == known[record]
                    assert client.get(f"{RECORDS}/{record}/report").status_code == 200
        return lists


def table(name: str) -> Json:
    record: Json = json.loads(json.dumps(raw_sitting(name)))
    return record


def uploads_counted(client: httpx2.Client, status: str) -> int:
    found = re.search(rf'daifu_uploads_total\{{status="{status}"\}} ([0-9]+)', client.get("/metrics").text)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("seconds", [1, pytest.param(60, marks=pytest.mark.soak)])
def test_four_write_and_four_read(tmp_path: Path, seconds: int) -> None:
    with run_service(tmp_path, DAIFU_RATE="0") as running, http_client(running) as client:
        use = ConcurrentUse(running, seconds)
        writers = [lambda number=number: use.write(number) for number in range(WRITERS)]
        readers = [lambda number=number: use.read(number) for number in range(READERS)]
        done = run_at_once(*writers, *readers)
        stored = export_records(client)
        assert Counter(map(key, stored)) == Counter(map(key, use.records.values()))
        assert sum(done[:WRITERS]) == len(stored) == uploads_counted(client, "created")
        assert min(done) >= LEAST_TURNS
    assert_store_is_sound(tmp_path)


def key(record: Json) -> str:
    return json.dumps(record, sort_keys=True)


def test_of_many_clients_that_enter_the_same_deal_one_succeeds(service: RunningService) -> None:
    with http_client(service) as client:
        address = client.post(RECORDS, json=document(notes="entered by many")).json()["address"]

        def enter() -> int:
            change = {"If-Match": '"1"'}
            return client.post(f"{address}/deals", json={"result": ORDER}, headers=change).status_code

        assert sorted(run_at_once(*[enter] * 8)) == [201, *[412] * 7]
        assert len(client.get(address).json()["deals"]) == 2


def test_of_many_clients_that_send_the_same_record_one_creates_it(service: RunningService) -> None:
    record = table("the same")
    with http_client(service) as client:
        assert sorted(run_at_once(*[lambda: client.post(RECORDS, json=record).status_code] * 8)) == [*[200] * 7, 201]


def test_a_sitting_that_is_sent_at_every_length_at_once_is_one_record(service: RunningService) -> None:
    lengths = [table("growing") | {"deals": [{"result": ORDER}] * deals} for deals in range(1, 9)]
    with http_client(service) as client:
        ids = run_at_once(*[lambda one=one: client.post(RECORDS, json=one).json()["id"] for one in lengths])
        assert len(set(ids)) == 1
        assert client.get(f"{RECORDS}/{ids[0]}").json() == lengths[-1]
