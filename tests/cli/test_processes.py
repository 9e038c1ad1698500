"""Work is shared among processes, and the output stays the same."""

import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from daifu.api.cli.check.command import batches
from daifu.api.cli.check.pool import TASKS_AHEAD, ProcessLost, map_in_processes
from daifu.replay.text import Text
from daifu.schemas.sources.items import Item, SourceProblem
from tests.support.command_line import daifu, write_file
from tests.support.small_records import FAULTY_RECORD, LEGAL_RECORD, json_lines


def double(number: int) -> int:
    return 2 * number


def end_at_once(_task: int) -> None:
    os._exit(1)


def end_in_the_middle_of_an_answer(begin: Path | None) -> bytes:
    """Nothing without a path; with one, more than a line holds, once there is something at the path."""
    if begin is None:
        return b""
    while not begin.exists():
        time.sleep(0.01)
    threading.Timer(0.2, os._exit, [1]).start()
    return bytes(1 << 22)


def count_taken(taken: list[int]) -> Iterator[int]:
    for number in range(100):
        taken.append(number)
        yield number


def test_no_tasks_give_no_results() -> None:
    assert list(map_in_processes(double, [], 2)) == []


def test_results_come_in_the_order_of_the_tasks_and_only_a_few_tasks_are_taken_ahead_of_them() -> None:
    taken: list[int] = []
    results = map_in_processes(double, count_taken(taken), 2)
    for place, result in enumerate(results):
        assert result == 2 * place
        assert len(taken) <= place + 1 + 2 * TASKS_AHEAD
    assert len(taken) == 100


@pytest.mark.soak
def test_a_process_that_is_lost_is_noticed() -> None:
    with pytest.raises(ProcessLost):
        list(map_in_processes(end_at_once, [1], 2))


def test_a_process_that_is_lost_in_the_middle_of_an_answer_is_noticed(tmp_path: Path) -> None:
    begin = tmp_path / "begin"
    others = set(multiprocessing.active_children())
    results = map_in_processes(end_in_the_middle_of_an_answer, [None, begin], 2)
    assert next(results) == b""
    begin.touch()
    while len(set(multiprocessing.active_children()) - others) == 2:
        time.sleep(0.01)
    with pytest.raises(ProcessLost):
        next(results)


def test_the_output_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    path = write_file(tmp_path / "a.ndjson", json_lines(*[LEGAL_RECORD, FAULTY_RECORD, {}] * 100))
    for manner in ([], ["--json"]):
        one, two = (daifu("check", *manner, "--jobs", jobs, path) for jobs in ("1", "2"))
        assert (two.stdout, two.stderr, two.exit_code) == (one.stdout, one.stderr, one.exit_code)


def item(size: int) -> Item:
    return Item("a", 1, "daifu", b"x" * size)


def test_small_items_are_done_together() -> None:
    assert [len(batch) for batch in batches([item(4)] * 5, 7)] == [2, 2, 1]


def test_a_large_item_is_a_batch_of_its_own() -> None:
    assert [len(batch) for batch in batches([item(8), item(8)], 7)] == [1, 1]


def test_what_cannot_be_read_keeps_its_place_among_the_items() -> None:
    unread = SourceProblem("a", 2, Text("", ""))
    assert list(batches([item(1), unread, item(1)], 100)) == [[item(1), unread, item(1)]]
