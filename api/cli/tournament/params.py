"""The types of values in tournament commands, and the arguments and options that several of them share."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from secrets import randbelow
from typing import Final, NamedTuple, TypeVar

import click

from daifu.api.cli.program.commands import Argument, Option
from daifu.api.cli.program.params import Parsed, WholeNumber
from daifu.data.tournaments.exact_numbers import check_fraction
from daifu.data.tournaments.settings import MAX_ROUNDS, MAX_TABLE_SIZE, MAX_TABLES
from daifu.replay.text import Text
from daifu.schemas.record.model import is_name

Value = TypeVar("Value")

NONE: Final = "-"
"""Stands for a seat without a place or points."""
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_AMOUNT: Final = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,20}|/[1-9][0-9]{0,15})?")


class TableSeats(NamedTuple):
    """A table and the entrants on its seats, by number or name; 0 stands for a guest."""

    table: int
    seats: tuple[str, ...]


SeatValues = tuple[Value | None, ...] | Mapping[str, Value | None]
"""What each seat of a table has: by seat, or by the number or name of the person who sits there."""


def _number_within(text: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise ValueError(text)
    return int(text)


_table: Final = partial(_number_within, least=1, most=MAX_TABLES)
_seat: Final = partial(_number_within, least=1, most=MAX_TABLE_SIZE)


def _name(text: str) -> str:
    if not is_name(text):
        raise ValueError(text)
    return text


def _amount(text: str) -> Fraction:
    if not _AMOUNT.fullmatch(text):
        raise ValueError(text)
    return check_fraction(Fraction(text))


def _list_of(text: str, read: Callable[[str], Value]) -> tuple[Value, ...]:
    return tuple(read(part.strip()) for part in text.split(","))


def _or_none(read: Callable[[str], Value]) -> Callable[[str], Value | None]:
    return lambda text: None if text == NONE else read(text)


def _table_seats(text: str) -> TableSeats:
    table, _, seats = text.partition("=")
    return TableSeats(_table(table), _list_of(seats, _name))


def _seat_values(text: str, read: Callable[[str], Value]) -> SeatValues[Value]:
    """What each seat has: values in the order of the seats, or all of them as NAME=VALUE."""
    parts = [part.strip().rpartition("=") for part in text.split(",")]
    if not all(equals for _, equals, _ in parts):
        return _list_of(text, _or_none(read))
    named = {_name(name.strip()): _or_none(read)(value.strip()) for name, _, value in parts}
    if len(named) < len(parts):
        raise ValueError(text)
    return named


def _named_points(text: str) -> tuple[str, Fraction]:
    name, _, amount = text.rpartition("=")
    if not name:
        raise ValueError(text)
    return name, _amount(amount)


AMOUNT: Final = Parsed("POINTS", Text("a number such as 2, -0.5 or 1/3", "2、-0.5、1/3のような半角の数"), _amount)
AMOUNTS: Final = Parsed(
    "POINTS,…",
    Text("numbers with commas between, such as 3,1,1/2", "3,1,1/2のように半角コンマで区切った数"),
    lambda text: _list_of(text, _amount),
)
SCORES: Final = Parsed(
    "POINTS,…",
    Text(
        "the points of each seat, such as 3,1,-1/2,- or Haru=3,Natsu=1",
        "3,1,-1/2,-のような席順の得点か、Haru=3,Natsu=1のような名前ごとの得点（半角）",
    ),
    lambda text: _seat_values(text, _amount),
)
PLACES: Final = Parsed(
    "PLACE,…",
    Text(
        "the place of each seat, such as 2,1,4,3 or Haru=2,Natsu=1",
        "2,1,4,3のような席順の順位か、Haru=2,Natsu=1のような名前ごとの順位（半角）",
    ),
    lambda text: _seat_values(text, _seat),
)
TITLES: Final = Parsed(
    "TITLE,…",
    Text(
        "the title of each seat with commas between, or Haru=daifugo,Natsu=fugo",
        "半角コンマで区切った席順の身分か、Haru=daifugo,Natsu=fugoのような名前ごとの身分",
    ),
    lambda text: _seat_values(text, _name),
)
WORDS: Final = Parsed(
    "WORD,…",
    Text("words with commas between", "半角コンマで区切った語"),
    lambda text: _list_of(text, str),
)
ENTRANTS: Final = Parsed(
    "ENTRANT,…",
    Text(
        "numbers or names with commas between, such as 3,7,Haru,4",
        "3,7,Haru,4のように半角コンマで区切った番号か名前",
    ),
    lambda text: _list_of(text, _name),
)
SIZES: Final = Parsed(
    "N,…",
    Text("numbers of players with commas between, such as 4,5", "4,5のように半角コンマで区切った人数"),
    lambda text: _list_of(text, partial(_number_within, least=2, most=MAX_TABLE_SIZE)),
)
TABLE_SEATS: Final = Parsed(
    "TABLE=ENTRANT,…",
    Text("a table and who sits there, such as 2=3,7,Haru,4", "2=3,7,Haru,4のような卓と席順の参加者"),
    _table_seats,
)
NAMED_POINTS: Final = Parsed(
    "NAME=POINTS",
    Text("a name and its points, such as illegal=-1", "illegal=-1のような名前と点"),
    _named_points,
)

_SEED_COUNT: Final = 1 << 32
"""Seeds that are chosen are short enough to be typed."""


def seed_or_random(given: int | None) -> int:
    """The given seed, or else a random one."""
    return randbelow(_SEED_COUNT) if given is None else given


ORDINAL: Final = WholeNumber(1, MAX_ROUNDS)

PREVIEW: Final = Option(
    "--preview",
    Text(
        "Change nothing, and show how the standings would change; closed rounds are treated as if they were open.",
        "変更せず、順位がどう変わるかだけを表示する。確定した回戦も、再開したものとして調べる。",
    ),
    is_flag=True,
)

TOURNAMENT: Final = Argument(
    "tournament", Text("The number or name of the tournament.", "大会の番号か名前。"), metavar="TOURNAMENT"
)

STAGE: Final = Option(
    "--stage", Text("The stage; the last one by default.", "どのステージか。既定値は最後のステージ。"), type=ORDINAL
)

JSON: Final = Option(
    "--json", Text("Print JSON instead of tables.", "表の代わりにJSONで表示する。"), into="as_json", is_flag=True
)

ANNOUNCED: Final = Option(
    "--announced",
    Text(
        "As it was when that round was closed, without later corrections; by default the round closed last.",
        "その回戦を確定したときのまま、後の訂正を入れずに表示する。既定値は最後に確定した回戦。",
    ),
    is_flag=True,
)

UNTIL: Final = Option(
    "--until",
    Text(
        "The standing after this round; by default the last that has begun.",
        "何回戦終了時か。既定値は始まっている最後の回戦。",
    ),
    type=WholeNumber(0, MAX_ROUNDS),
)

WHICH: Final[list[click.Parameter]] = [STAGE, UNTIL, ANNOUNCED]
"""The options that choose a standing."""
