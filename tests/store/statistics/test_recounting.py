"""A store that was counted by another version of the counting, or never, is counted anew when it is opened."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from data.store.errors import StoreBusy, StoreDamaged, StoreReadOnly
from data.store.sqlite.connections import Session
from data.store.sqlite.statistics import deltas, record_deltas, recount
from data.store.sqlite.store import Store
from replay.statistics.record import RecordCounters
from schemas.judgement import count_json
from tests.support.naive.statistics import PLAYERS, RULES, assert_statistics_agree, judged_results
from tests.support.stores import (
    ANN,
    disputed_sitting,
    fetch_rows,
    judged_sitting,
    process_environment,
    remove_statistics,
    tamper,
    verification_errors,
)


@pytest.fixture
def path(path: Path) -> Path:
    """A store with records of every kind: single ones, one that was corrected, one that was withdrawn."""
    with closing(Store.open(path)) as store:
        evenings = [judged_results(PLAYERS[:5], [[1, 2, 3, 4, 5]], event={"table": str(table)}) for table in range(7)]
        store.add([*evenings, judged_sitting("A"), judged_sitting("B")], ANN)
        store.revise(9, disputed_sitting("B"), ANN, expected=1)
        store.withdraw(8, ANN, expected=1)
    return path


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The records that counting anew begins behind, as it goes in steps of three."""
    begun: list[int] = []

    def seen(session: Session, record: int, limit: int) -> Iterator[tuple[int, deltas.RecordDelta | None]]:
        begun.append(record)
        return record_deltas.deltas_after(session, record, limit)

    monkeypatch.setattr(recount, "STEP_RECORDS", 3)
    monkeypatch.setattr(recount, "deltas_after", seen)
    return begun


def make_older(path: Path) -> None:
    """Let the summaries be those of an earlier version, which counted otherwise."""
    tamper(path, "UPDATE counted SET version = version - 1", "UPDATE sums SET counts = x'80'", "DELETE FROM pairs")


def interrupted_counting(after: int) -> Callable[[bytes], RecordCounters]:
    """Counts as many records and is interrupted then."""
    calls = count(1)

    def counting(text: bytes) -> RecordCounters:
        if next(calls) > after:
            raise KeyboardInterrupt
        return count_json(text)

    return counting


def test_a_store_of_another_counting_is_counted_anew(path: Path) -> None:
    make_older(path)
    with closing(Store.open(path)) as store:
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_a_store_from_before_there_were_statistics_is_counted(path: Path) -> None:
    remove_statistics(path)
    with closing(Store.open(path)) as store:
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_a_store_that_has_been_counted_is_not_counted_again(path: Path, steps: list[int]) -> None:
    Store.open(path).close()
    assert steps == []


def test_counting_anew_goes_in_steps(path: Path, steps: list[int]) -> None:
    make_older(path)
    with closing(Store.open(path)) as store:
        assert steps == [0, 3, 6]
        assert_statistics_agree(store)


def test_counting_that_was_broken_off_goes_on_where_it_was(
    path: Path, steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_older(path)
    with monkeypatch.context() as patch:
        patch.setattr(record_deltas, "count_json", interrupted_counting(4))
        with pytest.raises(KeyboardInterrupt):
            Store.open(path)
    with closing(Store.open(path)) as store:
        assert steps == [0, 3, 3, 6]
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_several_who_open_a_store_count_it_once(path: Path) -> None:
    make_older(path)
    program = "import sys; from data.store.sqlite.store import Store; Store.open(sys.argv[1]).close()"
    call = [sys.executable, "-c", program, os.fspath(path)]
    processes = [subprocess.Popen(call, env=process_environment()) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0] * 3
    with closing(Store.open(path)) as store:
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_versions_grow_when_everything_is_counted_anew(path: Path) -> None:
    with closing(Store.open(path)) as store:
        before = store.statistics.version("dalmuti")
    make_older(path)
    with closing(Store.open(path)) as store:
        assert store.statistics.version("dalmuti") > before


def test_it_is_told_in_the_log(path: Path, log: pytest.LogCaptureFixture) -> None:
    make_older(path)
    Store.open(path).close()
    assert log.messages == ["all records are counted anew", "all records have been counted"]


def test_a_record_that_cannot_be_read_is_told_and_keeps_nobody_from_opening(
    path: Path, log: pytest.LogCaptureFixture
) -> None:
    make_older(path)
    tamper(path, "UPDATE revisions SET packed = zeroblob(9) WHERE record = 2")
    with closing(Store.open(path)) as store:
        assert "record 2 cannot be read and is not counted" in log.messages
        counts = store.statistics.player(["Rei"], "dalmuti"), store.statistics.player(["Mu"], "dalmuti")
    assert counts[0] is None
    assert counts[1]
    assert counts[1]["deals"] == 6


def test_a_store_of_another_counting_that_may_only_be_read_is_refused(path: Path) -> None:
    make_older(path)
    with pytest.raises(StoreReadOnly, match="earlier version"):
        Store.open(path, read_only=True)


def test_who_counts_otherwise_than_the_last_to_open_a_store_writes_no_more(path: Path) -> None:
    with closing(Store.open(path)) as store:
        tamper(path, "UPDATE counted SET version = version + 1")
        before = store.counts().revisions
        with pytest.raises(StoreDamaged, match="another version"):
            store.add([judged_sitting("C")], ANN)
        with pytest.raises(StoreDamaged, match="another version"):
            store.withdraw(1, ANN, expected=1)
        assert store.counts().revisions == before


def statistics_queries(store: Store) -> list[Callable[[], object]]:
    """All that can be asked of statistics."""
    statistics = store.statistics
    return [
        lambda: statistics.version("dalmuti"),
        lambda: statistics.player(["Mu"], "dalmuti"),
        lambda: statistics.profile("dalmuti"),
        lambda: statistics.opponents(["Mu"], "dalmuti"),
        lambda: list(statistics.everybody("dalmuti")),
    ]


def test_who_counts_otherwise_than_the_last_to_open_a_store_is_not_answered_from_it(path: Path) -> None:
    with closing(Store.open(path)) as store:
        tamper(path, "UPDATE counted SET version = version + 1")
        pending = fetch_rows(path, "SELECT id FROM pending_deltas")
        for ask in statistics_queries(store):
            with pytest.raises(StoreDamaged, match="another version"):
                ask()
        assert fetch_rows(path, "SELECT id FROM pending_deltas") == pending != []


def test_nobody_is_answered_from_what_is_half_counted_and_nobody_adds_to_it(
    path: Path, steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store.open(path)) as store:
        make_older(path)
        with monkeypatch.context() as patch:
            patch.setattr(record_deltas, "count_json", interrupted_counting(4))
            with pytest.raises(KeyboardInterrupt):
                Store.open(path)
        assert steps == [0, 3]
        refused: list[Callable[[], object]] = [
            *statistics_queries(store),
            lambda: store.add([judged_sitting("C")], ANN),
        ]
        for ask in refused:
            with pytest.raises(StoreBusy, match="counted anew"):
                ask()
        Store.open(path).close()
        store.add([judged_sitting("C")], ANN)
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_who_has_written_forgets_what_he_knows_when_another_counts_anew(path: Path) -> None:
    with closing(Store.open(path)) as one:
        one.add([judged_sitting("C")], ANN)
        one.statistics.profile("theater")
        make_older(path)
        with closing(Store.open(path)) as two:
            two.add([judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]], event={"table": "late"})], ANN)
        one.add([judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]], event={"table": "later"}), judged_sitting("D")], ANN)
        assert verification_errors(one) == []
        assert_statistics_agree(one)
        assert verification_errors(one) == []


