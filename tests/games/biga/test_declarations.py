"""Bids, counter-bids and the partner's word: B-DECL, B-COUNTER, B-SOLO, B-DEF, B-OPEN."""

import pytest

from daifu.replay.options import Value
from tests.support.games.biga import broken_off_deal, fault_places, player_faults, report_of

HANDS = ["HA DA S5 S6", "SA SA S7", "HA S8", "DA S9", "CA CA ST"]
"""Players 1 and 3 hold the heart aces, 1 and 4 the diamond aces, 2 both spade aces, 5 both club aces."""


def declared(*actions: str, **options: Value) -> list[str]:
    """The faults of a deal with these hands, as `player code`."""
    return player_faults(broken_off_deal(HANDS, *actions, **options))


def test_a_player_who_shows_an_ace_is_declarer_and_leads() -> None:
    """B-DECL-1, B-LEAD-1."""
    assert declared("4 show DA", "4 S9") == []
    assert declared("4 show DA", "1 S5") == ["1 out_of_turn"]


def test_an_ace_that_is_not_held_cannot_be_shown() -> None:
    """B-DECL-1."""
    assert declared("1 show CA", "4 show DA", "4 S9") == ["1 false_declaration"]


@pytest.mark.parametrize("cards", ["S5", "S5 S6", "HA DA", "HA S5", "HA HA", ""])
def test_nothing_but_one_ace_or_both_of_a_suit_can_be_shown(cards: str) -> None:
    """B-DECL-1, B-DECL-2."""
    assert declared(f"1 show {cards}".strip()) == ["1 false_declaration"]


def test_a_declaration_that_is_taken_back_leaves_the_way_to_others() -> None:
    """B-DECL-1."""
    assert declared("1 show HA void", "4 show DA", "4 S9") == []


def test_after_a_bid_nobody_else_shows_one_ace_of_another_suit() -> None:
    """B-DECL-1, B-Q-12."""
    assert declared("1 show HA", "4 show DA", "1 S5") == ["4 false_declaration"]


def test_two_equal_aces_replace_a_bid_by_one() -> None:
    """B-COUNTER-1: their holder leads, and their suit is Big."""
    assert declared("1 show HA", "2 show SA SA", "2 SA", "3 -", "4 -", "5 -", "1 -") == []
    assert declared("1 show HA", "2 show SA SA", "1 S5") == ["1 out_of_turn"]
    assert declared("1 show HA", "2 show SA SA", "2 SA", "3 HA") == ["3 not_stronger"]


def test_the_ace_of_the_old_declarer_goes_back_to_the_hand() -> None:
    """B-COUNTER-1."""
    assert declared("1 show HA", "2 show SA SA", "2 S7", "3 -", "4 -", "5 -", "1 HA") == []


def test_a_counter_needs_both_aces() -> None:
    """B-COUNTER-1."""
    assert declared("1 show HA", "4 show DA DA", "1 S5") == ["4 false_declaration"]


def test_two_aces_shown_at_once_cannot_be_countered() -> None:
    """B-DECL-2, B-COUNTER-1."""
    assert declared("2 show SA SA", "5 show CA CA", "2 S7") == ["5 false_declaration"]


def test_a_counter_cannot_be_countered() -> None:
    """B-COUNTER-1."""
    assert declared("1 show HA", "2 show SA SA", "5 show CA CA", "2 S7") == ["5 false_declaration"]


def test_a_declarer_does_not_counter_their_own_bid() -> None:
    """B-Q-12."""
    hands = ["HA CA CA S5", "S7", "HA S8", "S9", "ST"]
    assert player_faults(broken_off_deal(hands, "1 show HA", "1 show CA CA", "1 S5")) == ["1 false_declaration"]
    assert player_faults(broken_off_deal(hands, "1 show HA", "1 show CA", "1 S5")) == ["1 false_declaration"]


def test_declarations_come_before_the_first_lead() -> None:
    """B-COUNTER-2, B-Q-26, B-OPEN-1."""
    assert declared("1 show HA", "1 S5", "2 show SA SA") == ["2 late_declaration"]
    assert declared("1 show HA", "1 S5", "1 show HA") == ["1 late_declaration"]
    assert declared("1 show HA", "1 S5", "3 say partner") == ["3 late_declaration"]
    assert declared("1 show HA", "1 S5", "3 say heart") == ["3 late_declaration"]


