from hypothesis import given
from hypothesis import strategies as st

from data.tournaments.drawing import Seating, quality_of
from data.tournaments.drawing.bounds import fewest_repeats
from data.tournaments.drawing.seating import cut


@st.composite
def any_rounds(draw: st.DrawFn) -> list[Seating]:
    sizes = draw(st.lists(st.integers(2, 5), min_size=1, max_size=4))
    people = sum(sizes) + draw(st.integers(0, 2))
    orders = draw(st.lists(st.permutations(range(people)), min_size=1, max_size=6))
    return [Seating(cut(order, sizes), tuple(order[sum(sizes) :])) for order in orders]


@given(any_rounds(), st.data())
def test_the_bound_is_never_above_what_there_is(rounds: list[Seating], data: st.DataObject) -> None:
    played = data.draw(st.integers(0, len(rounds)))
    quality = quality_of(rounds[played:], rounds[:played])
    assert quality.repeats_at_least <= quality.repeats


def test_more_meetings_than_pairs_must_repeat() -> None:
    once = Seating(((1, 2), (3, 4)))
    assert [fewest_repeats([once] * rounds) for rounds in (1, 2, 3, 4, 5)] == [0, 0, 0, 2, 4]


def test_tables_larger_than_there_are_tables_must_repeat() -> None:
    assert fewest_repeats([Seating(((1, 2, 3, 4), (5, 6, 7, 8)))] * 2) == 4


def test_what_was_played_cannot_be_drawn_away() -> None:
    played = [Seating(((1, 2), (3, 4)))] * 3
    assert fewest_repeats([Seating(((1, 3), (2, 4)))], played) == 4
