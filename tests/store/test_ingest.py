"""Entries are judged and stored, and then have a result."""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data import batches
from daifu.data.ingest import Ingest, IngestResult
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Author, UploadOutcome, UploadStatus
from daifu.replay.text import Text
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.sources.files import read_items
from daifu.schemas.sources.items import DAIFU, FUJIGOKORO, ForeignLog, Item, SourceProblem, SourceRefused
from tests.support.samples import SAMPLES_FOLDER
from tests.support.stores import ANN, SITTING_ACTIONS, judged_sitting, raw_sitting, verification_errors

BAD = Item("bulk", 7, DAIFU, b"{}")
UNREAD = SourceProblem("bulk", 9, Text("a line that is none", "行ではない"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(tmp_path / "test.db")) as opened:
        yield opened


def record_item(table: str = "A", actions: int = len(SITTING_ACTIONS)) -> Item:
    """A sitting as an entry of an upload."""
    return Item("bulk", 1, DAIFU, json.dumps(raw_sitting(table, actions)).encode())


def ingest_all(store: Store, *entries: Item | ForeignLog | SourceProblem) -> list[IngestResult]:
    return list(Ingest(store, ANN).take(entries))


def test_a_record_is_judged_and_stored(store: Store) -> None:
    [result] = ingest_all(store, record_item())
    assert result == IngestResult("bulk", 1, judged_sitting(), UploadOutcome(UploadStatus.CREATED, 1, 1))
    assert store.record(1).record == judged_sitting().record


def test_a_record_sent_again_exists_and_a_longer_one_grows(store: Store) -> None:
    results = ingest_all(store, record_item("A", 3), record_item("A", 3), record_item("A", 5))
    assert [result.outcome and result.outcome.status for result in results] == ["created", "exists", "grown"]


def test_results_come_in_the_order_of_what_was_sent(store: Store) -> None:
    results = ingest_all(store, record_item("A"), BAD, record_item("B"), UNREAD, record_item("C"))
    assert [result.line for result in results] == [1, 7, 1, 9, 1]
    assert [result.outcome and result.outcome.id for result in results] == [1, None, 2, None, 3]


def test_an_entry_that_is_no_record_is_refused_with_every_reason(store: Store) -> None:
    [result] = ingest_all(store, BAD)
    assert result.judged is None
    assert {problem.pointer for problem in result.problems} >= {"/format", "/rules", "/players", "/deals"}
    assert store.counts().records == 0


def test_an_unreadable_entry_is_refused_with_its_reason(store: Store) -> None:
    assert ingest_all(store, UNREAD) == [IngestResult("bulk", 9, None, problems=(UNREAD,))]


def test_an_empty_upload_has_no_results(store: Store) -> None:
    assert ingest_all(store) == []


def test_logs_and_records_are_taken_from_files(store: Store) -> None:
    files = [str(SAMPLES_FOLDER / name) for name in ("faulty.ndjson", "fujigokoro.dat", "uecda-server.log.gz")]
    results = list(Ingest(store, ANN).take(read_items(files, "auto", lambda _count: None)))
    assert not any(result.problems for result in results)
    assert store.counts().records == len(results)
    assert verification_errors(store) == []


def test_a_result_comes_only_when_it_is_on_disk(store: Store) -> None:
    for number, result in enumerate(Ingest(store, ANN).take(record_item(str(table)) for table in range(50)), 1):
        assert result.outcome == UploadOutcome(UploadStatus.CREATED, number, 1)
        assert store.counts().records >= number


def test_the_first_result_comes_before_the_second_record_is_asked_for(store: Store) -> None:
    asked: list[int] = []

    def sent() -> Iterator[Item]:
        for table in range(3):
            asked.append(table)
            yield record_item(str(table))

    next(Ingest(store, ANN).take(sent()))
    assert asked == [0]


def commit_sizes(store: Store, monkeypatch: pytest.MonkeyPatch, entries: Iterable[Item]) -> list[int]:
    """Take entries in; the number of records of each commit."""
    sizes: list[int] = []
    add = store.add

    def counted(records: list[JudgedRecord], author: Author) -> list[UploadOutcome]:
        sizes.append(len(records))
        return add(records, author)

    monkeypatch.setattr(store, "add", counted)
    list(Ingest(store, ANN).take(entries))
    return sizes


def test_commits_grow_up_to_a_limit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MAX_BATCH_RECORDS", 8)
    assert commit_sizes(store, monkeypatch, (record_item(str(table)) for table in range(30))) == [1, 2, 4, 8, 8, 7]


def test_a_record_that_has_waited_long_is_committed_when_the_next_comes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MAX_WAIT", 0)
    assert commit_sizes(store, monkeypatch, (record_item(str(table)) for table in range(4))) == [1, 1, 1, 1]


def test_large_records_do_not_wait_for_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MAX_BATCH_BYTES", 100)
    assert commit_sizes(store, monkeypatch, (record_item(str(table)) for table in range(4))) == [1, 1, 1, 1]


def test_records_with_long_reports_do_not_wait_for_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MAX_PART_BYTES", 100)
    assert commit_sizes(store, monkeypatch, (record_item(str(table)) for table in range(4))) == [1, 1, 1, 1]


def test_all_results_that_came_before_a_break_are_stored(store: Store) -> None:
    results = Ingest(store, ANN).take(record_item(str(table)) for table in range(50))
    seen = [next(results).outcome for _ in range(10)]
    results.close()
    assert all(outcome and store.latest(outcome.id) == 1 for outcome in seen)
    again = ingest_all(store, *(record_item(str(table)) for table in range(50)))
    assert store.counts().records == 50
    assert all(result.outcome and result.outcome.status is UploadStatus.EXISTS for result in again[:10])


def test_one_record_is_stored_likewise(store: Store) -> None:
    assert Ingest(store, ANN).one(record_item()) == (judged_sitting(), UploadOutcome(UploadStatus.CREATED, 1, 1))
    assert store.counts().records == 1


def test_one_record_that_is_none_is_refused(store: Store) -> None:
    with pytest.raises(SourceRefused) as refusal:
        Ingest(store, ANN).one(BAD)
    assert refusal.value.reasons


def test_a_previewed_record_is_judged_and_not_stored(store: Store) -> None:
    assert Ingest(store, ANN).preview(record_item()) == (judged_sitting(), None, (), ())
    assert store.counts().records == 0


def test_a_preview_says_what_would_become_of_a_record(store: Store) -> None:
    ingest_all(store, record_item("A", 3))
    assert Ingest(store, ANN).preview(record_item("A", 5)) == (
        judged_sitting("A", 5),
        UploadOutcome(UploadStatus.GROWN, 1, 2),
        (),
        (),
    )


def test_a_log_of_another_program_is_taken(store: Store) -> None:
    log = (SAMPLES_FOLDER / "fujigokoro.dat").read_bytes()
    _, outcome = Ingest(store, ANN).one(Item("games.dat", 1, FUJIGOKORO, log))
    assert outcome == UploadOutcome(UploadStatus.CREATED, 1, 1)


def evening(*orders: list[int], **fields: object) -> Item:
    """An evening of which only results are written."""
    deals = [{"result": {"order": order}} for order in orders]
    record = {"format": "daifu/1", "rules": "dalmuti", "players": ["A", "B", "C", "D"], "deals": deals, **fields}
    return Item("bulk", 1, DAIFU, json.dumps(record).encode())


def notices(results: Iterable[IngestResult]) -> list[list[str]]:
    return [[notice.en for notice in result.judged.notices] if result.judged else [] for result in results]


def test_an_evening_that_was_continued_only_because_it_begins_alike_says_so(store: Store) -> None:
    first, longer = evening([1, 2, 3, 4]), evening([1, 2, 3, 4], [4, 3, 2, 1])
    new, continued, earlier, known = notices(ingest_all(store, first, longer, first, longer))
    assert new == []
    assert continued[0].startswith("record 1 was continued: it begins alike, and neither has a date or hands.")
    assert earlier == known
    assert known[0].startswith("record 1 has the same deals, and neither has a date or hands.")
    assert continued[0].endswith("give it a date (event.date)")
    assert Ingest(store, ANN).one(longer)[0].notices[0].en.startswith("record 1 has the same deals")
    assert Ingest(store, ANN).preview(longer).judged.notices[0].en.startswith("record 1 has the same deals")


def test_an_evening_with_a_date_or_with_hands_is_continued_without_a_word(store: Store) -> None:
    event = {"date": "2026-07-31"}
    dated = [evening([1, 2, 3, 4], event=event), evening([1, 2, 3, 4], [4, 3, 2, 1], event=event)]
    assert notices(ingest_all(store, *dated, record_item("A", 3), record_item("A", 5))) == [[], [], [], []]


def test_an_event_whose_name_is_too_long_for_lists_is_refused(store: Store) -> None:
    long = json.dumps(raw_sitting(event={"name": "x" * 501})).encode()
    [result] = ingest_all(store, Item("bulk", 1, DAIFU, long))
    assert result.outcome is None
    assert [(one.pointer, one.expected.en[:30]) for one in result.problems] == [
        ("/event/name", "expected text of at most 500 c")
    ]


def test_a_stored_record_with_a_long_name_of_its_event_is_read_and_grows(store: Store) -> None:
    [outcome] = store.add([judged_sitting(event={"name": "x" * 501})], ANN)
    deal = json.dumps({"result": {"order": [1, 2, 3, 4]}}).encode()
    _, grown = Ingest(store, ANN).add_deal(outcome.id, deal, expected=1)
    assert grown.revision == 2
    assert verification_errors(store) == []
