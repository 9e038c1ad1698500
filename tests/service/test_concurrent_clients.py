"""Many clients and scorekeepers at once, on two processes: nothing is lost, doubled or seen twice."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from random import Random

import httpx2
import pytest

from daifu.api.views.tournaments.standings import standing_view
from daifu.api.views.values import plain_json
from daifu.data.tournaments.log import apply_all, decode_change
from daifu.data.tournaments.standings import compute_standing
from daifu.data.tournaments.state import EMPTY_STATE
from tests.support.http_client import RECORDS, Json, ndjson, penalty, round_change, sheet
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
from tests.support.tournaments.scorekeepers import (
    ROUNDS,
    Accepted,
    ConcurrentScorekeeper,
    Conflict,
    SharedTournament,
    log_entries,
)

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


KEEPERS = 3
EACH = 5
BESIDE = 2
"""Processes that write to the store without the service."""


@pytest.fixture
def arena(service: RunningService, request: pytest.FixtureRequest) -> Iterator[SharedTournament]:
    with ExitStack() as stack:
        yield SharedTournament(service, stack, request.node.name)


def keep_score(keeper: ConcurrentScorekeeper, number: int) -> None:
    """Make one change or two at a time, also at tables for which records are sent."""
    for turn in range(EACH):
        entrant = {"change": "entered", "name": f"{keeper.name} guest {turn}"}
        award = penalty(100 * number + turn, 1 + turn, 1)
        keeper.make(*([entrant, award] if turn % 2 else [award]))
        keeper.make(sheet(1 + turn % ROUNDS, 1 + turn % 4, places=[4, 3, 2, 1]))


def send_records(arena: SharedTournament, uploader: ConcurrentScorekeeper) -> None:
    """Send records, one by one and in bulk."""
    for number in range(1, ROUNDS + 1):
        uploader.sends(arena.record(number, 1, seed=number))
        uploader.sends(*(arena.record(number, table, seed=10 * number + table) for table in (2, 3, 4)))


def careless_statuses(arena: SharedTournament, name: str) -> list[int]:
    """Try changes on an old version. Returns the statuses of changes without a version."""
    rival = arena.rival(name)
    for _ in range(EACH):
        found = rival.attempt({"change": "finished"}, version=1)
        assert isinstance(found, Conflict)
        assert (found.status, found.given) == (412, 1)
        assert found.current > 1
    body = {"change": "finished"}
    return [rival.client.post(f"{arena.address}/changes", json=body).status_code for _ in range(EACH)]


def test_no_change_of_concurrent_scorekeepers_is_lost(arena: SharedTournament) -> None:
    keepers = [arena.rival(f"keeper {number}") for number in range(1, KEEPERS + 1)]
    uploader, other = arena.rival("uploader"), arena.rival("other uploader")
    calls: list[Callable[[], object]] = [
        *(lambda one=one, number=number: keep_score(one, number) for number, one in enumerate(keepers, 1)),
        lambda: send_records(arena, uploader),
        lambda: send_records(arena, other),
        lambda: careless_statuses(arena, "careless"),
        *(lambda name=f"beside {one}": arena.start_store_process(name, EACH) for one in range(BESIDE)),
    ]
    *_, careless, one, two = run_at_once(*calls)
    assert careless == [428] * EACH
    accepted = [found for rival in (arena.begin, *keepers) for found in rival.accepted]
    for found in (one, two):
        assert isinstance(found, list)
        accepted += found
    log = list(log_entries(arena.client, arena.address))
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
    assert_each_once(log, accepted)
    assert_records_were_imported_once_or_refused(log, [*uploader.landings, *other.landings])
    assert_standings_follow_from_the_log(arena, log)
    conflicts = [found for rival in keepers for found in rival.conflicts]
    assert all(found.status == 412 and found.current > found.given for found in conflicts)
    assert_store_is_sound(arena.service.log.parent)


def assert_each_once(log: Sequence[Json], accepted: Sequence[Accepted]) -> None:
    """Every accepted change, and no other, is in the log once, with the number that was answered."""
    reasons = Counter(entry["reason"] for entry in log if not is_from_record(entry))
    assert reasons == {None: 1} | {one.reason: one.made for one in accepted}
    for one in accepted:
        found = [entry["number"] for entry in log if entry["reason"] == one.reason]
        assert found == list(range(one.version - one.made + 1, one.version + 1))


def is_from_record(entry: Json) -> bool:
    by: Json = entry["change"].get("by", {})
    return by.get("by") == "record"


def assert_records_were_imported_once_or_refused(log: Sequence[Json], landings: Sequence[Json]) -> None:
    """Every record that was not refused is in the log once. A refusal names a version of the log."""
    landed = Counter(entry["change"]["by"]["id"] for entry in log if is_from_record(entry))
    assert set(landed) == {landing["record"] for landing in landings if landing["problem"] is None}
    for landing in landings:
        assert landing["problem"] is None or landing["problem"]["code"] == "contradicted"
        assert landing["problem"] is None or landing["problem"]["version"] == landing["version"] <= len(log)


def assert_standings_follow_from_the_log(arena: SharedTournament, log: Sequence[Json]) -> None:
    """The standings of every process are those of all changes in the log."""
    state = apply_all(EMPTY_STATE, (decode_change(json.dumps(entry["change"])) for entry in log))
    expected = plain_json(standing_view(len(log), compute_standing(state)))["lines"]
    for _ in range(10):
        with httpx2.Client(base_url=arena.service.url) as fresh:
            told = fresh.get(f"{arena.address}/standings").json()
        assert (told["version"], told["lines"]) == (len(log), expected)


def test_of_many_who_give_the_same_award_one_succeeds(arena: SharedTournament) -> None:
    rivals = [arena.rival(f"referee {number}") for number in range(6)]
    found = run_at_once(*(lambda one=one: one.make(penalty(1, 1, 1)) for one in rivals))
    conflicts = [one for one in found if isinstance(one, Conflict)]
    assert [(one.status, one.code) for one in conflicts] == [(409, "award_exists")] * 5
    assert all(one.given == one.current for one in conflicts)
    assert [award["id"] for award in arena.client.get(arena.address).json()["awards"]] == [1]


def test_of_many_who_draw_on_the_same_version_one_succeeds(arena: SharedTournament) -> None:
    version = arena.begin.version()
    rivals = [arena.rival(f"drawer {number}") for number in range(4)]
    wish = {"method": "snake", "stage": 1}
    found = run_at_once(*(lambda one=one: one.attempt(wish, version=version, to="draw") for one in rivals))
    assert [one.version for one in found if isinstance(one, Accepted)] == [version + 1]
    conflicts = [one for one in found if isinstance(one, Conflict)]
    assert [(one.status, one.given, one.current) for one in conflicts] == [(412, version, version + 1)] * 3
    assert len(arena.client.get(arena.address).json()["stages"][0]["rounds"]) == ROUNDS + 1


def test_of_many_who_send_the_same_record_one_imports_it_and_all_are_told(arena: SharedTournament) -> None:
    rivals = [arena.rival(f"sender {number}") for number in range(6)]
    run_at_once(*(lambda one=one: one.sends(arena.record(1, 1, seed=1)) for one in rivals))
    told = [landing for rival in rivals for landing in rival.landings]
    assert [one["problem"] for one in told] == [None] * 6
    assert len({one["record"] for one in told}) == 1
    log = list(log_entries(arena.client, arena.address))
    assert sum(map(is_from_record, log)) == 1
    assert {one["version"] for one in told} == {len(log)}


def test_an_import_and_a_result_sheet_at_once_are_both_in_the_log(arena: SharedTournament) -> None:
    sender, keeper = arena.rival("sender"), arena.rival("keeper")
    keeper.make(sheet(1, 1, places=[4, 3, 2, 1]))
    sender.sends(arena.record(1, 1, seed=1))
    [contradicted] = sender.landings
    assert contradicted["problem"]["code"] == "contradicted"
    before = len(list(log_entries(arena.client, arena.address)))

    def lands() -> None:
        for _ in range(EACH):
            sender.lands(contradicted["record"])

    def writes() -> None:
        for turn in range(EACH):
            keeper.make(sheet(1, 1, places=[4, 3, 2, 1] if turn % 2 else [3, 4, 2, 1]))

    run_at_once(lands, writes)
    log = list(log_entries(arena.client, arena.address))[before:]
    assert sum(not is_from_record(entry) for entry in log) == EACH
    assert_standings_follow_from_the_log(arena, list(log_entries(arena.client, arena.address)))
    assert arena.rival("end").attempt(round_change("round_closed", 1), version=arena.begin.version()) == Conflict(
        409, before + len(log), before + len(log), "deal_missing"
    )
