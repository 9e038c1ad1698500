"""A store that was counted by another version, or never, or not wholly, is counted again when it is opened."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import pytest

from daifu.data.store.errors import StoreBusy, StoreDamaged, StoreReadOnly
from daifu.data.store.sql.statistics import deltas, recount
from daifu.data.store.sqlite.connections import Session
from daifu.data.store.sqlite.store import Store
from daifu.replay.analysis.deals import METHOD
from daifu.replay.statistics.record import RecordCounters
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import count_json
from tests.support.analyses import random_analysis
from tests.support.evenings import PLAYERS, RULES, assert_statistics_agree, judged_results
from tests.support.recount.store import store_differences
from tests.support.stores import (
    ANN,
    disputed_sitting,
    fetch_rows,
    judged_sitting,
    process_environment,
    tamper,
    verification_errors,
)


@pytest.fixture
def full(path: Path) -> Path:
    """A store with records of every kind: single ones, one that was corrected, one that was withdrawn."""
    with closing(Store.open(path)) as store:
        evenings = [judged_results(PLAYERS[:5], [[1, 2, 3, 4, 5]], event={"table": str(table)}) for table in range(7)]
        store.add([*evenings, judged_sitting("A"), judged_sitting("B")], ANN)
        store.revise(9, disputed_sitting("B"), ANN, expected=1)
        store.withdraw(8, ANN, expected=1)
    return path


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The records after which each step of a recount begins, in steps of three."""
    begun: list[int] = []
    deltas_after = recount.deltas_after

    def seen(session: Session, record: int, limit: int) -> Iterator[tuple[int, deltas.RecordDelta | None]]:
        begun.append(record)
        return deltas_after(session, record, limit)

    monkeypatch.setattr(recount, "STEP_RECORDS", 3)
    monkeypatch.setattr(recount, "deltas_after", seen)
    return begun


def make_older(path: Path) -> None:
    """Make the summaries those of an earlier version, which counted differently."""
    tamper(
        path,
        "UPDATE statistics_progress SET version = version - 1",
        "UPDATE player_totals SET counts = x'80'",
        "DELETE FROM pairs",
    )


def interrupted_counting(after: int) -> Callable[[bytes], RecordCounters]:
    """Count this number of records, and then interrupt."""
    calls = count(1)

    def counting(text: bytes) -> RecordCounters:
        if next(calls) > after:
            raise KeyboardInterrupt
        return count_json(text)

    return counting


def test_analyses_by_the_present_method_are_counted_again_and_others_are_not(full: Path) -> None:
    with closing(Store.open(full)) as store:
        for record in (1, 2):
            store.analyses.keep(record, 1, METHOD, random_analysis(1, 5, Random(record)))
    tamper(full, "UPDATE analyses SET method = 'earlier' WHERE record = 2")
    make_older(full)
    with closing(Store.open(full)) as store:
        assert store_differences(store, "dalmuti") == []
        assert verification_errors(store) == []


def test_a_store_of_another_count_version_is_counted_again(full: Path) -> None:
    make_older(full)
    with closing(Store.open(full)) as store:
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_a_store_that_has_been_counted_is_not_counted_again(full: Path, steps: list[int]) -> None:
    Store.open(full).close()
    assert steps == []


def test_a_recount_goes_in_steps(full: Path, steps: list[int]) -> None:
    make_older(full)
    with closing(Store.open(full)) as store:
        assert steps == [0, 3, 6]
        assert_statistics_agree(store)


