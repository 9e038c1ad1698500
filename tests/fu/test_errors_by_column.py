"""Every error and notice of the hand notation names its place, and suggests what would be accepted there."""

from typing import Final, NamedTuple

import pytest

from daifu.schemas.fu.deals import BREACH_CODES
from daifu.schemas.fu.errors import MOST_HELPED, MOST_SUGGESTIONS, SENTENCES, Reading, Remark
from daifu.schemas.fu.reader import read
from tests.fu.test_what_people_write import HANDS

FIRST_PLAY: Final = 5 + len(HANDS)
"""The line of the first trick of the texts that `text` makes."""


def text(lines: str, rules: str = "akagiri eight_stop=true", hands: dict[int, str] = HANDS) -> str:
    players = ", ".join(["A", "B", "Chika", "アキ"][: len(hands)])
    held = "\n".join(f"{number}| {hand}" for number, hand in hands.items())
    return f"fu/1\nrules {rules}\nplayers {players}\ndeal\n{held}\n{lines}\n"


def remarks(reading: Reading) -> list[Remark]:
    return [*reading.errors, *reading.notices, *reading.breaches]


class Case(NamedTuple):
    """A text with a remark: its code, line, column and length, and what it suggests first."""

    text: str
    code: str
    line: int
    column: int
    length: int
    suggested: tuple[str, ...] = ()


DEAL: Final = "fu/1\nrules akagiri\nplayers A, B, C\ndeal\n"
LAST: Final = FIRST_PLAY + 1
OPEN: Final = {1: "SH4D9", 2: "S5H6", 3: "S7H8"}
LOCK: Final = "akagiri suit_lock=true"
GIFTS: Final = {1: "S34", 2: "DK2", 3: "H3", 4: "C7"}
SECOND: Final = "deal\nplaces 1 2 3 4\n1| S34\n2| D52\n3| H3K\n4| C72"
CASES: Final = [
    # tricks
    Case(text("1:S4 #9"), "bad_character", FIRST_PLAY, 6, 1),
    Case(text("1: ♠4 {memo ♦9"), "bad_character", FIRST_PLAY, 7, 8, ("{memo ♦9}",)),
    Case(text("1:S4 S"), "rank_expected", FIRST_PLAY, 6, 1, ("S7",)),
    Case(text("1:S0"), "rank_expected", FIRST_PLAY, 3, 2, ("ST", "S9")),
    Case(text("1：♠W"), "rank_expected", FIRST_PLAY, 3, 2, ("S2", "S3", "SQ")),
    Case(text("1:S4 9{?}D"), "suit_expected", FIRST_PLAY, 6, 1),
    Case(text("1:S4 9>1:D4"), "suit_expected", FIRST_PLAY, 6, 1, ("D9",)),
    Case(text("1:S4!z"), "unknown_word", FIRST_PLAY, 5, 2, ("!", "!-", "!u")),
    Case(text("1:S4 pas"), "unknown_word", FIRST_PLAY, 6, 3, ("PASS",)),
    Case(text("1:♠4 革名"), "unknown_word", FIRST_PLAY, 6, 2, ("革命",)),
    Case(text("1: ♠4 3:"), "act_expected", FIRST_PLAY, 7, 2),
    Case(text("1: ♠4 2: 流れ"), "act_expected", FIRST_PLAY, 7, 2),
    Case(text("{長考}"), "act_expected", FIRST_PLAY, 1, 2),
    Case(text("7:S4"), "unknown_player", FIRST_PLAY, 1, 2, ("1:", "2:", "3:")),
    Case(text("Chiko: S4"), "unknown_player", FIRST_PLAY, 1, 5, ("Chika",)),
    Case(text("1:S4\n3:C8"), "not_due", LAST, 1, 2, ("3!:", "1:")),
    Case(text("1:S4 .\n1:S5"), "trick_not_over", LAST, 1, 2, ("1!:", "2:")),
    Case(text("1:S8 H9"), "trick_over", FIRST_PLAY, 6, 2, ("clear H9",)),
    Case(text("C8"), "nobody_has_turn", FIRST_PLAY, 1, 2, ("3:C8", "1:C8", "2:C8")),
    Case(text("1: 4 ♠5", LOCK, OPEN), "suit_needed", 8, 4, 1, ("S4", "H4")),
    Case(text("1:7"), "not_in_hand", FIRST_PLAY, 3, 1, ("6", "8")),
    Case(text("1:S4>H9"), "taker_needed", FIRST_PLAY, 5, 3),
    Case(text("x 2:S4"), "bad_header", FIRST_PLAY, 3, 4),
    Case(text("1:H4", "akagiri", {1: "S4?2", 2: "?3", 3: "?3"}) + "%/deals/7 1\n", "bad_pointer", 9, 1, 11),
    # head and deals
    Case("fu/1\nrules akagri\nplayers A, B, C\n", "bad_header", 2, 7, 6, ("akagiri",)),
    Case("fu/1\nrules akagiri suitlock=true\nplayers A, B, C\n", "bad_option", 2, 15, 8, ("suit_lock",)),
    Case("fu/1\nrules akagiri\nplayers A, B, C\nnotez red\n", "bad_header", 4, 1, 5, ("notes",)),
    Case("fu/1\nrules akagiri\nplayers A, B, C\nplayers D, E, F\n", "bad_header", 4, 1, 7),
    Case(DEAL + "1| S3\n1| S4\n", "bad_header", 6, 1, 2),
    Case(DEAL + "= 1 2 3\n= 2 1 3\n", "bad_header", 6, 1, 1),
    Case(DEAL.replace("deal", "deal 1 9") + "1| S36\n2| S47\n3| S58\n1:S3 S4 S5 .\n", "count_differs", 4, 8, 1, ("3",)),
    Case(DEAL + "1| S3Z\n2| S4\n3| S5\n", "bad_character", 5, 6, 1),
    Case("fu/1\nrules akagiri\nplayers A, B\ndeal\n= 1 2\n", "refused", 4, 1, 4),
    # notices
    Case(text("1: ♠4 D1O"), "letter_read", FIRST_PLAY, 8, 2),
    Case(text("1: ♠4 d5", "floor13", {1: "S4H3", 2: "D35", 3: "SD7"}), "draw_or_diamond", 8, 7, 2),
    Case(text("1: 4", "akagiri", OPEN), "suits_assumed", 8, 4, 1),
    Case(text("1: ♠4 4: ♠K"), "passes_assumed", FIRST_PLAY, 7, 2),
    Case(text("1: ♠4 8切り"), "claim_differs", FIRST_PLAY, 7, 1),
    Case(DEAL + "1:S4 D9 CT\n", "hands_assumed", 4, 1, 4),
    # what is against the rules
    Case(text("1:S4 D8"), "not_in_hand", FIRST_PLAY, 6, 2, ("D9",)),
    Case(text("1:S4 S4"), "played_before", FIRST_PLAY, 6, 2, ("H4",)),
    Case(text("1:S46"), "no_set", FIRST_PLAY, 3, 3, ("S6", "S4")),
    Case(text("1:S4 H3"), "breaks_rules", FIRST_PLAY, 6, 2),
    Case(text("x 2>1:DK", "theater", GIFTS), "gift_not_owed", FIRST_PLAY, 3, 6),
    Case(f"fu/1\nrules theater\nplayers A, B, C, D\n{SECOND}\nx 3>2:H3\n", "bad_gift", 10, 3, 6, ("3>2:HK",)),
    Case(text("1:S4"), "too_few_cards", 4, 1, 4),
    Case(DEAL + "1| S3\n2| S3\n3| S5\nplay\n", "card_twice", 4, 1, 4),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.line}-{case.column}")
