"""Points of any size are counted exactly, also beyond 64 bits."""

import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.store.errors import StoreDamaged
from data.store.sqlite.statistics.counts import Decoder, encode
from data.store.sqlite.store import Store
from schemas.judgement import JudgedRecord
from schemas.record.limits import LARGEST_INTEGER
from tests.support.naive.statistics import PLAYERS, assert_statistics_agree, judged_results
from tests.support.stores import ANN, fetch_rows, remove_statistics, tamper, verification_errors

FOUR = PLAYERS[:4]
MU, JUNKO, SHIMO, AKI = FOUR
EXTREMES = (
    [LARGEST_INTEGER, 0, 0, -LARGEST_INTEGER],
    [-LARGEST_INTEGER, LARGEST_INTEGER, 0, 0],
    [-LARGEST_INTEGER, -LARGEST_INTEGER, LARGEST_INTEGER, LARGEST_INTEGER],
    [0, 0, 0, LARGEST_INTEGER],
)


def evening(table: int, *points: Sequence[int]) -> JudgedRecord:
    """An evening of the same four players; `table` makes it different from others."""
    deals = [{"result": {"order": [1, 2, 3, 4], "points": each}} for each in points or EXTREMES[:1]]
    return judged_results(FOUR, [], deals=deals, event={"table": str(table)})


def test_the_largest_points_are_counted_exactly(store: Store) -> None:
    store.add([evening(1)], ANN)
    counts = store.statistics.player([MU], "dalmuti")
    assert counts
    assert counts["points"] == 1000 * LARGEST_INTEGER
    assert counts["points_squared"] == (1000 * LARGEST_INTEGER) ** 2
    assert store.statistics.against([MU], [AKI], "dalmuti")["points"] == 2 * 1000 * LARGEST_INTEGER
    assert store.statistics.against([AKI], [MU], "dalmuti")["points"] == -2 * 1000 * LARGEST_INTEGER
    assert_statistics_agree(store)
    assert verification_errors(store) == []


@pytest.mark.parametrize("points", EXTREMES, ids=str)
def test_large_points_of_one_commit_are_counted_exactly(store: Store, points: list[int]) -> None:
    for batch in range(4):
        store.add([evening(batch * 10 + number, *[points] * 20) for number in range(10)], ANN)
    assert_statistics_agree(store)
    assert verification_errors(store) == []


def test_large_points_of_several_commits_are_counted_exactly(store: Store) -> None:
    random.seed(1)
    for number in range(12):
        store.add([evening(number, *random.choices(EXTREMES, k=5))], ANN)
        assert_statistics_agree(store)
    assert verification_errors(store) == []


def test_large_points_in_pending_deltas_are_counted_exactly(store: Store) -> None:
    store.add([evening(1), evening(2, EXTREMES[2])], ANN)
    with closing(Store.open(store.path, read_only=True)) as reading:
        assert_statistics_agree(reading)
    assert fetch_rows(store.path, "SELECT count(*) FROM pending_deltas") != [(0,)]


def test_withdrawn_large_points_leave_nothing(store: Store) -> None:
    for number in range(1, 6):
        store.add([evening(number, *EXTREMES)], ANN)
        store.statistics.profile("dalmuti")
    for number in range(1, 6):
        store.withdraw(number, ANN, expected=1)
    assert store.statistics.player([MU], "dalmuti") is None
    assert fetch_rows(store.path, "SELECT count(*) FROM player_totals UNION ALL SELECT count(*) FROM pairs") == [
        (0,),
        (0,),
    ]
    assert verification_errors(store) == []


def test_an_earlier_store_with_the_largest_points_is_counted(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add([evening(number, *EXTREMES) for number in range(300)], ANN)
    remove_statistics(path)
    with closing(Store.open(path)) as store:
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_falsified_points_are_found(store: Store) -> None:
    store.add([evening(1)], ANN)
    store.statistics.profile("dalmuti")
    tamper(store.path, "UPDATE pairs SET carried = carried + 1")
    assert f"the statistics of {MU} and {AKI} in dalmuti are wrong" in verification_errors(store)


ANY = st.integers(-(2**200), 2**200) | st.sampled_from([-(2**63) - 1, -(2**63), 2**63, 2**64 - 1, 2**64])

COUNTS = Decoder(dict[int, int])
ROWS = Decoder(tuple[dict[int, int], list[int]])


@given(st.dictionaries(st.integers(0, 300), ANY))
def test_counts_of_any_size_are_read_back(counts: dict[int, int]) -> None:
    assert COUNTS.decode(encode(counts)) == counts


@given(st.tuples(st.dictionaries(st.integers(-300, 300), ANY), st.lists(ANY)))
def test_lists_of_counts_of_any_size_are_read_back(counts: tuple[dict[int, int], list[int]]) -> None:
    assert ROWS.decode(encode(counts)) == counts


@given(st.dictionaries(st.integers(0, 300), st.integers(-(2**63), 2**64 - 1)))
def test_counts_of_64_bits_are_plain_messagepack(counts: dict[int, int]) -> None:
    assert encode(counts) == msgspec.msgpack.encode(counts)


@pytest.mark.parametrize("encoded", [b"", b"\x81\x01", b"\x81\x01\xa1x", b"\x91\x01", b'{"1":', b"[1]"])
def test_anything_else_is_damage(encoded: bytes) -> None:
    with pytest.raises(StoreDamaged):
        COUNTS.decode(encoded)
