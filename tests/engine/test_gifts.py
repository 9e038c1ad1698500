"""Gifts before play (record format, sections 3 and 4), shown on the taxes of The Great Dalmuti."""

from tests.support.games.dalmuti import ActionFaults, faults_before_play, hidden_hands
from tests.support.reports import fault_tuples, judge_deals

HANDS = ["1 12 12 7", "3 9 9 7", "4 5 8 7", "2 2 6 J"]


def missing(*actions: str) -> ActionFaults:
    """Player and code of the gifts found missing after these actions, at player 1's first lead."""
    deal = {"hands": HANDS, "actions": [*actions, "1 7"], "abandoned": True}
    found = fault_tuples(judge_deals("dalmuti", [deal]))
    return [(player or 0, code) for action, player, code in found if action == len(actions)]


def test_the_cards_of_a_gift_change_hands() -> None:
    assert faults_before_play(HANDS, "4 give 1 2 2", "1 give 4 12 12", "3 give 2 4", "2 give 3 9", "1 2 2") == []


def test_the_cards_of_a_faulty_gift_change_hands_all_the_same() -> None:
    assert faults_before_play(HANDS, "4 give 1 6 J", "1 give 4 1 7", "3 give 2 4", "2 give 3 9", "1 6 J") == [
        (0, "exchange_not_best")
    ]


def test_they_change_hands_as_far_as_they_are_held() -> None:
    """The other 6 never was: it does not turn up at the taker's."""
    actions = ("4 give 1 6 6", "1 give 4 1 7", "3 give 2 4", "2 give 3 9", "1 6 6")
    assert faults_before_play(HANDS, *actions) == [(0, "card_not_held"), (4, "card_not_held")]


def test_a_gift_of_cards_not_held_is_reported_alone_and_counts_as_made() -> None:
    assert faults_before_play(HANDS, "4 give 1 1 1") == [(0, "card_not_held")]
    assert (4, "exchange_missing") not in missing("4 give 1 1 1")


def test_a_gift_of_the_wrong_size_is_reported_alone_and_counts_as_made() -> None:
    assert faults_before_play(HANDS, "4 give 1 11 11 11") == [(0, "exchange_wrong_count")]
    assert (4, "exchange_missing") not in missing("4 give 1 2")


def test_a_gift_that_is_not_the_best_counts_as_made() -> None:
    assert (4, "exchange_missing") not in missing("4 give 1 6 J")


def test_a_card_not_yet_received_is_not_held() -> None:
    """D-OPT-7."""
    assert faults_before_play(HANDS, "1 give 4 2 2", tax_gift_from_dealt_hand=False) == [(0, "card_not_held")]


def test_a_gift_between_the_wrong_players_leaves_the_right_one_owed() -> None:
    assert faults_before_play(HANDS, "4 give 2 2 2") == [(0, "exchange_not_owed")]
    assert (4, "exchange_missing") in missing("4 give 2 2 2")


def test_its_cards_change_hands_all_the_same() -> None:
    assert faults_before_play(HANDS, "4 give 3 2 2", "3 give 2 2") == [
        (0, "exchange_not_owed"),
        (1, "exchange_not_best"),
    ]


def test_a_second_gift_of_one_giver_is_not_owed() -> None:
    assert faults_before_play(HANDS, "1 give 4 12 12", "1 give 4 1 7") == [(1, "exchange_not_owed")]


def test_what_the_giver_gave_away_before_is_not_held() -> None:
    assert faults_before_play(HANDS, "4 give 3 2 2", "4 give 1 2 2") == [(0, "exchange_not_owed"), (1, "card_not_held")]


def test_a_gift_after_the_first_play_is_not_owed() -> None:
    found = faults_before_play(HANDS, "1 7", "4 give 1 2 2")
    assert found == [*[(0, "exchange_missing")] * 4, (1, "exchange_not_owed")]


def test_a_gift_after_a_pass_on_the_lead_is_still_in_time() -> None:
    """Only a play is the first play."""
    assert faults_before_play(HANDS, "1 -", "4 give 1 2 2") == [(0, "pass_on_lead")]


def test_gifts_not_made_are_missing_once_a_giver_at_the_first_play() -> None:
    deal = {"hands": hidden_hands(), "actions": ["1 9", "2 8"], "abandoned": True}
    assert fault_tuples(judge_deals("dalmuti", [deal])) == [(0, giver, "exchange_missing") for giver in (1, 2, 3, 4)]


def test_the_gifts_of_the_rich_are_owed_when_the_poor_gave_nothing() -> None:
    assert missing("4 give 1 2 2", "3 give 2 4") == [(1, "exchange_missing"), (2, "exchange_missing")]
    assert missing("1 give 4 12 12", "2 give 3 9") == [(3, "exchange_missing"), (4, "exchange_missing")]


def test_without_a_play_nothing_is_missing() -> None:
    assert faults_before_play(HANDS) == []


def test_a_faulty_first_play_is_the_first_play() -> None:
    assert [code for _, code in faults_before_play(HANDS, "1 9 8")].count("exchange_missing") == 4


def test_a_first_play_out_of_turn_is_the_first_play() -> None:
    assert [code for _, code in faults_before_play(HANDS, "2 9")].count("exchange_missing") == 4
