"""The counters of a pair as one integer: such integers add up as the counters do."""

from hypothesis import given
from hypothesis import strategies as st

from daifu.data.store.sql.statistics.pairs import PAIR_COUNTERS, PairCounts, add_pair_counts, pack_pair, unpack_pair

POINTS = PAIR_COUNTERS.index("points")


@st.composite
def pair_counts(draw: st.DrawFn) -> PairCounts:
    """Counters of a pair, some of them below 0, and points of any size."""
    values = draw(st.lists(st.integers(-(10**12), 10**12), min_size=len(PAIR_COUNTERS), max_size=len(PAIR_COUNTERS)))
    values[POINTS] = draw(st.integers())
    return tuple(values)


@given(st.lists(pair_counts()))
def test_packed_counters_add_up_as_the_counters_do(several: list[PairCounts]) -> None:
    total: PairCounts = (0,) * len(PAIR_COUNTERS)
    for values in several:
        total = add_pair_counts(total, values)
    assert unpack_pair(sum(map(pack_pair, several))) == total


@given(pair_counts())
def test_the_negative_takes_the_counters_away(values: PairCounts) -> None:
    assert unpack_pair(-pack_pair(values)) == tuple(-value for value in values)
