"""Effects come one by one, the weakest card's first: F-FX."""

from tests.support.floor13 import FLAT, game, trick

WIDE = ["?*9"] * 4


def test_effects_fire_once_a_card_in_groups_and_runs() -> None:
    """F-FX-1: a gift, the clear and the reverse."""
    assert trick("1 H7 H8 H9", "1 give 2 S4", "1 S6", "4 SK") == []


def test_a_7_before_a_9_gives_in_the_old_direction() -> None:
    """F-FX-2, F-FX-6."""
    assert trick("1 H7 H8 H9", "1 give 4 S4") == ["1 effect_not_owed"]


def test_in_a_revolution_the_9_comes_first_and_the_gift_goes_the_new_way() -> None:
    """F-FX-2."""
    assert trick(*FLAT, "1 H7 H8 H9", "1 give 4 S4", hands=WIDE, hand_size=9) == []
    assert trick(*FLAT, "1 H7 H8 H9", "1 give 2 S4", hands=WIDE, hand_size=9) == ["1 effect_not_owed"]


def test_effects_may_be_recorded_in_any_order() -> None:
    """F-FX-2."""
    assert trick("1 ST SJ SQ", "1 name 4", "1 say flip", "1 discard S6", "2 H9 HT HJ") == []


def test_a_clear_does_not_stop_the_other_effects_of_the_set() -> None:
    """F-FX-3, F-Q-23."""
    assert trick("1 S8 S9 ST", "1 discard S4", "1 S6", "4 SK") == []


def test_if_the_set_cleared_the_trick_skips_are_void() -> None:
    """F-FX-4."""
    assert trick("1 S5 S6 S7 S8", "1 S4", "2 SK void", "2 D2 void") == ["2 not_stronger", "2 not_stronger"]
    assert trick("1 S5 S6 S7 S8", "2 S4 void") == ["2 out_of_turn"]


def test_a_jack_after_an_8_turns_the_order_of_the_next_trick() -> None:
    """F-FX-5: a run of three and a joker, whose revolution is in force too, so high cards win."""
    assert trick("1 S8 S9 ST SJ", "1 say flip", "1 S6", "4 SK") == []
    assert trick("1 S8 S9 ST SJ", "1 S6", "4 SK void") == ["4 not_stronger"]


def test_that_flip_ends_with_the_next_trick() -> None:
    """F-FX-5, F-J."""
    actions = ("1 S8 S9 ST SJ", "1 say flip", "1 S6", "4 draw", "3 draw", "2 draw", "4 SK")
    assert trick(*actions, "3 H4", hands=WIDE, hand_size=9) == []


def test_in_a_revolution_the_jack_comes_first_and_its_flip_ends_with_the_clear() -> None:
    """F-FX-2, F-FX-5: two revolutions, so the order is normal, flip or no flip."""
    actions = (*FLAT, "1 S8 S9 ST SJ", "1 say flip", "2 H4 void", "4 S4", "3 SK")
    assert trick(*actions, hands=WIDE, hand_size=9) == ["2 out_of_turn"]


def test_effects_come_before_an_interrupt() -> None:
    """F-FX-2, F-SAND-1: after it they are not owed any more."""
    assert trick("1 S7", "3 S3 H3 D3", "1 give 2 S4") == ["1 effect_not_owed"]
    assert trick("1 SJ", "3 S3 H3 D3", "1 say flip") == ["1 effect_not_owed"]


def test_a_word_that_belongs_to_the_last_set_of_all_is_ignored() -> None:
    """F-END-1, and the record format on the end of a deal."""
    assert [fault.code for fault in game(["SJ", "S4"], "1 SJ", "1 say flip").faults] == ["finish_banned"]
    assert [fault.code for fault in game(["SK", "S4"], "1 SK", "1 say flip").faults] == ["action_after_end"]
