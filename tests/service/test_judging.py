"""A worker lets another process judge a large upload, which never outlives it."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.support.calling import assert_whole, caller, exported, ndjson, sent_in_bulk
from tests.support.kept import sitting
from tests.support.processes import alive, children, eventually
from tests.support.served import PATIENCE, Served, served
from tests.support.wire import Wire

pytestmark = pytest.mark.skipif(len(os.sched_getaffinity(0)) == 1, reason="with one core every worker judges by itself")

SITTINGS = [json.loads(json.dumps(sitting(f"table {number}"))) for number in range(3_000)]
LARGE = 1_000


def judges(service: Served) -> set[int]:
    """The processes that judge for its workers."""
    return {judge for worker in service.workers() for judge in children(worker)}


def test_a_large_upload_is_told_and_kept_as_it_was_sent(tmp_path: Path) -> None:
    with served(tmp_path) as running, caller(running) as client:
        for sent in (SITTINGS[:LARGE], SITTINGS):
            lines, sums = sent_in_bulk(client, ndjson(sent))
            assert [line["line"] for line in lines] == [*range(1, len(sent) + 1)]
            assert len(judges(running)) in {1, 2}
        assert (sums["created"], sums["exists"]) == (len(SITTINGS) - LARGE, LARGE)
        assert exported(client) == SITTINGS
    assert_whole(tmp_path)


def test_small_uploads_start_no_process(tmp_path: Path) -> None:
    with served(tmp_path) as running, caller(running) as client:
        sent_in_bulk(client, ndjson(SITTINGS[:200]))
        assert judges(running) == set()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_stays_behind_when_the_service_stops(tmp_path: Path, number: signal.Signals) -> None:
    with served(tmp_path) as running, caller(running) as client:
        sent_in_bulk(client, ndjson(SITTINGS[:LARGE]))
        found = judges(running)
        assert found
        running.process.send_signal(number)
        assert running.process.wait(PATIENCE) == 0
        eventually(lambda: not any(map(alive, found)))


def test_nothing_stays_behind_when_all_is_killed(tmp_path: Path) -> None:
    with served(tmp_path) as running, Wire(running) as wire:
        wire.listen()
        wire.send(ndjson(SITTINGS))
        eventually(lambda: bool(judges(running)))
        found = judges(running)
        running.kill()
        eventually(lambda: not any(map(alive, found)))
    assert_whole(tmp_path)


def test_an_upload_whose_judge_is_killed_goes_on(tmp_path: Path) -> None:
    with served(tmp_path) as running, Wire(running) as wire:
        wire.listen()
        wire.send(ndjson(SITTINGS[:LARGE]))
        eventually(lambda: bool(judges(running)))
        for judge in judges(running):
            os.kill(judge, signal.SIGKILL)
        wire.send(ndjson(SITTINGS[LARGE:]))
        wire.finish()
        *lines, sums = wire.hear_all()
        assert [line["line"] for line in lines] == [*range(1, len(SITTINGS) + 1)]
        assert (sums["done"], sums["created"]) == (True, len(SITTINGS))
        logged = [json.loads(line) for line in running.log.read_text(encoding="utf-8").splitlines()]
        assert "the process that judges is lost: it ended with -9" in {line["message"] for line in logged}
    assert_whole(tmp_path)
