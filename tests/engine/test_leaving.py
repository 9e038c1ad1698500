"""Going out, sinking to the bottom, and leaving in the middle of a deal (record format, section 3)."""

from typing import Any

import pytest

from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import end_deal, finishing_order, goes_out, played_order, sink
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Match, Report
from daifu.replay.melds import GROUP, Combination
from daifu.replay.options import Options
from daifu.replay.table import Table
from tests.support.reports import fault_tuples, judge_deals
from tests.support.small_records import document, refusal_pointers

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


CALLED_OFF = "biga"
PLAYERS = {"dalmuti": 4, "theater": 4, "akagiri": 4, "floor13": 4, "biga": 5, "uecda": 5, "daifugo": 4}
HANDS = {
    "dalmuti": ["12 12 9", "11 11 8", "10 10 7", "9 9 6"],
    "theater": ["D3 H4 SK", "S5 S6 HK", "S7 S9 DK", "ST SQ CK"],
    "akagiri": ["D3 H4 SK", "S5 S6 HK", "S7 S9 DK", "ST SQ CK"],
    "floor13": ["D4 H4 SK", "S6 C6 HK", "HA S3 DK", "SA DA CK"],
    "daifugo": ["D3 H4 SK", "S5 S6 HK", "S7 S9 DK", "ST SQ CK"],
    "uecda": ["D3 H4 SK", "S5 S6 HK", "S7 S9 DK", "ST SQ CK", "C4 C5 C6"],
}
OPENING: dict[str, dict[str, Any]] = {
    "akagiri": {"dealer": 1},
    "floor13": {"first": 1},
    "dalmuti": {"hands_are": "exchanged"},
}
LEAD = {"dalmuti": "12", "theater": "D3", "akagiri": "D3", "floor13": "D4", "uecda": "D3", "daifugo": "D3"}
ANSWER = {"dalmuti": "10", "theater": "S7", "akagiri": "S7", "floor13": "HA", "uecda": "S7", "daifugo": "S7"}
TITLES: dict[str, Options] = {"daifugo": {"titles": True}}
GAMES = [rules for rules in PROFILES if rules != CALLED_OFF]

first_leads = pytest.mark.parametrize("rules", GAMES)


