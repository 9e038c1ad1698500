"""Statistics are kept as sums, and every answer equals a recount."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date
from itertools import count
from os import fspath
from pathlib import Path

import pytest

from data.store.sqlite import connections
from data.store.sqlite.statistics import counter_rows, pending
from data.store.sqlite.statistics.pairs import PAIR_COUNTERS
from data.store.sqlite.statistics.pending import append_deltas
from data.store.sqlite.store import Store
from data.store.sqlite.transactions import Transaction
from data.store.values import DealFilter, RevisionKind
from replay.counters import PAIR
from replay.games.catalogue import PROFILES
from replay.statistics.catalogue import counters_of
from schemas.judgement import JudgedRecord
from tests.support.naive.statistics import (
    PLAYERS,
    add_up,
    assert_statistics_agree,
    judged_results,
    opponent_totals,
    player_totals,
    stored_records,
)
from tests.support.stores import ANN, fetch_rows, judged_sitting, process_environment, verification_errors

FOUR = PLAYERS[:4]
MU, JUNKO, SHIMO, AKI, *_ = PLAYERS
BATCH = 20


def evening(table: str, *orders: list[int]) -> JudgedRecord:
    """An evening of the same four players; `table` makes it different from others."""
    return judged_results(FOUR, orders or [[1, 2, 3, 4]], event={"table": table})


def pending_count(store: Store) -> int:
    """The number of pending deltas."""
    return int(fetch_rows(store.path, "SELECT count(*) FROM pending_deltas")[0][0])


def summaries(store: Store) -> int:
    """How many rows of summaries there are."""
    counts = """
        SELECT (SELECT count(*) FROM player_counts) + (SELECT count(*) FROM player_totals) +
            (SELECT count(*) FROM pairs)
    """
    return int(fetch_rows(store.path, counts)[0][0])


def deals(store: Store, player: str = MU) -> int:
    """How many deals are counted of a player."""
    return (store.statistics.player([player], "dalmuti") or {}).get("deals", 0)


def test_an_empty_store_has_no_counts(store: Store) -> None:
    assert store.statistics.player([MU], "dalmuti") is None
    assert store.statistics.profile("dalmuti") == ({}, {})
    assert store.statistics.opponents([MU], "dalmuti") == []
    assert store.statistics.against([MU], [JUNKO], "dalmuti") == {}
    assert list(store.statistics.everybody("dalmuti")) == []
    assert store.statistics.version("dalmuti") == 0


def test_a_record_is_counted_at_once(store: Store) -> None:
    store.add([evening("A", [1, 2, 3, 4], [2, 1, 3, 4])], ANN)
    assert deals(store) == 2
    assert_statistics_agree(store)


def test_a_record_that_is_sent_twice_is_counted_once(store: Store) -> None:
    store.add([evening("A"), evening("A")], ANN)
    store.add([evening("A")], ANN)
    assert deals(store) == 1


def test_a_grown_record_counts_in_its_present_state(store: Store) -> None:
    store.add([evening("A", [1, 2, 3, 4])], ANN)
    store.add([evening("A", [1, 2, 3, 4], [4, 3, 2, 1])], ANN)
    assert deals(store) == 2
    assert_statistics_agree(store)


def test_a_corrected_record_counts_in_its_present_state(store: Store) -> None:
    store.add([evening("A", [1, 2, 3, 4])], ANN)
    store.revise(1, evening("A", [4, 3, 2, 1]), ANN, expected=1)
    assert store.statistics.against([MU], [AKI], "dalmuti")["lower"] == 1
    assert_statistics_agree(store)


def test_a_player_who_is_corrected_away_has_no_counts(store: Store) -> None:
    store.add([judged_results(["Mu", "Junko", "Shimo", "Nao"], [[1, 2, 3, 4]])], ANN)
    assert deals(store, "Nao") == 1
    store.revise(1, judged_results(FOUR, [[1, 2, 3, 4]]), ANN, expected=1)
    assert store.statistics.player(["Nao"], "dalmuti") is None
    assert_statistics_agree(store)


def test_a_withdrawn_record_is_not_counted(store: Store) -> None:
    store.add([evening("A"), evening("B")], ANN)
    store.withdraw(1, ANN, expected=1)
    assert deals(store) == 1
    assert_statistics_agree(store)


def test_a_restored_record_is_counted_again(store: Store) -> None:
    store.add([evening("A")], ANN)
    store.withdraw(1, ANN, expected=1)
    store.revise(1, evening("A", [2, 1, 3, 4]), ANN, expected=2)
    assert store.revisions(1)[-1].kind is RevisionKind.RESTORED
    assert deals(store) == 1
    assert_statistics_agree(store)


def test_no_rows_are_left_when_all_records_are_withdrawn(store: Store) -> None:
    store.add([evening(str(table)) for table in range(3)], ANN)
    assert deals(store) == 3
    for record in (1, 2, 3):
        store.withdraw(record, ANN, expected=1)
    assert store.statistics.profile("dalmuti") == ({}, {})
    assert summaries(store) == 0


def test_a_record_that_could_not_be_stored_is_not_counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.write_queue.append_deltas", lambda _writing: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store.add([evening("A")], ANN)
    assert deals(store) == 0
    store.add([evening("B")], ANN)
    assert_statistics_agree(store)


def test_actions_are_counted_as_well_as_results(store: Store) -> None:
    store.add(
        [judged_sitting("A"), judged_sitting("B", 5), judged_sitting("C", event={"name": "Cup", "date": "2025-04-01"})],
        ANN,
    )
    assert_statistics_agree(store)


def test_deals_are_chosen_by_day_tournament_and_number_of_players(store: Store) -> None:
    days = ["2025-04-01", "2025-04-02", "2025-04-03"]
    cup = [judged_results(FOUR, [[1, 2, 3, 4]], event={"name": "Cup", "date": day}) for day in days]
    five = judged_results(PLAYERS[:5], [[1, 2, 3, 4, 5]], event={"date": days[0]})
    store.add([*cup, five, evening("A")], ANN)
    for wanted, expected in (
        (DealFilter(), 5),
        (DealFilter(since=date(2025, 4, 2)), 2),
        (DealFilter(until=date(2025, 4, 2)), 3),
        (DealFilter(tournament="Cup"), 3),
        (DealFilter(seated=5), 1),
        (DealFilter(until=date(2025, 4, 1), seated=4), 1),
    ):
        found = store.statistics.player([MU], "dalmuti", wanted)
        assert found
        assert found["deals"] == expected
    assert_statistics_agree(store)


def test_several_ids_of_one_person_are_added_up(store: Store) -> None:
    store.add([evening("A"), judged_results(["Nao", "Junko", "Rei", "Aki"], [[1, 2, 3, 4]])], ANN)
    records = stored_records(store)
    both = player_totals(records, "dalmuti", DealFilter())
    assert store.statistics.player([MU, "Nao"], "dalmuti") == add_up([both[MU], both["Nao"]])
    against = opponent_totals(records, "dalmuti", MU)[JUNKO], opponent_totals(records, "dalmuti", "Nao")[JUNKO]
    assert store.statistics.against([MU, "Nao"], [JUNKO], "dalmuti") == add_up(against)
    opponents = dict(store.statistics.opponents([MU, "Nao"], "dalmuti"))
    assert opponents[JUNKO] == add_up(against)
    assert opponents.keys() == {JUNKO, SHIMO, AKI, "Rei"}


def test_everybody_leaves_out_players_with_fewer_deals(store: Store) -> None:
    store.add(
        [evening("A", [1, 2, 3, 4], [1, 2, 3, 4]), judged_results(["Mu", "Junko", "Nao", "Rei"], [[1, 2, 3, 4]])], ANN
    )
    assert {player for player, _ in store.statistics.everybody("dalmuti", 3)} == {MU, JUNKO}


def test_the_version_of_a_profile_changes_with_it_and_with_nothing_else(store: Store) -> None:
    seen = [store.statistics.version("dalmuti")]
    store.add([evening("A")], ANN)
    seen.append(store.statistics.version("dalmuti"))
    store.add([judged_sitting("A")], ANN)
    assert store.statistics.version("dalmuti") == seen[-1]
    assert deals(store) == 1
    assert store.statistics.version("dalmuti") == seen[-1]
    store.revise(1, evening("A", [2, 1, 3, 4]), ANN, expected=1)
    seen.append(store.statistics.version("dalmuti"))
    store.withdraw(1, ANN, expected=2)
    seen.append(store.statistics.version("dalmuti"))
    assert seen == sorted(set(seen))


def test_a_single_record_leaves_one_row_behind(store: Store) -> None:
    store.add([evening("A")], ANN)
    assert pending_count(store) == 1
    assert summaries(store) == 0


def test_a_read_folds_the_pending_deltas(store: Store) -> None:
    store.add([evening("A")], ANN)
    assert deals(store) == 1
    assert pending_count(store) == 0
    assert_statistics_agree(store)


def test_records_of_one_commit_are_one_delta(store: Store) -> None:
    store.add([evening(str(table)) for table in range(20)], ANN)
    assert pending_count(store) == 1
    assert_statistics_agree(store)


def test_a_writer_folds_the_log_when_it_is_full(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add([evening("A")], ANN)
    [(size,)] = fetch_rows(store.path, "SELECT length(delta) FROM pending_deltas")
    monkeypatch.setattr(pending, "MAX_PENDING_BYTES", 3 * size)
    store.add([evening("B")], ANN)
    assert pending_count(store) == 2
    store.add([evening("C")], ANN)
    assert pending_count(store) == 0
    assert deals(store) == 3


def test_a_read_only_store_counts_the_pending_deltas(store: Store) -> None:
    store.add([evening(str(table)) for table in range(20)], ANN)
    assert deals(store) == 20
    store.add([evening("A"), judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]])], ANN)
    store.withdraw(1, ANN, expected=1)
    with closing(Store.open(store.path, read_only=True)) as reader:
        assert_statistics_agree(reader)
        assert deals(reader) == 21
    assert pending_count(store) == 2


def test_a_full_disk_does_not_prevent_reading(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Store.open(path)) as store:
        store.add([evening("A")], ANN)
        [(pages,)] = fetch_rows(path, "PRAGMA page_count")
    monkeypatch.setattr(connections, "PRAGMAS", (*connections.PRAGMAS, f"PRAGMA max_page_count = {pages}"))
    with closing(Store.open(path)) as store:
        store.withdraw(1, ANN, expected=1)
        assert deals(store) == 0


def test_everybody_is_of_one_moment(store: Store) -> None:
    store.add([evening("A")], ANN)
    everybody = store.statistics.everybody("dalmuti")
    next(everybody)
    store.add([evening("B")], ANN)
    assert {counts["deals"] for _, counts in everybody} == {1}


def test_reads_during_writes_count_nothing_twice(store: Store) -> None:
    tables = [str(number) for number in range(30)]

    def write(turn: int) -> None:
        for table in tables[turn::2]:
            store.add([evening(table)], ANN)

    def read(_turn: int) -> None:
        seen = [deals(store) for _ in tables]
        assert seen == sorted(seen)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda work: work[0](work[1]), [(write, 0), (read, 0), (write, 1), (read, 1)]))
    assert deals(store) == len(tables)
    assert_statistics_agree(store)


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[JudgedRecord]]:
    """Batches of different evenings, each of which is folded at once."""
    monkeypatch.setattr(pending, "MAX_PENDING_BYTES", 1)
    return ([evening(f"{batch}.{table}") for table in range(BATCH)] for batch in count())


def test_two_writers_in_turn_count_all_records(store: Store, batches: Iterator[list[JudgedRecord]]) -> None:
    with closing(Store.open(store.path)) as other:
        for writer in [store, store, other] * 2:
            writer.add(next(batches), ANN)
        assert deals(store) == 6 * BATCH
        assert verification_errors(other) == []
    assert_statistics_agree(store)


def fail_after_keeping(writing: Transaction) -> None:
    """Do all that precedes a commit, and fail."""
    append_deltas(writing)
    raise ZeroDivisionError


def test_counters_of_a_rollback_get_new_numbers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.write_queue.append_deltas", fail_after_keeping)
        with pytest.raises(ZeroDivisionError):
            store.add([judged_sitting("A")], ANN)
    store.add([evening("A")], ANN)
    store.add([judged_sitting("A")], ANN)
    assert_statistics_agree(store)


def test_counters_numbered_by_another_process_keep_their_numbers(store: Store) -> None:
    store.add([evening("A")], ANN)
    with closing(Store.open(store.path)) as other:
        other.add([judged_sitting("A")], ANN)
    store.add([judged_sitting("B")], ANN)
    assert_statistics_agree(store)
    assert verification_errors(store) == []


def test_caches_are_dropped_after_a_rollback(
    store: Store, batches: Iterator[list[JudgedRecord]], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add(next(batches), ANN)
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.write_queue.append_deltas", fail_after_keeping)
        with pytest.raises(ZeroDivisionError):
            store.add(next(batches), ANN)
    store.add(next(batches), ANN)
    assert deals(store) == 2 * BATCH
    assert_statistics_agree(store)


def test_rows_without_numbers_are_counted(
    store: Store, batches: Iterator[list[JudgedRecord]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counter_rows, "MAX_ROWS", 3)
    for _ in range(3):
        store.add(next(batches), ANN)
    assert_statistics_agree(store)


PROGRAM = """
import sys
from data.store.sqlite.store import Store
from tests.support.stores import ANN
from tests.support.naive.statistics import PLAYERS, judged_results

store = Store.open(sys.argv[1])
for number in sys.argv[2:]:
    store.add([judged_results(PLAYERS[:4], [[1, 2, 3, 4]], event={"table": number})], ANN)
    store.statistics.player(PLAYERS[:1], "dalmuti")
store.close()
"""


def test_several_processes_count_everything_once(path: Path) -> None:
    Store.open(path).close()
    calls = [[sys.executable, "-c", PROGRAM, fspath(path), *map(str, range(first, 40))] for first in (0, 10, 20)]
    processes = [subprocess.Popen(call, env=process_environment()) for call in calls]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    with closing(Store.open(path)) as store:
        assert deals(store) == 40
        assert_statistics_agree(store)
        assert verification_errors(store) == []


@pytest.mark.parametrize("rules", PROFILES)
def test_every_counter_of_a_pair_has_a_column(rules: str) -> None:
    assert set(counters_of(rules, PAIR)) <= set(PAIR_COUNTERS)
