"""Records are read, one or all in one stream, and changes of the store are noticed."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date

import pytest

from daifu.data.store.errors import NoSuchRecord
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Location, RecordFilter, StoredRecord, current_time
from daifu.data.tournaments.changes import Created, Entered
from tests.support.processes import peak_memory
from tests.support.stores import ANN, disputed_sitting, judged_sitting


def test_a_record_comes_back_byte_for_byte(store: Store) -> None:
    store.add([disputed_sitting()], ANN)
    stored = store.record(1)
    assert (stored.record, stored.report) == (disputed_sitting().record, disputed_sitting().report)


def test_a_record_tells_its_revision_and_when_it_came(store: Store) -> None:
    before = current_time()
    store.add([judged_sitting()], ANN)
    stored = store.record(1)
    assert (stored.id, stored.revision, stored.latest, stored.withdrawn) == (1, 1, True, False)
    assert before <= stored.stored_at <= current_time()


def test_the_report_comes_with_the_latest_revision(store: Store) -> None:
    store.add([judged_sitting(actions=3), judged_sitting(actions=5)], ANN)
    assert store.report(1) == (judged_sitting(actions=5).report, 2)


def test_the_latest_revision_is_told_alone(store: Store) -> None:
    store.add([judged_sitting(actions=3), judged_sitting(actions=5)], ANN)
    assert store.latest(1) == 2


def test_a_record_that_is_not_there_is_refused(store: Store) -> None:
    for read in (store.record, store.report, store.latest, store.revisions):
        with pytest.raises(NoSuchRecord):
            read(1)


def test_a_revision_that_is_not_there_is_refused(store: Store) -> None:
    store.add([judged_sitting()], ANN)
    for number in (0, 2):
        with pytest.raises(NoSuchRecord):
            store.record(1, number)


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 2**70])
def test_a_number_beyond_all_ids_is_no_record(store: Store, number: int) -> None:
    store.add([judged_sitting()], ANN)
    for ask in (
        lambda: store.record(number),
        lambda: store.record(1, number),
        lambda: store.report(number),
        lambda: store.latest(number),
        lambda: store.revisions(number),
        lambda: store.revise(number, judged_sitting("B"), ANN, expected=1),
        lambda: store.withdraw(number, ANN, expected=1),
    ):
        with pytest.raises(NoSuchRecord):
            ask()


def test_counts_tell_how_much_there_is(store: Store) -> None:
    store.add([judged_sitting("A", 3), judged_sitting("A", 4), judged_sitting("B")], ANN)
    store.withdraw(2, ANN, expected=1, reason="a test")
    counts = store.counts()
    assert (counts.records, counts.withdrawn, counts.revisions) == (2, 1, 4)
    assert counts.bytes > 0


def test_a_store_that_can_be_read_is_ready(store: Store) -> None:
    store.ready()


def test_the_state_stays_the_same_without_writes(store: Store) -> None:
    state = store.state()
    store.counts()
    store.people.find("")
    assert store.state() == state


def test_the_state_changes_with_every_write(store: Store) -> None:
    states = [store.state()]
    store.add([judged_sitting()], ANN)
    states.append(store.state())
    store.people.rename("Mu", "Mū", ANN, "their own spelling")
    states.append(store.state())
    store.create_token("Ann", "reader")
    states.append(store.state())
    assert len(set(states)) == len(states)


def test_the_state_changes_with_the_writes_of_others(store: Store, location: Location) -> None:
    state = store.state()
    with closing(open_store(location)) as other:
        other.add([judged_sitting()], ANN)
    assert store.state() != state


def test_two_open_stores_have_different_states(store: Store, location: Location) -> None:
    with closing(open_store(location)) as other:
        assert store.state() != other.state()


def test_a_large_record_comes_back_byte_for_byte(store: Store) -> None:
    deal = json.loads(disputed_sitting().record)["deals"][0]
    large = judged_sitting(deals=[deal | {"notes": f"{number} {'x' * 300}"} for number in range(3_000)])
    store.add([large], ANN)
    assert store.record(1).record == large.record
    assert store.report(1)[0] == large.report
    assert len(large.record) > 1_000_000


@pytest.fixture
def restored(new_location: Callable[[], Location]) -> Iterator[Store]:
    """Another store, which gives the same numbers to something else."""
    with closing(open_store(new_location())) as opened:
        yield opened


def test_the_mark_of_a_revision_stays(store: Store, location: Location) -> None:
    store.add([judged_sitting()], ANN)
    mark = store.mark(1, 1)
    store.revise(1, judged_sitting(notes="corrected"), ANN, expected=1)
    store.withdraw(1, ANN, expected=2)
    with closing(open_store(location)) as again:
        assert again.mark(1, 1) == mark
    assert len({store.mark(1, number) for number in (1, 2, 3)}) == 3


def test_another_record_under_the_same_number_has_another_mark(store: Store, restored: Store) -> None:
    store.add([judged_sitting()], ANN)
    restored.add([judged_sitting(table="B")], ANN)
    assert store.mark(1, 1) != restored.mark(1, 1)


def test_another_tournament_under_the_same_number_has_other_marks(store: Store, restored: Store) -> None:
    for one, name in ((store, "Winter cup"), (restored, "Summer cup")):
        cup = one.tournaments.create(Created(name=name, rules="theater"), ANN)
        one.tournaments.append(cup, [Entered(name="Mu")], ANN, expected=1)
    for version in (1, 2):
        assert store.tournaments.mark(1, version) != restored.tournaments.mark(1, version)


@pytest.mark.parametrize("number", [0, 2, 10**30])
def test_what_is_not_there_has_no_mark(store: Store, number: int) -> None:
    store.add([judged_sitting()], ANN)
    store.tournaments.create(Created(name="Cup", rules="theater"), ANN)
    assert store.mark(1, number) is store.mark(number, 1) is None
    assert store.tournaments.mark(1, number) is store.tournaments.mark(number, 1) is None


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
