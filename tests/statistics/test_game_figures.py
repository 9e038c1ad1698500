"""The counters and figures of a game as a whole, and its leaderboards."""

from collections.abc import Mapping
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.figures.figures import player_figures, table_figures
from daifu.replay.figures.leaderboard import rank_players
from daifu.replay.options import Value
from daifu.replay.statistics.record import RecordCounters
from tests.support.games.biga import HIDDEN as TWENTY
from tests.support.games.biga import hands_and_exits
from tests.support.games.floor13 import HIDDEN as SEVENS
from tests.support.games.theater import FULL_HANDS
from tests.support.reports import count_deals, counter_by_player, table_total

TABLES = {
    "deals": 40,
    "undecided": 10,
    "finished": 40,
    "played": 50,
    "length": 1200,
    "length_squared": 40_000,
    "tricks": 300,
    "sets": 900,
    "set.single.1": 600,
    "set.group.2": 300,
    "revolutions": 5,
    "actions": 1500,
    "faults": 12,
    "faults.suit_lock": 9,
    "rule.U-LOCK-1": 9,
    "rule.U-FOLLOW-1": 2,
    "rule.U-XCH-1": 1,
}
SEATS = {
    "deals": 200,
    "first": 40,
    "scored": 200,
    "points": 600_000,
    "points_squared": 2_200_000_000,
    "seat.1.deals": 40,
    "seat.1.first": 12,
    "top.begun": 20,
    "top.kept": 14,
    "before.daifugo.deals": 20,
    "before.daifugo.first": 14,
    "turn.daifugo.daifugo": 14,
    "turn.daifugo.fugo": 6,
    "turn.hinmin.daifugo": 5,
    "hand.9.deals": 20,
    "hand.9.scored": 20,
    "hand.9.points": 90_000,
}


def test_the_length_of_a_deal_is_told_with_its_spread() -> None:
    figures = table_figures("uecda", TABLES, SEATS).figures
    assert figures["length.mean"].value == 30
    assert figures["length.spread"].value == pytest.approx((4000 / 39) ** 0.5)


def test_sets_revolutions_and_undecided_deals_are_of_the_deals_and_not_of_their_seats() -> None:
    figures = table_figures("uecda", TABLES, SEATS).figures
    assert figures["deals"].value == 40
    assert figures["undecided"].value == 0.2
    assert figures["revolutions"].value == 0.1
    assert figures["set.group.2"].value == pytest.approx(1 / 3)


def test_what_seat_hand_and_title_are_worth_is_of_all_seats_together() -> None:
    figures = table_figures("uecda", TABLES, SEATS).figures
    assert figures["seat.1.first"].value == 0.3
    assert figures["hand.9.points"].value == 4.5
    assert figures["top.kept"].value == figures["before.daifugo.first"].value == 0.7


def test_the_matrix_leads_from_the_title_before_to_the_title_after() -> None:
    transitions = table_figures("uecda", TABLES, SEATS).transitions
    assert transitions["daifugo"]["daifugo"].value == 0.7
    assert transitions["daifugo"]["fugo"].value == 0.3
    assert transitions["hinmin"]["daifugo"].value == 1


def test_the_matrix_is_whole_also_where_a_change_never_came() -> None:
    transitions = table_figures("uecda", TABLES, SEATS).transitions
    assert [*transitions] == ["daifugo", "hinmin"]
    for row in transitions.values():
        assert [*row] == ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"]
        assert sum(value.value or 0 for value in row.values()) == pytest.approx(1)
    assert transitions["daifugo"]["daihinmin"].value == 0


def test_the_hardest_rules_are_those_broken_most_often() -> None:
    hardest = table_figures("uecda", TABLES, SEATS).hardest
    assert [*hardest] == ["U-LOCK-1", "U-FOLLOW-1", "U-XCH-1"]
    assert hardest["U-LOCK-1"].value == 6


def test_a_profile_that_nobody_has_played_has_no_matrix_and_no_hard_rules() -> None:
    whole = table_figures("uecda", {}, {})
    assert whole.transitions == {}
    assert whole.hardest == {}
    assert whole.figures["length.mean"].value is None


def test_a_game_without_titles_has_no_matrix() -> None:
    whole = table_figures("biga", {"deals": 1}, {"role.solo.deals": 1, "role.solo.first": 1, "role.defender.deals": 4})
    assert whole.transitions == {}
    assert whole.figures["role.solo.deals"].value == 0.2
    assert whole.figures["role.solo.first"].value == 1


def order(id: str, players: dict[str, dict[str, int]], game: Mapping[str, int] | None = None) -> list[tuple[int, str]]:
    return [(one.place, one.player) for one in rank_players("uecda", id, players.items(), game or {}).entries]


