"""Eights end the trick, jacks allow a call, and revolutions turn the order: T-8, T-J, T-REV."""

import pytest

from tests.support.games.theater import endgame_report, fault_places, trick_faults

EIGHT_IN_A_ROW = "S4 S5 S6 S7 S8 S9 ST SJ"
CLEARED = ("2 -", "3 -", "4 -")


@pytest.mark.parametrize(
    "cards",
    ["S6 H6 D6 C6", EIGHT_IN_A_ROW, "S6 S7 S8 S9 ST SJ SQ SK SA", "D4 D5 D6 D7 S4 S5 S6 S7"],
    ids=["kantsu", "run of eight", "run of nine", "nobetan ipeiko"],
)
def test_these_sets_turn_the_order(cards: str) -> None:
    """T-REV-1, T-IPK-2, T-SET-4."""
    assert trick_faults(f"1 {cards}", *CLEARED, "1 HQ", "2 HT") == []
    assert trick_faults(f"1 {cards}", *CLEARED, "1 HQ", "2 HK") == ["2 not_stronger"]


@pytest.mark.parametrize(
    "cards",
    ["S6 H6 D6", "S4 S5 S6 S7 S8 S9 ST", "D4 D5 D6 S4 S5 S6", "S5 H5 D5 S6 H6 D6 S7 H7 D7"],
    ids=["anko", "run of seven", "ipeiko", "sanrenko"],
)
def test_these_sets_leave_the_order_alone(cards: str) -> None:
    """T-REV-1, T-SRK-1."""
    assert trick_faults(f"1 {cards}", *CLEARED, "1 HQ", "2 HK") == []


def test_with_ipeiko_any_suits_four_pairs_in_a_row_are_a_revolution() -> None:
    """T-IPK-2, T-Q-5."""
    assert trick_faults("1 D4 S4 D5 H5 D6 S6 D7 C7", *CLEARED, "1 HQ", "2 HT", ipeiko_any_suits=True) == []


def test_a_long_run_neither_cuts_nor_calls() -> None:
    """T-8-2, T-J-3."""
    assert trick_faults(f"1 {EIGHT_IN_A_ROW}", "1 say up", "2 -") == ["1 effect_not_owed"]


def test_a_second_revolution_restores_the_order() -> None:
    """T-REV-2."""
    assert trick_faults("1 SK HK DK CK", *CLEARED, "1 SQ HQ DQ CQ", *CLEARED, "1 S9", "2 ST") == []


def test_a_revolution_answers_a_revolution_within_the_trick() -> None:
    """T-REV-1: four 4s follow four 5s downwards, and then four 6s follow upwards."""
    assert trick_faults("1 S5 H5 D5 C5", "2 S4 H4 D4 C4", "3 S6 H6 D6 C6") == []


def test_a_revolution_outlasts_the_trick() -> None:
    """T-Q-28, T-GAME-1."""
    assert trick_faults("1 SK HK DK CK", *CLEARED, "1 S9", "2 S7", "3 -", "4 -", "1 -", "2 ST", "3 S6") == []


def test_a_revolution_replaces_a_call() -> None:
    """T-REV-3: called up under a revolution, four queens make up the lasting order, and the trick stays up with it."""
    assert trick_faults("1 SJ HJ DJ CJ", "1 say up", "2 SQ HQ DQ CQ", "3 SK HK DK CK") == []
    assert trick_faults("1 SJ HJ DJ CJ", "1 say up", "2 SQ HQ DQ CQ", "3 ST HT DT CT") == ["3 not_stronger"]


def test_saying_revolution_after_a_set_that_makes_one_is_no_fault_and_turns_nothing_more() -> None:
    """T-REV-1."""
    assert trick_faults("1 SK HK DK CK", "1 say revolution", *CLEARED, "1 S9", "2 S7") == []


@pytest.mark.parametrize("word", ["revolution", "no-revolution"])
def test_declaring_a_revolution_without_one_is_false(word: str) -> None:
    """T-REV-1."""
    assert trick_faults("1 S9", f"1 say {word}") == ["1 false_declaration"]


def test_a_revolution_cannot_be_declined() -> None:
    """T-REV-1."""
    assert trick_faults("1 SK HK DK CK", "1 say no-revolution", *CLEARED, "1 S9", "2 S7") == ["1 false_declaration"]


def test_only_its_player_may_announce_a_revolution() -> None:
    """T-REV-1."""
    assert trick_faults("1 SK HK DK CK", "2 say revolution") == ["2 false_declaration"]


@pytest.mark.parametrize(
    ("led", "eights"), [("S5", "S8"), ("S7 H7", "S8 H8"), ("S7 H7 D7", "S8 H8 D8")], ids=["one", "two", "three"]
)
def test_eights_end_the_trick_and_their_player_leads(led: str, eights: str) -> None:
    """T-8-1, T-Q-12."""
    assert trick_faults(f"1 {led}", f"2 {eights}", "2 S4") == []
    assert trick_faults(f"1 {led}", f"2 {eights}", "3 S9") == ["3 out_of_turn"]


