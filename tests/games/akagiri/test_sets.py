"""What may be laid together, and what jokers may stand for (A-SET, A-RANK, A-JOK)."""

import pytest

from tests.support.games.akagiri import REVOLUTION, action_faults, report_of


def test_any_card_is_a_single() -> None:
    """A-SET-1."""
    assert action_faults("1 D3") == []


@pytest.mark.parametrize("group", ["D3 S3", "H7 D7 C7", "SA HA DA CA"])
def test_cards_of_one_rank_are_a_group(group: str) -> None:
    """A-SET-2."""
    assert action_faults(f"1 {group}") == []


def test_a_group_may_be_as_large_as_its_rank_and_the_jokers() -> None:
    """A-SET-2."""
    assert action_faults("1 SA HA DA CA X X", jokers=2) == []


def test_two_ranks_are_no_group() -> None:
    """A-SET-2."""
    assert action_faults("1 S5 H6") == [(0, "not_a_combination")]


@pytest.mark.parametrize("run", ["S3 S4 S5", "DK DA D2", "H9 HT HJ HQ HK", "S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA S2"])
def test_three_or_more_cards_of_a_suit_in_line_are_a_run(run: str) -> None:
    """A-SET-3."""
    assert action_faults(f"1 {run}") == []


@pytest.mark.parametrize("cards", ["SA S2 S3", "S2 S3 S4", "S2 S3 S4 S5"])
def test_the_line_does_not_go_round_the_corner(cards: str) -> None:
    """A-SET-3."""
    assert action_faults(f"1 {cards}") == [(0, "not_a_combination")]


@pytest.mark.parametrize("cards", ["S5 S6", "S5 H6 S7", "S5 S6 S8", "S5 S5 S6"])
def test_two_cards_mixed_suits_gaps_and_doubles_are_no_run(cards: str) -> None:
    """A-SET-3."""
    assert (0, "not_a_combination") in action_faults(f"1 {cards}", decks=2)


def test_without_runs_only_groups_are_left() -> None:
    """A-OPT-NORUN."""
    assert action_faults("1 S5 S6 S7", runs=False) == [(0, "not_a_combination")]
    assert action_faults("1 S5 H5 D5", runs=False) == []


def test_the_leader_chooses_the_kind_anew_in_every_trick() -> None:
    """A-SET-4."""
    assert action_faults("1 S5", "2 -", "3 -", "4 -", "1 S7 H7", "2 -", "3 -", "4 -", "1 D3 D4 D5") == []


def test_the_2_is_the_strongest_rank_and_the_3_the_weakest() -> None:
    """A-RANK-1."""
    assert action_faults(*(f"{seat % 4 + 1} S{rank}" for seat, rank in enumerate("3456789TJQKA2"))) == []
    assert action_faults("1 S2", "2 H3") == [(1, "not_stronger")]


def test_a_revolution_turns_the_ranks_round_but_not_the_joker() -> None:
    """A-RANK-2, A-REV-6."""
    climb = [f"{seat % 4 + 1} S{rank}" for seat, rank in enumerate("2AKQJT876543")]
    assert action_faults("1 S9 H9 D9 C9", "2 -", "3 -", "4 -", *climb, "1 X") == []


def test_with_two_packs_groups_grow_and_equal_cards_are_equal() -> None:
    """A-OPT-DECKS, A-Q-20."""
    assert action_faults("1 S5 S5 H5 H5 D5 C5", "2 -", "3 -", "4 -", decks=2) == []
    assert action_faults("1 S5", "2 S5", decks=2) == [(1, "not_stronger")]


def test_cards_laid_from_a_hand_with_equal_cards_leave_it() -> None:
    report = report_of(["S5 S5 CQ", "H6 H7", "D9 DT"], "1 CQ", "2 -", "3 -", "1 CQ", decks=2)
    assert (3, "card_not_held") in [(fault.action, fault.code) for fault in report.faults]


def test_with_two_packs_eight_of_a_rank_make_a_revolution() -> None:
    """A-Q-20."""
    eight = "1 S5 S5 H5 H5 D5 D5 C5 C5"
    assert action_faults(eight, "2 -", "3 -", "4 -", "1 S9", "2 S8", decks=2) == []


def test_a_joker_beats_every_single() -> None:
    """A-JOK-1."""
    assert action_faults("1 S2", "2 X") == []


def test_a_joker_beats_every_single_in_a_revolution() -> None:
    """A-JOK-1, A-REV-6."""
    assert action_faults(*REVOLUTION, "1 S3", "2 X") == []


def test_a_joker_does_not_beat_a_joker() -> None:
    """A-JOK-1."""
    assert action_faults("1 X", "2 X", jokers=2) == [(1, "not_stronger")]


def test_nothing_but_a_joker_beats_a_2() -> None:
    """A-JOK-1."""
    assert action_faults("1 X", "2 S2") == [(1, "not_stronger")]


def test_a_lone_joker_is_a_joker_whatever_it_was_called() -> None:
    """A-JOK-1."""
    assert action_faults("1 S5", "2 X=D3") == []


def test_a_group_with_a_joker_counts_by_its_natural_cards() -> None:
    """A-JOK-2."""
    assert action_faults("1 SA HA", "2 S2 X") == []
    assert action_faults("1 SA HA", "2 SK X") == [(1, "not_stronger")]


