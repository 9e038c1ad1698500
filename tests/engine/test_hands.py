"""Hands and the stock as they are written, also with unknown cards (record format, sections 1, 2 and 4)."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.deal import Hand, read_cards, read_hand, read_hands
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.melds import Lexicon
from daifu.replay.text import ReadError
from tests.support.games import dalmuti
from tests.support.reports import fault_tuples, judge_deals

THEATER, DALMUTI, BIGA = (PROFILES[name].lexicon for name in ("theater", "dalmuti", "biga"))


@pytest.mark.parametrize(
    ("lexicon", "text", "cards", "unknown"),
    [
        (THEATER, "S5 D3 X", ["D3", "S5", "X"], 0),
        (THEATER, "  D3   S10 ", ["D3", "ST"], 0),
        (THEATER, "D3 ? S5 ?", ["D3", "S5"], 2),
        (THEATER, "?*13", [], 13),
        (THEATER, "?*200", [], 200),
        (THEATER, "", [], 0),
        (DALMUTI, "12 12 10 J 1", ["1", "10", "12", "12", "J"], 0),
        (BIGA, "XB XS S3 S3", ["S3", "S3", "XS", "XB"], 0),
    ],
)
def test_a_hand_is_its_known_cards_and_how_many_are_unknown(
    lexicon: Lexicon, text: str, cards: list[str], unknown: int
) -> None:
    hand = read_hand(lexicon, text)
    assert sorted(lexicon.alphabet.list(hand.cards)) == sorted(cards)
    assert (hand.unknown, hand.size) == (unknown, len(cards) + unknown)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("D3 Z S5 10", "Z 10"),
        ("d3", "d3"),
        ("D3,S5", "D3,S5"),
        ("J", "J"),
        ("X=D3", "X=D3"),
        ("?*", "?*"),
        ("?*0", "?*0"),
        ("?13", "?13"),
        ("-", "-"),
    ],
)
def test_a_hand_that_cannot_be_read_is_refused_with_all_that_is_wrong(text: str, shown: str) -> None:
    with pytest.raises(ReadError) as refusal:
        read_hand(THEATER, text)
    assert refusal.value.text.en.startswith(f"expected cards of this game, found {shown!r}")
    assert refusal.value.text.ja.startswith(f"このゲームのカードが必要ですが、「{shown}」とあります")


@pytest.mark.parametrize("text", ["?*201", "?*200 ?", "?*100 ?*101", "?*999"])
def test_a_hand_has_at_most_200_unknown_cards(text: str) -> None:
    with pytest.raises(ReadError, match="at most 200 unknown cards"):
        read_hand(THEATER, text)


def parts_of(hand: Hand | None) -> tuple[int, int, int] | None:
    return None if hand is None else (hand.cards, hand.unknown, hand.size)


def read_only_hand(lexicon: Lexicon, text: str) -> Hand | None:
    return read_hands(lexicon, [text])[0]


@pytest.mark.parametrize("read", [read_hand, read_only_hand, read_cards])
def test_a_text_too_long_for_any_hand_is_refused(read: Callable[[Lexicon, str], object]) -> None:
    with pytest.raises(ReadError, match="at most 500 characters"):
        read(THEATER, "D3 " * 167)


def test_the_hands_of_a_deal_are_those_of_each_player() -> None:
    d3, s5, d4 = map(THEATER.one.__getitem__, ["D3", "S5", "D4"])
    hands = read_hands(THEATER, ["D3 S5", None, "? D4", ""])
    assert list(map(parts_of, hands)) == [(d3 + s5, 0, 2), None, (d4, 1, 2), (0, 0, 0)]
    assert list(map(parts_of, read_hands(THEATER, ["D3", None]))) == [(d3, 0, 1), None]


@pytest.mark.parametrize(
    "text",
    [
        "D3 S5 HT",
        "X D3",
        "D3 X X",
        "D3\tS5\nHT",
        "D3  S5",
        "D3 S5 ",
        " D3 S5",
        "X  D3",
        "D3",
        "H10 S5",
        "S3 S3 S3 D3",
        "X X X X",
    ],
)
def test_a_hand_reads_the_same_however_its_cards_are_spaced(text: str) -> None:
    assert parts_of(read_hands(THEATER, [text])[0]) == parts_of(read_hand(THEATER, text))


@given(st.lists(st.sampled_from(["S3", "H3", "D10", "CT", "X", "H2"]), max_size=12), st.sampled_from([" ", "  ", "\t"]))
def test_hands_are_read_like_each_alone(cards: list[str], space: str) -> None:
    text = space.join(cards)
    assert parts_of(read_hands(THEATER, [text])[0]) == parts_of(read_hand(THEATER, text))


@pytest.mark.parametrize(
    "text", ["D3 Z5 S5", "D3 SX", "D3 S3S4", "D3,S5", "Ｄ3 S5", "D3 S\x003", "D3 é", "é3 S5", "D3 \ud800"]
)
def test_one_unreadable_card_refuses_the_hands(text: str) -> None:
    with pytest.raises(ReadError, match="expected cards of this game"):
        read_hands(THEATER, [text])


def test_one_unreadable_hand_is_enough() -> None:
    with pytest.raises(ReadError, match="'Z'"):
        read_hands(THEATER, ["D3", "Z"])


@pytest.mark.parametrize("text", ["X S5 D3 HT S5 X", "X S5 D3 H10 S5 X", "X  S5\tD3 HT S5 X ", "X S5 D3 HT S5 X "])
def test_cards_keep_their_order(text: str) -> None:
    found = read_cards(THEATER, text)
    assert [*map(THEATER.alphabet.name, found)] == ["X", "S5", "D3", "HT", "S5", "X"]


def test_a_stock_may_be_empty() -> None:
    assert read_cards(THEATER, "") == ()


@pytest.mark.parametrize("text", ["?", "D3 ?*2", "12", "D3 Z5 S5", "D3 S3S4", "D3 SX S5"])
def test_cards_in_order_are_all_known(text: str) -> None:
    with pytest.raises(ReadError, match="expected cards of this game"):
        read_cards(THEATER, text)


def test_a_named_card_is_taken_from_the_unknown_ones() -> None:
    deal = dalmuti.report_of(["? 7", "8 8", "7 7", "6 6"], "1 9", "2 -", "3 -", "4 -", "1 7")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([], [1])


def test_known_cards_are_taken_first() -> None:
    deal = dalmuti.report_of(["9 ?", "8 8", "7 7", "6 6"], "1 9", "2 -", "3 -", "4 -", "1 12")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([], [1])


def test_more_cards_than_are_unknown_are_not_held() -> None:
    assert dalmuti.action_faults_in(dalmuti.report_of(["? 7", "8 8", "7 7", "6 6"], "1 9 9")) == [(0, "card_not_held")]


@pytest.mark.parametrize(("all_of_them", "one_too_many"), [("1", "1 1"), ("2 2", "2 2 2"), ("J J", "J J J")])
def test_a_card_named_more_often_than_the_pack_has_it_is_not_held(all_of_them: str, one_too_many: str) -> None:
    assert dalmuti.action_faults(f"1 {all_of_them}") == []
    assert dalmuti.action_faults(f"1 {one_too_many}") == [(0, "card_not_held")]


def test_a_known_card_is_not_among_the_unknown_ones_as_well() -> None:
    deal = dalmuti.report_of(["1 ?", "8 8", "7 7", "6 6"], "1 1 1", "2 -", "3 -", "4 -", "1 5")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([(0, "card_not_held")], [1])


def test_the_unknown_ones_among_them_are_gone() -> None:
    deal = dalmuti.report_of(["? 7", "8 8", "7 7", "6 6"], "1 9 9", "2 -", "3 -", "4 -", "1 7")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([(0, "card_not_held")], [1])


def test_a_player_with_an_unknown_card_left_is_not_out() -> None:
    deal = dalmuti.report_of(["9 ?", "8 8", "7 7", "6 6"], "1 9")
    assert deal.order == []


def test_an_unknown_card_that_is_given_is_known_from_then_on() -> None:
    hands = ["?*20", "?*20", "?*20", "?*20"]
    deal = {"hands": hands, "actions": ["4 give 1 2 2", "1 give 4 12 12"], "abandoned": True}
    assert fault_tuples(judge_deals("dalmuti", [deal])) == []


def test_unknown_cards_count_for_the_size_of_a_hand() -> None:
    assert dalmuti.deal_fault_codes(dalmuti.report_of(["1 2 ?*18", "?*20", "? ? 3 ?*17", "?*20"])) == [
        "deal_incomplete"
    ]
    assert dalmuti.deal_fault_codes(dalmuti.report_of(["1 2 ?*17", "?*21", "?*20", "?*20"])) == [
        "bad_deal",
        "deal_incomplete",
    ]


def test_unknown_cards_are_never_too_many_of_a_card() -> None:
    assert dalmuti.deal_fault_codes(dalmuti.report_of(["1 ?*19", "?*20", "?*20", "?*20"])) == ["deal_incomplete"]
    assert dalmuti.deal_fault_codes(dalmuti.report_of(["1 ?*19", "1 ?*19", "?*20", "?*20"])) == [
        "bad_deck",
        "deal_incomplete",
    ]


def test_a_card_too_many_of_the_pack_is_named_once_a_deal() -> None:
    deal = {"hands": ["1 1 ?*18", "2 2 2 ?*17", "?*20", "?*20"], "actions": [], "abandoned": True}
    report = judge_deals("dalmuti", [deal])
    assert fault_tuples(report) == [(None, None, "bad_deck")]
    assert report.deals[0].faults[0].details["cards"] == "1 2"


@pytest.mark.parametrize("gift", ["4 give 1 1 2", "4 give 1 2 2", "3 give 2 3"])
def test_whether_a_gift_is_the_best_of_a_hand_is_not_checked_where_an_unknown_card_decides(gift: str) -> None:
    """D-TAX-2."""
    assert dalmuti.faults_before_play(["7 7", "7", "3 ?", "?*3 12"], gift) == []


@pytest.mark.parametrize("gift", ["4 give 1 12 12", "4 give 1 J J", "3 give 2 12"])
def test_a_gift_is_not_the_best_of_a_hand_that_keeps_a_known_better_card(gift: str) -> None:
    """D-TAX-2."""
    assert dalmuti.faults_before_play(["7 7", "7", "1 ?", "1 ?*3"], gift) == [(0, "exchange_not_best")]


def test_a_gift_is_not_the_best_where_all_cards_that_are_left_are_better() -> None:
    """D-TAX-2: so many unknown cards cannot all be 12s and jesters."""
    assert dalmuti.faults_before_play(["?*20"] * 4, "4 give 1 12 12") == [(0, "exchange_not_best")]
    assert dalmuti.faults_before_play(["?*20"] * 4, "4 give 1 10 11") == []


def test_a_card_that_was_received_may_have_been_dealt_where_the_pack_has_another() -> None:
    """D-TAX-5."""
    hands = ["12 ?*2", "7", "8", "2 3 3"]
    assert dalmuti.faults_before_play(hands, "4 give 1 2 3", "1 give 4 2 3") == []


@pytest.mark.parametrize("hand", ["12 ?", "12 11 10 ?"])
def test_a_gift_of_more_cards_than_were_unknown_was_not_dealt(hand: str) -> None:
    """D-TAX-5."""
    hands = [hand, "7", "8", "2 2 3"]
    found = dalmuti.faults_before_play(hands, "4 give 1 2 2", "1 give 4 2 2")
    assert found == [(1, "exchange_not_from_deal")]


def test_a_card_of_which_the_pack_has_one_was_dealt_to_one_player() -> None:
    """D-TAX-5."""
    hands = ["12 11 ?*2", "7", "8", "1 2 3"]
    assert dalmuti.faults_before_play(hands, "4 give 1 1 2", "1 give 4 1 12") == [(1, "exchange_not_from_deal")]


def test_the_hand_of_another_player_does_not_matter() -> None:
    """D-TAX-2."""
    assert dalmuti.faults_before_play(["?*3", "?", "?", "1 2 3"], "4 give 1 2 3") == [(0, "exchange_not_best")]


def test_whether_a_player_holds_both_jesters_is_not_checked_if_the_hand_is_not_known() -> None:
    """D-REV-1."""
    assert dalmuti.faults_before_play(["7 ?*2", "7", "8", "9"], "1 say revolution") == []


@pytest.mark.parametrize(
    ("hands", "codes"),
    [
        (["J ?*2", "7", "8", "9"], []),
        (["7 ?", "7", "8", "9"], ["false_declaration"]),
        (["J 7 ?", "7", "8", "J"], ["false_declaration"]),
        (["7 ?*19", "7 J J", "8", "9"], ["false_declaration"]),
        (["7 ?*19", "7 J ?", "8", "9"], ["false_declaration"]),
    ],
)
def test_a_revolution_is_false_where_no_unknown_card_can_be_the_jester_that_lacks(
    hands: list[str], codes: list[str]
) -> None:
    """D-REV-1."""
    assert [code for _action, code in dalmuti.faults_before_play(hands, "1 say revolution")] == codes


def test_a_revolution_is_judged_by_what_turned_out_to_be_in_other_hands() -> None:
    """D-REV-1: the jester that 2 gave was dealt to 2."""
    given = ["2 give 1 J", "1 say revolution"]
    assert dalmuti.faults_before_play(["7 ?*2", "?", "8", "9"], *given) == [
        (0, "exchange_not_owed"),
        (1, "false_declaration"),
    ]