def test_eights_that_are_led_leave_the_lead_where_it_is() -> None:
    """T-8-1."""
    assert trick_faults("1 S8 D8", "1 S4") == []


def test_four_eights_turn_the_order_first_and_then_cut() -> None:
    """T-REV-4, T-Q-12."""
    assert trick_faults("1 S8 H8 D8 C8", "1 S9", "2 S4") == []


@pytest.mark.parametrize(
    "cards",
    ["S7 S8 S9", "S7 S8 S9 H7 H8 H9", "S7 H7 D7 S8 H8 D8 S9 H9 D9"],
    ids=["run", "ipeiko", "sanrenko"],
)
def test_an_eight_in_a_longer_set_does_not_cut(cards: str) -> None:
    """T-8-2, T-Q-13."""
    assert trick_faults(f"1 {cards}", "2 -", "3 -", "4 -", "1 S4") == []


def test_eights_have_to_beat_what_lies_there() -> None:
    """T-Q-14."""
    assert trick_faults("1 S9 H9", "2 S8 D8") == ["2 not_stronger"]


def test_down_eights_beat_nines_and_cut() -> None:
    """T-Q-14, T-8-1."""
    assert trick_faults("1 SK HK DK CK", "2 -", "3 -", "4 -", "1 S9 H9", "2 S8 D8", "2 S4") == []


def test_eights_that_were_too_weak_but_stood_cut_all_the_same() -> None:
    """T-8-1: a faulty set that stands has all its effects."""
    assert trick_faults("1 S9 H9", "2 S8 D8", "2 S4") == ["2 not_stronger"]


REVOLUTION = ("1 SK HK DK CK", "2 -", "3 -", "4 -")


@pytest.mark.parametrize(("jacks", "lower"), [("SJ", "ST"), ("SJ HJ", "ST HT"), ("SJ HJ DJ", "ST HT DT")])
def test_after_a_call_down_lower_ranks_follow(jacks: str, lower: str) -> None:
    """T-J-1."""
    assert trick_faults(f"1 {jacks}", "1 say down", f"2 {lower}") == []
    assert trick_faults(f"1 {jacks}", f"2 {lower}") == ["2 not_stronger"]


def test_after_a_call_down_higher_ranks_do_not_follow() -> None:
    """T-J-1."""
    assert trick_faults("1 SJ", "1 say down", "2 HQ") == ["2 not_stronger"]


def test_nobody_has_to_call() -> None:
    """T-J-1."""
    assert trick_faults("1 SJ", "2 HQ") == []


def test_a_call_up_in_the_normal_order_changes_nothing() -> None:
    """T-Q-7: a call names the order, it does not turn it round."""
    assert trick_faults("1 SJ", "1 say up", "2 HQ") == []
    assert trick_faults("1 SJ", "1 say up", "2 HT") == ["2 not_stronger"]


def test_a_call_ends_with_its_trick() -> None:
    """T-J-2."""
    assert trick_faults("1 SJ", "1 say down", "2 -", "3 -", "4 -", "1 ST", "2 HQ") == []


def test_of_several_calls_the_last_one_counts() -> None:
    """T-J-1."""
    assert trick_faults("1 SJ", "1 say down", "1 say up", "2 HQ") == []
    assert trick_faults("1 SJ", "1 say down", "1 say up", "1 say up", "2 ST") == ["2 not_stronger"]


def test_a_call_that_was_followed_by_another_lifted_no_lock() -> None:
    """T-PASS-3: only the call that counts does."""
    passed = "1 S9", "2 -", "3 SJ", "3 say down", "3 say up", "4 -", "1 -"
    assert trick_faults(*passed, "3 S4") == []
    assert trick_faults(*passed[:-3], "3 say up", "3 say down", "4 -", "1 -", "2 S5") == []


def test_a_call_that_ended_the_trick_is_taken_back_by_another_one() -> None:
    """T-TRICK-1: everybody else is locked, so that only the call down lets them answer."""
    locked = "1 S9", "2 -", "3 -", "4 ST", "1 SJ", "4 -"
    assert trick_faults(*locked) == []
    assert trick_faults(*locked[:-1], "4 -", "1 S4") == []


@pytest.mark.parametrize(
    "cards",
    ["ST SJ SQ", "ST SJ SQ HT HJ HQ", "ST HT DT SJ HJ DJ SQ HQ DQ"],
    ids=["run", "ipeiko", "sanrenko"],
)
def test_a_jack_in_a_longer_set_gives_no_call(cards: str) -> None:
    """T-J-3, T-Q-13."""
    assert trick_faults(f"1 {cards}", "1 say down") == ["1 effect_not_owed"]


def test_other_cards_give_no_call() -> None:
    """T-J-1."""
    assert trick_faults("1 SQ", "1 say down") == ["1 effect_not_owed"]


