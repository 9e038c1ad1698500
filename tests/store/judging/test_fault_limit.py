"""A record with more faults than others can read in a report is not taken in, whichever way it comes."""

import pytest

from daifu.data.ingest import Ingest
from daifu.data.store.store import Store
from daifu.replay.match import replay
from daifu.schemas.judgement import judge_json, judge_new_json
from daifu.schemas.record import limits
from daifu.schemas.record.decode import decode_json
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.sources.items import DAIFU, Item, SourceRefused
from tests.support.small_records import document, json_bytes
from tests.support.stores import ANN

MOST = 5


@pytest.fixture(autouse=True)
def _limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FAULTS", MOST)


def record(faults: int) -> bytes:
    """A record with so many faults: a notice of each deal that was not decided."""
    return json_bytes(document(deals=[{}] * faults))


def item(faults: int) -> Item:
    return Item("-", 1, DAIFU, record(faults))


def test_as_many_faults_as_are_allowed_are_taken() -> None:
    assert sum(judge_new_json(record(MOST)).facts.faults.values()) == MOST


def test_one_fault_more_is_refused_with_the_limit() -> None:
    with pytest.raises(RecordRefused, match="faults, notices included") as refused:
        judge_new_json(record(MOST + 1))
    assert [problem.pointer for problem in refused.value.problems] == [""]


def test_an_upload_a_correction_and_a_further_deal_are_refused(store: Store) -> None:
    ingest = Ingest(store, ANN)
    with pytest.raises(SourceRefused, match="faults, notices included"):
        ingest.one(item(MOST + 1))
    ingest.one(item(MOST))
    with pytest.raises(RecordRefused, match="faults, notices included"):
        ingest.correct(1, record(MOST + 1), expected=1, reason="slip")
    with pytest.raises(RecordRefused, match="faults, notices included"):
        ingest.add_deal(1, b"{}", expected=1)
    assert store.latest(1) == 1


def test_in_bulk_such_a_record_is_refused_and_the_others_are_stored(store: Store) -> None:
    results = list(Ingest(store, ANN).take([item(MOST + 1), item(MOST)]))
    assert [result.outcome is None for result in results] == [True, False]
    assert "faults, notices included" in results[0].problems[0].expected.en


def test_what_was_stored_before_is_judged_again_whatever_it_has() -> None:
    text = record(MOST + 1)
    assert sum(judge_json(text).facts.faults.values()) == MOST + 1
    assert len(replay(decode_json(text).record).deals) == MOST + 1