def test_the_highest_value_is_first() -> None:
    players = {"ann": {"deals": 10, "first": 2}, "bob": {"deals": 10, "first": 5}, "eve": {"deals": 10, "first": 3}}
    assert order("first", players) == [(1, "bob"), (2, "eve"), (3, "ann")]


def test_where_low_is_better_the_lowest_value_is_first() -> None:
    players = {"ann": {"deals": 10, "last": 2}, "bob": {"deals": 10, "last": 5}}
    assert order("last", players) == [(1, "ann"), (2, "bob")]


VARIED = {
    "deals": 400,
    "sitting.deals:deals": 4000,
    **dict.fromkeys(("first", "last"), 100),
    **{f"sitting.{name}:{name}": 350 for name in ("first", "last")},
    **{f"sitting.{name}:deals": 1000 for name in ("first", "last")},
}
"""The counters of all players, with 40 sittings of 10 deals."""


def test_of_equal_values_the_one_that_is_known_better_stands_above_and_shares_the_place() -> None:
    players = {"few": {"deals": 4, "first": 1}, "many": {"deals": 400, "first": 100}, "none": {"deals": 9}}
    assert order("first", players, VARIED) == [(1, "many"), (1, "few"), (3, "none")]


def test_that_holds_where_low_is_better_too() -> None:
    players = {"few": {"deals": 4, "last": 1}, "many": {"deals": 400, "last": 100}}
    assert order("last", players, VARIED) == [(1, "many"), (1, "few")]


def test_of_equals_in_everything_the_smaller_id_stands_above() -> None:
    players = {"b": {"deals": 4, "first": 1}, "a": {"deals": 4, "first": 1}}
    assert order("first", players) == [(1, "a"), (1, "b")]


def test_who_has_no_value_is_left_out() -> None:
    players = {"ann": {"deals": 4, "top.begun": 1, "top.kept": 1}, "bob": {"deals": 4}}
    assert order("top.kept", players) == [(1, "ann")]


def test_a_value_without_interval_stands_below_an_equal_one_that_has_one() -> None:
    sure = {**VARIED, "deals": 400}
    players = {"a": {"deals": 4, "first": 1}, "b": sure}
    assert order("first", players, VARIED) == [(1, "b"), (1, "a")]


def test_a_line_tells_deals_and_interval() -> None:
    [line] = rank_players("uecda", "first", [("ann", {"deals": 10, "first": 5})], VARIED).entries
    assert (line.deals, line.value.denominator, line.value.value) == (10, 10, 0.5)
    assert line.value == player_figures("uecda", {"deals": 10, "first": 5}, VARIED)["first"]
    assert line.value.low is not None


@given(
    st.dictionaries(st.text("abc", min_size=1), st.sampled_from([(4, 1), (8, 2), (400, 100), (4, 2), (4, 0)])),
    st.sampled_from(["first", "last"]),
    st.integers(0, 8),
    st.integers(0, 8),
)
def test_a_part_of_a_leaderboard_is_a_part_of_the_whole(
    players: dict[str, tuple[int, int]], id: str, start: int, length: int
) -> None:
    counts = {player: {"deals": deals, id: count} for player, (deals, count) in players.items()}
    whole = rank_players("uecda", id, counts.items(), VARIED)
    part = rank_players("uecda", id, counts.items(), VARIED, slice(start, start + length))
    assert part.entries == whole.entries[start : start + length]
    assert part.players == whole.players == len(whole.entries) == len(players)


def test_a_figure_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(KeyError):
        rank_players("uecda", "role.solo.points", [], {})


THREE = ["?*18", "?*18", "?*17"]


def count_broken_off(
    rules: str, hands: list[str], *actions: str, options: Mapping[str, Value] | None = None, **deal: object
) -> RecordCounters:
    """What is counted of a deal that breaks off."""
    raw = {"hands": hands, "actions": list(actions), "abandoned": True, **deal}
    return count_deals(rules, [raw], len(hands), options)


def test_theater_counts_an_ittsu_but_not_a_false_one() -> None:
    """T-ITTSU-1."""
    tallies = count_broken_off("theater", FULL_HANDS, "2 show", "1 show H3")
    assert counter_by_player(tallies, "ittsu") == [0, 1, 0, 0]


def test_akagiri_counts_a_revolution_that_is_taken_back_as_none() -> None:
    """A-REV-2."""
    tallies = count_broken_off("akagiri", THREE, "1 S9 H9 D9 C9", "1 say no-revolution")
    assert (table_total(tallies, "revolutions"), counter_by_player(tallies, "revolutions.suffered")) == (0, [0, 0, 0])


def test_a_pass_that_is_announced_before_its_draw_is_one_pass() -> None:
    """F-PASS-1."""
    tallies = count_broken_off("floor13", [*SEVENS], "1 S4", "2 -", "2 draw", "3 draw", "3 -", first=1)
    assert counter_by_player(tallies, "passes") == [0, 1, 1, 0]


