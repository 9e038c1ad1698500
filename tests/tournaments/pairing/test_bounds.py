"""Bounds of repeats: no draw goes below them, and known optima are reached."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.pairing import search
from daifu.data.tournaments.pairing.methods import draw_balanced, redraw_balanced
from daifu.data.tournaments.pairing.quality import fewest_pairs_shared_by_rounds, fewest_repeats, measure_quality
from daifu.data.tournaments.pairing.search import Effort
from daifu.data.tournaments.pairing.seating import Seating, TableSizes, choose_layout, cut_into_tables, meeting_pairs


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


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("entrants", "rounds", "sizes"),
    [(40, 6, TableSizes((5,), 5)), (40, 8, TableSizes((5,), 5)), (23, 5, TableSizes((4, 5), 5))],
)
def test_large_tournaments_have_no_repeat_meeting_and_even_seats(
    entrants: int, rounds: int, sizes: TableSizes, seed: int
) -> None:
    quality = draw_balanced(range(entrants), rounds, sizes, seed=seed).quality
    assert quality.repeats == 0
    assert quality.imbalance <= 1


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"),
    [
        *((8, 2, 7), (9, 3, 4), (15, 3, 7), (16, 4, 5), (25, 5, 6), (27, 3, 13), (49, 7, 8), (64, 4, 21), (100, 4, 12)),
        *((24, 4, 7), (28, 4, 9), (32, 4, 10), (36, 4, 11), (40, 4, 10), (40, 4, 13), (30, 5, 6), (60, 5, 10)),
    ],
)
def test_nobody_meets_twice_where_a_design_is_known(entrants: int, size: int, rounds: int) -> None:
    drawn = draw_balanced(range(entrants), rounds, TableSizes((size,), size))
    met = [pair for seating in drawn.rounds for table in seating.tables for pair in combinations(sorted(table), 2)]
    assert len(met) == len(set(met)) == rounds * entrants * (size - 1) // 2
    assert drawn.quality.imbalance <= 1


@pytest.mark.parametrize(("entrants", "rounds"), [(39, 13), (38, 10), (27, 9), (31, 10), (35, 11)])
def test_a_design_serves_where_few_are_missing(entrants: int, rounds: int) -> None:
    assert draw_balanced(range(entrants), rounds, TableSizes((3, 4), 4)).quality.repeats == 0


@pytest.mark.soak
def test_a_design_begins_again_once_everybody_has_met() -> None:
    quality = draw_balanced(range(40), 20, TableSizes((4,), 4)).quality
    assert (quality.repeats, quality.repeats_at_least, quality.most_meetings) == (420, 420, 2)


@pytest.mark.parametrize(("entrants", "size", "rounds", "fewest"), [(12, 4, 4, 13), (10, 5, 3, 18), (12, 6, 3, 24)])
def test_it_is_proven_that_no_draw_is_better(entrants: int, size: int, rounds: int, fewest: int) -> None:
    quality = draw_balanced(range(entrants), rounds, TableSizes((size,), size)).quality
    assert (quality.repeats, quality.repeats_at_least) == (fewest, fewest)


def test_eight_at_two_tables_meet_three_times_each_in_seven_rounds() -> None:
    quality = draw_balanced(range(8), 7, TableSizes((4,), 4)).quality
    assert (quality.repeats, quality.repeats_at_least, quality.most_meetings) == (56, 56, 3)


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"),
    [
        *((8, 4, rounds) for rounds in range(2, 8)),
        *((9, 4, 3), (12, 4, 2), (12, 4, 4), (12, 4, 5), (10, 5, 2), (10, 5, 3), (15, 5, 3)),
    ],
)
def test_the_search_stops_when_nothing_better_can_exist(
    monkeypatch: pytest.MonkeyPatch, entrants: int, size: int, rounds: int
) -> None:
    moves: list[None] = []
    move = search._Search.move  # noqa: SLF001 - how long it takes is not seen from outside

    def counted(running: search._Search) -> bool:
        moves.append(None)
        return move(running)

    monkeypatch.setattr(search._Search, "move", counted)  # noqa: SLF001
    sizes = (size,) if entrants % size == 0 else (size, size + 1)
    quality = draw_balanced(range(entrants), rounds, TableSizes(sizes, size)).quality
    assert quality.repeats == quality.repeats_at_least
    assert len(moves) < 2_000


def test_one_table_meets_again_every_round() -> None:
    quality = draw_balanced(range(5), 20, TableSizes((5,), 5)).quality
    assert (quality.repeats, quality.repeats_at_least, quality.imbalance) == (190, 190, 0)


@pytest.mark.parametrize("rounds", [2, 3, 4])
@pytest.mark.parametrize(("entrants", "size"), [(6, 3), (6, 2), (8, 4)])
def test_no_draw_of_few_is_better(entrants: int, size: int, rounds: int) -> None:
    found = draw_balanced(range(entrants), rounds, TableSizes((size,), size), effort=Effort(100_000_000)).quality
    assert found.repeats_at_least <= found.repeats == _fewest_found(entrants, size, rounds)


def _fewest_found(entrants: int, size: int, rounds: int) -> int:
    """The fewest repeats of all draws; the first round is fixed, and the order of rounds makes no difference."""
    partitions = [frozenset(partition) for partition in _partitions(tuple(range(entrants)), size)]
    pairs = [frozenset(pair for table in partition for pair in combinations(table, 2)) for partition in partitions]
    due = len(pairs[0]) * rounds
    return min(
        due - len(pairs[0].union(*(pairs[number] for number in others)))
        for others in combinations([*range(len(pairs))] * (rounds - 1 if len(pairs) < rounds else 1), rounds - 1)
    )


def _partitions(people: tuple[int, ...], size: int) -> list[list[tuple[int, ...]]]:
    if not people:
        return [[]]
    first, rest = people[0], people[1:]
    return [
        [(first, *others), *more]
        for others in combinations(rest, size - 1)
        for more in _partitions(tuple(one for one in rest if one not in others), size)
    ]


def test_the_search_needs_no_design_for_easy_draws() -> None:
    orders = [[(place * step) % 41 - 1 for place in range(1, 41)] for step in range(1, 7)]
    sizes = TableSizes((5,), 5)
    start = [Seating(cut_into_tables(order, choose_layout(40, sizes).sizes)) for order in orders]
    assert redraw_balanced(range(40), start, sizes).quality.repeats == 0