def test_only_the_player_of_the_jacks_may_call() -> None:
    """T-J-1: and the word of another player ends the right."""
    assert trick_faults("1 SJ", "2 say down", "2 HQ") == ["2 effect_not_owed"]
    assert trick_faults("1 SJ", "2 say down", "1 say down") == ["2 effect_not_owed", "1 effect_not_owed"]


@pytest.mark.parametrize("between", ["2 -", "2 HQ", "2 show"])
def test_a_call_comes_before_anything_else(between: str) -> None:
    """T-J-1."""
    assert trick_faults("1 SJ", between, "1 say down")[-1] == "1 effect_not_owed"


def test_a_play_that_was_taken_back_does_not_end_the_right() -> None:
    """T-J-1, T-PUN-2."""
    assert trick_faults("1 SJ", "2 HQ void", "1 say down", "2 ST") == []


def test_a_wrong_word_of_the_same_player_does_not_end_the_right() -> None:
    """T-J-1."""
    assert trick_faults("1 SJ", "1 say flip", "1 say down", "2 ST") == ["1 effect_not_owed"]


def test_laying_the_hand_open_ends_the_right() -> None:
    """T-J-1."""
    assert trick_faults("1 SJ", "1 show", "1 say down") == ["1 late_declaration", "1 effect_not_owed"]


def test_under_a_revolution_a_call_up_restores_the_order_for_the_trick() -> None:
    """T-J-4, T-J-2."""
    assert trick_faults(*REVOLUTION, "1 SJ", "1 say up", "2 HQ", "3 -", "4 -", "1 -", "2 HT", "3 D9") == []
    assert trick_faults(*REVOLUTION, "1 SJ", "2 HQ") == ["2 not_stronger"]


def test_under_a_revolution_a_call_down_changes_nothing() -> None:
    """T-J-4."""
    assert trick_faults(*REVOLUTION, "1 SJ", "1 say down", "2 HT") == []
    assert trick_faults(*REVOLUTION, "1 SJ", "1 say down", "2 HQ") == ["2 not_stronger"]


def test_four_jacks_turn_the_order_before_they_may_call() -> None:
    """T-REV-4."""
    assert trick_faults("1 SJ HJ DJ CJ", "2 ST HT DT CT") == []
    assert trick_faults("1 SJ HJ DJ CJ", "1 say up", "2 SQ HQ DQ CQ") == []
    assert trick_faults("1 SJ HJ DJ CJ", "1 say up", "2 -", "3 -", "4 -", "1 S9", "2 S4") == []


def test_without_eleven_back_no_call_is_open_to_anybody() -> None:
    """T-Q-6."""
    assert trick_faults("1 SJ", "1 say down", eleven_back=False) == ["1 effect_not_owed"]
    assert trick_faults("1 SJ", "2 HQ", eleven_back=False) == []


@pytest.mark.parametrize("word", ["flip", "up", "down"])
def test_a_word_that_no_card_gives_has_no_right(word: str) -> None:
    """T-J-1, T-Q-7."""
    assert trick_faults("1 S5", f"1 say {word}") == ["1 effect_not_owed"]


HANDS = ["SJ HJ", "S4 H4 SQ HQ", "S5 H5 C6", "S6 H6 C7"]


def test_a_player_who_went_out_with_jacks_may_still_call() -> None:
    assert fault_places(endgame_report(HANDS, "1 SJ HJ", "1 say down", "3 S5 H5", abandoned=True)) == [
        (2, 3, "out_of_turn")
    ]
    assert fault_places(endgame_report(HANDS, "1 SJ HJ", "1 say down", "2 S4 H4", abandoned=True)) == []


@pytest.mark.parametrize("action", ["1 SJ", "1 -", "1 show", "1 draw"])
def test_but_cannot_act_any_more(action: str) -> None:
    report = endgame_report(HANDS, "1 SJ HJ", action, "2 SQ HQ", abandoned=True)
    assert fault_places(report) == [(1, 1, "action_after_out")]
    assert report.order == [1]


def test_without_a_call_the_turn_goes_on_from_that_player() -> None:
    assert fault_places(endgame_report(HANDS, "1 SJ HJ", "2 SQ HQ", "3 -", "4 -", "2 S4", abandoned=True)) == []


def test_an_ignored_action_of_somebody_who_is_out_ends_the_right_to_call() -> None:
    """T-J-1, and the record format on words: only what was taken back does not."""
    hands = ["S4", "S9 SJ S5", "S6 S7", "S8 ST"]
    led = ("1 S4", "2 SJ")
    report = endgame_report(hands, *led, "1 -", "2 say down", abandoned=True)
    assert fault_places(report) == [(2, 1, "action_after_out"), (3, 2, "effect_not_owed")]
    assert fault_places(endgame_report(hands, *led, "3 S6 void", "2 say down", "3 S7", abandoned=True)) == [
        (2, 3, "not_stronger"),
    ]
