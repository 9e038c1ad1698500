"""Points of any size are counted exactly, also beyond 64 bits."""

from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.statistics.counts import Decoder, encode
from daifu.data.store.sqlite.store import Store
from tests.support.evenings import EXTREME_POINTS, PLAYERS, assert_statistics_agree, evening_with_points
from tests.support.stores import ANN, fetch_rows, tamper, verification_errors

FOUR = PLAYERS[:4]
MU, JUNKO, SHIMO, AKI = FOUR


def test_large_points_in_pending_deltas_are_counted_exactly(store: Store) -> None:
    store.add([evening_with_points("1"), evening_with_points("2", EXTREME_POINTS[2])], ANN)
    with closing(Store.open(store.path, read_only=True)) as reading:
        assert_statistics_agree(reading)
    assert fetch_rows(store.path, "SELECT count(*) FROM pending_deltas") != [(0,)]


def test_withdrawn_large_points_leave_nothing(store: Store) -> None:
    for number in range(1, 6):
        store.add([evening_with_points(str(number), *EXTREME_POINTS)], ANN)
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
        store.add([evening_with_points(str(number), *EXTREME_POINTS) for number in range(300)], ANN)
    tamper(path, "UPDATE statistics_progress SET version = version - 1", "DELETE FROM pairs")
    with closing(Store.open(path)) as store:
        assert_statistics_agree(store)
        assert verification_errors(store) == []


def test_falsified_points_are_found(store: Store) -> None:
    store.add([evening_with_points("1")], ANN)
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
