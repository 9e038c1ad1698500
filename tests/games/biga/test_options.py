"""Options and citations of the game."""

import pytest

from daifu.replay.games.biga.profile import PROFILE
from daifu.replay.options import Value
from tests.support.games.biga import report_of

DEFAULTS = {
    "seed_literal_p2d5": False,
    "wind_uses_true_team": False,
    "solo_shown_first_only": False,
    "counter_after_default": True,
    "sequence_max": 14,
    "big_ace_in_sequence": True,
    "egg_on_double_sequence": False,
    "illegal_play": "stands",
}


def test_the_options_and_their_defaults_are_those_of_the_rules() -> None:
    assert {option.name: option.default for option in PROFILE.options} == DEFAULTS


@pytest.mark.parametrize(("name", "value"), [("sequence_max", 2), ("sequence_max", 15), ("illegal_play", "void")])
def test_values_of_another_form_are_not_accepted(name: str, value: Value) -> None:
    option = next(option for option in PROFILE.options if option.name == name)
    assert not option.accepts(value)


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["1 S5", "3 S6"], "B-PLY-1"),
        (["1 -"], "B-LEAD-1"),
        (["1 S5 S6"], "B-SET-2"),
        (["1 S5", "2 S6 H6"], "B-FOLLOW-1"),
        (["1 S5 S6 S7", "2 S6 S7 S8 S9"], "B-SET-3"),
        (["1 S5 S5 S6 S6 S7 S7", "2 S8 S8 S9 S9 ST ST SJ SJ"], "B-SET-4"),
        (["1 S5", "2 S4"], "B-RANK-1"),
        (["1 S5 H5", "2 S4 H4"], "B-RANK-2"),
        (["1 S5 S6 S7", "2 S4 S5 S6"], "B-SET-3"),
        (["1 S5 H5 D5", "2 D4 S4 H4"], "B-EGG-1"),
        (["1 S5 H5 D5 C5", "2 D4 S4 H4 C4"], "B-BEGG-1"),
        (["1 XS XS XB", "2 XS XS"], "B-BOMB-10"),
        (["1 XS", "2 D4 S4 H4"], "B-EGG-2"),
        (["1 HA", "2 D4 S4 H4 C4"], "B-BEGG-2"),
        (["1 S5 S5 H5 H5 D5 D5 C5", "2 S4 S4 H4 H4 D4 D4"], "B-FOUR-6"),
        (["1 show S5"], "B-DECL-1"),
        (["2 show SA"], "B-Q-12"),
        (["1 show HA", "1 show HA"], "B-SOLO-1"),
        (["2 show SA SA", "3 show DA DA"], "B-COUNTER-1"),
        (["1 say partner"], "B-OPEN-1"),
        (["2 say heart"], "B-DEF-1"),
        (["1 S5", "2 show SA SA"], "B-COUNTER-2"),
        (["1 S5", "1 show HA"], "B-Q-26"),
        (["1 S5", "2 say heart"], "B-DEF-1"),
        (["1 S5", "1 draw"], "B-FOLLOW-1"),
        (["1 give 2 S5"], "B-DRAW-1"),
        (["1 S5", "2 say partner"], "B-OPEN-1"),
    ],
)
def test_a_fault_cites_the_rule_that_was_broken(actions: list[str], rule: str) -> None:
    report = report_of("1 show HA", *actions)
    assert [fault.rule for fault in report.faults] == [rule]


def test_a_wrong_count_on_cards_that_are_no_set_cites_the_rule_of_following() -> None:
    assert [fault.rule for fault in report_of("1 show HA", "1 S5 S6 S8", "2 S9 H9").faults] == ["B-SET-3", "B-FOLLOW-1"]


def test_a_missing_declaration_cites_the_declaration_by_default() -> None:
    assert [fault.rule for fault in report_of("1 S5").faults] == ["B-DEF-1"]


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("S5 S9", "B-SET-2"),
        ("XS S9", "B-SET-2"),
        ("S5 S6 S8", "B-SET-3"),
        ("SK SA S2", "B-SET-3"),
        ("S5 H5 S6", "B-SET-3"),
        ("XS S5 S6", "B-SET-3"),
        ("XS S5 H5 D5", "B-SET-3"),
        ("S5 H5 S6 H6", "B-SET-4"),
        ("S5 H5 S6 H6 S8 H8", "B-SET-4"),
        ("S5 H5 D5 S6 H6", "B-SET-4"),
        ("S5 H5 D5 S6 H6 D6", "B-BOMB-4"),
        ("S5 H5 D5 S6 H6 D6 S7 H7 D7 S8 H8 D8", "B-BOMB-4"),
        ("S5 H5 D5 C5 S7 H7 D7 C7", "B-BOMB-5"),
        ("S5 H5 D5 C5 S5 S6 H6 D6 C6 S6", "B-BOMB-5"),
        ("S5 H5 D5 C5 S5 H5 D5 C5 S5", "B-BOMB-6"),
        ("XS XS XS XB XB", "B-BOMB-8"),
    ],
)
def test_cards_that_are_no_set_cite_the_set_that_they_come_nearest_to(cards: str, rule: str) -> None:
    faults = report_of("1 show HA", f"1 {cards}").faults
    assert [fault.rule for fault in faults if fault.code == "not_a_combination"] == [rule]


def test_a_barred_sequence_cites_the_rule_of_sequences() -> None:
    report = report_of("1 show HA", "1 HQ HK HA", options={"big_ace_in_sequence": False})
    assert [(fault.code, fault.rule) for fault in report.faults] == [("not_a_combination", "B-SET-3")]
