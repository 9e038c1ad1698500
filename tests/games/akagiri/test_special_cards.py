"""Eights, the spade 3 and the suit lock (A-OPT-8, A-OPT-S3, A-OPT-LOCK)."""

import pytest

from tests.support.games.akagiri import REVOLUTION, action_faults, action_faults_in, report_of


@pytest.mark.parametrize("eights", ["S8", "S8 H8", "H8 X", "S7 S8 S9", "S7 X=S8 S9", "S6 S7 X"])
def test_an_8_ends_the_trick_and_its_player_leads(eights: str) -> None:
    """A-OPT-8, A-Q-18."""
    assert action_faults(f"1 {eights}", "1 D3", "2 D4", eight_stop=True) == []


def test_without_the_option_an_8_is_a_card_like_any_other() -> None:
    """A-OPT-8."""
    assert action_faults("1 S8", "2 S9") == []
    assert action_faults("1 S8", "1 S9") == [(1, "out_of_turn")]


def test_an_8_must_follow_like_any_other_card() -> None:
    """A-OPT-8."""
    assert action_faults("1 S9", "2 S8", "2 S3", eight_stop=True) == [(1, "not_stronger")]


def test_a_joker_that_stands_for_another_card_is_no_8() -> None:
    """A-Q-18."""
    assert action_faults("1 S6 S7 X=S5", "2 H9 HT HJ", eight_stop=True) == []


def test_where_runs_are_excepted_only_groups_of_8_end_the_trick() -> None:
    """A-Q-18."""
    assert action_faults("1 S6 S7 S8", "2 H7 H8 H9", eight_stop=True, eight_stop_in_runs=False) == []
    assert action_faults("1 S8 H8", "1 S3", eight_stop=True, eight_stop_in_runs=False) == []


def test_after_going_out_with_an_8_the_next_player_leads() -> None:
    """A-Q-22."""
    assert action_faults_in(report_of(["S8", "S3 S4", "H3 H4"], "1 S8", "2 S3", "3 H4", eight_stop=True)) == []


def test_the_spade_3_takes_a_lone_joker() -> None:
    """A-OPT-S3."""
    assert action_faults("1 X", "2 S3", spade3="joker_single") == []
    assert action_faults("1 X", "2 H3", spade3="joker_single") == [(1, "not_stronger")]


def test_the_spade_3_beats_nothing_but_a_lone_joker() -> None:
    """A-OPT-S3."""
    assert action_faults("1 S4", "2 S3", spade3="joker_single") == [(1, "not_stronger")]
    assert action_faults("1 X X", "2 S3 H3", spade3="joker_single", jokers=2) == [(1, "not_stronger")]


def test_without_the_option_the_spade_3_takes_no_joker() -> None:
    """A-OPT-S3."""
    assert action_faults("1 X", "2 S3") == [(1, "not_stronger")]


@pytest.mark.parametrize("answer", ["S4", "X", "H2"])
def test_nothing_follows_a_spade_3_that_took_a_joker(answer: str) -> None:
    """A-Q-21."""
    assert action_faults("1 X", "2 S3", f"3 {answer}", spade3="joker_single", jokers=2) == [(2, "not_stronger")]


def test_a_trick_with_a_taken_joker_ends_by_passes() -> None:
    """A-Q-21."""
    assert action_faults("1 X", "2 S3", "3 -", "4 -", "1 -", "2 H4", spade3="joker_single") == []


@pytest.mark.parametrize("mode", ["joker_single", "always"])
def test_a_trick_with_a_taken_joker_ends_at_once_where_the_table_plays_so(mode: str) -> None:
    """A-Q-21."""
    assert action_faults("1 X", "2 S3", "2 H4", spade3=mode, spade3_ends_trick=True) == []


def test_the_spade_3_is_always_the_top_single_where_the_table_plays_so() -> None:
    """A-Q-21."""
    assert action_faults("1 S2", "2 S3", "3 X", spade3="always") == [(2, "not_stronger")]
    assert action_faults("1 X", "2 S3", "3 -", spade3="always") == []


