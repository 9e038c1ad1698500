"""A large upload is judged by another process while it is stored, and nobody notices."""

import os
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from data.ingest import Ingest, Result
from data.judging import ahead
from data.judging.batches import PAUSE, Entry
from data.judging.judge import Judge
from data.judging.verdicts import Sent, Verdict, verdicts
from data.store import Store, opening
from data.store.refusals import StoreFull
from schemas.sources import items
from tests.support.judging import BAD, UNREAD, item, process_of, seen, sittings
from tests.support.kept import ANN, contents, wrong
from tests.support.processes import alive
from tests.support.samples import FOLDER

FILES = ("biga.ndjson", "faulty.ndjson", "fujigokoro.dat", "uecda-server.log.gz")


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries of each batch are judged by this process from now on."""
    counts: list[int] = []

    def counted(entries: Sequence[Sent]) -> Iterator[list[Verdict]]:
        if entries:
            counts.append(len(entries))
        return verdicts(entries)

    monkeypatch.setattr(ahead, "verdicts", counted)
    return counts


def mixed() -> Iterator[Entry]:
    """Long records, logs of other programs, sittings that grow, what is sent twice, and what is none."""
    yield from items([str(FOLDER / name) for name in FILES], "auto", lambda _count: None)
    for number, entry in enumerate(sittings(50)):
        yield entry
        if number % 7 == 0:
            yield item(number, actions=3)
            yield BAD
            yield UNREAD
        if number % 11 == 0:
            yield PAUSE
    yield from sittings(10)


def told(results: Iterable[Result]) -> list[Any]:
    return [(*result._replace(judged=None), seen(result.judged)) for result in results]


def taken(store: Store, judge: Judge | None, entries: Iterable[Entry]) -> list[Result]:
    return list(Ingest(store, ANN, judge).take(entries))


def test_the_same_is_told_and_stored_whoever_judges(tmp_path: Path, judge: Judge, here: list[int]) -> None:
    found = []
    for name, who in (("alone", None), ("ahead", judge)):
        with closing(Store.open(tmp_path / name)) as store:
            results = told(taken(store, who, mixed()))
            found.append((results, wrong(store), sum(here)))
            here.clear()
    (alone, nothing, all_here), (aside, nothing_either, few_here) = found
    assert aside == alone
    assert nothing == nothing_either == []
    assert contents(tmp_path / "ahead") == contents(tmp_path / "alone")
    assert few_here < all_here * 2 / 3


def test_a_small_upload_is_judged_here(store: Store, judge: Judge, here: list[int]) -> None:
    taken(store, judge, sittings(6))
    assert sum(here) == 6


def test_of_whatever_is_large_most_goes_to_the_other_process(store: Store, judge: Judge, here: list[int]) -> None:
    taken(store, judge, sittings(1 + 2 + 4 * 4 + 1))
    assert sum(here) == 1 + 2 + 4 * 1 + 1


def test_until_there_is_a_process_all_is_judged_here(store: Store, here: list[int]) -> None:
    judge = Judge()
    results = Ingest(store, ANN, judge).batches(sittings(15))
    assert [len(next(results)) for _ in range(3)] == [1, 2, 4]
    assert here == [1, 2, 4]
    process_of(judge)
    assert [len(batch) for batch in results] == [3, 1, 3, 1]
    assert sum(here) == 7 + 1 + 1


def test_all_that_has_come_is_told_before_anybody_waits(store: Store, judge: Judge) -> None:
    heard: list[Result] = []

    def sent() -> Iterator[Entry]:
        for number, entry in enumerate(sittings(40), 1):
            yield entry
            if number % 13 == 0 or number > 35:
                yield PAUSE
                assert len(heard) == number

    for result in Ingest(store, ANN, judge).take(sent()):
        heard.append(result)
        assert store.counts().records >= len(heard)
    assert len(heard) == 40


def test_others_have_it_while_a_client_is_waited_for(store: Store, judge: Judge) -> None:
    def sent() -> Iterator[Entry]:
        yield from sittings(20)
        yield PAUSE
        process_of(judge)

    assert len(taken(store, judge, sent())) == 20


def test_of_two_uploads_at_once_one_is_judged_here(store: Store, judge: Judge, here: list[int]) -> None:
    first = Ingest(store, ANN, judge).take(sittings(40))
    begun = [next(first) for _ in range(10)]
    here.clear()
    second = taken(store, judge, (item(table) for table in range(100, 120)))
    assert sum(here) == len(second) == 20
    assert len([*begun, *first]) == 40
    assert sum(here) == 20 + 7 + 1
    assert store.counts().records == 60


def test_who_breaks_off_leaves_others_a_judge(store: Store, judge: Judge, here: list[int]) -> None:
    process = process_of(judge)
    results = Ingest(store, ANN, judge).take(sittings(40))
    for _ in range(10):
        next(results)
    results.close()
    assert not alive(process)
    assert process_of(judge) != process
    here.clear()
    assert len(taken(store, judge, sittings(40))) == 40
    assert sum(here) == 1 + 2 + 9 + 1


def test_what_ends_the_upload_leaves_others_a_judge(
    tmp_path: Path, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "PRAGMAS", (*opening.PRAGMAS, "PRAGMA max_page_count = 100"))
    heard: list[Result] = []
    with closing(Store.open(tmp_path / "small.db")) as small:
        with pytest.raises(StoreFull):
            heard.extend(Ingest(small, ANN, judge).take(sittings(2_000)))
        assert small.counts().records == len(heard) > 0
    assert process_of(judge)


def test_what_a_lost_process_had_is_judged_here(
    store: Store, judge: Judge, here: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    process = process_of(judge)
    os.kill(process, signal.SIGSTOP)
    threading.Timer(0.1, os.kill, (process, signal.SIGKILL)).start()
    results = taken(store, judge, sittings(40))
    assert [result.line for result in results] == [*range(40)]
    assert [result.outcome and result.outcome.id for result in results] == [*range(1, 41)]
    assert sum(here) >= 40
    assert caplog.messages == ["the process that judges is lost: it ended with -9"]
    assert process_of(judge) != process


def test_reports_of_a_batch_that_are_long_do_not_wait_for_each_other(
    store: Store, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.judging.batches.MOST_BYTES", 100)
    sizes = [len(batch) for batch in Ingest(store, ANN, judge).batches(sittings(12))]
    assert sizes == [1] * 12