def test_the_draw_of_a_stuck_leader_is_no_pass() -> None:
    """F-STUCK-1, F-Q-7."""
    hands = ["S5", "S4 S6 C4", "C3 D9 C9"]
    tallies = count_broken_off("floor13", hands, "1 draw", "2 S4", "3 draw", first=1, options={"hand_size": 3})
    assert (counter_by_player(tallies, "draws"), counter_by_player(tallies, "passes")) == ([1, 0, 1], [0, 0, 1])


def test_a_win_by_a_bomb_is_not_won_by_leading() -> None:
    """F-END-2."""
    hands = ["SQ S3 C9", "S4 S6", "D6 C3"]
    actions = ["2 S4", "3 D6", "1 SQ", "1 name 6"]
    tallies = count_broken_off("floor13", hands, *actions, first=2, options={"hand_size": 3})
    assert (counter_by_player(tallies, "won"), counter_by_player(tallies, "won.leading")) == ([0, 1, 0], [0, 0, 0])


@pytest.mark.parametrize(("word", "counter"), [("name 6", "bombs"), ("say flip", "flips")])
def test_a_word_after_the_end_is_an_action_and_nothing_else(word: str, counter: str) -> None:
    """F-END-1."""
    tallies = count_broken_off("floor13", ["SK", "S6"], "1 SK", f"1 {word}", first=1, options={"hand_size": 1})
    assert (table_total(tallies, counter), table_total(tallies, "actions")) == (0, 2)


def test_biga_counts_partners_who_make_themselves_known() -> None:
    """B-OPEN-1."""
    hands, actions = hands_and_exits([1, 2, 3], "3 say partner", partner=3)
    assert counter_by_player(count_deals("biga", [{"hands": hands, "actions": actions}], 5), "announced") == [
        0,
        0,
        1,
        0,
        0,
    ]


def test_biga_counts_them_also_where_the_deal_comes_to_no_result() -> None:
    """B-OPEN-1."""
    tallies = count_broken_off("biga", TWENTY, "4 show DA", "5 show DA")
    assert counter_by_player(tallies, "announced") == [0, 0, 0, 0, 1]


def test_a_partner_is_none_any_more_when_somebody_else_declares() -> None:
    """B-COUNTER-1, B-Q-11."""
    tallies = count_broken_off("biga", TWENTY, "4 show DA", "5 show DA", "3 show SA SA")
    assert (counter_by_player(tallies, "announced"), table_total(tallies, "announced")) == ([0, 0, 0, 0, 0], 0)


def count_locks(*actions: str) -> list[int]:
    """The suit locks of each player in a deal of UECda."""
    hands = ["C3 S8 S7", "S6", "C4 H5", "C5 H6", "C6 H7"]
    deal = {"hands": hands, "actions": [*actions], "hands_are": "exchanged", "first": 1, "abandoned": True}
    return counter_by_player(count_deals("uecda", [deal], 5), "effect.lock")


def test_a_set_locks_its_trick_also_where_nobody_is_left_to_answer() -> None:
    """U-LOCK-1: player 2 has gone out, and all others have passed."""
    assert count_locks("1 C3", "2 S6", "3 -", "4 -", "5 -", "1 S7") == [1, 0, 0, 0, 0]


def test_an_8_ends_the_trick_and_locks_nothing() -> None:
    """U-8-1."""
    assert count_locks("1 C3", "2 S6", "3 -", "4 -", "5 -", "1 S8") == [0] * 5


def floor13_leads(*actions: str) -> tuple[list[int], list[int]]:
    """The tricks that two players of the thirteenth floor led to, and those that they won."""
    hands = ["S4 S6 SK DK CK HK", "C4 C6 CA D3 H3 DA"]
    deal = {"hands": hands, "actions": actions, "first": 1, "abandoned": True}
    tallies = count_deals("floor13", [deal], 2, {"hand_size": 6})
    return counter_by_player(tallies, "leads"), counter_by_player(tallies, "tricks")


TWO_TRICKS_LED: Final = ("1 S4", "2 draw", "1 S6", "2 draw")
"""A third lead of the same player would follow: the lead is the other's, who has passed last (F-LEAD3-1)."""


def test_the_set_of_the_next_leader_who_passed_last_follows_if_it_can() -> None:
    assert floor13_leads(*TWO_TRICKS_LED, "2 CA") == ([2, 0], [1, 0])
    assert floor13_leads(*TWO_TRICKS_LED, "2 CA", "1 draw", "2 C4") == ([2, 1], [1, 1])


def test_a_set_that_cannot_follow_leads() -> None:
    assert floor13_leads(*TWO_TRICKS_LED, "2 D3") == ([2, 1], [2, 0])