def test_a_recount_keeps_the_numbers_of_rows(path: Path) -> None:
    rows = "SELECT number, content FROM counter_rows"
    before = fetch_rows(path, rows)
    make_older(path)
    Store.open(path).close()
    assert before
    assert {*before} <= {*fetch_rows(path, rows)}


def test_what_is_wrong_with_tables_and_players_alike_is_told_once(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.statistics.profile("dalmuti")
        tamper(path, "UPDATE sums SET counts = x'80' WHERE player <= 0")
        found = verification_errors(store)
    assert sorted(found) == [f"what all records of {rules} come to is summed up wrongly" for rules in RULES[::-1]]


FALSIFIED = {
    "a sum": ("UPDATE sums SET counts = x'80' WHERE player > 0", "what Mu has in dalmuti is summed up wrongly"),
    "a sum gone": ("DELETE FROM sums WHERE player > 0", "what Mu has in dalmuti is summed up wrongly"),
    "a sum more": (
        """
        INSERT INTO sums (rules, player, counts) SELECT rules.number, players.number, x'80'
        FROM texts AS rules JOIN texts AS players WHERE rules.text = 'biga' AND players.text = 'Aki'
        """,
        "what Aki has in biga is summed up wrongly",
    ),
    "a bucket": ("UPDATE buckets SET day = 1 WHERE player > 0", "what Mu has in dalmuti is summed up wrongly"),
    "a bucket gone": ("DELETE FROM buckets", "what Mu has in theater is summed up wrongly"),
    "all deals": (
        "UPDATE sums SET counts = x'80' WHERE player = 0",
        "what all records of dalmuti come to is summed up wrongly",
    ),
    "all players": (
        "DELETE FROM buckets WHERE player = -1",
        "what all records of dalmuti come to is summed up wrongly",
    ),
    "a pair": ("UPDATE pairs SET points = points + 1", "what Mu and Aki have in dalmuti is summed up wrongly"),
    "a pair gone": ("DELETE FROM pairs", "what Mu and Aki have in dalmuti is summed up wrongly"),
    "a pending delta gone": ("DELETE FROM pending_deltas", "what Mu has in dalmuti is summed up wrongly"),
    "a pending delta twice": (
        """
        INSERT INTO pending_deltas (sign, rules, day, tournament, records, delta)
        SELECT sign, rules, day, tournament, records, delta FROM pending_deltas
        """,
        "what Mu and Aki have in dalmuti is summed up wrongly",
    ),
}


@pytest.mark.parametrize(("statement", "difference"), FALSIFIED.values(), ids=FALSIFIED)
def test_a_summary_that_was_falsified_is_found(path: Path, statement: str, difference: str) -> None:
    with closing(Store.open(path)) as store:
        store.statistics.profile("dalmuti")
        store.add([judged_results(PLAYERS[:5], [[5, 4, 3, 2, 1]], event={"table": "late"})], ANN)
        tamper(path, "INSERT OR IGNORE INTO texts (text) VALUES ('biga')", statement)
        found = verification_errors(store)
    assert difference in found
    assert all("summed up" in one for one in found)
