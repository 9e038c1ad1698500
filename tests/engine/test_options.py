"""Options: the values they accept, and that every option of every game explains itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option, Value, choice, number, switch, whole_number
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
