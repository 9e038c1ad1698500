import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.tournaments.drawing import Layout, Sizes, layout


@pytest.mark.parametrize(
    ("entrants", "sizes", "expected"),
    [
        (40, Sizes((4, 5), 5), Layout((5,) * 8, 0)),
        (40, Sizes((4, 5), 4), Layout((4,) * 10, 0)),
        (23, Sizes((4, 5), 5), Layout((5, 5, 5, 4, 4), 0)),
        (22, Sizes((3, 4, 5), 5), Layout((5, 5, 4, 4, 4), 0)),
        (41, Sizes((5,), 5), Layout((5,) * 8, 1)),
        (11, Sizes((4, 5), 4), Layout((5, 5), 1)),
        (10, Sizes((4, 6), 6), Layout((6, 4), 0)),
        (9, Sizes((4, 6), 6), Layout((4, 4), 1)),
        (2, Sizes((2,), 2), Layout((2,), 0)),
    ],
)
def test_tables_are_near_the_wanted_size_with_the_fewest_byes(entrants: int, sizes: Sizes, expected: Layout) -> None:
    assert layout(entrants, sizes) == expected


@given(st.integers(2, 200), st.sets(st.integers(2, 12), min_size=1))
def test_everybody_is_seated_or_rests(entrants: int, allowed: set[int]) -> None:
    entrants += min(allowed)
    found = layout(entrants, Sizes(tuple(allowed), max(allowed)))
    assert sum(found.sizes) + found.byes == entrants
    assert set(found.sizes) <= allowed
    assert found.byes < min(allowed)
