"""Every option of every profile can be asked about any JSON value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.games.catalogue import PROFILES
from replay.options import Option, Value

OPTIONS = [
    pytest.param(option, id=f"{profile.name}-{option.name}")
    for profile in PROFILES.values()
    for option in profile.options
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_accepts_its_default(option: Option) -> None:
    assert option.accepts(option.default) is True


@pytest.mark.parametrize("option", OPTIONS)
@given(value=json_values)
def test_an_option_says_yes_or_no_to_any_value(option: Option, value: Value) -> None:
    assert option.accepts(value) in (True, False)


@pytest.mark.parametrize("option", OPTIONS)
def test_true_is_not_one_and_one_is_not_true(option: Option) -> None:
    assert not all(map(option.accepts, (True, 1)))
    assert not all(map(option.accepts, (False, 0)))


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("number", [0.0, 1.0, 2.0])
def test_a_fraction_is_no_whole_number(option: Option, number: float) -> None:
    assert not option.accepts(number)