def test_an_ace_that_is_not_held_is_false_also_when_it_is_late() -> None:
    """B-DECL-1."""
    assert declared("1 show HA", "1 S5", "2 show HA") == ["2 false_declaration"]


def test_a_first_play_that_is_taken_back_does_not_end_the_declarations() -> None:
    """B-COUNTER-2."""
    assert declared("1 show HA", "1 S5 void", "2 show SA SA", "2 S7") == []


@pytest.mark.parametrize("second", ["2 show SA", "2 show SA SA"])
def test_the_declarer_may_show_the_second_ace_and_nobody_counters(second: str) -> None:
    """B-SOLO-1."""
    assert declared("2 show SA", second, "2 S7") == []
    assert declared("2 show SA", second, "5 show CA CA", "2 S7") == ["5 false_declaration"]


def test_a_second_ace_must_be_held() -> None:
    """B-SOLO-1."""
    assert declared("1 show HA", "1 show HA") == ["1 false_declaration"]


def test_a_second_ace_shown_after_a_pass_does_not_give_the_lead_back() -> None:
    """B-SOLO-1, B-LEAD-1."""
    assert declared("2 show SA", "2 -", "2 show SA", "3 S8") == ["2 pass_on_lead"]
    assert declared("2 show SA", "2 -", "2 show SA SA", "2 S7") == ["2 pass_on_lead", "2 out_of_turn"]


def test_the_lead_that_a_pass_moved_on_goes_to_the_player_who_counters() -> None:
    """B-COUNTER-1, B-LEAD-1."""
    assert declared("1 show HA", "1 -", "5 show CA CA", "5 ST") == ["1 pass_on_lead"]


def test_a_pass_before_any_declaration_moves_the_lead_on() -> None:
    """B-LEAD-1: of those who pass afterwards, only the next has the lead."""
    assert declared("1 -", "2 -", "4 -", "3 show HA", "3 S8") == [
        "1 pass_on_lead",
        "2 pass_on_lead",
        "4 out_of_turn",
    ]


def test_there_is_no_third_ace_to_show() -> None:
    """B-SOLO-1."""
    assert declared("2 show SA SA", "2 show SA") == ["2 false_declaration"]


def test_a_heart_ace_is_the_declaration_by_default() -> None:
    """B-DEF-1."""
    assert declared("3 say heart", "3 S8") == []
    assert declared("3 say heart", "1 S5") == ["1 out_of_turn"]


def test_a_player_who_says_heart_holds_one() -> None:
    """B-DEF-1, B-Q-29."""
    assert declared("2 say heart", "1 say heart", "1 S5") == ["2 false_declaration"]


def test_nobody_says_heart_after_a_declaration() -> None:
    """B-DEF-1."""
    assert declared("4 show DA", "1 say heart") == ["1 false_declaration"]
    assert declared("1 say heart", "3 say heart") == ["3 false_declaration"]


def test_the_default_declaration_may_be_countered_if_the_option_allows_it() -> None:
    """B-Q-10."""
    assert declared("1 say heart", "2 show SA SA", "2 S7") == []
    assert declared("1 say heart", "2 show SA SA", "1 S5", counter_after_default=False) == ["2 false_declaration"]


def test_the_option_does_not_touch_ordinary_bids() -> None:
    """B-Q-10: an ace shown is a bid."""
    assert declared("1 show HA", "2 show SA SA", "2 S7", counter_after_default=False) == []


@pytest.mark.parametrize("word", ["3 say partner", "3 show HA"])
@pytest.mark.parametrize("bid", ["1 show HA", "1 say heart"])
def test_the_holder_of_the_other_big_ace_may_announce_the_partnership(bid: str, word: str) -> None:
    """B-OPEN-1: by word or by showing it."""
    assert declared(bid, word, "1 S5") == []


def test_only_the_holder_of_the_other_big_ace_is_partner() -> None:
    """B-OPEN-1."""
    assert declared("1 show HA", "2 say partner") == ["2 false_declaration"]
    assert declared("1 show HA", "1 say partner") == ["1 false_declaration"]


def test_there_is_no_partner_before_a_declaration_and_beside_two_aces() -> None:
    """B-OPEN-1, B-COUNTER-1."""
    assert declared("3 say partner") == ["3 false_declaration"]
    assert declared("2 show SA SA", "3 say partner") == ["3 false_declaration"]


