"""All records that fit a filter come out of the store in one stream."""

import threading
from datetime import date

import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import RecordFilter, StoredRecord
from tests.support.processes import peak_memory
from tests.support.stores import ANN, disputed_sitting, judged_sitting


def _ids(store: Store, wanted: RecordFilter | None = None) -> list[int]:
    return [stored.id for stored in store.each(wanted or RecordFilter())]


def test_records_come_oldest_first_with_their_reports(store: Store) -> None:
    store.add([judged_sitting("A"), disputed_sitting("B")], ANN)
    found = [(stored.id, stored.record, stored.report) for stored in store.each(RecordFilter())]
    assert found == [
        (1, judged_sitting("A").record, judged_sitting("A").report),
        (2, disputed_sitting("B").record, disputed_sitting("B").report),
    ]


def test_only_the_latest_revision_comes(store: Store) -> None:
    store.add([judged_sitting(actions=3), judged_sitting(actions=5)], ANN)
    [stored] = store.each(RecordFilter())
    assert (stored.revision, stored.latest, stored.record) == (2, True, judged_sitting(actions=5).record)


@pytest.mark.parametrize(
    "wanted",
    [
        RecordFilter(player="Mu"),
        RecordFilter(rules="theater"),
        RecordFilter(tournament="Cup"),
        RecordFilter(legal=False),
        RecordFilter(fault="not_stronger"),
        RecordFilter(since=date(2025, 1, 2)),
        RecordFilter(until=date(2025, 1, 2)),
    ],
)
def test_a_filter_finds_the_same_as_in_a_list(store: Store, wanted: RecordFilter) -> None:
    days = (judged_sitting(event={"name": "Cup", "date": f"2025-01-0{day}"}) for day in (3, 1, 2))
    store.add(
        [*days, disputed_sitting("A"), disputed_sitting("B"), judged_sitting("C", players=["P", "Q", "R", "S"])], ANN
    )
    listed = [record.id for record in store.page(wanted).records]
    assert _ids(store, wanted) == listed[::-1]
    assert listed


def test_withdrawn_records_come_when_asked_for_as_they_were_before(store: Store) -> None:
    store.add([judged_sitting("A"), judged_sitting("B")], ANN)
    store.withdraw(1, ANN, expected=1, reason="a test")
    assert _ids(store) == [2]
    [stored] = store.each(RecordFilter(withdrawn=True))
    assert (stored.id, stored.revision, stored.record, stored.withdrawn) == (1, 1, judged_sitting("A").record, True)


def test_the_last_record_comes_as_it_was_at_the_beginning(store: Store) -> None:
    store.add([judged_sitting("A"), judged_sitting("B", actions=3)], ANN)
    stream = store.each(RecordFilter())
    next(stream)
    store.add([judged_sitting("B", actions=5)], ANN)
    assert next(stream).record == judged_sitting("B", actions=3).record


def test_records_stored_after_the_beginning_do_not_come(store: Store) -> None:
    store.add([judged_sitting("A", actions=3), judged_sitting("B")], ANN)
    stream = store.each(RecordFilter())
    found = [next(stream)]
    store.add([judged_sitting("A", actions=5), judged_sitting("C")], ANN)
    found += stream
    assert [stored.id for stored in found] == [1, 2]
    assert store.counts().records == 3


def test_a_slow_reader_keeps_nobody_from_writing(store: Store) -> None:
    store.add([judged_sitting(table) for table in "ABC"], ANN)
    stream = store.each(RecordFilter())
    next(stream)
    assert store.add([judged_sitting("D")], ANN)[0].id == 4
    stream.close()


def test_a_stream_may_be_read_by_another_thread_than_began_it(store: Store) -> None:
    store.add([judged_sitting(table) for table in "ABC"], ANN)
    stream = store.each(RecordFilter())
    found: list[StoredRecord] = [next(stream)]
    thread = threading.Thread(target=lambda: found.extend(stream))
    thread.start()
    thread.join()
    assert len(found) == 3


def test_memory_does_not_grow_with_the_records(store: Store) -> None:
    notes = "x" * 20_000
    store.add([judged_sitting(str(table), notes=f"{table} {notes}"[:20_000]) for table in range(100)], ANN)

    def read() -> None:
        assert sum(1 for _ in store.each(RecordFilter())) == 100

    assert peak_memory(read) < 10 * len(notes)


def test_records_come_game_by_game_and_day_by_day_where_that_is_asked(store: Store) -> None:
    days = [judged_sitting(event={"date": f"2025-01-0{day}"}) for day in (3, 1, 2)]
    game = judged_sitting(rules="dalmuti", deals=[{"result": {"order": [1, 2, 3, 4]}}])
    store.add([days[0], game, *days[1:], judged_sitting("without a day")], ANN)
    assert [stored.id for stored in store.each_by_day(RecordFilter())] == [5, 3, 4, 1, 2]


def test_records_of_a_day_come_in_the_order_of_their_times_and_then_those_without(store: Store) -> None:
    dates = ("2025-01-01", "2025-01-01T19:00", "2025-01-01T14:00")
    store.add([judged_sitting(event={"date": date}) for date in dates], ANN)
    assert [stored.id for stored in store.each_by_day(RecordFilter())] == [3, 2, 1]


def test_a_filter_finds_the_same_day_by_day(store: Store) -> None:
    store.add([judged_sitting(event={"name": "Cup", "date": f"2025-01-0{day}"}) for day in (3, 1, 2)], ANN)
    for wanted in (
        RecordFilter(player="Mu"),
        RecordFilter(tournament="Cup"),
        RecordFilter(since=date(2025, 1, 2)),
        RecordFilter(legal=True),
    ):
        assert sorted(stored.id for stored in store.each_by_day(wanted)) == _ids(store, wanted)
