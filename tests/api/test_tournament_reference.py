"""The page of the changes of a tournament is whole, and what it shows is real."""

from typing import Final, get_args

import click
import msgspec
import pytest

from api.cli.entry import COMMAND_LINE
from api.tournaments.reference_examples import PARTS, SHOWN, WISHES, Shown
from data.tournaments.changes import AnyChange, Change
from data.tournaments.log import change_json, read_change
from data.tournaments.wishes import Anew, Wish
from schemas.http.struct_schemas import schemas_of

CHANGES: Final = get_args(AnyChange)


def named(shown: Shown) -> str:
    return type(shown.example).__name__


def test_every_change_is_shown_in_its_order() -> None:
    assert [type(shown.example) for shown in SHOWN] == list(CHANGES)


def test_every_wish_for_a_draw_is_shown() -> None:
    assert [type(shown.example) for shown in WISHES] == [*get_args(Wish), Anew]


def test_every_part_of_a_change_is_told() -> None:
    assert set(PARTS) == set(schemas_of(CHANGES, "")) - {change.__name__ for change in CHANGES}


@pytest.mark.parametrize("shown", SHOWN, ids=named)
def test_an_example_can_be_sent_as_it_stands(shown: Shown) -> None:
    assert isinstance(shown.example, Change)
    assert read_change(change_json(shown.example)) == shown.example


@pytest.mark.parametrize("shown", WISHES, ids=named)
def test_a_wish_can_be_sent_as_it_stands(shown: Shown) -> None:
    text = msgspec.json.encode(shown.example)
    assert msgspec.json.decode(text, type=type(shown.example)) == shown.example


@pytest.mark.parametrize("shown", [*SHOWN, *WISHES], ids=named)
def test_a_command_that_does_it_exists(shown: Shown) -> None:
    group = COMMAND_LINE.commands["tournament"]
    assert isinstance(group, click.Group)
    for command in shown.commands:
        name, *words = command.split()
        options = {word for word in words if word.startswith("--")}
        assert options <= {option for param in group.commands[name].params for option in param.opts}