def test_a_counter_wipes_out_the_partners_word() -> None:
    """B-Q-11: the holder of the first ace is nobody's partner any more."""
    assert declared("1 show HA", "3 say partner", "2 show SA SA", "2 S7") == []
    assert declared("1 show HA", "2 show SA SA", "3 say partner") == ["3 false_declaration"]


def test_play_without_a_declaration_is_a_fault_and_hearts_are_big() -> None:
    """B-Q-29: the first holder of a heart ace from the leader on is declarer."""
    assert fault_places(broken_off_deal(HANDS, "1 S5", "2 -")) == [(0, 1, "false_declaration")]
    assert fault_places(broken_off_deal(HANDS, "1 S5", "2 -", "3 HA", "4 -", "5 -", "1 DA")) == [
        (0, 1, "false_declaration"),
        (5, 1, "not_stronger"),
    ]


@pytest.mark.parametrize(
    ("actions", "en", "ja"),
    [
        (
            ("1 S5",),
            "player 1 led before anybody had declared",
            "だれも宣言しないうちにプレイヤー1が最初のカードを出しました",
        ),
        (
            ("1 show S5",),
            "player 1 could not show S5: only one ace, or both aces of a suit, are shown",
            "プレイヤー1がS5を見せることはできません。見せられるのは、A1枚か、同じスートのA2枚だけです",
        ),
        (
            ("1 show CA",),
            "player 1 could not show CA without holding that",
            "プレイヤー1は手札にないので、CAを見せることはできません",
        ),
        (
            ("1 show HA", "4 show DA"),
            "player 4 could not show DA: there was a declaration already",
            "すでに宣言があるので、プレイヤー4がDAを見せることはできません",
        ),
        (
            ("1 show HA", "1 show HA"),
            "player 1 had no second Big A left to show",
            "プレイヤー1には、まだ見せていない2枚目の大Aがありません",
        ),
        (
            ("2 show SA SA", "5 show CA CA"),
            "player 5 could not show CA CA: this declaration cannot be countered",
            "この宣言に反大Aはできないので、プレイヤー5がCA CAを見せることはできません",
        ),
        (
            ("1 show HA", "2 say partner"),
            "player 2 was not the declarer's partner",
            "プレイヤー2はデクレアラーのパートナーではありません",
        ),
        (
            ("4 show DA", "1 say heart"),
            "player 1 could not declare by a heart ace: there was a declaration already",
            "すでに宣言があるので、プレイヤー1はハートAを申し出られません",
        ),
        (
            ("2 say heart",),
            "player 2 held no heart ace to declare by",
            "プレイヤー2は、申し出たハートAを持っていません",
        ),
    ],
)
def test_a_false_declaration_says_why_it_is_false(actions: tuple[str, ...], en: str, ja: str) -> None:
    faults = broken_off_deal(HANDS, *actions).faults
    assert [fault.message for fault in faults if fault.code == "false_declaration"] == [(en, ja)]


def test_without_a_declaration_another_leader_than_the_first_holder_is_out_of_turn() -> None:
    """B-Q-29, B-LEAD-1."""
    assert fault_places(broken_off_deal(HANDS, "2 S7", "3 -")) == [(0, 2, "false_declaration"), (0, 2, "out_of_turn")]


def test_a_void_play_without_a_declaration_does_not_start_the_play() -> None:
    """B-Q-29."""
    assert declared("1 S5 void", "4 show DA", "4 S9") == []


def test_words_of_other_games_have_no_right_here() -> None:
    """B-FOLLOW-1, B-DECL-1."""
    assert declared("1 say flip", "1 say revolution", "1 show HA") == ["1 effect_not_owed", "1 false_declaration"]


def test_cards_are_neither_given_nor_drawn_nor_thrown_away() -> None:
    """B-DRAW-1, B-FOLLOW-1: what was moved all the same has moved."""
    actions = ["1 show HA", "1 give 2 S6", "1 discard DA", "1 draw", "1 S5", "2 S6", "3 -", "4 -", "5 -", "1 DA"]
    assert declared(*actions) == ["1 exchange_not_owed", "1 effect_not_owed", "1 effect_not_owed", "1 card_not_held"]


def test_a_deal_made_again_is_recorded_without_plays() -> None:
    """B-DEF-2, B-Q-31, B-DRAW-3."""
    report = report_of()
    assert (fault_places(report), report.points, report.order) == ([], [None] * 5, [])
