"""The form for the options of a game: their values are told in words, and what is usual is chosen.

Each option has a control by the kind of its values. What is read from a form is checked by the game, not here.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from werkzeug.datastructures import MultiDict

from daifu.replay.melds import UECDA_LEXICON
from daifu.replay.options import Option, Value, spelled
from daifu.replay.text import Text, meant_card, number_range
from daifu.replay.titles import (
    ALTERNATIVE_TITLES,
    STANDARD_TABLE_NAME,
    STANDARD_TITLES,
    TITLE_NAMES,
    Titles,
    title_name,
)

RADIO: Final = "radio"
SELECT: Final = "select"
CHECKS: Final = "checks"
NUMBER: Final = "number"
TEXT: Final = "text"
SEVERAL: Final = "several"
"""The kinds of controls. `SEVERAL` has further ones below its own choices."""

_MOST_RADIOS: Final = 4
_MOST_CARDS: Final = 8
"""The largest group of cards that a form offers; a document may name larger ones."""
_RANGE: Final = re.compile(r"(?:list of )?integers? (-?[0-9]+)\.\.([0-9]+)")
_RANKS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
_CARDS: Final = [suit + rank for suit in "SHDC" for rank in "3456789TJQKA2"]
_OWN: Final = "own"
_NUMBER: Final = re.compile(r"[-+−]?[0-9]{1,15}")
_PARTED: Final = re.compile(r"[\s,、，・]+")


class Choice(NamedTuple):
    """A value that can be chosen, and whether it is the one, and the usual one."""

    value: str
    text: Text
    is_chosen: bool
    is_usual: bool = False


class Control(NamedTuple):
    """A field of the form: its label, and what its kind needs."""

    name: str
    label: Text
    kind: str
    choices: Sequence[Choice] = ()
    value: str = ""
    hint: Text | None = None
    least: int | None = None
    most: int | None = None
    below: Sequence["Control"] = ()


def option_control(option: Option, name: str, value: Value) -> Control:
    """The control for an option with this value; `name` is that of its field."""
    make, _read = _way(option.kind)
    return make(option, name, value)


def read_option(option: Option, name: str, fields: MultiDict[str, str]) -> Value:
    """The value that a form gives an option; the default where the form does not have its field.

    What cannot be read stays as it was written.
    """
    _make, read = _way(option.kind)
    is_there = name in fields or any(field.startswith(f"{name}.") for field in fields)
    return read(option, name, fields) if is_there else option.default


def option_fields(option: Option, name: str, value: Value) -> Iterator[tuple[str, str]]:
    """The fields that a form with this value sends, from which `read_option` reads it again."""
    yield from _sent(option_control(option, name, value))


def field_names(option: Option, name: str) -> Iterator[str]:
    """The names of the fields that the control of an option has."""
    yield from _names(option_control(option, name, option.default))


def _names(control: Control) -> Iterator[str]:
    yield control.name
    for one in control.below:
        yield from _names(one)


def _sent(control: Control) -> Iterator[tuple[str, str]]:
    if control.kind in {NUMBER, TEXT}:
        yield control.name, control.value
    if control.kind == CHECKS:
        yield control.name, ""
    yield from ((control.name, one.value) for one in control.choices if one.is_chosen)
    for one in control.below:
        yield from _sent(one)


# Options with a few values.


def _choices(option: Option, name: str, value: Value) -> Control:
    names = ["true", "false"] if option.kind == "boolean" else option.kind.split(" | ")
    choices = [
        Choice(one, option.words(_named_value(option, one)), one == spelled(value), one == spelled(option.default))
        for one in names
    ]
    return Control(name, option.label, RADIO if len(choices) <= _MOST_RADIOS else SELECT, choices)


def _named_value(option: Option, name: str) -> Value:
    """The value of a name: a rank as it is kept, and that of a switch, where the option has no such text."""
    if option.accepts(name):
        return _rank(name)
    return {"true": True, "false": False}.get(name, name)


def _rank(name: str) -> Value:
    """A rank as it is kept: a number from 3 to 10, or a text."""
    return int(name) if name.isdecimal() and name != _RANKS[-1] else name


def _read_choice(option: Option, name: str, fields: MultiDict[str, str]) -> Value:
    return _named_value(option, fields.get(name, ""))


def _cards(option: Option, name: str, value: Value) -> Control:
    choices = [Choice(one, option.shown(one), one == value, one == option.default) for one in (*_CARDS, "X")]
    return Control(name, option.label, SELECT, choices)


# Numbers.


def _numbers(option: Option, name: str, value: Value) -> Control:
    found = _RANGE.match(option.kind)
    least, most = (int(found[1]), int(found[2])) if found else (None, None)
    span = number_range(least, most) if least is not None and most is not None else Text("", "")
    hint = Text(f"{span.en}; usually {spelled(option.default)}", f"{span.ja}、通常は{spelled(option.default)}")
    if option.default is None:
        usual = option.words(None)
        hint = Text(f"{span.en}; empty: {usual.en}", f"{span.ja}。空欄なら：{usual.ja}")
    return Control(
        name, option.label, NUMBER, value="" if value is None else str(value), hint=hint, least=least, most=most
    )


def _read_number(option: Option, name: str, fields: MultiDict[str, str]) -> Value:
    text = fields.get(name, "").strip()
    return _whole(text) if text else option.default


def _whole(text: str) -> Value:
    return int(text.replace("−", "-")) if _NUMBER.fullmatch(text) else text


# Lists.


def _checks(option: Option, name: str, value: Value) -> Control:
    chosen = list(map(spelled, value)) if isinstance(value, list) else []
    usual = list(map(spelled, option.default)) if isinstance(option.default, list) else []
    names = dict.fromkeys((*_items(option.kind), *chosen))
    some = [Choice(one, option.shown(one), one in chosen, one in usual) for one in names]
    return Control(name, option.label, CHECKS, some)


def _items(kind: str) -> Sequence[str]:
    if kind.startswith("list of names "):
        return kind.removeprefix("list of names ").split(", ")
    return _RANKS if kind == "list of ranks" else [str(count) for count in range(1, _MOST_CARDS + 1)]


def _read_checks(option: Option, name: str, fields: MultiDict[str, str]) -> Value:
    given = [text for text in fields.getlist(name) if text]
    reads = {"list of integers": _whole, "list of ranks": _rank}
    read = next((read for kind, read in reads.items() if option.kind.startswith(kind)), str)
    return [read(text) for text in given]


def _card_list(option: Option, name: str, value: Value) -> Control:
    cards = [option.shown(one).ja for one in value] if isinstance(value, list) else []
    hint = Text("with spaces between them, such as ♠3 ♣3", "♠3 ♣3のように空白で区切る")
    return Control(name, option.label, TEXT, value=" ".join(cards), hint=hint)


def _read_cards(_option: Option, name: str, fields: MultiDict[str, str]) -> Value:
    words = _PARTED.split(fields.get(name, "").strip())
    return [meant_card(word, UECDA_LEXICON.spellings) or word for word in words]


def _counts(option: Option, name: str, value: Value) -> Control:
    usual = option.words(None)
    hint = Text(
        f"the outermost pair first, such as 2 1; 0: none; empty: {usual.en}",
        f"外側の組から2 1のように。0なら交換なし。空欄なら：{usual.ja}",
    )
    text = (" ".join(map(spelled, value)) or "0") if isinstance(value, list) else ""
    return Control(name, option.label, TEXT, value=text, hint=hint)


def _read_counts(_option: Option, name: str, fields: MultiDict[str, str]) -> Value:
    numbers = _number_list(fields.get(name, ""))
    return None if not numbers else [] if numbers == [0] else numbers


def _number_list(text: str) -> list[Value]:
    return [_whole(part) for part in _PARTED.split(text.strip()) if part]


# Titles and points.

_NUMBERS_OF_PLAYERS: Final = ("2", "3", "4", "5", "6", "7", "8")


def _for_players(players: int | str) -> Text:
    return Text(f"{players} players", f"{players}人のとき")


def _tables(option: Option, name: str, value: Value) -> Control:
    chosen = value if isinstance(value, list) else [value]
    below = []
    for players in sorted({len(titles) for titles in ALTERNATIVE_TITLES.values()}):
        tables = {one: titles for one, titles in ALTERNATIVE_TITLES.items() if len(titles) == players}
        is_standard = not set(tables) & {str(one) for one in chosen}
        choices = [Choice("", _title_row(STANDARD_TITLES[players]), is_standard, is_usual=True)]
        choices += [Choice(one, _title_row(titles), one in chosen) for one, titles in tables.items()]
        below.append(Control(f"{name}.{players}", _for_players(players), SELECT, choices))
    return Control(name, option.label, SEVERAL, below=below)


def _title_row(titles: Titles) -> Text:
    names = list(map(title_name, titles))
    return Text(", ".join(one.en for one in names), "・".join(one.ja for one in names))


def _read_tables(_option: Option, name: str, fields: MultiDict[str, str]) -> Value:
    found: list[Value] = [text for field, text in fields.items() if field.startswith(f"{name}.") and text]
    return found if len(found) > 1 else found[0] if found else STANDARD_TABLE_NAME


def _points(option: Option, name: str, value: Value) -> Control:
    by_players: dict[str, Value] = {}
    if isinstance(value, list):
        by_players = {str(len(value)): value}
    elif isinstance(value, dict):
        by_players = value
    chosen = _OWN if by_players else "titles" if value == "titles" else ""
    own = Text("Points of our own, from the first place on:", "自分たちで決める（1位から順に）：")
    choices = [
        Choice("", option.words(None), chosen == "", is_usual=True),
        Choice("titles", option.words("titles"), chosen == "titles"),
        Choice(_OWN, own, chosen == _OWN),
    ]
    below = []
    for players in _NUMBERS_OF_PLAYERS:
        points = by_players.get(players)
        listed = " ".join(map(spelled, points)) if isinstance(points, list) else ""
        below.append(Control(f"{name}.{players}", _for_players(players), TEXT, value=listed))
    return Control(name, option.label, SEVERAL, choices, below=below)


def _read_points(_option: Option, name: str, fields: MultiDict[str, str]) -> Value:
    way = fields.get(name, "")
    if way != _OWN:
        return way or None
    found: dict[str, Value] = {
        field.rpartition(".")[2]: _number_list(text)
        for field, text in fields.items()
        if field.startswith(f"{name}.") and text.strip() and field.rpartition(".")[2] in _NUMBERS_OF_PLAYERS
    }
    if not found:
        return None
    [(players, points), *others] = found.items()
    is_plain = not others and isinstance(points, list) and len(points) == int(players)
    return points if is_plain else found


def _title_points(option: Option, name: str, value: Value) -> Control:
    worth = value if isinstance(value, dict) else {}
    below = [
        Control(f"{name}.{title}", title_name(title), NUMBER, value=spelled(worth[title]) if title in worth else "")
        for title in TITLE_NAMES
        if option.accepts({title: 0})
    ]
    return Control(name, option.label, SEVERAL, below=below)


def _read_title_points(_option: Option, name: str, fields: MultiDict[str, str]) -> Value:
    found = {
        field.removeprefix(f"{name}."): _whole(text.strip())
        for field, text in fields.items()
        if field.startswith(f"{name}.") and text.strip()
    }
    return dict(found) or None


_Make = Callable[[Option, str, Value], Control]
_Read = Callable[[Option, str, MultiDict[str, str]], Value]
_WAYS: Final[Mapping[str, tuple[_Make, _Read]]] = {
    "list of cards": (_card_list, _read_cards),
    "list of ranks": (_checks, _read_checks),
    "list of names": (_checks, _read_checks),
    "list of integers from 0": (_counts, _read_counts),
    "list of integers": (_checks, _read_checks),
    "integer": (_numbers, _read_number),
    "titles | list of integers": (_points, _read_points),
    "object from title to number": (_title_points, _read_title_points),
}
"""The control of each kind of values that is no choice of names, by how the kind begins."""


def _way(kind: str) -> tuple[_Make, _Read]:
    if "list of these" in kind:
        return _tables, _read_tables
    if kind == "card":
        return _cards, _read_choice
    found = next((way for beginning, way in _WAYS.items() if kind.startswith(beginning)), None)
    return found or (_choices, _read_choice)
