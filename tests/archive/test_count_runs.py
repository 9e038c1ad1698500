"""Runs of counts are merged key by key, however many they are and however long."""

import tracemalloc
from pathlib import Path
from typing import Final

import pytest

from daifu.data.archive import counts as count_runs
from daifu.data.archive.counts import KeyedCounts, merge_runs, read_run, write_run

LARGE: Final = 10**30
"""Squares of points can have more than 64 bits."""


def merged(folder: Path, *runs: list[KeyedCounts]) -> list[KeyedCounts]:
    """The run that these make together."""
    paths = [folder / f"{number}.run" for number in range(len(runs))]
    for path, counts in zip(paths, runs, strict=True):
        write_run(path, counts)
    merge_runs(paths, folder / "sum")
    return list(read_run(folder / "sum"))


def test_the_counts_of_equal_keys_are_added_up_in_the_order_of_the_keys(tmp_path: Path) -> None:
    first: list[KeyedCounts] = [(("aki", "haru"), {"deals": 1}), (("haru", "aki"), {"deals": 1, "higher": 1})]
    second: list[KeyedCounts] = [(("aki", "fuyu"), {"deals": 5}), (("haru", "aki"), {"deals": 2, "equal": 1})]
    assert merged(tmp_path, first, second) == [
        (("aki", "fuyu"), {"deals": 5}),
        (("aki", "haru"), {"deals": 1}),
        (("haru", "aki"), {"deals": 3, "equal": 1, "higher": 1}),
    ]


def test_counts_that_come_to_nothing_are_left_out(tmp_path: Path) -> None:
    runs: list[list[KeyedCounts]] = [[(("aki",), {"points": 3}), (("haru",), {"deals": 1, "points": 2})]]
    runs.append([(("aki",), {"points": -3}), (("haru",), {"points": -2})])
    assert merged(tmp_path, *runs) == [(("haru",), {"deals": 1})]


def test_counts_of_any_size_are_kept(tmp_path: Path) -> None:
    run: list[KeyedCounts] = [(("aki",), {"points_squared": LARGE})]
    assert merged(tmp_path, run, run) == [(("aki",), {"points_squared": 2 * LARGE})]


def test_of_no_runs_nothing_is_left(tmp_path: Path) -> None:
    assert merged(tmp_path) == []


@pytest.mark.parametrize("runs", [1, 2, 3, 9, 10])
def test_more_runs_than_are_open_at_once_are_merged_in_steps(
    runs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(count_runs, "RUNS_AT_ONCE", 2)
    counts: list[list[KeyedCounts]] = [
        [(("aki",), {"deals": 1}), ((f"p{run}",), {"deals": run + 1})] for run in range(runs)
    ]
    assert merged(tmp_path, *counts) == [(("aki",), {"deals": runs}), *(counts[run][1] for run in range(runs))]


def test_memory_does_not_grow_with_the_length_of_runs(tmp_path: Path) -> None:
    def peak(length: int) -> int:
        for number in range(2):
            write_run(tmp_path / str(number), (((f"{key:06}",), {"deals": key + 1}) for key in range(length)))
        tracemalloc.start()
        try:
            merge_runs([tmp_path / "0", tmp_path / "1"], tmp_path / "sum")
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    short = 10 * count_runs.COUNTS_AT_ONCE
    assert peak(5 * short) < 1.2 * peak(short)
