"""Points are counted exactly however large they are: a result can have more than SQLite can add up."""

import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from data.store import Store
from schemas.judged import Judged
from schemas.limits import WHOLE
from tests.support.kept import ANN, made_before_statistics, rows, tampered, wrong
from tests.support.summed import PLAYERS, check_all, results

FOUR = PLAYERS[:4]
MU, JUNKO, SHIMO, AKI = FOUR
EXTREMES = ([WHOLE, 0, 0, -WHOLE], [-WHOLE, WHOLE, 0, 0], [-WHOLE, -WHOLE, WHOLE, WHOLE], [0, 0, 0, WHOLE])


def evening(table: int, *points: Sequence[int]) -> Judged:
    """An evening of the same four, told from others by its table."""
    deals = [{"result": {"order": [1, 2, 3, 4], "points": each}} for each in points or EXTREMES[:1]]
    return results(FOUR, [], deals=deals, event={"table": str(table)})


def test_the_largest_points_are_counted_as_they_are(store: Store) -> None:
    store.add([evening(1)], ANN)
    counts = store.statistics.player([MU], "dalmuti")
    assert counts
    assert counts["points"] == 1000 * WHOLE
    assert counts["points_squared"] == (1000 * WHOLE) ** 2
    assert store.statistics.against([MU], [AKI], "dalmuti")["points"] == 2 * 1000 * WHOLE
    assert store.statistics.against([AKI], [MU], "dalmuti")["points"] == -2 * 1000 * WHOLE
    check_all(store)
    assert wrong(store) == []


@pytest.mark.parametrize("points", EXTREMES, ids=str)
def test_many_that_are_added_up_at_once_are_counted_exactly(store: Store, points: list[int]) -> None:
    for batch in range(4):
        store.add([evening(batch * 10 + number, *[points] * 20) for number in range(10)], ANN)
    check_all(store)
    assert wrong(store) == []


def test_many_that_are_added_up_one_after_the_other_are_counted_exactly(store: Store) -> None:
    random.seed(1)
    for number in range(12):
        store.add([evening(number, *random.choices(EXTREMES, k=5))], ANN)
        check_all(store)
    assert wrong(store) == []


def test_what_waits_is_counted_exactly(store: Store) -> None:
    store.add([evening(1), evening(2, EXTREMES[2])], ANN)
    with closing(Store.open(store.path, read_only=True)) as reading:
        check_all(reading)
    assert rows(store.path, "SELECT count(*) FROM waiting") != [(0,)]


def test_what_is_taken_away_again_leaves_nothing(store: Store) -> None:
    for number in range(1, 6):
        store.add([evening(number, *EXTREMES)], ANN)
        store.statistics.profile("dalmuti")
    for number in range(1, 6):
        store.withdraw(number, ANN, expected=1)
    assert store.statistics.player([MU], "dalmuti") is None
    assert rows(store.path, "SELECT count(*) FROM sums UNION ALL SELECT count(*) FROM pairs") == [(0,), (0,)]
    assert wrong(store) == []


def test_a_store_of_before_with_the_largest_points_opens_and_is_counted(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([evening(number, *EXTREMES) for number in range(300)], ANN)
    made_before_statistics(path)
    with closing(Store.open(path)) as store:
        check_all(store)
        assert wrong(store) == []


def test_points_that_were_falsified_are_found(store: Store) -> None:
    store.add([evening(1)], ANN)
    store.statistics.profile("dalmuti")
    tampered(store.path, "UPDATE pairs SET carried = carried + 1")
    assert f"what {MU} and {AKI} have in dalmuti is summed up wrongly" in wrong(store)
