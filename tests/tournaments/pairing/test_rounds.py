"""Rounds by each method: balanced ones, and Swiss and snake rounds, which follow an order."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.pairing.methods import Draw, draw_balanced, draw_snake, draw_swiss, redraw_balanced
from daifu.data.tournaments.pairing.quality import Quality, measure_quality
from daifu.data.tournaments.pairing.search import Effort
from daifu.data.tournaments.pairing.seating import Seating, TableSizes, cut_into_tables

WORK = Effort(2_000_000)


@st.composite
def tournaments(draw_one: st.DrawFn) -> tuple[list[int], int, TableSizes]:
    allowed = tuple(sorted(draw_one(st.sets(st.integers(2, 7), min_size=1, max_size=3))))
    entrants = draw_one(st.lists(st.integers(1, 99), min_size=allowed[0], max_size=30, unique=True))
    return entrants, draw_one(st.integers(1, 6)), TableSizes(allowed, draw_one(st.sampled_from(allowed)))


@st.composite
def drawn(draw_one: st.DrawFn) -> tuple[list[int], TableSizes, tuple[Seating, ...], Draw]:
    entrants, rounds, sizes = draw_one(tournaments())
    before = draw_one(st.integers(0, rounds))
    seed = draw_one(st.integers(0, 9))
    played = draw_balanced(entrants, before, sizes, seed=seed, effort=WORK).rounds
    return entrants, sizes, played, draw_balanced(entrants, rounds - before, sizes, played, seed, WORK)


@given(drawn())
def test_everybody_sits_or_rests_once_a_round(case: tuple[list[int], TableSizes, tuple[Seating, ...], Draw]) -> None:
    entrants, _, _, found = case
    for tables, byes in found.rounds:
        assert sorted([*byes, *(entrant for table in tables for entrant in table)]) == sorted(entrants)


@given(drawn())
def test_tables_have_sizes_that_are_allowed(case: tuple[list[int], TableSizes, tuple[Seating, ...], Draw]) -> None:
    _, sizes, _, found = case
    assert all(size in sizes.allowed for seating in found.rounds for size in seating.sizes)


@given(drawn())
def test_the_quality_equals_a_count_by_hand(
    case: tuple[list[int], TableSizes, tuple[Seating, ...], Draw],
) -> None:
    entrants, _, played, found = case
    rounds = (*played, *found.rounds)
    assert found.quality == Quality(
        repeats=sum(max(0, times - 1) for times in _times_met(entrants, rounds)),
        repeats_at_least=found.quality.repeats_at_least,
        most_meetings=max(_times_met(entrants, rounds), default=0),
        imbalance=max((_imbalance(entrant, rounds) for entrant in entrants), default=0),
        byes_apart=_apart([sum(entrant in seating.byes for seating in rounds) for entrant in entrants]),
        team_meetings=0,
        team_meetings_at_least=0,
    )


def _times_met(entrants: list[int], rounds: tuple[Seating, ...]) -> list[int]:
    return [
        sum({one, other} <= set(table) for seating in rounds for table in seating.tables)
        for one, other in combinations(entrants, 2)
    ]


def _imbalance(entrant: int, rounds: tuple[Seating, ...]) -> int:
    tables = [table for seating in rounds for table in seating.tables if entrant in table]
    times = [sum(table.index(entrant) == seat for table in tables) for seat in range(max(map(len, tables), default=0))]
    return max(times, default=0) - min(times[: min(map(len, tables), default=0)], default=0)


def _apart(counts: list[int]) -> int:
    return max(counts) - min(counts)


@given(drawn())
def test_no_draw_beats_the_bound(case: tuple[list[int], TableSizes, tuple[Seating, ...], Draw]) -> None:
    assert case[3].quality.repeats_at_least <= case[3].quality.repeats


@given(drawn())
def test_byes_of_two_entrants_differ_by_one_at_most(
    case: tuple[list[int], TableSizes, tuple[Seating, ...], Draw],
) -> None:
    assert case[3].quality.byes_apart <= 1


@given(tournaments(), st.integers(0, 9))
def test_rounds_drawn_together_have_even_seats(case: tuple[list[int], int, TableSizes], seed: int) -> None:
    entrants, rounds, sizes = case
    assert draw_balanced(entrants, rounds, sizes, seed=seed, effort=WORK).quality.imbalance <= 1


@given(tournaments(), st.integers(0, 9))
def test_the_same_seed_gives_the_same_draw(case: tuple[list[int], int, TableSizes], seed: int) -> None:
    entrants, rounds, sizes = case
    assert draw_balanced(entrants, rounds, sizes, seed=seed, effort=WORK) == draw_balanced(
        entrants, rounds, sizes, seed=seed, effort=WORK
    )


def test_another_seed_gives_another_draw() -> None:
    assert len({draw_balanced(range(20), 3, TableSizes((4,), 4), seed=seed).rounds for seed in range(4)}) == 4


def test_nobody_is_drawn_twice() -> None:
    with pytest.raises(TournamentError) as refusal:
        draw_balanced([1, 2, 3, 3], 1, TableSizes((4,), 4))
    assert (refusal.value.code, refusal.value.details) == ("named_twice", {"entrant": 3})


def test_too_few_entrants_for_a_table_are_not_drawn() -> None:
    with pytest.raises(TournamentError) as refusal:
        draw_balanced([1, 2, 3], 1, TableSizes((4, 5), 4))
    assert (refusal.value.code, refusal.value.details) == ("too_few", {"count": 4, "found": 3})


def test_no_rounds_are_no_draw() -> None:
    assert draw_balanced([1, 2, 3, 4], 0, TableSizes((4,), 4)) == Draw((), measure_quality(()))


@given(drawn(), st.data())
def test_entrants_who_left_are_not_seated(
    case: tuple[list[int], TableSizes, tuple[Seating, ...], Draw], data: st.DataObject
) -> None:
    entrants, sizes, played, planned = case
    staying = data.draw(st.lists(st.sampled_from(entrants), min_size=min(sizes.allowed), unique=True))
    again = redraw_balanced(staying, planned.rounds, sizes, played, effort=WORK)
    assert [seating.present for seating in again.rounds] == [frozenset(staying)] * len(planned.rounds)
    assert again.quality == measure_quality(again.rounds, played)


def test_a_plan_that_still_fits_and_cannot_be_better_stays() -> None:
    planned = draw_balanced(range(40), 8, TableSizes((5,), 5))
    again = redraw_balanced(range(40), planned.rounds[3:], TableSizes((5,), 5), planned.rounds[:3])
    assert _groups(again.rounds) == _groups(planned.rounds[3:])


def _groups(rounds: tuple[Seating, ...]) -> list[Counter[frozenset[int]]]:
    return [Counter(map(frozenset, seating.tables)) for seating in rounds]


def test_two_withdrawals_cost_few_repeat_meetings() -> None:
    sizes = TableSizes((4, 5), 5)
    planned = draw_balanced(range(40), 8, sizes)
    staying = [entrant for entrant in range(40) if entrant not in {7, 19}]
    again = redraw_balanced(staying, planned.rounds[3:], sizes, planned.rounds[:3], effort=Effort(50_000_000))
    assert again.quality.repeats <= 6
    assert again.quality.imbalance <= 1


def test_entrants_who_return_are_seated() -> None:
    sizes = TableSizes((4, 5), 4)
    before = draw_balanced(range(9), 2, sizes, effort=WORK)
    again = redraw_balanced(range(10), before.rounds[1:], sizes, before.rounds[:1], effort=WORK)
    assert [seating.present for seating in again.rounds] == [frozenset(range(10))]


def test_repeat_meetings_before_the_draw_do_not_hinder_it() -> None:
    orders = [[place * step % 151 - 1 for place in range(1, 151)] for step in (1, 3)]
    before, plan = (Seating(cut_into_tables(order, [5] * 30)) for order in orders)
    quality = redraw_balanced(range(150), [plan] * 3, TableSizes((5,), 5), [before] * 2, effort=WORK).quality
    assert 300 <= quality.repeats < 300 + 600


FOURS = TableSizes((4,), 4)


def _people(rounds: tuple[Seating, ...]) -> list[set[int]]:
    return [set(table) for table in rounds[0].tables]


def test_a_first_swiss_round_seats_by_standing() -> None:
    assert _people(draw_swiss(range(12), FOURS).rounds) == [{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}]


def test_entrants_who_have_met_are_kept_apart() -> None:
    played = [Seating(((0, 1), (2, 3), (4, 5), (6, 7)))]
    found = draw_swiss(range(8), TableSizes((2,), 2), played)
    assert found.quality.repeats == 0


def test_as_few_ranks_as_can_be_are_passed_over() -> None:
    played = [Seating(((0, 1), (2, 4), (3, 5)))]
    assert _people(draw_swiss(range(6), TableSizes((2,), 2), played).rounds) == [{0, 2}, {1, 3}, {4, 5}]


@given(st.permutations(range(24)), st.integers(0, 3), st.integers(0, 9))
def test_nobody_sits_more_than_two_tables_from_their_rank(order: list[int], before: int, seed: int) -> None:
    played = [draw_swiss(range(24), FOURS, effort=WORK).rounds[0]] * before
    [seating] = draw_swiss(order, FOURS, played, seed, WORK).rounds
    for number, table in enumerate(seating.tables):
        assert all(abs(order.index(entrant) // 4 - number) <= 2 for entrant in table)


@pytest.mark.soak
def test_a_long_search_stays_within_reach() -> None:
    played = [Seating(tuple(tuple(range(start, start + 4)) for start in range(0, 24, 4)))] * 3
    [seating] = draw_swiss(range(24), FOURS, played).rounds
    for number, table in enumerate(seating.tables):
        assert all(abs(entrant // 4 - number) <= 2 for entrant in table)


@given(st.permutations(range(11)), st.integers(0, 9))
def test_a_swiss_round_seats_everybody_once(order: list[int], seed: int) -> None:
    first = draw_swiss(order, TableSizes((3, 4), 4), seed=seed, effort=WORK).rounds
    found = draw_swiss(order[::-1], TableSizes((3, 4), 4), first, seed, WORK)
    assert found.rounds[0].present == frozenset(order)
    assert sorted(found.rounds[0].sizes) == [3, 4, 4]
    assert found.quality == measure_quality(found.rounds, first)


def test_the_last_of_the_standing_sits_out() -> None:
    assert draw_swiss(range(9), FOURS).rounds[0].byes == (8,)


def test_the_snake_goes_there_and_back() -> None:
    assert _people(draw_snake(range(12), FOURS).rounds) == [{0, 5, 6, 11}, {1, 4, 7, 10}, {2, 3, 8, 9}]


def test_the_snake_leaves_out_tables_that_are_full() -> None:
    assert _people(draw_snake(range(11), TableSizes((3, 4), 4)).rounds) == [{0, 5, 6, 10}, {1, 4, 7, 9}, {2, 3, 8}]


def test_the_last_of_the_snake_sits_out() -> None:
    assert draw_snake(range(9), FOURS).rounds[0].byes == (8,)


def test_the_seats_of_a_snake_follow_those_that_were_played() -> None:
    first = draw_snake(range(8), FOURS).rounds
    assert draw_snake(range(8), FOURS, first).quality.imbalance <= 1


@pytest.mark.parametrize("method", [draw_swiss, draw_snake])
def test_nobody_stands_twice_in_an_order(method: Callable[[list[int], TableSizes], Draw]) -> None:
    with pytest.raises(TournamentError, match="entrant 2 is named twice"):
        method([1, 2, 3, 2], FOURS)
