"""Going out, sinking to the bottom, and the order of a deal."""

import pytest

from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import end_deal, finishing_order, goes_out, played_order, sink
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Match
from daifu.replay.melds import GROUP, Combination
from daifu.replay.table import Table

ANY_SET = Combination(kind=GROUP, count=1, floor=(0, 0), ceiling=(0, 0), label="")


@pytest.fixture
def table() -> Table:
    """Four players with a card each, and a fifth who sits out."""
    rules = PROFILES["dalmuti"].rules({})
    match = Match(rules, 5)
    hands = [*[Hand.of(rules.alphabet, rules.alphabet.one[name]) for name in ("9", "8", "7", "6")], None]
    return match.open(match.start(Deal(hands=hands, seats=(1, 2, 3, 4), exchanged=True), []))


def in_play(table: Table) -> list[int]:
    return [player for player in range(1, 6) if table.active >> player & 1]


def test_all_who_are_seated_are_in_play(table: Table) -> None:
    assert (in_play(table), table.seated, table.over) == ([1, 2, 3, 4], [1, 2, 3, 4], False)


def test_a_player_who_goes_out_takes_the_best_place_still_free(table: Table) -> None:
    goes_out(table, 3, ANY_SET)
    goes_out(table, 1, ANY_SET)
    assert (table.out, in_play(table), table.over) == ([3, 1], [2, 4], False)


def test_a_player_who_is_out_may_not_act_any_more(table: Table) -> None:
    goes_out(table, 3, ANY_SET)
    assert [player for player in range(1, 6) if table.closed >> player & 1] == [3, 5]


def test_a_player_who_sinks_takes_the_worst_place_still_free(table: Table) -> None:
    sink(table, 3)
    sink(table, 1)
    goes_out(table, 2, ANY_SET)
    assert (table.over, finishing_order(table)) == (True, [2, 4, 1, 3])


def test_the_deal_is_over_when_one_player_is_left(table: Table) -> None:
    for player in (2, 4, 1):
        goes_out(table, player, ANY_SET)
    assert (table.over, finishing_order(table)) == (True, [2, 4, 1, 3])


def test_after_the_end_nobody_may_act(table: Table) -> None:
    end_deal(table)
    assert all(table.closed >> player & 1 for player in range(1, 6))


def test_an_undecided_deal_has_no_order(table: Table) -> None:
    goes_out(table, 2, ANY_SET)
    assert played_order(table, Deal()) is None
    goes_out(table, 1, ANY_SET)
    goes_out(table, 4, ANY_SET)
    assert played_order(table, Deal()) == [2, 1, 4, 3]


def test_a_player_who_is_out_is_skipped_by_the_turn(table: Table) -> None:
    goes_out(table, 2, ANY_SET)
    table.passed = 1 << 3
    assert (table.following(1), table.next_active(1), table.next_active(4)) == (4, 3, 1)


def test_the_turn_may_run_the_other_way(table: Table) -> None:
    table.reverse()
    assert [table.next_active(player) for player in (1, 4, 3, 2)] == [4, 3, 2, 1]


def test_a_copy_of_a_table_goes_its_own_way(table: Table) -> None:
    twin = table.copy()
    goes_out(twin, 2, ANY_SET)
    twin.hands[1] = 0
    twin.reverse()
    assert (table.out, in_play(table), table.hands[1] > 0, table.next_active(1)) == ([], [1, 2, 3, 4], True, 2)
