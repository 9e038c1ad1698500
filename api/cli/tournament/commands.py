"""What tournament commands share: finding a tournament and its entrants, tables, the types of values, and options."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from secrets import randbelow
from typing import Any, Final, NamedTuple, TypeVar

from rich import box
from rich.console import Console
from rich.table import Table

from daifu.api.cli.program.client import open_client
from daifu.api.cli.program.commands import Argument, Option, Parsed
from daifu.api.cli.program.output import CommandError, language_of, printable
from daifu.api.client.tournaments import Tournaments
from daifu.api.languages import comma_separated, say
from daifu.data.tournaments.changes import check_fraction, exact_text
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.settings import MAX_TABLE_SIZE, MAX_TABLES
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
        if error.place is None:
            raise CommandError(error.text) from error
        # Of several changes, every reason is told with the number of its change.
        found = [(1 + (one.place or 0), one.sentence) for one in (error, *error.others)]
        en = "; ".join(f"change {number}: {sentence.en}" for number, sentence in found)
        ja = "。".join(f"{number}番目の変更：{sentence.ja}" for number, sentence in found)
        raise CommandError(Text(en, ja)) from error


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
    cells = (["" if value is None else printable(str(value)) for value in row] for row in rows)
    shown = [(head, column) for head, column in zip(heads, zip(*cells, strict=True), strict=False) if any(column)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for head, column in shown:
        # Numbers are aligned right and never wrapped.
        are_numbers = all(_SHOWN_NUMBER.fullmatch(text) for text in column if text)
        form: dict[str, Any] = {"justify": "right", "no_wrap": True} if are_numbers else {"overflow": "fold"}
        table.add_column(say(head, language_of()), **form)
    for row in zip(*(column for _, column in shown), strict=True):
        table.add_row(*row)
    Console(highlight=False, markup=False).print(table)


def entrant_name(state: State, entrant: int) -> str:
    """The number and name of an entrant."""
    return (
        f"{entrant} {printable(state.entrants[entrant - 1].name)}" if entrant <= len(state.entrants) else str(entrant)
    )


def award_text(number: int, name: str, points: Fraction, reason: str, *, cancelled: bool) -> Text:
    """A bonus or a penalty."""
    signed = f"{'' if points < 0 else '+'}{exact_text(points)}"
    en, ja = f"award {number}: {name} {signed} ({reason})", f"裁定{number}：{name} {signed}（{reason}）"
    return Text(f"{en}, cancelled", f"{ja}　取り消し済み") if cancelled else Text(en, ja)


def entrant_names(state: State, entrants: Iterable[int]) -> str:
    """The numbers and names of several entrants."""
    return comma_separated((entrant_name(state, entrant) for entrant in entrants), language_of())


Value = TypeVar("Value")

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


def _table_seats(text: str) -> TableSeats:
    table, _, seats = text.partition("=")
    return TableSeats(_number_within(table, 1, MAX_TABLES), _list_of(seats, _name))


def _seat_values(text: str, read: Callable[[str], Value]) -> SeatValues[Value]:
    """What each seat has: values in the order of the seats, or all of them as NAME=VALUE; `-` stands for none."""

    def read_or_none(one: str) -> Value | None:
        return None if one == "-" else read(one)

    parts = [part.strip().rpartition("=") for part in text.split(",")]
    if not all(equals for _, equals, _ in parts):
        return _list_of(text, read_or_none)
    named = {_name(name.strip()): read_or_none(value.strip()) for name, _, value in parts}
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
    lambda text: _seat_values(text, partial(_number_within, least=1, most=MAX_TABLE_SIZE)),
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


def seed_or_random(given: int | None) -> int:
    """The given seed, or else a random one, which is short enough to be typed."""
    return randbelow(1 << 32) if given is None else given


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

JSON: Final = Option(
    "--json", Text("Print JSON instead of tables.", "表の代わりにJSONで表示する。"), into="as_json", is_flag=True
)
