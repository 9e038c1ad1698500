"""Tables where a faulty play counts as a pass (record format, section 4: `illegal_play`)."""

from typing import Any

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Options
from tests.support.games import dalmuti
from tests.support.reports import judge_deals

PLAYERS = {"biga": 5, "uecda": 5}
BEFORE_PLAY = {"biga": ["1 say heart"]}
SETS = {"dalmuti": ("9", "8", "7", "5 4"), "biga": ("D5", "C6", "C7", "S6 H9")}
PASSES: dict[str, Options] = {"daifugo": {"illegal_play": {"then": "pass"}}}
SUITED = ("D3", "H4", "S5", "S6 H9")
"""Three sets of which each answers the one before, and cards that are no set."""

EXPECTED_FAULTS = [(1, "not_a_combination", "pass")]


@pytest.fixture(params=sorted(PROFILES))
def rules(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def play_faults(rules: str, *actions: str) -> list[tuple[int, str, str]]:
    """Action, code and resolution of the faults in play that player 1 leads."""
    players = PLAYERS.get(rules, 4)
    before = BEFORE_PLAY.get(rules, [])
    deal: dict[str, Any] = {"hands": ["?*30"] * players, "actions": [*before, *actions], "abandoned": True}
    if rules == "dalmuti":
        deal["hands_are"] = "exchanged"
    report = judge_deals(rules, [deal], players, PASSES.get(rules, {"illegal_play": "pass"}))
    faults = report.deals[0].faults
    of_actions = [(fault.action, fault) for fault in faults if fault.action is not None]
    return [(action - len(before), fault.code, fault.resolution) for action, fault in of_actions]


def cards(rules: str) -> tuple[str, str, str, str]:
    return SETS.get(rules, SUITED)


def test_every_profile_knows_the_option(rules: str) -> None:
    option = next(option for option in PROFILES[rules].options if option.name == "illegal_play")
    choice = next(iter(option.parts()), option)
    assert choice.kind.startswith("stands | pass")
    assert choice.default == ("pass" if rules == "uecda" else "stands")


def test_a_faulty_set_is_a_pass_on_the_turn(rules: str) -> None:
    first, second, third, no_set = cards(rules)
    assert play_faults(rules, f"1 {first}", f"2 {no_set}", f"3 {second}", f"4 {third}") == EXPECTED_FAULTS


def test_the_set_to_beat_stays(rules: str) -> None:
    first, second, _third, no_set = cards(rules)
    found = play_faults(rules, f"1 {second}", f"2 {no_set}", f"3 {first}")
    assert [fault for fault in found if fault[0] == 2] == [(2, "not_stronger", "pass")]


def test_a_faulty_lead_moves_the_turn_on(rules: str) -> None:
    first, second, _third, no_set = cards(rules)
    found = play_faults(rules, f"1 {no_set}", f"2 {first}", f"3 {second}")
    assert {(action, resolution) for action, _code, resolution in found} == {(0, "pass")}


def test_a_faulty_set_out_of_turn_has_no_effect(rules: str) -> None:
    first, second, third, no_set = cards(rules)
    actions = [f"1 {first}", f"3 {no_set}", f"2 {second}", f"3 {third}"]
    assert play_faults(rules, *actions) == [*EXPECTED_FAULTS, (1, "out_of_turn", "pass")]


def test_a_good_set_out_of_turn_has_no_effect_either(rules: str) -> None:
    first, second, third, _no_set = cards(rules)
    assert play_faults(rules, f"1 {first}", f"4 {third}", f"2 {second}", f"3 {third}") == [(1, "out_of_turn", "pass")]


def test_the_cards_stay_in_the_hand() -> None:
    deal = dalmuti.report_of(["9", "11 8", "7", "6 6"], "1 9", "2 11", "3 7", "4 6", "2 11", illegal_play="pass")
    assert (dalmuti.action_faults_in(deal), deal.order) == ([(1, "not_stronger"), (4, "not_stronger")], [1, 3])


def test_it_shuts_its_player_out_where_passes_do() -> None:
    """D-Q-6."""
    found = dalmuti.action_faults("1 9", "2 11", "3 8", "4 7", "1 -", "2 6", illegal_play="pass", pass_locks=True)
    assert found[0] == (1, "not_stronger")
    assert (5, "locked_by_pass") in found


def test_on_the_lead_it_shuts_nobody_out() -> None:
    """D-Q-6."""
    found = dalmuti.action_faults("1 9 8", "2 9", "3 -", "4 -", "1 8", illegal_play="pass", pass_locks=True)
    assert found == [(0, "not_a_combination")]


def test_it_may_end_the_trick() -> None:
    assert dalmuti.action_faults("1 9", "2 -", "3 -", "4 11", "1 12", illegal_play="pass") == [(3, "not_stronger")]


def test_passes_themselves_are_as_ever() -> None:
    assert dalmuti.action_faults("1 -", "2 9", "4 -", "3 8", illegal_play="pass") == [
        (0, "pass_on_lead"),
        (2, "out_of_turn"),
    ]


def test_a_foul_is_no_faulty_play() -> None:
    """T-FOUL-1."""

    deal = {"hands": ["X", "D5 D6", "C5 C6", "H5 H6"], "actions": ["1 X"]}
    faults = judge_deals("theater", [deal], 4, {"illegal_play": "pass"}).deals[0].faults
    assert [(fault.code, fault.resolution) for fault in faults if fault.action is not None] == [
        ("finish_foul", "stands")
    ]
