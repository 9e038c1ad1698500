"""Lower bounds on repeated meetings."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.pairing.quality import fewest_pairs_shared_by_rounds, fewest_repeats, measure_quality
from daifu.data.tournaments.pairing.seating import Seating, cut_into_tables, meeting_pairs


@st.composite
def any_rounds(draw: st.DrawFn) -> list[Seating]:
    sizes = draw(st.lists(st.integers(2, 5), min_size=1, max_size=4))
    people = sum(sizes) + draw(st.integers(0, 2))
    orders = draw(st.lists(st.permutations(range(people)), min_size=1, max_size=6))
    return [Seating(cut_into_tables(order, sizes), tuple(order[sum(sizes) :])) for order in orders]


@given(any_rounds(), st.data())
def test_the_bound_is_never_above_the_repeats(rounds: list[Seating], data: st.DataObject) -> None:
    played = data.draw(st.integers(0, len(rounds)))
    quality = measure_quality(rounds[played:], rounds[:played])
    assert quality.repeats_at_least <= quality.repeats


@given(any_rounds())
def test_rounds_never_share_fewer_pairs_than_their_bound(rounds: list[Seating]) -> None:
    pairs = [set(meeting_pairs(seating)) for seating in rounds]
    shared = sum(len(one & other) for one, other in combinations(pairs, 2))
    assert fewest_pairs_shared_by_rounds(rounds) <= shared


@st.composite
def tiny_rounds(draw: st.DrawFn) -> tuple[list[Seating], list[Seating]]:
    """Rounds to draw and rounds played, of few entrants, some of whom may be absent."""
    found = []
    for _ in range(draw(st.integers(1, 4))):
        present = draw(st.lists(st.integers(0, 5), min_size=2, max_size=6, unique=True))
        sizes = draw(
            st.sampled_from(
                [row for row in ((2,), (3,), (2, 2), (4,), (3, 3), (4, 2), (2, 2, 2), (5,)) if sum(row) <= len(present)]
            )
        )
        found.append(Seating(cut_into_tables(present, sizes), tuple(present[sum(sizes) :])))
    played = draw(st.integers(0, 2))
    return found[played:], found[:played]


@given(tiny_rounds())
def test_the_best_of_all_draws_does_not_beat_the_bound(case: tuple[list[Seating], list[Seating]]) -> None:
    rounds, played = case
    assert fewest_repeats(rounds, played) <= _fewest(rounds, played)


def _fewest(rounds: list[Seating], played: list[Seating]) -> int:
    """The fewest repeats of all draws with the same entrants and table sizes, by trying all of them."""
    held = [_pairs(table) for seating in played for table in seating.tables]
    reached = {frozenset[tuple[int, int]]().union(*held)}
    for seating in rounds:
        ways = _ways(frozenset(seating.present), seating.sizes)
        reached = {met | way for met in reached for way in ways}
    due = sum(size * (size - 1) // 2 for seating in (*played, *rounds) for size in seating.sizes)
    return due - max(map(len, reached))


def _ways(people: frozenset[int], sizes: tuple[int, ...]) -> set[frozenset[tuple[int, int]]]:
    """The pairs that meet, for each way to seat some of the entrants at tables of these sizes."""
    if not sizes:
        return {frozenset()}
    return {
        _pairs(table) | rest
        for table in combinations(sorted(people), sizes[0])
        for rest in _ways(people.difference(table), sizes[1:])
    }


def _pairs(table: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    return frozenset(combinations(sorted(table), 2))


def test_an_entrant_who_has_met_everybody_meets_some_again() -> None:
    played = [Seating(((1, other),), tuple({2, 3, 4, 5, 6}.difference([other]))) for other in range(2, 7)]
    assert fewest_repeats([Seating(((1, 2), (3, 4), (5, 6)))], played) == 1


def test_more_meetings_than_pairs_must_repeat() -> None:
    once = Seating(((1, 2), (3, 4)))
    assert [fewest_repeats([once] * rounds) for rounds in (1, 2, 3, 4, 5)] == [0, 0, 0, 2, 4]


def test_tables_larger_than_there_are_tables_must_repeat() -> None:
    assert fewest_repeats([Seating(((1, 2, 3, 4), (5, 6, 7, 8)))] * 2) == 4


def test_repeats_of_played_rounds_stay() -> None:
    played = [Seating(((1, 2), (3, 4)))] * 3
    assert fewest_repeats([Seating(((1, 3), (2, 4)))], played) == 4
