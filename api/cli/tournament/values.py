"""What scorekeepers write in one word: who sits at a table, what a table scored, how far a part goes."""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

import click

from api.cli.complaints import Complaint
from api.cli.values import named
from data.tournaments.exact import within
from data.tournaments.settings import MOST_AT_A_TABLE, MOST_ENTRANTS, MOST_ROUNDS
from replay.text import Text, expected
from schemas.shape.leaves import is_name

Value = TypeVar("Value")

NONE: Final = "-"
"""Stands where a seat has no place, or no points."""
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_AMOUNT: Final = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,20}|/[1-9][0-9]{0,15})?")


class Sitting(NamedTuple):
    """A table, and who sits there."""

    table: int
    seats: tuple[int, ...]


class Read(click.ParamType[Value], Generic[Value]):
    """A word that `read` understands or refuses with a ValueError; `wanted` says what was expected."""

    def __init__(self, name: str, wanted: Text, read: Callable[[str], Value]) -> None:
        self.name = name
        self._wanted = wanted
        self._read = read

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click asks
        """How the usage line calls it."""
        return self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Value:  # noqa: ANN401
        """What the word means. Raises `Complaint`."""
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        try:
            return self._read(value)
        except ValueError as error:
            wanted = named(param, expected(self._wanted.en, self._wanted.ja, value))
            raise Complaint(wanted, ctx) from error


def _number(text: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise ValueError(text)
    return int(text)


_entrant: Final = partial(_number, least=1, most=MOST_ENTRANTS)
_sitter: Final = partial(_number, least=0, most=MOST_ENTRANTS)
_table: Final = partial(_number, least=1, most=MOST_ROUNDS)
_seat: Final = partial(_number, least=1, most=MOST_AT_A_TABLE)


def _name(text: str) -> str:
    if not is_name(text):
        raise ValueError(text)
    return text


def _amount(text: str) -> Fraction:
    if not _AMOUNT.fullmatch(text):
        raise ValueError(text)
    return within(Fraction(text))


def _several(text: str, read: Callable[[str], Value]) -> tuple[Value, ...]:
    return tuple(read(part.strip()) for part in text.split(","))


def _or_none(read: Callable[[str], Value]) -> Callable[[str], Value | None]:
    return lambda text: None if text == NONE else read(text)


def _sitting(text: str) -> Sitting:
    table, _, seats = text.partition("=")
    return Sitting(_table(table), _several(seats, _sitter))


def _priced(text: str) -> tuple[str, Fraction]:
    name, _, amount = text.rpartition("=")
    if not name:
        raise ValueError(text)
    return name, _amount(amount)


AMOUNT: Final = Read("POINTS", Text("a number such as 2, -0.5 or 1/3", "2、-0.5、1/3のような半角の数"), _amount)
AMOUNTS: Final = Read(
    "POINTS,…",
    Text("numbers with commas between, such as 3,1,1/2", "3,1,1/2のように半角コンマで区切った数"),
    lambda text: _several(text, _amount),
)
SCORES: Final = Read(
    "POINTS,…",
    Text("the points of each seat, such as 3,1,-1/2,-", "3,1,-1/2,-のような席順の得点（半角）"),
    lambda text: _several(text, _or_none(_amount)),
)
PLACES: Final = Read(
    "PLACE,…",
    Text("the place of each seat, such as 2,1,4,3", "2,1,4,3のような席順の順位（半角）"),
    lambda text: _several(text, _or_none(_seat)),
)
TITLES: Final = Read(
    "TITLE,…",
    Text("the title of each seat, with commas between", "半角コンマで区切った席順の身分"),
    lambda text: _several(text, _or_none(_name)),
)
WORDS: Final = Read(
    "WORD,…",
    Text("words with commas between", "半角コンマで区切った語"),
    lambda text: _several(text, str),
)
ENTRANTS: Final = Read(
    "N,…",
    Text("numbers with commas between, such as 3,7,1,4", "3,7,1,4のように半角コンマで区切った番号"),
    lambda text: _several(text, _entrant),
)
SIZES: Final = Read(
    "N,…",
    Text("numbers of players with commas between, such as 4,5", "4,5のように半角コンマで区切った人数"),
    lambda text: _several(text, partial(_number, least=2, most=MOST_AT_A_TABLE)),
)
SITTING: Final = Read(
    "TABLE=N,…",
    Text("a table and who sits there, such as 2=3,7,1,4", "2=3,7,1,4のような卓と席順の参加者（半角）"),
    _sitting,
)
PRICED: Final = Read(
    "NAME=POINTS",
    Text("a name and its points, such as illegal=-1", "illegal=-1のような名前と点"),
    _priced,
)
