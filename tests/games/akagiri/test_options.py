"""The options and the citations of Akagiri's daihinmin."""

import pytest

from daifu.replay.games.akagiri.profile import PROFILE
from daifu.replay.options import Value
from tests.support.games.akagiri import action_faults, report_of
from tests.support.reports import judge_deals

OPTIONS = {option.name: option for option in PROFILE.options}

DEFAULTS: dict[str, Value] = {
    "deal_direction": "ccw",
    "play_direction": "cw",
    "seat_direction": "ccw",
    "first_leader": "dealer",
    "jokers": 1,
    "decks": 1,
    "joker_wild": True,
    "runs": True,
    "revolution": True,
    "revolution_natural_only": False,
    "revolution_exact_four": False,
    "revolution_default_declared": True,
    "revolution_by_run": False,
    "jack_back": False,
    "title_table": "standard",
    "exchange_counts": None,
    "fallen_daifugo": False,
    "fallen_immediate": False,
    "no_finish_joker_two": False,
    "no_finish_group": False,
    "finish_ban_mode": "illegal",
    "eight_stop": False,
    "eight_stop_in_runs": True,
    "spade3": "off",
    "spade3_ends_trick": False,
    "suit_lock": False,
    "pass_locks": False,
    "illegal_play": "stands",
}


def test_the_options_and_their_defaults_are_those_of_the_rules() -> None:
    assert {name: option.default for name, option in OPTIONS.items()} == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("jokers", 3),
        ("jokers", True),
        ("decks", 0),
        ("spade3", True),
        ("eight_stop", 1),
        ("title_table", "alt5"),
        ("title_table", None),
        ("title_table", ["alt3", "alt5"]),
        ("title_table", ["alt6a", "alt6b"]),
        ("title_table", [["alt3"]]),
        ("exchange_counts", 2),
        ("exchange_counts", [2, -1]),
        ("exchange_counts", [True]),
        ("exchange_counts", ["2"]),
    ],
)
def test_values_of_another_form_are_not_accepted(name: str, value: Value) -> None:
    assert not OPTIONS[name].accepts(value)


@pytest.mark.parametrize("value", ["alt7b", [], ["standard"], ["standard", "alt3", "alt4", "alt6b", "alt7a"]])
def test_one_title_table_or_a_list_of_them_may_be_chosen(value: Value) -> None:
    """A-OPT-TITLE."""
    assert OPTIONS["title_table"].accepts(value)


def cited(*actions: str, **options: Value) -> list[str]:
    """The rules that the faults of these actions in a deal of hidden hands cite."""
    deal = {"dealer": 1, "hands": ["?*14", "?*13", "?*13", "?*13"], "actions": list(actions), "abandoned": True}
    return [fault.rule for fault in judge_deals("akagiri", [deal], options=options).deals[0].faults]


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (["1 S5", "2 S4"], "A-FOLLOW-1"),
        (["1 S5 H5", "2 S4 H4"], "A-FOLLOW-2"),
        (["1 S5 H5", "2 S6 H6 D6"], "A-FOLLOW-2"),
        (["1 S5 S6 S7", "2 H5 H6 H7"], "A-FOLLOW-3"),
        (["1 S5 S6 S7", "2 H6 H7 H8 H9"], "A-FOLLOW-3"),
        (["1 S5 S6 S7", "2 H9 D9 C9"], "A-FOLLOW-4"),
        (["1 S5 H6"], "A-SET-4"),
        (["1 S5 H6 X"], "A-JOK-2"),
        (["1 -"], "A-PASS-1"),
        (["1 S5", "3 S6"], "A-PLAY-1"),
        (["1 S5", "1 say revolution"], "A-REV-1"),
        (["1 S5", "1 say flip"], "A-OPT-JB"),
        (["1 give 2 S5"], "A-XCH-1"),
    ],
)
def test_a_fault_cites_the_rule_that_was_broken(actions: list[str], rule: str) -> None:
    assert cited(*actions) == [rule]


@pytest.mark.parametrize(
    ("actions", "option", "value", "rule"),
    [
        (["1 S5", "2 -", "3 S6", "2 S7"], "pass_locks", True, "A-Q-1"),
        (["1 S5", "2 S6", "3 H7"], "suit_lock", True, "A-OPT-LOCK"),
        (["1 S5", "1 say revolution"], "revolution", False, "A-OPT-NOREV"),
        (["1 S5 X"], "joker_wild", False, "A-OPT-JOKNW"),
    ],
)
def test_a_fault_of_an_option_cites_the_option(actions: list[str], option: str, value: Value, rule: str) -> None:
    assert cited(*actions, **{option: value}) == [rule]


def test_each_finish_ban_is_cited_by_its_own_rule() -> None:
    """A-OPT-FIN1, A-OPT-FIN2."""
    both = {"no_finish_joker_two": True, "no_finish_group": True}
    for cards, rule in (("S2", "A-OPT-FIN1"), ("S5 H5", "A-OPT-FIN2"), ("S5 S6 X", "A-OPT-FIN1")):
        deal = report_of([cards, "S3 S4", "H3 H4"], f"1 {cards}", **both)
        assert [fault.rule for fault in deal.faults if fault.code == "finish_banned"] == [rule]


def test_a_group_with_a_2_breaks_the_only_ban_there_is() -> None:
    """A-OPT-FIN1."""
    deal = report_of(["S2 H2", "S3 S4", "H3 H4"], "1 S2 H2", no_finish_joker_two=True)
    assert [fault.rule for fault in deal.faults if fault.code == "finish_banned"] == ["A-OPT-FIN1"]


def test_no_option_changes_what_others_do_by_default() -> None:
    """Every option written out at its default judges as if nothing had been written."""
    actions = ("1 S8", "2 S9", "3 HT", "4 SJ", "1 X", "2 S3", "3 -")
    assert action_faults(*actions, **DEFAULTS) == action_faults(*actions) == [(5, "not_stronger")]
