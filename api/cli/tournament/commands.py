"""What tournament commands share: finding a tournament and its entrants, tables, the types of values, and options."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from secrets import randbelow
from typing import Any, Final, NamedTuple, TypeVar

import click
from rich import box
from rich.console import Console
from rich.table import Column, Table

from daifu.api.cli.program.client import open_client
from daifu.api.cli.program.commands import Argument, Option, Parsed, WholeNumber
from daifu.api.cli.program.output import CommandError, language_of, printable
from daifu.api.client.tournaments import Tournaments
from daifu.api.languages import comma_separated, say
from daifu.data.tournaments.changes import check_fraction
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.settings import MAX_ROUNDS, MAX_TABLE_SIZE, MAX_TABLES
from daifu.data.tournaments.state import State
from daifu.replay.text import Text
from daifu.schemas.record.model import is_name

_NUMBER: Final = re.compile(r"[0-9]{1,15}")


@contextmanager
def open_tournaments(**target: Any) -> Iterator[Tournaments]:  # noqa: ANN401 - see `open_client`
    """The tournaments of the store or service that `TARGET` names; errors inside end the command with a sentence."""
    try:
        with open_client(**target) as client:
            yield client.tournaments
    except TournamentError as error:
        raise CommandError(_refusal_text(error)) from error


def _refusal_text(refused: TournamentError) -> Text:
    """Every reason, with the number of its change where there are several."""
    if refused.place is None:
        return refused.text
    found = [(one.place or 0, one.sentence) for one in (refused, *refused.others)]
    return Text(
        "; ".join(f"change {place + 1}: {sentence.en}" for place, sentence in found),
        "。".join(f"{place + 1}番目の変更：{sentence.ja}" for place, sentence in found),
    )


def find_tournament(tournaments: Tournaments, tournament: str) -> int:
    """The number of the tournament with this number or name. Raises `CommandError`."""
    known = {found.id: found.name for found in tournaments.each()}
    number = int(tournament) if _NUMBER.fullmatch(tournament) else None
    if number in known:
        return number
    for id, name in known.items():
        if name == tournament:
            return id
    raise CommandError(
        Text(
            f"there is no tournament {tournament}; `daifu tournament list` shows those that there are",
            f"大会「{tournament}」はありません。大会の一覧は daifu tournament list で表示できます",
        )
    )


def find_entrant(state: State, entrant: str) -> int:
    """The number of the entrant with this number, name or id, in this order. Raises `CommandError`."""
    if _NUMBER.fullmatch(entrant) and 1 <= int(entrant) <= len(state.entrants):
        return int(entrant)
    found = [one.number for one in state.entrants if entrant in (one.name, *one.ids)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = list(map(str, found))
        raise CommandError(
            Text(
                f"several entrants are called {entrant}: {', '.join(numbers)}; use the number",
                f"「{entrant}」は複数います（{'、'.join(numbers)}）。番号で指定してください",
            )
        )
    raise CommandError(Text(f"no entrant is called {entrant}", f"「{entrant}」という参加者はいません"))


def find_entrants(state: State, entrants: Iterable[str]) -> tuple[int, ...]:
    """The numbers of several entrants. Raises `CommandError`."""
    return tuple(find_entrant(state, entrant) for entrant in entrants)


def stage_or_last(state: State, stage: int | None) -> int:
    """The given stage, or else the last one."""
    return stage or len(state.stages) or 1


_SHOWN_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def show_table(heads: Sequence[Text], rows: Iterable[Sequence[object]]) -> None:
    """Print a table without its empty columns; cells are not interpreted as markup."""
    columns = zip(*([cell(value) for value in row] for row in rows), strict=True)
    shown = [(head, column) for head, column in zip(heads, columns, strict=False) if any(column)]
    headings = (_column(say(head, language_of()), column) for head, column in shown)
    table = Table(*headings, box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for row in zip(*(column for _, column in shown), strict=True):
        table.add_row(*row)
    Console(highlight=False, markup=False).print(table)


def _column(head: str, column: Iterable[str]) -> Column:
    """A column; numbers are aligned right and never wrapped."""
    if all(_SHOWN_NUMBER.fullmatch(text) for text in column if text):
        return Column(head, justify="right", no_wrap=True)
    return Column(head, overflow="fold")


def cell(value: object) -> str:
    """A value as text; empty for None."""
    return "" if value is None else printable(str(value))


def entrant_name(state: State, entrant: int) -> str:
    """The number and name of an entrant."""
    return (
        f"{entrant} {printable(state.entrants[entrant - 1].name)}" if entrant <= len(state.entrants) else str(entrant)
    )


def entrant_names(state: State, entrants: Iterable[int]) -> str:
    """The numbers and names of several entrants."""
    return comma_separated((entrant_name(state, entrant) for entrant in entrants), language_of())


Value = TypeVar("Value")

NONE: Final = "-"
"""Stands for a seat without a place or points."""
_SHORT_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_AMOUNT: Final = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,20}|/[1-9][0-9]{0,15})?")


class TableSeats(NamedTuple):
    """A table and the entrants on its seats, by number or name; 0 stands for a guest."""

    table: int
    seats: tuple[str, ...]


SeatValues = tuple[Value | None, ...] | Mapping[str, Value | None]
"""What each seat of a table has: by seat, or by the number or name of the person who sits there."""


def _number_within(text: str, least: int, most: int) -> int:
    if not _SHORT_NUMBER.fullmatch(text) or not least <= int(text) <= most:
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
