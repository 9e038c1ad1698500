"""Options and faults: every one explains itself, and rests on a rule that a reader can look up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.rulebooks.rules import load_rulebook
from daifu.replay.faults import CATALOGUE
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option, Value, choice, number, switch, whole_number
from daifu.replay.rules import Profile
from daifu.replay.text import Text

OPTIONS = {name: PROFILES[name].options for name in PROFILES}
EVERY_OPTION = [
    pytest.param(option, id=f"{name}-{option.name}") for name, options in OPTIONS.items() for option in options
]

every_game = pytest.mark.parametrize("game", OPTIONS)


@every_game
def test_every_option_accepts_its_default(game: str) -> None:
    assert [option.name for option in OPTIONS[game] if option.accepts(option.default) is not True] == []


@every_game
def test_every_option_says_in_both_languages_what_it_does(game: str) -> None:
    for option in OPTIONS[game]:
        assert option.text.en.endswith("."), option.name
        assert option.text.ja.endswith("。"), option.name


@every_game
@pytest.mark.parametrize("nonsense", ["nonsense", -1, ["a"], {"a": 1}])
def test_no_option_takes_nonsense(game: str, nonsense: Value) -> None:
    assert [option.name for option in OPTIONS[game] if option.accepts(nonsense)] == []


@every_game
@pytest.mark.parametrize("number", [0.0, 1.0, 2.0])
def test_to_no_option_a_fraction_is_a_whole_number(game: str, number: float) -> None:
    assert [option.name for option in OPTIONS[game] if option.accepts(number)] == []


@every_game
@pytest.mark.parametrize("switch", [True, False])
def test_to_no_option_a_switch_is_a_number(game: str, switch: bool) -> None:  # noqa: FBT001 - the value of an option
    assert [option.name for option in OPTIONS[game] if option.accepts(switch) and option.accepts(int(switch))] == []


@pytest.mark.parametrize("name", PROFILES)
def test_a_game_has_no_two_options_of_one_name(name: str) -> None:
    names = [option.name for option in PROFILES[name].options]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", PROFILES)
def test_what_is_not_chosen_is_as_by_default(name: str) -> None:
    profile = PROFILES[name]
    assert profile.rules({}).options == {option.name: option.default for option in profile.options}


@pytest.mark.parametrize(("value", "taken"), [(True, True), (False, True), (1, False), ("true", False), (None, False)])
def test_a_switch_is_on_or_off(value: Value, taken: bool) -> None:  # noqa: FBT001 - what is expected
    assert switch("name", "D-OPT-1", "On.", "入。").accepts(value) is taken


@pytest.mark.parametrize(("value", "taken"), [("cw", True), ("ccw", True), ("CW", False), ("", False), (None, False)])
def test_a_choice_is_one_of_its_names(value: Value, taken: bool) -> None:  # noqa: FBT001 - what is expected
    words = {"cw": Text("left", "左"), "ccw": Text("right", "右")}
    option = choice("name", words, "D-OPT-1", Text("Which.", "どちら。"), Text("Side", "側"))
    assert option.default == "cw"
    assert option.words("ccw").ja == "右"
    assert option.accepts(value) is taken


@pytest.mark.parametrize(
    ("value", "taken"), [(1, True), (20, True), (0, False), (21, False), (2.0, False), (True, False), ("2", False)]
)
def test_a_number_is_whole_and_in_its_range(value: Value, taken: bool) -> None:  # noqa: FBT001 - what is expected
    assert number("name", 1, 20, "D-OPT-1", Text("How many.", "数。")).accepts(value) is taken


def test_null_is_a_number_only_where_it_is_the_default() -> None:
    assert number("name", 1, 20, "D-OPT-1", Text("How many.", "数。")).accepts(None)
    assert not number("name", 1, 20, "D-OPT-1", Text("How many.", "数。"), default=2).accepts(None)


def test_a_number_that_is_null_is_none() -> None:
    assert whole_number({"name": None}, "name") is None
    assert whole_number({"name": 3}, "name") == 3


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@pytest.mark.parametrize("option", EVERY_OPTION)
@given(value=json_values)
def test_an_option_says_yes_or_no_to_any_value(option: Option, value: Value) -> None:
    assert option.accepts(value) in (True, False)


PLAYED_AT_EVERY_TABLE = frozenset(
    {"out_of_turn", "card_not_held", "not_a_combination", "wrong_count", "not_stronger", "action_after_end"}
)
WRITTEN_AT_EVERY_TABLE = frozenset(
    {
        "bad_deck",
        "bad_deal",
        "bad_seating",
        "result_mismatch",
        "points_mismatch",
        "deal_incomplete",
        "points_inconsistent",
    }
)
EXCHANGED = frozenset({"exchange_not_best", "exchange_wrong_count", "exchange_not_owed", "exchange_missing"})

FAULTS = {
    "dalmuti": EXCHANGED
    | {
        "pass_on_lead",
        "exchange_not_from_deal",
        "false_declaration",
        "late_declaration",
        "locked_by_pass",
        "action_after_out",
    },
    "theater": EXCHANGED
    | {
        "locked_by_pass",
        "wrong_kind",
        "run_overlap",
        "pass_on_lead",
        "opening_card_missing",
        "effect_not_owed",
        "finish_foul",
        "false_declaration",
        "late_declaration",
        "action_after_out",
    },
    "akagiri": EXCHANGED
    | {
        "locked_by_pass",
        "wrong_kind",
        "suit_lock",
        "pass_on_lead",
        "finish_banned",
        "false_declaration",
        "effect_not_owed",
        "action_after_out",
    },
    "floor13": {
        "wrong_kind",
        "run_not_next",
        "finish_banned",
        "third_lead",
        "pass_on_lead",
        "wrong_draw_count",
        "suit_lock",
        "effect_missing",
        "effect_not_owed",
    },
    "biga": {
        "wrong_kind",
        "bomb_not_allowed",
        "bad_capture",
        "pass_on_lead",
        "false_declaration",
        "late_declaration",
        "action_after_out",
    },
    "daifugo": EXCHANGED
    | {
        "locked_by_pass",
        "wrong_kind",
        "run_overlap",
        "run_not_next",
        "suit_lock",
        "number_lock",
        "opening_card_missing",
        "finish_banned",
        "pass_on_lead",
        "effect_not_owed",
        "effect_missing",
        "false_declaration",
        "exchange_not_from_deal",
        "action_after_out",
        "house_mismatch",
    },
    "uecda": EXCHANGED | {"locked_by_pass", "wrong_kind", "run_overlap", "suit_lock", "action_after_out"},
}
"""The faults that each game knows beside those of every table."""


@pytest.fixture(params=PROFILES.values(), ids=list(PROFILES))
def profile(request: pytest.FixtureRequest) -> Profile:
    found: Profile = request.param
    return found


def rules_of(profile: Profile) -> set[str]:
    return {rule.id for rule in load_rulebook(profile.name).rules}


def test_every_rule_that_a_fault_cites_can_be_looked_up(profile: Profile) -> None:
    assert set(profile.citations.values()) - rules_of(profile) == set()


def test_every_rule_that_an_option_cites_can_be_looked_up(profile: Profile) -> None:
    assert {option.rule for option in profile.options} - rules_of(profile) == set()


def test_every_citation_is_of_a_known_fault(profile: Profile) -> None:
    assert {key.partition(":")[0] for key in profile.citations} - set(CATALOGUE) == set()


def test_every_fault_of_a_game_cites_a_rule(profile: Profile) -> None:
    faults = PLAYED_AT_EVERY_TABLE | WRITTEN_AT_EVERY_TABLE | FAULTS[profile.name]
    assert faults - set(profile.citations) == set()


def test_every_fault_belongs_to_some_game() -> None:
    known = set().union(*FAULTS.values()) | PLAYED_AT_EVERY_TABLE | WRITTEN_AT_EVERY_TABLE
    assert set(CATALOGUE) == known


def test_a_book_carries_the_prefix_of_its_profile(profile: Profile) -> None:
    assert load_rulebook(profile.name).prefix == profile.prefix