def test_a_remark_names_its_line_its_column_its_length_and_what_may_be_meant(case: Case) -> None:
    reading = read(case.text)
    found = {(one.code, one.line, one.column, one.length): one for one in remarks(reading)}
    assert (case.code, case.line, case.column, case.length) in found
    remark = found[case.code, case.line, case.column, case.length]
    assert remark.suggestions[: len(case.suggested)] == case.suggested
    assert len(remark.suggestions) <= MOST_SUGGESTIONS
    assert remark.message.ja
    assert remark.message.en


def test_every_code_has_a_case() -> None:
    assert {case.code for case in CASES} == {*SENTENCES, *BREACH_CODES}


@pytest.mark.parametrize("case", [case for case in CASES if case.suggested], ids=lambda case: case.code)
def test_what_is_suggested_is_accepted_in_its_place(case: Case) -> None:
    lines = case.text.splitlines()
    line = lines[case.line - 1]
    for one in case.suggested:
        changed = line[: case.column - 1] + one + line[case.column - 1 + case.length :]
        again = read("\n".join([*lines[: case.line - 1], changed, *lines[case.line :]]) + "\n")
        assert (case.code, case.line, case.column) not in [
            (found.code, found.line, found.column) for found in [*again.errors, *again.breaches]
        ]


def test_an_error_of_a_trick_says_who_is_due_what_is_to_beat_and_the_hand() -> None:
    [error] = read(text("1:S4 #9")).errors
    assert error.state is not None
    assert error.state.en == "2 is due, to beat S4, hand S7H345D9TKAC3"
    assert error.message.en.startswith(f"line {FIRST_PLAY}, column 6: '#' begins neither a card nor a pass")


def test_a_card_that_lies_on_the_table_is_named_with_its_place() -> None:
    [found] = [one for one in read(text("1:S4 S4")).breaches if one.code == "played_before"]
    assert found.text.en == f"player 2 did not hold S4: S4 was played in line {FIRST_PLAY}, column 3"


def test_a_play_against_the_rules_is_read_and_shown_how_to_write_that_it_was_taken_back() -> None:
    reading = read(text("1:S4 H3"))
    [found] = [one for one in reading.breaches if one.code == "breaks_rules"]
    assert reading.decoded is not None
    assert found.text.en.endswith("if it was taken back, write (H3)")


def test_only_the_first_errors_and_breaches_of_a_text_are_explained() -> None:
    wrong = read(text("1:S4 .\n" + "q@\n" * (MOST_HELPED + 1))).errors
    assert (wrong[-1].suggestions, wrong[-1].state) == ((), None)
    against = read(text("1:S4 " + "(S4) " * (MOST_HELPED + 5))).breaches
    assert {one.code for one in against[:20]} >= {"played_before"}
    assert {one.code for one in against[MOST_HELPED:]} <= {"not_in_hand", "breaks_rules"}
    assert not any("taken back" in one.text.en for one in against[MOST_HELPED:])


@pytest.mark.parametrize("line", ["> H3", "1: >H3", "9: >H3", "1: s4>", "x >", "x 9>H3", "4" * 300, "1: " + "4" * 300])
def test_nonsense_around_gifts_and_counts_is_an_error_at_its_place(line: str) -> None:
    found = read(text(line)).errors
    assert found
    assert all(error.line == FIRST_PLAY for error in found)
