"""The daifugo who is not first (A-OPT-FALL)."""

from replay.options import Value
from tests.support.akagiri import played, played_after, wrong_in

PLACES = [1, 5, 4, 3, 2]
"""The ranking of the deal before; it seats the players in the order 1 to 5."""
HANDS = ["S5 H5", "S6 H6", "S7", "S8", "S9"]
"""Player 1 was daifugo; in this deal he leads, and the others go out before him."""
PLAY = ["1 S5", "2 S6", "3 S7", "4 S8", "5 S9", "1 -", "2 -", "1 H5"]
IMMEDIATE: dict[str, Value] = {"fallen_daifugo": True, "fallen_immediate": True}


def test_a_fallen_daifugo_plays_on_and_is_put_last() -> None:
    """A-OPT-FALL, A-Q-17."""
    deal = played_after(PLACES, HANDS, *PLAY, fallen_daifugo=True)
    assert wrong_in(deal) == []
    assert deal.order == [3, 4, 5, 2, 1]
    assert deal.titles == ["daihinmin", "hinmin", "daifugo", "fugo", "heimin"]
    assert deal.points == [-2, -1, 2, 1, 0]


def test_without_the_option_he_keeps_his_place() -> None:
    """A-OPT-FALL."""
    assert played_after(PLACES, HANDS, *PLAY).order == [3, 4, 5, 1, 2]


def test_a_daifugo_who_is_first_again_does_not_fall() -> None:
    """A-OPT-FALL."""
    hands = ["S9", "S5 S2", "S6", "S7", "S8"]
    actions = ["1 S9", "2 -", "3 -", "4 -", "5 -", "2 S5", "3 S6", "4 S7", "5 S8"]
    deal = played_after(PLACES, hands, *actions, fallen_daifugo=True)
    assert deal.order == [1, 3, 4, 5, 2]


def test_where_there_is_no_ranking_nobody_falls() -> None:
    """A-OPT-FALL."""
    assert played(HANDS, *PLAY, fallen_daifugo=True).order == [3, 4, 5, 1, 2]


def test_at_a_table_without_a_daifugo_nobody_falls() -> None:
    """A-Q-17: the first of four is a fugo, unless the table says otherwise."""
    hands, actions = ["S5 H5", "S6", "S7 H7", "S8"], ["1 S5", "2 S6", "3 S7", "4 S8", "1 -", "3 -", "1 H5"]
    standard = played_after([1, 4, 3, 2], hands, *actions, fallen_daifugo=True)
    assert standard.order == [2, 4, 1, 3]
    alternative = played_after([1, 4, 3, 2], hands, *actions, fallen_daifugo=True, title_table="alt4")
    assert alternative.order == [2, 4, 3, 1]


def test_a_super_daifugo_falls_too() -> None:
    """A-OPT-FALL, A-OPT-TITLE."""
    hands = ["S5 H5", "S6 H6", "S7", "S8", "S9", "ST"]
    actions = ["1 S5", "2 S6", "3 S7", "4 S8", "5 S9", "6 ST", "1 -", "2 -", "1 H5"]
    deal = played_after([1, 6, 5, 4, 3, 2], hands, *actions, fallen_daifugo=True, title_table="alt6b")
    assert deal.order == [3, 4, 5, 6, 2, 1]


def test_he_leaves_with_his_cards_as_soon_as_another_is_first() -> None:
    """A-Q-17: fallen_immediate; player 2 is left alone when 3, 4 and 5 are out."""
    deal = played_after(PLACES, HANDS, *PLAY, **IMMEDIATE)
    assert wrong_in(deal) == [(5, "action_after_end"), (6, "action_after_end"), (7, "action_after_end")]
    assert deal.order == [3, 4, 5, 2, 1]


def test_what_he_does_after_that_is_too_late() -> None:
    """A-Q-17: fallen_immediate."""
    deal = played_after(PLACES, HANDS, *PLAY[:3], "1 H5", *PLAY[3:5], **IMMEDIATE)
    assert wrong_in(deal) == [(3, "action_after_out")]


def test_leaving_at_once_needs_the_fall_itself() -> None:
    """A-Q-17."""
    assert played_after(PLACES, HANDS, *PLAY, fallen_immediate=True).order == [3, 4, 5, 1, 2]


def test_a_demoted_player_is_not_the_first_to_go_out() -> None:
    """A-Q-17, A-Q-15: the fallen daifugo is below him all the same."""
    hands = ["S5 H5", "S2", "S7", "S8", "S9"]
    options = {"finish_ban_mode": "demote", "no_finish_joker_two": True, **IMMEDIATE}
    actions = ["1 S5", "2 S2", "3 -", "4 -", "5 -", "1 -", "3 S7", "4 S8"]
    deal = played_after(PLACES, hands, *actions, **options)
    assert wrong_in(deal) == [(1, "finish_banned")]
    assert deal.order == [3, 4, 5, 2, 1]