def test_the_top_spade_3_stays_on_top_in_a_revolution() -> None:
    """A-Q-21."""
    assert action_faults(*REVOLUTION, "1 H3", "2 S3", "3 X", spade3="always") == [(6, "not_stronger")]


@pytest.mark.parametrize("cards", ["S3 H3", "S3 X", "S3 S4 S5"])
def test_in_groups_and_runs_the_spade_3_is_a_plain_3(cards: str) -> None:
    """A-Q-21."""
    top = {2: "S4 H4", 3: "D4 D5 D6"}[len(cards.split())]
    assert action_faults(f"1 {top}", f"2 {cards}", spade3="always") == [(1, "not_stronger")]


def test_two_singles_of_a_suit_in_a_row_lock_the_trick_to_it() -> None:
    """A-OPT-LOCK."""
    assert action_faults("1 S5", "2 S6", "3 S7", suit_lock=True) == []
    assert action_faults("1 S5", "2 S6", "3 H7", suit_lock=True) == [(2, "suit_lock")]


def test_without_the_option_suits_bind_nobody() -> None:
    """A-OPT-LOCK."""
    assert action_faults("1 S5", "2 S6", "3 H7") == []


def test_singles_of_changing_suits_do_not_lock() -> None:
    """A-OPT-LOCK."""
    assert action_faults("1 S5", "2 H6", "3 S7", "4 D8", suit_lock=True) == []


def test_passes_between_two_singles_do_not_matter_to_the_lock() -> None:
    """A-Q-16."""
    assert action_faults("1 S5", "2 -", "3 S6", "4 H7", suit_lock=True) == [(3, "suit_lock")]


def test_a_card_may_be_too_weak_and_of_the_wrong_suit() -> None:
    """A-OPT-LOCK, A-FOLLOW-1."""
    assert action_faults("1 S5", "2 S6", "3 H4", suit_lock=True) == [(2, "not_stronger"), (2, "suit_lock")]


def test_a_lock_stays_as_it_was_when_somebody_breaks_it() -> None:
    """A-Q-16."""
    assert action_faults("1 S5", "2 S6", "3 H7", "4 H8", suit_lock=True) == [(2, "suit_lock"), (3, "suit_lock")]


def test_a_joker_may_break_in_and_leaves_the_lock_as_it_was() -> None:
    """A-Q-16, A-Q-6: it has no suit."""
    faults = action_faults("1 S5", "2 S6", "3 X", "4 H7", suit_lock=True)
    assert faults == [(3, "not_stronger"), (3, "suit_lock")]


def test_a_joker_between_two_singles_of_a_suit_keeps_them_from_locking() -> None:
    """A-Q-16."""
    actions = ("1 S5", "2 X", "3 S6", "4 H7")
    assert action_faults(*actions, suit_lock=True) == [(2, "not_stronger")]


def test_a_lock_ends_with_the_trick() -> None:
    """A-Q-16."""
    assert action_faults("1 S5", "2 S6", "3 -", "4 -", "1 -", "2 S3", "3 H4", suit_lock=True) == []


@pytest.mark.parametrize("sets", [("S5 H5", "S6 H6", "D7 C7"), ("S5 S6 S7", "S6 S7 S8", "H7 H8 H9")])
def test_groups_and_runs_do_not_lock(sets: tuple[str, str, str]) -> None:
    """A-Q-16."""
    assert action_faults(*(f"{seat} {cards}" for seat, cards in enumerate(sets, 1)), suit_lock=True) == []


def test_the_spade_3_takes_a_lone_joker_whatever_the_lock() -> None:
    """A-Q-16."""
    assert action_faults("1 H5", "2 H6", "3 X", "4 S3", suit_lock=True, spade3="joker_single") == []
    assert action_faults("1 H5", "2 H6", "3 X", "4 S3", suit_lock=True) == [(3, "not_stronger"), (3, "suit_lock")]


def test_elsewhere_the_lock_binds_the_spade_3() -> None:
    """A-Q-16."""
    assert action_faults("1 H5", "2 H6", "3 S3", suit_lock=True, spade3="always") == [(2, "suit_lock")]
