"""Long records are judged and counted in a process of their own, and before anybody waits for the turn to write."""

import os
import signal
from collections.abc import Iterator

import pytest

from daifu.data.ingest import Ingest
from daifu.data.long_records import LONG_RECORD, apart, processes
from daifu.data.store.sql.statistics import recount
from daifu.data.store.store import Store
from daifu.data.store.values import UploadStatus
from daifu.replay.statistics.record import RecordCounters
from daifu.schemas.judgement import count_json, judge_new_json
from daifu.schemas.record.errors import RecordRefused
from tests.support.small_records import document, json_bytes
from tests.support.stores import ANN, verification_errors

LONG = document(notes="x" * LONG_RECORD)
TURN = {"order": [2, 1, 3, 4]}


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    processes().end_idle()


def test_what_is_long_is_done_in_another_process() -> None:
    assert apart(os.getpid, size=LONG_RECORD) == os.getpid()
    assert apart(os.getpid, size=LONG_RECORD + 1) != os.getpid()


def test_a_long_record_is_judged_apart_as_here() -> None:
    text = json_bytes(LONG)
    there, here = apart(judge_new_json, text, size=len(text)), judge_new_json(text)
    assert there._replace(tallies=here.tallies) == here
    assert there.tallies.seats == here.tallies.seats


def test_a_refusal_comes_with_its_problems() -> None:
    text = json_bytes({**LONG, "rules": "chess"})
    with pytest.raises(RecordRefused) as here:
        judge_new_json(text)
    with pytest.raises(RecordRefused) as there:
        apart(judge_new_json, text, size=len(text))
    assert there.value.problems == here.value.problems


def end_other_process(own: int) -> int:
    if os.getpid() != own:
        os.kill(os.getpid(), signal.SIGKILL)
    return own


def test_what_a_lost_process_did_is_done_here(caplog: pytest.LogCaptureFixture) -> None:
    assert apart(end_other_process, os.getpid(), size=LONG_RECORD + 1) == os.getpid()
    assert "the process that judges long records is lost" in caplog.text


@pytest.mark.parametrize("change", ["correct", "grow", "withdraw"])
def test_a_long_record_is_counted_before_the_turn_to_write(
    store: Store, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    ingest = Ingest(store, ANN)
    before = {**LONG, "event": {"date": "2026-01-01"}}
    store.add([judge_new_json(json_bytes(before))], ANN)
    counted = []

    def count(_function: object, text: bytes, *, size: int) -> RecordCounters:
        assert size == len(text)
        counted.append(store._queue._turn.locked())  # noqa: SLF001 - nobody else asks for it
        return count_json(text)

    monkeypatch.setattr(recount, "apart", count)
    match change:
        case "correct":
            ingest.correct(1, json_bytes({**before, "deals": [{"result": TURN}]}), expected=1, reason="slip")
        case "grow":
            grown = judge_new_json(json_bytes({**before, "deals": [*before["deals"], {"result": TURN}]}))
            assert store.add([grown], ANN)[0].status is UploadStatus.GROWN
        case _:
            store.withdraw(1, ANN, expected=1, reason="slip")
    assert counted == [False]
    monkeypatch.undo()
    assert verification_errors(store) == []