def deal_of(rules: str, *actions: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    """A deal of small hands that player 1 leads."""
    return {"hands": HANDS[rules], "actions": list(actions), **OPENING.get(rules, {}), **fields}


def report_of(rules: str, *actions: str, options: Options | None = None, **fields: Any) -> Report:  # noqa: ANN401
    return judge_deals(rules, [deal_of(rules, *actions, **fields)], PLAYERS[rules], options)


def faults(rules: str, *actions: str, options: Options | None = None, **fields: Any) -> list[tuple[int, int, str]]:  # noqa: ANN401
    """Action, player and code of the faults of actions."""
    found = fault_tuples(report_of(rules, *actions, options=options, **fields))
    return [(action, player or 0, code) for action, player, code in found if action is not None]


@first_leads
def test_turns_pass_over_a_player_who_has_left_and_that_is_no_fault(rules: str) -> None:
    lead, answer = LEAD[rules], ANSWER[rules]
    assert faults(rules, f"1 {lead}", "2 leave", f"3 {answer}") == []
    assert faults(rules, f"1 {lead}", "2 leave @1500 # gone home", f"3 {answer}") == []
    assert faults(rules, f"1 {lead}", f"3 {answer}") != []


@first_leads
def test_somebody_may_leave_without_the_turn(rules: str) -> None:
    lead, answer = LEAD[rules], ANSWER[rules]
    last = PLAYERS[rules]
    assert faults(rules, f"1 {lead}", f"{last} leave", "2 -" if rules != "floor13" else "2 draw", f"3 {answer}") == []


@first_leads
def test_whatever_a_player_does_after_leaving_is_ignored(rules: str) -> None:
    lead = LEAD[rules]
    actions = f"1 {lead}", "2 leave", "2 -", "2 leave", "2 give 1 " + HANDS[rules][1].split()[0]
    assert faults(rules, *actions) == [(at, 2, "action_after_out") for at in (2, 3, 4)]


@first_leads
def test_a_leader_who_leaves_hands_the_lead_on(rules: str) -> None:
    second = HANDS[rules][1].split()[0]
    assert faults(rules, "1 leave", f"2 {second}") == []


@first_leads
def test_a_void_leave_changes_nothing(rules: str) -> None:
    lead, second = LEAD[rules], HANDS[rules][1].split()[0]
    assert faults(rules, f"1 {lead}", "2 leave void", f"2 {second}") == []


@first_leads
def test_who_leaves_first_is_last_and_the_last_one_left_decides_the_deal(rules: str) -> None:
    leavers = [f"{player} leave" for player in range(2, PLAYERS[rules] + 1)]
    report = report_of(rules, f"1 {LEAD[rules]}", *leavers, options=TITLES.get(rules))
    deal = report.deals[0]
    assert deal.order == [1, *range(PLAYERS[rules], 1, -1)]
    assert [fault.code for fault in deal.faults if fault.code != "bad_deal"] == []
    assert deal.titles[0] is not None
    assert deal.titles[1] == deal.titles[deal.order[-1] - 1] is not None


@first_leads
def test_after_the_end_even_leaving_is_too_late(rules: str) -> None:
    leavers = [f"{player} leave" for player in range(2, PLAYERS[rules] + 1)]
    assert faults(rules, *leavers, "1 leave") == [(len(leavers), 1, "action_after_end")]


def test_the_points_are_those_of_the_last_place() -> None:
    """A-SCORE-1, U-SCORE-1, D-SCORE-2."""
    leavers = "3 leave", "2 leave", "4 leave"
    assert report_of("akagiri", "1 D3", *leavers).deals[0].points == [1, 0, -1, 0]
    assert report_of("dalmuti", "1 12", *leavers).deals[0].points == [3, 1, 0, 2]
    assert report_of("uecda", "1 D3", *leavers, "5 leave").deals[0].points == [5, 2, 1, 3, 4]


def passed_on(*sets: str) -> list[str]:
    """Sets of player 3 that the two others pass on."""
    return [action for laid in sets for action in (laid, "4 -", "1 -")][:-2]


def test_a_player_who_left_is_behind_one_who_sinks_later() -> None:
    """T-FOUL-1."""
    hands = ["D3 H4", "X S6", "S7 S9", "ST"]
    actions = "1 D3", "3 leave", "2 S6", "4 ST", "2 X"
    report = judge_deals("theater", [{"hands": hands, "actions": [*actions]}])
    assert report.deals[0].order == [4, 1, 2, 3]


def test_a_trick_whose_owner_left_goes_to_the_next_player() -> None:
    """A-TRICK-2, D-TRICK-3, T-TRICK-2."""
    for rules, low in (("akagiri", "S5"), ("dalmuti", "11"), ("theater", "S5")):
        actions = f"1 {LEAD[rules]}", "1 leave", "2 -", "3 -", "4 -", f"2 {low}"
        assert faults(rules, *actions) == []


def test_a_trick_that_waits_for_nobody_but_the_one_who_leaves_is_over() -> None:
    """T-TRICK-1, A-TRICK-1, U-PASS-1."""
    assert faults("theater", "1 D3", "2 -", "3 -", "4 leave", "1 H4") == []
    assert faults("akagiri", "1 D3", "2 -", "3 -", "4 leave", "1 H4") == []
    assert faults("uecda", "1 D3", "2 -", "3 -", "4 -", "5 leave", "1 -", "1 H4") == []


def test_a_trick_that_ends_for_all_but_one_ends_when_the_other_leaves() -> None:
    """U-PASS-1, option `trick_end`: only 5 and the owner have not passed, and then the owner alone."""
    assert faults("uecda", "1 D3", "2 -", "3 -", "4 -", "5 leave", "1 H4", options={"trick_end": "all_but_one"}) == []
    owner_leaves = "1 D3", "2 -", "3 -", "4 -", "1 leave", "2 S5"
    assert faults("uecda", *owner_leaves, options={"trick_end": "all_but_one"}) == []


def test_words_of_a_set_end_when_anybody_leaves() -> None:
    """A-OPT-JB."""
    hands = ["SJ H4", "S5 S6", "SQ DK", "ST CK"]
    for leaver in (1, 4):
        actions = "1 SJ", f"{leaver} leave", "1 say flip"
        assert faults("akagiri", *actions, hands=hands, options={"jack_back": True})[-1][0] == 2


def test_the_diamond_3_leaves_with_its_holder() -> None:
    """T-OPEN-3, U-LEAD-1."""
    assert faults("theater", "1 leave", "2 S6", "3 S7") == []
    assert faults("uecda", "1 leave", "2 S6", "3 S7") == []
    assert faults("theater", "3 leave", "2 S6", hands=["?*14", "?*13", "?*13", "?*13"]) == []


def test_gifts_of_and_to_a_player_who_has_left_are_not_missed() -> None:
    """T-XCH-1, D-TAX-2."""
    ranking = {"places": [1, 2, 3, 4]}
    hands = ["D3 H4 SK", "S5 S6 HK", "S7 S9 DK", "ST SQ CK"]
    gifts = "3 give 2 DK", "2 give 3 S5"
    deal = {"hands": hands, **ranking}
    assert fault_tuples(judge_deals("theater", [{**deal, "actions": ["4 leave", *gifts, "1 D3"]}]))[1:] == [
        (None, None, "deal_incomplete")
    ]
    late = ["4 leave", *gifts, "1 give 4 H4 SK", "1 D3"]
    codes = {code for _action, _player, code in fault_tuples(judge_deals("theater", [{**deal, "actions": late}]))}
    assert codes == {"bad_deal", "deal_incomplete"}


def test_a_new_greater_dalmuti_who_leaves_hands_the_lead_on() -> None:
    """D-REV-3."""
    hands = ["12 12", "11 11", "10 10", "J J"]
    actions = "4 say revolution", "4 leave", "3 10", "2 -"
    assert faults("dalmuti", *actions, hands=hands, hands_are="dealt") == []


def test_a_fallen_daifugo_is_behind_everybody() -> None:
    """A-OPT-FALL: at the end the daifugo who was not first moves to the last place."""
    hands = ["D3", "S5 S6", "S7 S9", "ST SQ"]
    actions = ["4 give 1 SQ", "1 give 4 D3", "3 leave", "4 ST", "1 SQ", "2 leave", "4 D3"]
    report = judge_deals("akagiri", [{"hands": hands, "places": [2, 1, 3, 4], "actions": actions}], 4)
    assert report.deals[0].order[-2:] == [2, 3]


@pytest.mark.parametrize("actions", [["1 S4", "3 leave"], ["3 leave"], ["1 show HA", "3 leave"]])
def test_a_deal_of_teams_ends_without_a_result(actions: list[str]) -> None:
    """B-TEAM-1: nothing is owed, as in an abandoned deal."""
    hands = ["HA S4", "HA S5", "S6 S7", "S8 S9", "ST SJ"]
    report = judge_deals("biga", [{"hands": hands, "actions": [*actions, "4 S8"]}], 5)
    deal = report.deals[0]
    assert (deal.order, deal.points, report.totals) == ([], [None] * 5, [None] * 5)
    codes = {fault.code for fault in deal.faults}
    assert "deal_incomplete" not in codes
    assert (len(actions), 4, "action_after_end") in fault_tuples(report)


def test_a_deal_of_teams_that_was_called_off_lists_who_went_out() -> None:
    """B-OUT-1."""
    hands = ["HA", "HA S5", "S6 S7", "S8 S9", "ST SJ"]
    report = judge_deals("biga", [{"hands": hands, "actions": ["1 show HA", "1 HA", "2 leave"]}], 5)
    assert (report.deals[0].order, report.deals[0].unfinished) == ([1], [2, 3, 4, 5])


class TestThirteenthFloor:
    """A hand that left counts as at the end of the game."""

    def test_the_winner_gets_the_points_of_who_left_too(self) -> None:
        """F-SCORE-UNO."""
        hands = ["SK S4", "S8 H8", "D6 H6"]
        report = judge_deals(
            "floor13", [{"hands": hands, "first": 1, "actions": ["1 S4", "2 leave", "3 D6", "1 SK"]}], 3
        )
        assert (report.deals[0].order, report.deals[0].points) == ([1, 3, 2], [-46, 40, 6])

    def test_who_left_is_behind_those_with_more_points(self) -> None:
        """F-Q-31."""
        hands = ["SK S4", "SA HA", "S8 H8"]
        report = judge_deals(
            "floor13", [{"hands": hands, "first": 1, "actions": ["1 S4", "2 leave", "3 draw", "1 SK"]}], 3
        )
        assert (report.deals[0].order, report.deals[0].titles) == ([1, 3, 2], ["daifugo", "daihinmin", None])

    def test_the_last_one_left_wins(self) -> None:
        """F-END-1."""
        report = judge_deals("floor13", [{"hands": ["SK", "S4"], "first": 1, "actions": ["1 leave"]}], 2)
        assert (report.deals[0].order, report.deals[0].points) == ([2, 1], [13, -13])

    def test_the_turn_comes_back_to_where_the_owner_sat(self) -> None:
        """F-CLEAR-1: all others draw, and the trick of 1 who left is over; 2 leads."""
        hands = ["SK S4", "S6 H6 D4", "DA HA", "SA CA"]
        actions = ["1 SK", "1 leave", "2 draw", "3 draw", "4 draw", "2 D4", "3 DA"]
        assert faults("floor13", *actions, hands=hands) == []

    def test_a_name_that_is_still_owed_by_who_leaves_is_not_owed(self) -> None:
        """F-QBOMB-2."""
        hands = ["SQ S4", "SK H6", "DA HA", "SA CA"]
        assert faults("floor13", "1 SQ", "1 leave", "2 SK", hands=hands) == []
        assert faults("floor13", "1 SQ", "3 leave", "2 SK", hands=hands) == [(0, 1, "effect_missing")]

    def test_a_draw_that_is_still_owed_by_who_leaves_is_not_owed(self) -> None:
        """F-PASS-1."""
        assert faults("floor13", "1 D4", "2 -", "2 leave", "3 HA") == []

    def test_after_somebody_left_who_drew_may_not_play_any_more(self) -> None:
        """F-PASS-2."""
        assert faults("floor13", "1 D4", "2 draw", "4 leave", "2 S6") == [(3, 2, "out_of_turn")]

    def test_skips_count_those_who_are_still_in(self) -> None:
        """F-5."""
        hands = ["S5 S4", "S6 H6", "S7 H7", "SK HK"]
        assert faults("floor13", "2 leave", "1 S5", "4 SK", hands=hands) == []

    def test_a_bomb_does_not_hit_a_hand_that_is_out_of_play(self) -> None:
        """F-QBOMB-1: otherwise 2 would have no card and win."""
        hands = ["SQ S4", "S8 H8", "DA HA", "SA CA"]
        assert report_of("floor13", "2 leave", "1 SQ", "1 name 8", hands=hands).deals[0].order == []


class TestLaterDeals:
    """Who left sits in a later deal only where the record says so."""

    LEFT = deal_of("akagiri", "1 D3", "2 leave", "3 leave", "4 leave")
    AGAIN = deal_of("akagiri", "2 S5", seats=[4, 3, 2, 1])

    def test_the_others_sit_and_there_is_no_ranking(self) -> None:
        left = deal_of("akagiri", "1 D3", "2 leave", *passed_on("3 S7", "3 S9", "3 DK"))
        next_deal = {"hands": ["S4 H4", None, "S6 H6", "S5 H5"], "actions": ["1 S4", "3 S6"]}
        report = judge_deals("akagiri", [left, next_deal], 4)
        assert report.deals[1].unfinished == [1, 3, 4]
        assert "exchange_missing" not in {fault.code for fault in report.deals[1].faults}

    def test_who_left_takes_part_again_where_seats_are_written(self) -> None:
        """A-XCH-4: then the ranking holds, by which 2 and 1 owe each other a card."""
        again = {name: value for name, value in self.AGAIN.items() if name != "dealer"}
        report = judge_deals("akagiri", [self.LEFT, again], 4)
        assert [fault.player for fault in report.deals[1].faults if fault.code == "exchange_missing"] == [1, 2]

    def test_who_left_takes_part_again_where_places_are_written(self) -> None:
        placed = {**deal_of("akagiri"), "places": [1, 2, 3, 4]}
        assert judge_deals("akagiri", [self.LEFT, placed], 4).deals[1].unfinished == [1, 2, 3, 4]

    def test_too_few_are_left_for_a_game_of_four(self) -> None:
        """T-PLY-1."""
        left = deal_of("theater", "1 D3", "2 leave")
        assert refusal_pointers(document(deals=[left, deal_of("theater")])) == ["/deals/1"]
        seated = deal_of("theater", "1 D3", seats=[1, 2, 3, 4])
        assert judge_deals("theater", [left, seated]).deals[1].unfinished == [1, 2, 3, 4]

    def test_leaving_too_late_or_for_a_moment_changes_no_seats(self) -> None:
        """The table took it back, or the player had gone out before."""
        back = deal_of("theater", "1 leave void", "1 D3")
        out = deal_of("theater", "1 D3", "4 ST", "1 leave", hands=["D3", "S5 S6", "S7 S9", "ST SQ"])
        for deal in (back, out):
            report = judge_deals("theater", [deal, deal_of("theater", "1 D3")])
            assert report.deals[1].unfinished == [1, 2, 3, 4]
