"""Hands of which not every card is known (record format, sections 1 and 4)."""

import pytest

from tests.support import dalmuti
from tests.support.records import codes, judged


def test_a_named_card_is_taken_from_the_unknown_ones() -> None:
    deal = dalmuti.played(["? 7", "8 8", "7 7", "6 6"], "1 9", "2 -", "3 -", "4 -", "1 7")
    assert (dalmuti.wrong_in(deal), deal.order) == ([], [1])


def test_known_cards_are_taken_first() -> None:
    deal = dalmuti.played(["9 ?", "8 8", "7 7", "6 6"], "1 9", "2 -", "3 -", "4 -", "1 12")
    assert (dalmuti.wrong_in(deal), deal.order) == ([], [1])


def test_more_cards_than_are_unknown_are_not_held() -> None:
    assert dalmuti.wrong_in(dalmuti.played(["? 7", "8 8", "7 7", "6 6"], "1 9 9")) == [(0, "card_not_held")]


def test_the_unknown_ones_among_them_are_gone() -> None:
    deal = dalmuti.played(["? 7", "8 8", "7 7", "6 6"], "1 9 9", "2 -", "3 -", "4 -", "1 7")
    assert (dalmuti.wrong_in(deal), deal.order) == ([(0, "card_not_held")], [1])


def test_a_player_with_an_unknown_card_left_is_not_out() -> None:
    deal = dalmuti.played(["9 ?", "8 8", "7 7", "6 6"], "1 9")
    assert deal.order == []


def test_an_unknown_card_that_is_given_is_known_from_then_on() -> None:
    hands = ["?*20", "?*20", "?*20", "?*20"]
    deal = {"hands": hands, "actions": ["4 give 1 2 2", "1 give 4 12 12"], "abandoned": True}
    assert codes(judged("dalmuti", [deal])) == []


def test_unknown_cards_count_for_the_size_of_a_hand() -> None:
    assert dalmuti.whole(dalmuti.played(["1 2 ?*18", "?*20", "? ? 3 ?*17", "?*20"])) == ["deal_incomplete"]
    assert dalmuti.whole(dalmuti.played(["1 2 ?*17", "?*21", "?*20", "?*20"])) == ["bad_deal", "deal_incomplete"]


def test_unknown_cards_are_never_too_many_of_a_card() -> None:
    assert dalmuti.whole(dalmuti.played(["1 ?*19", "?*20", "?*20", "?*20"])) == ["deal_incomplete"]
    assert dalmuti.whole(dalmuti.played(["1 ?*19", "1 ?*19", "?*20", "?*20"])) == ["bad_deck", "deal_incomplete"]


def test_a_card_too_many_of_the_pack_is_named_once_a_deal() -> None:
    deal = {"hands": ["1 1 ?*18", "2 2 2 ?*17", "?*20", "?*20"], "actions": [], "abandoned": True}
    report = judged("dalmuti", [deal])
    assert codes(report) == [(None, None, "bad_deck")]
    assert report.deals[0].faults[0].details["cards"] == "1 2"


@pytest.mark.parametrize("gift", ["4 give 1 12 12", "4 give 1 J J", "3 give 2 12"])
def test_whether_a_gift_is_the_best_of_a_hand_is_not_checked_if_it_is_not_known(gift: str) -> None:
    """D-TAX-2."""
    assert dalmuti.before_play(["7 7", "7", "1 ?", "1 1 ?*2"], gift) == []


def test_whether_a_gift_was_dealt_is_not_checked_if_the_hand_is_not_known() -> None:
    """D-TAX-5."""
    hands = ["12 ?", "7", "8", "2 2 3"]
    assert dalmuti.before_play(hands, "4 give 1 2 2", "1 give 4 2 2") == []


def test_the_hand_of_another_player_does_not_matter() -> None:
    """D-TAX-2."""
    assert dalmuti.before_play(["?*3", "?", "?", "1 2 3"], "4 give 1 2 3") == [(0, "exchange_not_best")]


def test_whether_somebody_holds_both_jesters_is_not_checked_if_his_hand_is_not_known() -> None:
    """D-REV-1."""
    assert dalmuti.before_play(["7 ?*2", "7", "8", "9"], "1 say revolution") == []