def test_an_interrupted_recount_continues_where_it_was(
    full: Path, steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_older(full)
    with monkeypatch.context() as patch:
        patch.setattr("daifu.schemas.judgement.count_json", interrupted_counting(4))
        with pytest.raises(KeyboardInterrupt):
            Store.open(full)
    with closing(Store.open(full)) as store:
        assert steps == [0, 3, 3, 6]
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_several_processes_that_open_a_store_count_it_once(full: Path) -> None:
    make_older(full)
    program = "import sys; from daifu.data.store.sqlite.store import Store; Store.open(sys.argv[1]).close()"
    call = [sys.executable, "-c", program, os.fspath(full)]
    processes = [subprocess.Popen(call, env=process_environment()) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0] * 3
    with closing(Store.open(full)) as store:
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_versions_grow_in_a_recount(full: Path) -> None:
    with closing(Store.open(full)) as store:
        before = store.statistics.version("dalmuti")
    make_older(full)
    with closing(Store.open(full)) as store:
        assert store.statistics.version("dalmuti") > before


def test_a_recount_is_logged(full: Path, log: pytest.LogCaptureFixture) -> None:
    make_older(full)
    Store.open(full).close()
    assert log.messages == ["all records are counted anew", "all records have been counted"]


def test_an_unreadable_record_is_logged_and_the_store_opens(full: Path, log: pytest.LogCaptureFixture) -> None:
    make_older(full)
    tamper(full, "UPDATE revisions SET packed = zeroblob(9) WHERE record = 2")
    with closing(Store.open(full)) as store:
        assert "record 2 cannot be read and is not counted" in log.messages
        counts = store.statistics.player(["Rei"], "dalmuti"), store.statistics.player(["Mu"], "dalmuti")
    assert counts[0] is None
    assert counts[1]
    assert counts[1]["deals"] == 6


def test_a_read_only_store_of_another_count_version_is_refused(full: Path) -> None:
    make_older(full)
    with pytest.raises(StoreReadOnly, match="earlier version"):
        Store.open(full, read_only=True)


def test_an_older_process_no_longer_writes(full: Path) -> None:
    with closing(Store.open(full)) as store:
        tamper(full, "UPDATE statistics_progress SET version = version + 1")
        before = store.counts().revisions
        with pytest.raises(StoreDamaged, match="another version"):
            store.add([judged_sitting("C")], ANN)
        with pytest.raises(StoreDamaged, match="another version"):
            store.withdraw(1, ANN, expected=1)
        assert store.counts().revisions == before


def statistics_queries(store: Store) -> list[Callable[[], object]]:
    """All queries of statistics."""
    statistics = store.statistics
    return [
        lambda: statistics.version("dalmuti"),
        lambda: statistics.player(["Mu"], "dalmuti"),
        lambda: statistics.profile("dalmuti"),
        lambda: statistics.opponents(["Mu"], "dalmuti"),
        lambda: list(statistics.everybody("dalmuti")),
    ]


def test_an_older_process_no_longer_reads_statistics(full: Path) -> None:
    with closing(Store.open(full)) as store:
        tamper(full, "UPDATE statistics_progress SET version = version + 1")
        pending = fetch_rows(full, "SELECT id FROM pending_deltas")
        for ask in statistics_queries(store):
            with pytest.raises(StoreDamaged, match="another version"):
                ask()
        assert fetch_rows(full, "SELECT id FROM pending_deltas") == pending != []


def test_statistics_are_neither_read_nor_written_during_a_recount(
    full: Path, steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store.open(full)) as store:
        make_older(full)
        with monkeypatch.context() as patch:
            patch.setattr("daifu.schemas.judgement.count_json", interrupted_counting(4))
            with pytest.raises(KeyboardInterrupt):
                Store.open(full)
        assert steps == [0, 3]
        refused: list[Callable[[], object]] = [
            *statistics_queries(store),
            lambda: store.add([judged_sitting("C")], ANN),
        ]
        for ask in refused:
            with pytest.raises(StoreBusy, match="counted anew"):
                ask()
        Store.open(full).close()
        store.add([judged_sitting("C")], ANN)
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_a_writer_goes_on_after_the_recount_of_another_process(full: Path) -> None:
    with closing(Store.open(full)) as one:
        one.add([judged_sitting("C")], ANN)
        one.statistics.profile("theater")
        make_older(full)
        with closing(Store.open(full)) as two:
            two.add([judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]], event={"table": "late"})], ANN)
        one.add([judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]], event={"table": "later"}), judged_sitting("D")], ANN)
        assert verification_errors(one) == []
        assert_statistics_agree(one)
        assert verification_errors(one) == []


def test_a_recount_keeps_the_numbers_of_rows(full: Path) -> None:
    rows = "SELECT number, content FROM counter_rows"
    before = fetch_rows(full, rows)
    make_older(full)
    Store.open(full).close()
    assert before
    assert {*before} <= {*fetch_rows(full, rows)}


def test_a_difference_of_tables_and_players_is_reported_once(full: Path) -> None:
    with closing(Store.open(full)) as store:
        store.statistics.profile("dalmuti")
        tamper(full, "UPDATE player_totals SET counts = x'80' WHERE player <= 0")
        found = verification_errors(store)
    assert sorted(found) == [f"the statistics of all players of {rules} are wrong" for rules in RULES[::-1]]


