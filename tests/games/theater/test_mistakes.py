"""Mistakes, noticed and unnoticed: T-PUN, and what the record format says of sets that should not have stood."""

import pytest

from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.games.theater.profile import PROFILE
from daifu.replay.games.theater.table import TheaterTable
from daifu.replay.match import Match
from tests.support.games.theater import FULL_HANDS, OPENING, endgame_report, fault_places, report_of, trick_faults


@pytest.mark.parametrize(
    ("mistake", "fault"),
    [
        ("3 S6", "3 out_of_turn"),
        ("2 S4", "2 not_stronger"),
        ("2 S6 H6", "2 wrong_count"),
        ("2 S6 S7 S9", "2 not_a_combination"),
        ("2 S6 S7 S8", "2 wrong_kind"),
    ],
)
def test_a_mistake_that_was_noticed_is_reported_and_changes_nothing(mistake: str, fault: str) -> None:
    """T-PUN-2."""
    assert trick_faults("1 S5", f"{mistake} void", "2 S9", "3 ST") == [fault]


def test_what_was_taken_back_may_be_played_later() -> None:
    """T-PUN-1."""
    assert trick_faults("1 S5 H5 D5", "2 S6 H6 void", "2 S6 H6 C6") == ["2 wrong_count"]


def test_a_play_taken_back_in_which_nothing_was_wrong_is_no_fault() -> None:
    """T-PUN-2."""
    assert trick_faults("1 S5", "2 S6 void", "2 S7", "3 S6") == ["3 not_stronger"]


def test_a_pass_that_was_taken_back_locks_nobody() -> None:
    """T-PUN-2."""
    assert trick_faults("1 S5", "2 - void", "2 S6") == []


def table_after(*actions: str) -> TheaterTable:
    """The table of four whole suits, with the actions taken."""
    rules = PROFILE.rules({})
    hands = [Hand.of(rules.alphabet, rules.alphabet.pack(hand.split())) for hand in FULL_HANDS]
    match = Match(rules, len(hands))
    table = match.open(match.start(Deal(hands=hands), []))
    assert isinstance(table, TheaterTable)
    take_actions(table, [rules.notation(len(hands))[text] for text in actions])
    return table


def open_cards(table: TheaterTable, player: int) -> list[str]:
    return table.rules.alphabet.list(table.open_cards(player))


def test_the_cards_of_a_noticed_mistake_lie_open() -> None:
    """T-PUN-1, T-PUN-2."""
    table = table_after("1 D3", "3 H5 H6 void", "3 H6 H7 void")
    assert open_cards(table, 3) == ["H5", "H6", "H7"]
    assert open_cards(table, 1) == []


def test_open_cards_that_are_played_lie_open_no_more() -> None:
    """T-PUN-1."""
    assert open_cards(table_after("1 D3", "3 H5 H6 void", "2 -", "3 H5"), 3) == ["H6"]


def test_a_mistake_that_nobody_noticed_opens_no_cards() -> None:
    """T-PUN-2."""
    assert open_cards(table_after("1 D3", "3 H5 H6"), 3) == []


def test_passes_and_words_taken_back_open_no_cards() -> None:
    """T-PUN-2."""
    table = table_after("2 show void", "1 D3", "2 - void")
    assert [open_cards(table, player) for player in (1, 2)] == [[], []]


def test_a_play_out_of_turn_that_nobody_noticed_stands_and_the_turn_goes_on_from_it() -> None:
    """T-PUN-2."""
    assert trick_faults("1 S5", "3 S6", "4 S7", "1 -", "2 S9") == ["3 out_of_turn"]


def test_a_set_that_was_too_weak_and_stood_is_the_one_to_beat() -> None:
    """T-PUN-2."""
    assert trick_faults("1 S9", "2 S4", "3 S5") == ["2 not_stronger"]


def test_all_that_is_wrong_with_a_play_is_reported() -> None:
    """T-PUN-2."""
    assert fault_places(report_of("1 D3", "3 D4 C5", "2 S4", hands=FULL_HANDS)) == [
        (1, 3, "card_not_held"),
        (1, 3, "not_a_combination"),
        (1, 3, "out_of_turn"),
        (2, 2, "out_of_turn"),
        (2, 2, "wrong_count"),
    ]


def test_cards_that_were_not_held_leave_no_hand() -> None:
    """T-DEAL-1."""
    actions = ("1 D3", "2 C4", "3 -", "4 -", "1 -", "2 S3", "3 -", "4 C4")
    assert fault_places(report_of(*actions, hands=FULL_HANDS)) == [(1, 2, "card_not_held")]


def test_any_set_of_as_many_cards_follows_one_that_is_no_set() -> None:
    """T-Q-27, and the record format on irregular sets."""
    assert trick_faults("1 S5 S7 S9", "2 S3 H3 C3") == ["1 not_a_combination"]
    assert trick_faults("1 S5 S7 S9", "2 S3 S4 S5") == ["1 not_a_combination"]
    assert trick_faults("1 S5 S7 S9", "2 S4 H4") == ["1 not_a_combination", "2 wrong_count"]


