"""The form for options: each value of every game is told in words, and is read as it was sent."""

import re
from collections.abc import Iterator

import pytest
from werkzeug.datastructures import MultiDict

from daifu.api.web.entry.option_forms import Control, option_control, option_fields, read_option
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option, Value
from daifu.replay.text import Text

NOT_FOR_PEOPLE = re.compile(r"[{}`_]|\b(true|false|null|cw|ccw)\b(?! team)")
VALUES: dict[str, list[Value]] = {
    "exchange_counts": [[2, 1], []],
    "counts": [[], [2, 3]],
    "title_table": ["alt4", ["alt3", "alt6b"]],
    "table": ["alt4", ["alt3", "alt6b"]],
    "by_place": ["titles", [5, 4, 3, 2, 1], {"4": [3, 2, 1, 0], "5": [4, 3, 2, 1, 0]}],
    "title_points": [{"daifugo": 3, "fugo": -1}],
    "cards": [["S3"], ["S3", "CT"], ["joker", "8", "S3"], []],
    "stops": [[8, "2"]],
    "hand_size": [7],
    "stop_after": [20],
}


def plain_options() -> Iterator[tuple[str, Option]]:
    """Every option and parameter that has a control of its own."""
    for profile in PROFILES.values():
        for option in profile.options:
            for one in option.parts() or (option,):
                if "object of parameters" not in one.kind:
                    yield f"{profile.name}-{option.name}-{one.name}", one


EVERY = [pytest.param(option, id=name) for name, option in plain_options()]


def texts(control: Control) -> Iterator[Text]:
    yield control.label
    if control.hint:
        yield control.hint
    yield from (one.text for one in control.choices)
    for one in control.below:
        yield from texts(one)


def values(option: Option) -> list[Value]:
    """Some values of an option: its default, those that a control offers, and longer ones."""
    offered = [one.value for one in option_control(option, "x", option.default).choices]
    read: list[Value] = [read_option(option, "x", MultiDict([("x", one)])) for one in offered]
    return [one for one in (option.default, *read, *VALUES.get(option.name, ())) if option.accepts(one)]


@pytest.mark.parametrize("option", EVERY)
def test_each_value_is_told_in_words_and_read_as_it_was_sent(option: Option) -> None:
    for value in values(option):
        control = option_control(option, "x", value)
        for text in texts(control):
            assert text.en
            assert text.ja
            assert not NOT_FOR_PEOPLE.search(text.en + text.ja), text
        assert read_option(option, "x", MultiDict(option_fields(option, "x", value))) == value


@pytest.mark.parametrize("option", EVERY)
def test_the_default_is_chosen_and_what_is_not_sent_is_the_default(option: Option) -> None:
    control = option_control(option, "x", option.default)
    if control.kind in {"radio", "select"}:
        assert [one.is_usual for one in control.choices] == [one.is_chosen for one in control.choices]
        assert sum(one.is_chosen for one in control.choices) == 1
    assert read_option(option, "x", MultiDict()) == option.default


@pytest.mark.parametrize("text", ["♠3 ♣10", "S3、C10", "スペード3 クラブ10"])
def test_cards_are_read_as_people_write_them(text: str) -> None:
    cards = next(part for option in PROFILES["daifugo"].options if option.name == "spade3" for part in option.parts())
    assert read_option(cards, "x", MultiDict([("x", text)])) == ["S3", "CT"]