FALSIFIED = {
    "a total": (
        "UPDATE player_totals SET counts = x'80' WHERE player > 0",
        "the statistics of Mu in dalmuti are wrong",
    ),
    "a total gone": ("DELETE FROM player_totals WHERE player > 0", "the statistics of Mu in dalmuti are wrong"),
    "a sum more": (
        """
        INSERT INTO player_totals (rules, player, counts) SELECT rules.number, players.number, x'80'
        FROM texts AS rules JOIN texts AS players WHERE rules.text = 'biga' AND players.text = 'Aki'
        """,
        "the statistics of Aki in biga are wrong",
    ),
    "a count": ("UPDATE player_counts SET day = 1 WHERE player > 0", "the statistics of Mu in dalmuti are wrong"),
    "a count gone": ("DELETE FROM player_counts", "the statistics of Mu in theater are wrong"),
    "all deals": (
        "UPDATE player_totals SET counts = x'80' WHERE player = 0",
        "the statistics of all players of dalmuti are wrong",
    ),
    "all players": (
        "DELETE FROM player_counts WHERE player = -1",
        "the statistics of all players of dalmuti are wrong",
    ),
    "a pair": ("UPDATE pairs SET points = points + 1", "the statistics of Mu and Aki in dalmuti are wrong"),
    "a pair gone": ("DELETE FROM pairs", "the statistics of Mu and Aki in dalmuti are wrong"),
    "a pending delta gone": ("DELETE FROM pending_deltas", "the statistics of Mu in dalmuti are wrong"),
    "a pending delta twice": (
        """
        INSERT INTO pending_deltas (sign, rules, day, tournament, records, delta)
        SELECT sign, rules, day, tournament, records, delta FROM pending_deltas
        """,
        "the statistics of Mu and Aki in dalmuti are wrong",
    ),
}


@pytest.mark.parametrize(("statement", "difference"), FALSIFIED.values(), ids=FALSIFIED)
def test_a_falsified_summary_is_found(full: Path, statement: str, difference: str) -> None:
    with closing(Store.open(full)) as store:
        store.statistics.profile("dalmuti")
        store.add([judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]], event={"table": "late"})], ANN)
        tamper(full, "INSERT OR IGNORE INTO texts (text) VALUES ('biga')", statement)
        found = verification_errors(store)
    assert difference in found
    assert all("statistics of" in one for one in found)


def test_a_record_whose_analysis_is_damaged_is_counted_again_after_its_correction(full: Path) -> None:
    with closing(Store.open(full)) as store:
        store.analyses.keep(1, 1, METHOD, random_analysis(1, 5, Random(1)))
    tamper(full, "UPDATE analyses SET packed = zeroblob(9)")
    corrected = judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]], event={"table": "0"})
    with closing(Store.open(full)) as store:
        store.revise(1, corrected, ANN, expected=1)
    with closing(Store.open(full)) as store:
        assert_statistics_agree(store)


def evening(table: str, order: tuple[int, ...] = (1, 2, 3, 4, 5)) -> JudgedRecord:
    return judged_results(PLAYERS[:5], [order], event={"table": table})


def deals(store: Store) -> int:
    """How many deals are counted."""
    return store.statistics.profile("dalmuti")[0]["deals"]


@pytest.fixture
def spoilt(store: Store) -> Store:
    """A store of three counted evenings, of which the second is unreadable and withdrawn."""
    store.add([evening("A"), evening("B"), evening("C")], ANN)
    assert deals(store) == 3
    tamper(store.path, "UPDATE revisions SET packed = zeroblob(9) WHERE record = 2")
    store.withdraw(2, ANN, expected=1)
    return store


def test_an_unreadable_record_is_logged(spoilt: Store, log: pytest.LogCaptureFixture) -> None:
    tamper(spoilt.path, "UPDATE revisions SET packed = zeroblob(9) WHERE record = 3")
    spoilt.withdraw(3, ANN, expected=1)
    assert log.messages == ["record 3 cannot be read: all records will be counted anew when the store is next opened"]


def test_its_counts_are_gone_when_the_store_is_opened_again(spoilt: Store) -> None:
    assert deals(spoilt) == 3
    with closing(Store.open(spoilt.path)) as again:
        assert deals(again) == deals(spoilt) == 2
        assert not any("statistics of" in one for one in verification_errors(again))


def test_until_then_the_store_goes_on_counting(spoilt: Store) -> None:
    spoilt.add([evening("late")], ANN)
    assert deals(spoilt) == 4


def test_until_then_the_store_can_be_read(spoilt: Store) -> None:
    with closing(Store.open(spoilt.path, read_only=True)) as reading:
        assert deals(reading) == 3


def test_a_corrected_record_is_counted_again(spoilt: Store) -> None:
    spoilt.revise(2, evening("B", (5, 4, 3, 2, 1)), ANN, expected=2)
    with closing(Store.open(spoilt.path)) as again:
        assert deals(again) == 3
        assert_statistics_agree(again)


def test_it_is_not_withdrawn_during_a_recount(spoilt: Store) -> None:
    tamper(
        spoilt.path,
        "UPDATE statistics_progress SET record = 1",
        "UPDATE revisions SET packed = zeroblob(9) WHERE record = 3",
    )
    with pytest.raises(StoreBusy, match="counted anew"):
        spoilt.withdraw(3, ANN, expected=1)
    assert fetch_rows(spoilt.path, "SELECT record FROM statistics_progress") == [(1,)]
    assert spoilt.latest(3) == 1


def test_all_records_are_counted_again_once(spoilt: Store, log: pytest.LogCaptureFixture) -> None:
    Store.open(spoilt.path).close()
    log.clear()
    Store.open(spoilt.path).close()
    assert log.messages == []
