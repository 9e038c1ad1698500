"""The table of the actions."""

import pytest

from tests.support.command_line import theater
from tests.support.documents import document
from tests.support.tables import Row, rows_of


def action(text: str, rules: str = "floor13") -> Row:
    """The row of an action of the second deal of a record."""
    played = {"hands": ["C4 S6", "D6 C7"], "actions": ["1 C4", text], "abandoned": True}
    record = document(rules=rules, players=["Ren", "Mei"], deals=[{"result": {"order": [1, 2]}}, played])
    return rows_of("actions", record)[1]


def test_an_action_is_known_by_its_deal_and_its_place_from_zero() -> None:
    row = action("2 D6")
    assert (row["record"], row["deal"], row["action"]) == (1, 2, 1)


def test_an_action_has_its_player() -> None:
    row = action("2 D6")
    assert (row["player"], row["player_id"]) == (2, "Mei")


@pytest.mark.parametrize(
    ("text", "verb", "cards", "target", "word"),
    [
        ("2 D6 S6", "play", ["S6", "D6"], None, None),
        ("2 -", "pass", [], None, None),
        ("2 give 1 D6 C7", "give", ["D6", "C7"], 1, None),
        ("2 draw", "draw", [], None, None),
        ("2 draw S4 C9", "draw", ["S4", "C9"], None, None),
        ("2 discard H10", "discard", ["HT"], None, None),
        ("2 name Q", "name", [], None, "Q"),
        ("2 say flip", "say", [], None, "flip"),
        ("2 show SA", "show", ["SA"], None, None),
    ],
)
def test_an_action_is_taken_apart(text: str, verb: str, cards: list[str], target: int | None, word: str | None) -> None:
    row = action(text)
    assert (row["verb"], row["cards"], row["target"], row["word"]) == (verb, cards, target, word)


def test_what_a_joker_stands_for_is_told_beside_the_cards() -> None:
    row = action("2 D5 D6 X=D7")
    assert (row["cards"], row["stand_ins"]) == (["D5", "D6", "X"], ["D7"])


def test_an_action_without_marks_is_not_void_and_took_unknown_time() -> None:
    row = action("2 D6")
    assert (row["void"], row["milliseconds"], row["comment"]) == (False, None, None)


def test_marks_are_columns() -> None:
    row = action("2 D6 void @1500 # too early")
    assert (row["void"], row["milliseconds"], row["comment"]) == (True, 1500, "too early")


def test_no_time_at_all_is_a_time() -> None:
    assert action("2 D6 @0")["milliseconds"] == 0


def test_a_deal_without_actions_has_no_rows() -> None:
    assert rows_of("actions", document()) == []


def test_actions_come_in_their_order() -> None:
    rows = rows_of("actions", theater("1 S5", "2 H6"))
    assert [row["action"] for row in rows] == [*range(6)]
    assert [row["player"] for row in rows] == [1, 2, 3, 4, 1, 2]
