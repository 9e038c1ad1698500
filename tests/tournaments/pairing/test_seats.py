"""Seats are even over the rounds."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.pairing.quality import measure_quality, seat_imbalances
from daifu.data.tournaments.pairing.seating import Seating, Tables, cut_into_tables
from daifu.data.tournaments.pairing.seats import assign_seats


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
