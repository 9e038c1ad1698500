"""Groups and runs of suited cards (A-SET, A-JOK, F-RUN-1, U-SET-1)."""

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.melds import (
    GROUP,
    JOKER_STRENGTH,
    RUN,
    SHORTEST_RUN,
    SINGLE,
    Meld,
    card,
    group,
    is_lone_joker,
    is_single,
    joker_group,
    run_over,
    runs,
    strength,
    suit_bits,
    take_apart,
    windows,
)

ACTIONS = PROFILES["theater"].rules({}).notation(1)


def meld(cards: str) -> Meld:
    return ACTIONS[f"1 {cards}"].meld


def places(cards: str) -> list[tuple[int, ...]]:
    return [made.ranks for made in runs(take_apart(meld(cards)))]


def test_ranks_are_counted_from_the_3_and_suits_from_spades() -> None:
    assert [card(name) for name in ("S3", "D4", "CA", "H2")] == [(0, 0), (1, 2), (11, 3), (12, 1)]


def test_in_the_turned_order_the_lower_rank_is_stronger() -> None:
    assert strength(5)[0] < strength(6)[0]
    assert strength(5)[1] > strength(6)[1]


def test_a_meld_is_taken_apart_into_cards_and_jokers_with_and_without_stand_ins() -> None:
    laid = take_apart(meld("S5 X X=S6"))
    assert (laid.natural, laid.stand_ins, laid.jokers, laid.count, laid.pure) == (((2, 0),), ((3, 0),), 1, 3, False)
    assert take_apart(meld("S5 H5")).pure


def test_a_group_is_of_one_rank() -> None:
    made = group(take_apart(meld("S5 D5 X")))
    assert made is not None
    assert (made.kind, made.count, made.ranks, made.suits, made.natural) == (GROUP, 3, (2, 2, 2), 0b0101, False)
    assert group(take_apart(meld("S5 D6"))) is None
    assert group(take_apart(meld("X X"))) is None


def test_a_group_of_one_is_called_a_single() -> None:
    single, pair = group(take_apart(meld("S5"))), group(take_apart(meld("S5 H5")))
    assert single is not None
    assert pair is not None
    assert (single.form, pair.form) == (SINGLE, GROUP)


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("S5 S6 S7", [(2, 3, 4)]),
        ("S5 X S7", [(2, 3, 4)]),
        ("S5 S6 X", [(1, 2, 3), (2, 3, 4)]),
        ("S3 S4 X", [(0, 1, 2)]),
        ("SA S2 X", [(10, 11, 12)]),
        ("S5 X=S6 S7", [(2, 3, 4)]),
        ("S5 X X", [(0, 1, 2), (1, 2, 3), (2, 3, 4)]),
        ("S5 S6", []),
        ("S5 H6 S7", []),
        ("S5 S5 S6", []),
        ("S5 S6 X=S6", []),
        ("S5 S9 X", []),
        ("SK SA S3", []),
    ],
)
def test_a_run_is_three_or_more_in_line_of_one_suit(cards: str, found: list[tuple[int, ...]]) -> None:
    assert places(cards) == found


def test_a_run_of_all_ranks_leaves_no_choice() -> None:
    assert places("S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA S2") == [tuple(range(13))]


def test_the_strength_of_a_run_is_that_of_its_weakest_card_in_either_order() -> None:
    made = run_over(take_apart(meld("S5 S6 S7")), range(2, 5))
    assert (made.kind, made.floor, made.ceiling) == (RUN, (2, -4), (4, -2))


def test_windows_hold_all_ranks_and_stay_on_the_line() -> None:
    assert [(low[0], low[-1]) for low in windows({0, 1}, 3)] == [(0, 2)]
    assert [(low[0], low[-1]) for low in windows({0, 1}, 3, first=-1)] == [(-1, 1), (0, 2)]
    assert [(low[0], low[-1]) for low in windows({11, 12}, SHORTEST_RUN, last=13)] == [(10, 12), (11, 13)]
    assert list(windows({0, 12}, 3)) == []


def test_jokers_alone_are_above_everything_in_both_orders() -> None:
    made = joker_group(2)
    assert (made.floor, made.ceiling, made.count, made.ranks) == (
        (JOKER_STRENGTH, JOKER_STRENGTH),
        (JOKER_STRENGTH, JOKER_STRENGTH),
        2,
        (),
    )
    assert is_lone_joker(joker_group(1))
    assert not is_lone_joker(made)
    assert not is_lone_joker(None)


def test_a_single_is_known_by_its_card() -> None:
    three, pair = group(take_apart(meld("S3"))), group(take_apart(meld("S3 H3")))
    assert three is not None
    assert pair is not None
    assert is_single(three, card("S3"))
    assert not is_single(three, card("H3"))
    assert not is_single(pair, card("S3"))


def test_the_suits_of_cards_are_a_bit_each() -> None:
    assert suit_bits(((0, 0), (5, 3), (7, 3))) == 0b1001
