"""The end of a game: F-ROLE-1, F-OUTBAN, F-END-1."""

import pytest

from tests.support.games.floor13 import fault_texts, faults_of_beginning, report_of

ROLES = ["S3", "S5", "H7", "D8", "C9", "ST", "HJ", "DQ", "X"]
PLAIN = ["H3", "D3", "C3", "S4", "H6", "DK", "CA", "S2"]


@pytest.mark.parametrize("card", PLAIN)
def test_a_card_without_a_role_may_be_the_last(card: str) -> None:
    """F-ROLE-1, F-END-1."""
    played = report_of([card, "SJ"], f"1 {card}")
    assert (played.faults, played.order) == ([], [1, 2])


@pytest.mark.parametrize("card", ROLES)
def test_a_role_card_may_not_be_the_last(card: str) -> None:
    """F-ROLE-1, F-OUTBAN-1."""
    assert faults_of_beginning([card, "S4"], f"1 {card} void") == ["1 finish_banned"]


@pytest.mark.parametrize("cards", ["S4 X", "S3 H3", "S3 S4 X=S5", "S4 H4 D4 X", "S6 S7 X", "S3 H3 D3 C3"])
def test_nor_may_a_set_that_holds_one(cards: str) -> None:
    """F-OUTBAN-1, F-Q-12, F-Q-39."""
    count = len(cards.split())
    hands = [cards.replace("X=S5", "X"), " ".join(["DK", "CK", "HA", "DA"][:count])]
    assert faults_of_beginning(hands, f"1 {cards} void") == ["1 finish_banned"]


def test_nor_may_a_sandstorm() -> None:
    """F-Q-11: although none of its cards is a role."""
    assert faults_of_beginning(["H3 D3 C3", "DK CK HK"], "1 H3 D3 C3 void") == ["1 finish_banned"]


def test_kings_and_runs_without_roles_may() -> None:
    """F-OUTBAN-1."""
    assert report_of(["SK HK", "SJ HJ"], "1 SK HK").faults == []
    assert report_of(["SK SA S2", "SJ HJ DJ"], "1 SK SA S2").faults == []


def test_a_role_may_be_played_while_a_card_is_left() -> None:
    """F-OUTBAN-1, F-Q-30."""
    assert faults_of_beginning(["S8 S5", "SJ HJ"], "1 S8") == []


def test_what_is_no_set_is_banned_for_its_roles_too() -> None:
    """F-OUTBAN-1, and the record format on the order of checks."""
    assert faults_of_beginning(["S4 S8", "SJ HJ"], "1 S4 S8 void") == ["1 finish_banned", "1 not_a_combination"]
    assert faults_of_beginning(["S4 S6", "SJ HJ"], "1 S4 S6 void") == ["1 not_a_combination"]


def test_an_unnoticed_role_finish_wins() -> None:
    """F-OUTBAN-1, and the record format on faulty sets that stand."""
    played = report_of(["S8", "SJ"], "1 S8")
    assert (fault_texts(played), played.order) == (["1 finish_banned"], [1, 2])


def test_a_last_unknown_card_may_be_a_role_only_when_it_shows() -> None:
    """F-OUTBAN-1, and the record format on unknown cards."""
    assert faults_of_beginning(["?", "SJ"], "1 S8 void") == ["1 finish_banned"]
    assert faults_of_beginning(["?", "SJ"], "1 S4 void") == []


@pytest.mark.parametrize(("played", "parting"), [("S7", "give 2 S4"), ("ST", "discard S4")])
def test_nobody_parts_with_the_last_card_by_a_7_or_a_10(played: str, parting: str) -> None:
    """F-OUTBAN-2, F-Q-22."""
    hands = [f"{played} S4", "SK HK"]
    assert faults_of_beginning(hands, f"1 {played}", f"1 {parting} void", "2 SK") == ["1 finish_banned"]


@pytest.mark.parametrize(("played", "parting"), [("S7", "give 2 S4"), ("ST", "discard S4")])
def test_if_nobody_notices_that_the_player_has_won(played: str, parting: str) -> None:
    """F-OUTBAN-2, F-END-1."""
    report = report_of([f"{played} S4", "SK HK"], f"1 {played}", f"1 {parting}", "2 SK")
    assert fault_texts(report) == ["1 finish_banned", "2 action_after_end"]
    assert report.order == [1, 2]


def test_a_last_card_parted_with_and_no_right_to_it_breaks_both_rules() -> None:
    """F-7, F-OUTBAN-2."""
    report = report_of(["SK S4", "S6 HK"], "1 SK", "1 give 2 S4")
    assert fault_texts(report) == ["1 effect_not_owed", "1 finish_banned"]


@pytest.mark.parametrize("late", ["2 SA", "2 draw", "2 -", "3 S3 H3 D3", "2 give 1 SA", "2 say flip"])
def test_nothing_follows_the_end_not_even_a_sandstorm(late: str) -> None:
    """F-END-1."""
    report = report_of(["SK HK", "SA HA", "S6 H6"], "1 SK HK", late)
    assert fault_texts(report) == [f"{late[0]} action_after_end"]


@pytest.mark.parametrize("word", ["say flip", "say up", "say revolution", "name 4"])
def test_a_word_that_follows_the_last_set_at_once_is_ignored(word: str) -> None:
    """F-END-1, and the record format on words after the end: whether the set allows it or not."""
    assert report_of(["SK", "S4"], "1 SK", f"1 {word}", f"1 {word}").faults == []
    assert fault_texts(report_of(["SJ", "S4"], "1 SJ", f"1 {word}")) == ["1 finish_banned"]


@pytest.mark.parametrize(("role", "action"), [("S7", "give 2 S4"), ("ST", "discard S4"), ("S7", "-"), ("S7", "show")])
def test_all_else_after_the_last_set_is_too_late_even_if_a_card_allows_it(role: str, action: str) -> None:
    """F-END-1, F-7, F-10."""
    report = report_of([role, "SK"], f"1 {role}", f"1 {action}")
    assert fault_texts(report) == ["1 finish_banned", "1 action_after_end"]


@pytest.mark.parametrize("between", ["1 give 2 S4", "1 discard S4", "2 say flip", "2 -"])
def test_a_word_after_the_end_does_not_follow_at_once_if_anything_came_between(between: str) -> None:
    """F-END-1, and the record format on words: a late action ends their right, unless it was taken back."""
    report = report_of(["SK", "S4"], "1 SK", between, "1 say flip")
    assert fault_texts(report) == [f"{between[0]} action_after_end", "1 action_after_end"]
    taken_back = report_of(["SK", "S4"], "1 SK", f"{between} void", "1 say flip")
    assert fault_texts(taken_back) == [f"{between[0]} action_after_end"]


def test_a_waiting_revolution_has_no_bearing_on_the_last_set() -> None:
    """F-Q-37."""
    hands = ["S6 H6 D6 C6 S2", "SK HK DK CK", "S9 H9 D9 S4"]
    assert report_of(hands, "1 S6 H6 D6 C6", "2 SK HK DK CK").order == [2, 1, 3]


def test_a_game_that_breaks_off_has_no_result() -> None:
    """F-END-1."""
    report = report_of(["SK S4", "SA S6"], "1 S4")
    assert fault_texts(report) == ["deal_incomplete"]
    assert (report.order, report.unfinished, report.titles) == ([], [1, 2], [None, None])
    assert report.points == [None, None]