def test_a_joker_fills_a_gap_in_a_run() -> None:
    """A-JOK-2."""
    assert action_faults("1 S5 S7 X", "2 H6 H7 H8") == []


def test_a_joker_cannot_join_two_ranks_of_different_suits() -> None:
    """A-JOK-2."""
    assert action_faults("1 S5 H6 X") == [(0, "not_a_combination")]


def test_a_joker_does_not_fill_two_gaps() -> None:
    """A-JOK-2."""
    assert action_faults("1 S5 S8 X") == [(0, "not_a_combination")]


def test_a_joker_called_another_rank_than_its_group_makes_none() -> None:
    """A-JOK-2."""
    assert action_faults("1 S5 H5 X=D6") == [(0, "not_a_combination")]


def test_a_joker_in_a_run_can_only_stand_for_a_card_of_its_suit() -> None:
    """A-JOK-3."""
    assert action_faults("1 S5 S6 X=S7") == []
    assert action_faults("1 S5 S6 X=H7") == [(0, "not_a_combination")]


def test_a_joker_called_a_card_that_the_run_already_has_makes_none() -> None:
    """A-JOK-3."""
    assert action_faults("1 S5 S6 X=S6") == [(0, "not_a_combination")]


def test_a_joker_that_nobody_named_is_the_strongest_card_that_fits() -> None:
    """A-JOK-3, A-Q-5: 5-6-7, not 4-5-6."""
    assert action_faults("1 S5 S6 X", "2 H5 H6 H7") == [(1, "not_stronger")]
    assert action_faults("1 S5 S6 X=S4", "2 H5 H6 H7") == []


def test_in_a_revolution_the_strongest_card_is_the_lowest() -> None:
    """A-JOK-3, A-Q-5: 4-5-6, not 5-6-7."""
    assert action_faults(*REVOLUTION, "1 S5 S6 X", "2 H4 H5 H6") == [(5, "not_stronger")]
    assert action_faults(*REVOLUTION, "1 S5 S6 X=S7", "2 H4 H5 H6") == []


def test_king_and_ace_with_a_joker_reach_up_to_the_2() -> None:
    """A-Q-5."""
    assert action_faults("1 SK SA X", "2 HK HA H2") == [(1, "not_stronger")]
    assert action_faults("1 SK SA X=SQ", "2 HK HA H2") == []


def test_above_the_2_there_is_nothing_to_stand_for() -> None:
    """A-Q-5: A-2-joker is K-A-2 and follows J-Q-K."""
    assert action_faults("1 HJ HQ HK", "2 SA S2 X") == []


def test_a_joker_follows_with_the_strongest_legal_reading() -> None:
    """A-JOK-3: in a revolution 5-6 with a joker still beats 5-6-7."""
    assert action_faults(*REVOLUTION, "1 H5 H6 H7", "2 S5 S6 X") == []


def test_two_jokers_are_a_pair_above_every_pair_in_both_orders() -> None:
    """A-JOK-4, A-Q-3."""
    assert action_faults("1 S2 H2", "2 X X", "3 SA HA", jokers=2) == [(2, "not_stronger")]
    assert action_faults(*REVOLUTION, "1 S3 H3", "2 X X", jokers=2) == []


def test_two_jokers_are_the_top_pair_whatever_they_were_called() -> None:
    """A-Q-3."""
    assert action_faults("1 S2 H2", "2 X=S3 X=H3", jokers=2) == []


def test_three_jokers_are_no_set() -> None:
    """A-JOK-4."""
    assert (0, "not_a_combination") in action_faults("1 X X X", jokers=2)


def test_two_jokers_with_a_card_are_led_as_a_triple() -> None:
    """A-Q-4."""
    assert action_faults("1 S5 X X", "2 S6 H6 D6", jokers=2) == []
    assert action_faults("1 S5 X X", "2 H7 H8 H9", jokers=2) == [(1, "wrong_kind")]


def test_two_jokers_with_a_card_are_what_the_table_asks_for() -> None:
    """A-Q-4."""
    assert action_faults("1 H4 D4 C4", "2 S5 X X", "3 S6 H6 D6", jokers=2) == []
    assert action_faults("1 H4 H5 H6", "2 S5 X X", "3 S6 S7 S8", jokers=2) == []


def test_two_jokers_with_a_card_are_a_run_when_both_are_called_so() -> None:
    """A-Q-4."""
    assert action_faults("1 S5 X=S6 X=S7", "2 H6 H7 H8", jokers=2) == []
    assert action_faults("1 H4 D4 C4", "2 S5 X=S6 X=S7", jokers=2) == [(1, "wrong_kind")]


@pytest.mark.parametrize("cards", ["S5 X", "S5 X=H5", "S5 S6 X", "S5 S6 X=S7"])
def test_a_joker_that_is_not_wild_joins_no_other_card(cards: str) -> None:
    """A-OPT-JOKNW."""
    assert action_faults(f"1 {cards}", joker_wild=False) == [(0, "not_a_combination")]


def test_jokers_that_are_not_wild_are_still_the_top_single_and_pair() -> None:
    """A-OPT-JOKNW."""
    assert action_faults("1 S2", "2 X", joker_wild=False) == []
    assert action_faults("1 S2 H2", "2 X X", joker_wild=False, jokers=2) == []
