"""Deltas wait in a log until they are folded into the summaries; every answer equals a recount."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from os import fspath
from pathlib import Path

import pytest

from daifu.data.store.sql.statistics import counts, deltas
from daifu.data.store.sql.statistics.deltas import append_deltas
from daifu.data.store.sql.statistics.pairs import PAIR_COUNTERS
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sqlite import connections
from daifu.data.store.sqlite.store import Store
from daifu.replay.counters import PAIR
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import counters_of
from daifu.schemas.judged_record import JudgedRecord
from tests.support.evenings import (
    PLAYERS,
    assert_statistics_agree,
    counted_deals,
    evening,
    judged_results,
)
from tests.support.stores import ANN, fetch_rows, judged_sitting, process_environment, verification_errors

MU, JUNKO, SHIMO, AKI, *_ = PLAYERS
BATCH = 20


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


def test_no_rows_are_left_when_all_records_are_withdrawn(store: Store) -> None:
    store.add([evening(str(table)) for table in range(3)], ANN)
    assert counted_deals(store) == 3
    for record in (1, 2, 3):
        store.withdraw(record, ANN, expected=1)
    assert store.statistics.profile("dalmuti") == ({}, {})
    assert summaries(store) == 0


def test_a_record_that_could_not_be_stored_is_not_counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("daifu.data.store.sql.statistics.deltas.append_deltas", lambda _writing: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store.add([evening("A")], ANN)
    assert counted_deals(store) == 0
    store.add([evening("B")], ANN)
    assert_statistics_agree(store)


def test_a_single_record_leaves_one_row_behind(store: Store) -> None:
    store.add([evening("A")], ANN)
    assert pending_count(store) == 1
    assert summaries(store) == 0


def test_a_read_folds_the_pending_deltas(store: Store) -> None:
    store.add([evening("A")], ANN)
    assert counted_deals(store) == 1
    assert pending_count(store) == 0
    assert_statistics_agree(store)


def test_records_of_one_commit_are_one_delta(store: Store) -> None:
    store.add([evening(str(table)) for table in range(20)], ANN)
    assert pending_count(store) == 1
    assert_statistics_agree(store)


def test_a_writer_folds_the_log_when_it_is_full(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add([evening("A")], ANN)
    [(size,)] = fetch_rows(store.path, "SELECT length(delta) FROM pending_deltas")
    monkeypatch.setattr(deltas, "MAX_PENDING_BYTES", 3 * size)
    store.add([evening("B")], ANN)
    assert pending_count(store) == 2
    store.add([evening("C")], ANN)
    assert pending_count(store) == 0
    assert counted_deals(store) == 3


def test_a_read_only_store_counts_the_pending_deltas(store: Store) -> None:
    store.add([evening(str(table)) for table in range(20)], ANN)
    assert counted_deals(store) == 20
    store.add([evening("A"), judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]])], ANN)
    store.withdraw(1, ANN, expected=1)
    with closing(Store.open(store.path, read_only=True)) as reader:
        assert_statistics_agree(reader)
        assert counted_deals(reader) == 21
    assert pending_count(store) == 2


def test_a_full_disk_does_not_prevent_reading(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Store.open(path)) as store:
        store.add([evening("A")], ANN)
        [(pages,)] = fetch_rows(path, "PRAGMA page_count")
    monkeypatch.setattr(connections, "PRAGMAS", (*connections.PRAGMAS, f"PRAGMA max_page_count = {pages}"))
    with closing(Store.open(path)) as store:
        store.withdraw(1, ANN, expected=1)
        assert counted_deals(store) == 0


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[JudgedRecord]]:
    """Batches of different evenings, each of which is folded at once."""
    monkeypatch.setattr(deltas, "MAX_PENDING_BYTES", 1)
    return ([evening(f"{batch}.{table}") for table in range(BATCH)] for batch in count())


def test_two_writers_in_turn_count_all_records(store: Store, batches: Iterator[list[JudgedRecord]]) -> None:
    with closing(Store.open(store.path)) as other:
        for writer in [store, store, other] * 2:
            writer.add(next(batches), ANN)
        assert counted_deals(store) == 6 * BATCH
        assert verification_errors(other) == []
    assert_statistics_agree(store)


def fail_after_keeping(writing: Transaction) -> None:
    """Do all that precedes a commit, and fail."""
    append_deltas(writing)
    raise ZeroDivisionError


def test_counters_of_a_rollback_get_new_numbers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("daifu.data.store.sql.statistics.deltas.append_deltas", fail_after_keeping)
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
        patch.setattr("daifu.data.store.sql.statistics.deltas.append_deltas", fail_after_keeping)
        with pytest.raises(ZeroDivisionError):
            store.add(next(batches), ANN)
    store.add(next(batches), ANN)
    assert counted_deals(store) == 2 * BATCH
    assert_statistics_agree(store)


def test_rows_without_numbers_are_counted(
    store: Store, batches: Iterator[list[JudgedRecord]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "MAX_ROWS", 3)
    for _ in range(3):
        store.add(next(batches), ANN)
    assert_statistics_agree(store)


PROGRAM = """
import sys
from daifu.data.store.sqlite.store import Store
from tests.support.stores import ANN
from tests.support.evenings import PLAYERS, judged_results

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
        assert counted_deals(store) == 40
        assert_statistics_agree(store)
        assert verification_errors(store) == []


@pytest.mark.parametrize("rules", PROFILES)
def test_every_counter_of_a_pair_has_a_column(rules: str) -> None:
    assert set(counters_of(rules, PAIR)) <= set(PAIR_COUNTERS)
