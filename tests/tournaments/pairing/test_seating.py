"""The seating of a round: sizes of tables and byes, teams that are kept apart, and even seats."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.pairing.methods import draw_balanced, draw_swiss, redraw_balanced
from daifu.data.tournaments.pairing.quality import measure_quality, seat_imbalances
from daifu.data.tournaments.pairing.search import Effort
from daifu.data.tournaments.pairing.seating import (
    Layout,
    Seating,
    Tables,
    TableSizes,
    Teams,
    byes_by_lot,
    byes_from_below,
    choose_layout,
    count_byes,
    count_team_meetings,
    cut_into_tables,
    fewest_team_meetings,
    group_teams,
)
from daifu.data.tournaments.pairing.seats import assign_seats


@pytest.mark.parametrize(
    ("entrants", "sizes", "expected"),
    [
        (40, TableSizes((4, 5), 5), Layout((5,) * 8, 0)),
        (40, TableSizes((4, 5), 4), Layout((4,) * 10, 0)),
        (23, TableSizes((4, 5), 5), Layout((5, 5, 5, 4, 4), 0)),
        (22, TableSizes((3, 4, 5), 5), Layout((5, 5, 4, 4, 4), 0)),
        (41, TableSizes((5,), 5), Layout((5,) * 8, 1)),
        (11, TableSizes((4, 5), 4), Layout((5, 5), 1)),
        (10, TableSizes((4, 6), 6), Layout((6, 4), 0)),
        (9, TableSizes((4, 6), 6), Layout((4, 4), 1)),
        (2, TableSizes((2,), 2), Layout((2,), 0)),
    ],
)
def test_tables_are_near_the_wanted_size_with_the_fewest_byes(
    entrants: int, sizes: TableSizes, expected: Layout
) -> None:
    assert choose_layout(entrants, sizes) == expected


@given(st.integers(2, 200), st.sets(st.integers(2, 12), min_size=1))
def test_everybody_is_seated_or_rests(entrants: int, allowed: set[int]) -> None:
    entrants += min(allowed)
    found = choose_layout(entrants, TableSizes(tuple(allowed), max(allowed)))
    assert sum(found.sizes) + found.byes == entrants
    assert set(found.sizes) <= allowed
    assert found.byes < min(allowed)


PLAYED = [Seating(((2, 3), (4, 5)), (1,)), Seating(((1, 3), (4, 5)), (2,))]


def test_nobody_has_a_second_bye_before_everybody_had_one() -> None:
    byes = byes_by_lot([1, 2, 3, 4, 5], Layout((2, 2), 1), [()] * 3, PLAYED, seed=0)
    assert sorted(byes) == [(3,), (4,), (5,)]


def test_the_lot_decides_the_first_byes() -> None:
    assert {byes_by_lot(range(9), Layout((8,), 1), [()], (), seed) for seed in range(20)} > {((0,),), ((8,),)}


def test_an_entrant_too_many_at_a_planned_table_has_a_bye() -> None:
    plan = [((0, 1, 2), (3, 4, 5, 6)), ((0, 1, 3), (2, 4, 5, 6))]
    for seed in range(20):
        (first,), (second,) = byes_by_lot(range(7), Layout((3, 3), 1), plan, (), seed)
        assert first in plan[0][1]
        assert second in set(plan[1][1]) - {first}


def test_a_plan_is_no_reason_to_rest_twice() -> None:
    byes = byes_by_lot(range(5), Layout((2, 2), 1), [((0, 1, 2), (3, 4))] * 5, (), seed=0)
    assert sorted(byes) == [(0,), (1,), (2,), (3,), (4,)]


def test_the_last_of_a_standing_rests() -> None:
    assert byes_from_below([5, 3, 1, 4, 2], 2, ()) == (2, 4)


def test_the_last_rests_only_once() -> None:
    assert byes_from_below([5, 3, 4, 2, 1], 2, PLAYED) == (3, 4)


def test_byes_are_fair_over_a_whole_draw() -> None:
    rounds = draw_balanced(range(7), 7, TableSizes((2,), 2)).rounds
    assert set(count_byes(rounds).values()) == {1}


WORK = Effort(2_000_000)
FIVES = TableSizes((5,), 5)


def teams_of(size: int, entrants: int) -> Teams:
    return {entrant: f"team {entrant // size}" for entrant in range(entrants)}


@st.composite
def some_teams(draw_one: st.DrawFn) -> tuple[int, dict[int, str]]:
    entrants = draw_one(st.integers(4, 24))
    names = draw_one(st.lists(st.sampled_from([None, *"ABCDEF"]), min_size=entrants, max_size=entrants))
    return entrants, {entrant: name for entrant, name in enumerate(names) if name is not None}


@pytest.mark.parametrize(("rounds", "size"), [(8, 2), (8, 4), (7, 5), (8, 8)])
def test_a_design_with_room_for_teams_has_no_team_meeting_and_no_repeat(rounds: int, size: int) -> None:
    quality = draw_balanced(range(40), rounds, FIVES, apart=teams_of(size, 40)).quality
    assert (quality.team_meetings, quality.repeats) == (0, 0)
    assert quality.imbalance <= 1


def test_a_team_that_is_larger_than_there_are_tables_meets_as_little_as_it_must() -> None:
    quality = draw_balanced(range(40), 6, FIVES, apart=teams_of(10, 40)).quality
    assert quality.team_meetings == quality.team_meetings_at_least == 48


def test_others_meet_again_rather_than_team_mates_meet_at_all() -> None:
    quality = draw_balanced(range(12), 5, TableSizes((3,), 3), effort=Effort(10_000_000), apart=teams_of(4, 12)).quality
    assert quality.team_meetings == 0
    assert quality.repeats > 0


@given(some_teams(), st.integers(1, 4), st.integers(0, 9))
def test_at_even_tables_team_mates_meet_only_where_it_cannot_be_avoided(
    case: tuple[int, dict[int, str]], rounds: int, seed: int
) -> None:
    entrants, teams = case
    quality = draw_balanced(range(entrants), rounds, TableSizes((2, 3), 3), seed=seed, effort=WORK, apart=teams).quality
    assert quality.team_meetings == quality.team_meetings_at_least


@given(some_teams(), st.randoms(use_true_random=False))
def test_the_figures_of_teams_equal_a_count_by_hand(case: tuple[int, dict[int, str]], random: Random) -> None:
    entrants, teams = case
    order = random.sample(range(entrants), entrants)
    rounds = [
        Seating(cut_into_tables(order, [2, entrants - 3]), (order[-1],)),
        Seating(cut_into_tables(order[::-1], [3, entrants - 3])),
    ]
    quality = measure_quality(rounds[1:], rounds[:1], teams)
    pairs = [pair for seating in rounds for table in seating.tables for pair in combinations(table, 2)]
    assert quality.team_meetings == sum(teams.get(one, one) == teams.get(other, other) for one, other in pairs)
    assert quality.team_meetings_at_least <= quality.team_meetings


@given(st.lists(st.sampled_from("ABC"), min_size=5, max_size=7), st.sampled_from([(3, 2), (2, 2), (4, 1), (2, 3)]))
def test_no_round_has_fewer_meetings_of_team_mates_than_the_bound(names: list[str], sizes: tuple[int, int]) -> None:
    people, teams = range(len(names)), dict(enumerate(names))
    ways = [
        Seating((one, other), tuple(set(people).difference(one, other)))
        for one in combinations(people, sizes[0])
        for other in combinations([person for person in people if person not in one], sizes[1])
    ]
    assert fewest_team_meetings(ways[:1], teams) <= min(count_team_meetings([way], teams) for way in ways)


def test_a_round_drawn_anew_keeps_teams_apart_too() -> None:
    teams = teams_of(4, 40)
    plan = draw_balanced(range(40), 4, FIVES, apart=teams).rounds
    staying = [entrant for entrant in range(40) if entrant not in {3, 17}]
    again = redraw_balanced(staying, plan[1:], TableSizes((4, 5), 5), plan[:1], effort=WORK, apart=teams)
    assert again.quality.team_meetings == 0


def test_teams_are_kept_apart_in_every_round_of_a_large_tournament() -> None:
    plan = [Seating(cut_into_tables(range(150), [5] * 30))] * 3
    quality = redraw_balanced(range(150), plan, FIVES, effort=Effort(40_000_000), apart=teams_of(5, 150)).quality
    assert quality.team_meetings == 0


def test_a_swiss_round_keeps_teams_apart_within_its_reach() -> None:
    order = [0, 1, 2, 3, 4, 5, 6, 7]
    apart = {0: "Reds", 1: "Reds", 6: "Blues", 7: "Blues"}
    [seating] = draw_swiss(order, TableSizes((2,), 2), effort=WORK, apart=apart).rounds
    assert {frozenset(table) for table in seating.tables}.isdisjoint([frozenset({0, 1}), frozenset({6, 7})])


def test_a_swiss_round_does_not_pass_over_more_tables_for_a_team() -> None:
    apart = dict.fromkeys(range(4), "Reds")
    [seating] = draw_swiss(range(12), TableSizes((2,), 2), effort=WORK, apart=apart).rounds
    assert all(abs(entrant // 2 - number) <= 2 for number, table in enumerate(seating.tables) for entrant in table)


def test_a_team_stays_together_in_a_group_that_has_room_for_all_of_it() -> None:
    teams = {1: "A", 2: "B", 3: "A", 4: "B", 5: "A"}
    assert group_teams([1, 2, 3, 4, 5, 6], [2, 4], teams) == ((2, 4), (1, 3, 5, 6))


def test_a_team_that_fits_nowhere_is_split() -> None:
    assert group_teams([1, 2, 3, 4, 5], [2, 3], dict.fromkeys(range(1, 6), "A")) == ((4, 5), (1, 2, 3))


@st.composite
def equal_tables(draw: st.DrawFn) -> tuple[int, list[Tables]]:
    size, count = draw(st.integers(2, 7)), draw(st.integers(1, 5))
    orders = draw(st.lists(st.permutations(range(size * count)), min_size=1, max_size=12))
    return size, [cut_into_tables(order, [size] * count) for order in orders]


@given(equal_tables())
def test_at_equal_tables_every_seat_comes_equally_often(case: tuple[int, list[Tables]]) -> None:
    size, rounds = case
    times = Counter(
        (entrant, seat) for tables in assign_seats(rounds) for table in tables for seat, entrant in enumerate(table)
    )
    share = len(rounds) // size
    entrants = {entrant for table in rounds[0] for entrant in table}
    assert all(share <= times[entrant, seat] <= share + 1 for entrant in entrants for seat in range(size))


@given(st.lists(st.lists(st.integers(2, 7), min_size=1, max_size=5), min_size=1, max_size=10), st.randoms())
def test_at_unequal_tables_no_seat_comes_more_than_once_more_often_after_any_round(
    sizes: list[list[int]], random: Random
) -> None:
    people = max(map(sum, sizes))
    rounds = [cut_into_tables(random.sample(range(people), sum(row)), row) for row in sizes]
    drawn = [Seating(tables) for tables in assign_seats(rounds)]
    assert all(max(seat_imbalances(drawn[:until]).values()) <= 1 for until in range(1, len(drawn) + 1))


@given(equal_tables())
def test_seats_do_not_change_the_tables(case: tuple[int, list[Tables]]) -> None:
    _, rounds = case
    assert [[set(table) for table in tables] for tables in assign_seats(rounds)] == [
        [set(table) for table in tables] for tables in rounds
    ]


def test_a_seat_goes_to_an_entrant_who_has_not_had_it() -> None:
    played: list[Tables] = [((1, 2, 3),), ((2, 3, 1),)]
    assert assign_seats([((1, 2, 3),)], played) == (((3, 1, 2),),)


def test_a_fifth_seat_counts_if_it_is_frequent_and_not_if_it_is_missing() -> None:
    often = [Seating(((2, 3, 4, 5, 1),)), Seating(((2, 3, 4, 5, 1),))]
    assert seat_imbalances(often)[1] == 2
    never = [
        Seating(((1, 2, 3, 4),)),
        *(Seating((table,)) for table in ((2, 1, 3, 4, 5), (2, 3, 1, 4, 5), (2, 3, 4, 1, 5))),
    ]
    assert seat_imbalances(never)[1] == 0


def test_a_table_without_a_seat_excuses_only_for_itself() -> None:
    in_the_first_three = [Seating((order,)) for order in ((1, 2, 3, 4, 5, 6), (2, 1, 3, 4, 5, 6), (2, 3, 1, 4, 5, 6))]
    assert seat_imbalances([Seating(((1, 2, 3),)), *in_the_first_three * 3])[1] == 3


def test_the_imbalance_of_a_draw_is_the_worst_of_all() -> None:
    rounds = [Seating(((1, 2), (3, 4))), Seating(((2, 1), (3, 4)))]
    assert seat_imbalances(rounds) == {1: 0, 2: 0, 3: 2, 4: 2}
    assert measure_quality(rounds).imbalance == 2