def test_a_set_that_is_none_has_no_effects() -> None:
    """T-8-1, T-J-1, T-REV-1."""
    assert trick_faults("1 S8 H8 D9", "2 S3 H3 C3") == ["1 not_a_combination"]
    assert trick_faults("1 SJ HQ", "1 say down") == ["1 not_a_combination", "1 effect_not_owed"]


def test_on_a_joker_in_a_set_that_stood_the_heart_3_has_no_power() -> None:
    """T-JOK-0, T-H3-1."""
    assert trick_faults("1 S5 X", "3 H3") == ["1 not_a_combination", "3 out_of_turn", "3 wrong_count"]


def test_with_illegal_play_pass_a_faulty_set_is_a_pass() -> None:
    """T-PUN-2, option `illegal_play`."""
    report = report_of(*OPENING, "1 S9", "2 S4", "3 ST", "4 -", "1 -", "2 SJ", options={"illegal_play": "pass"})
    assert fault_places(report) == [(5, 2, "not_stronger"), (9, 2, "out_of_turn")]
    assert [fault.resolution for fault in report.faults] == ["pass", "pass"]


def test_with_illegal_play_pass_a_set_out_of_turn_has_no_effect() -> None:
    """T-PUN-2, option `illegal_play`."""
    assert trick_faults("1 S5", "3 S6", "2 S7", "3 S9", illegal_play="pass") == ["3 out_of_turn"]


def test_with_illegal_play_pass_a_faulty_opening_frees_the_lead() -> None:
    """T-OPEN-2, option `illegal_play`."""
    report = report_of("1 S4", "2 S5", "3 S6", options={"illegal_play": "pass"})
    assert fault_places(report) == [(0, 1, "opening_card_missing")]


def test_with_illegal_play_pass_an_ignored_play_lets_passes_free_the_lead_as_ever() -> None:
    """T-OPEN-2, option `illegal_play`."""
    report = report_of("2 S4", "1 -", "2 -", "3 -", "4 -", "1 S5", options={"illegal_play": "pass"})
    assert "opening_card_missing" not in [fault.code for fault in report.faults if fault.action == 5]


def test_with_illegal_play_pass_a_faulty_lead_moves_the_turn_and_locks_nobody() -> None:
    """T-PASS-1, option `illegal_play`."""
    assert trick_faults("1 S4 S6", "2 S5", "3 -", "4 -", "1 S9", illegal_play="pass") == ["1 not_a_combination"]


def test_with_illegal_play_pass_a_foul_still_stands() -> None:
    """T-FOUL-1, option `illegal_play`."""
    hands = ["X", "S5 S6", "H5 H6", "C5 C6"]
    report = endgame_report(hands, "1 X", "2 -", "3 -", "4 -", "2 S5", abandoned=True, illegal_play="pass")
    assert [(fault.code, fault.resolution) for fault in report.faults] == [("finish_foul", "stands")]
    assert report.unfinished == [1, 2, 3, 4]


def test_with_illegal_play_pass_a_banned_joker_stays_in_the_hand() -> None:
    """T-Q-19, options `joker_out` and `illegal_play`."""
    hands = ["X", "S5 S6", "H5 H6", "C5 C6"]
    report = endgame_report(
        hands, "1 X", "2 S5", "3 -", "4 -", "1 X", abandoned=True, illegal_play="pass", joker_out="illegal"
    )
    assert [(fault.code, fault.resolution) for fault in report.faults] == [("finish_banned", "pass")] * 2


def test_with_illegal_play_pass_a_heart_3_that_is_not_held_leaves_the_lead_where_it_is() -> None:
    """T-Q-16, option `illegal_play`."""
    hands = ["X S4", "H3 S5", "S6 S7", "S8 S9"]
    actions = ("1 X", "2 -", "3 -", "4 -", "3 H3", "1 S4", "2 S5")
    assert fault_places(endgame_report(hands, *actions, abandoned=True, illegal_play="pass")) == [
        (4, 3, "card_not_held")
    ]


@pytest.mark.parametrize("action", ["1 draw", "1 draw S4", "1 name Q", "1 discard S4"])
def test_what_other_games_do_with_cards_has_no_right_here(action: str) -> None:
    """T-PASS-1: a turn is a play or a pass."""
    assert trick_faults("1 S9", action, "2 ST") == ["1 effect_not_owed"]


@pytest.mark.parametrize("word", ["partner", "heart"])
def test_declarations_of_other_games_are_false_here(word: str) -> None:
    """T-ITTSU-2."""
    assert trick_faults("1 S9", f"1 say {word}", "2 ST") == ["1 false_declaration"]


def test_a_joker_is_a_joker_whatever_it_is_said_to_stand_for() -> None:
    """T-JOK-0."""
    assert trick_faults("1 X=S9", "2 H3", "2 S4") == []
