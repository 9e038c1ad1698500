"""The values of parameters: what is allowed, and the one form in which each is kept."""

import re
from collections.abc import Iterator
from typing import Any, Final

from replay.games.daifugo.catalogue import Parameter
from replay.options import Flaw, Value, nearest
from replay.text import Text, number_range

_CARD: Final = re.compile("[SHDC](?:10|[3-9TJQKA2])")
_JOKER: Final = "X"
_DECK: Final = [suit + rank for suit in "SHDC" for rank in "3456789TJQKA2"]
_RANKS: Final[tuple[Value, ...]] = (3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K", "A", "2")
_PLAYERS: Final = tuple(map(str, range(2, 9)))
"""The numbers of players that `points.by_place` may name."""
_TABLE_PLAYERS: Final = {"alt3": 3, "alt4": 4, "alt6a": 6, "alt6b": 6, "alt7a": 7, "alt7b": 7}
"""The number of players of each table of titles but the standard one."""
_LARGEST: Final = 2**53 - 1
"""The largest number that JSON carries exactly everywhere."""

_ITEMS: Final = {"ranks": "rank", "cards": "card", "integers": "integer", "names": "choice", "tables": "choice"}
"""The types of what lists hold that are sets."""


def normal_value(parameter: Parameter, value: Any) -> Value:  # noqa: ANN401 - any JSON value
    """An allowed value in the form in which it is kept: sets in their order, ranks and cards in one spelling."""
    match parameter.type:
        case "rank":
            return _rank(value)
        case "card":
            return _card(value)
        case "ranks":
            return sorted(map(_rank, value), key=_RANKS.index)
        case "cards":
            return sorted(map(_card, value), key=_DECK.index)
        case "integers":
            return sorted(value)
        case "names" | "tables" if isinstance(value, list):
            return sorted(value, key=parameter.values.index)
    found: Value = value
    return found


def value_flaws(parameter: Parameter, value: Value) -> Iterator[Flaw]:
    """What is wrong with a value of a parameter, with places inside it."""
    kind = parameter.type
    if value is None and parameter.nullable:
        return
    if kind in _ITEMS and isinstance(value, list):
        yield from _set_flaws(parameter, value)
    elif kind == "counts" and isinstance(value, list):
        yield from _number_flaws(value, 0, Text("a whole number of cards from 0", "0以上の整数（枚数）"))
    elif kind == "points" and isinstance(value, list):
        yield from _point_flaws(value)
    elif kind == "points" and isinstance(value, dict):
        for players, points in value.items():
            if players not in _PLAYERS:
                yield Flaw((players,), Text("a number of players from 2 to 8", "2〜8の人数"), players)
            elif isinstance(points, list):
                yield from (flaw.under(players) for flaw in _point_flaws(points))
            else:
                yield Flaw((players,), _POINTS, points)
    elif not _fits(parameter, "choice" if kind in {"tables", "points"} else kind, value):
        yield Flaw((), allowed(parameter), value, nearest(value, map(str, parameter.values)))


def _set_flaws(parameter: Parameter, items: list[Value]) -> Iterator[Flaw]:
    """The items of a list that are not allowed, that stand twice, and a list that is too short."""
    kind = _ITEMS[parameter.type]
    seen: list[Value] = []
    for place, item in enumerate(items):
        if not _fits(parameter, kind, item):
            yield Flaw((place,), _allowed(parameter, kind), item, nearest(item, map(str, parameter.values)))
            continue
        normal = _TABLE_PLAYERS.get(str(item)) or _rank_or_card(kind, item)
        if normal in seen:
            yield Flaw((place,), _ONCE[parameter.type == "tables"], item)
        seen.append(normal)
    if len(items) < parameter.fewest:
        yield Flaw((), allowed(parameter), items)


_ONCE: Final = (
    Text("each value only once", "重複のない値"),
    Text("one table for a number of players", "同じ人数につき1つの表"),
)
_POINTS: Final = Text("a list of 2 to 8 whole numbers", "2〜8個の整数の配列")


def _point_flaws(points: list[Value]) -> Iterator[Flaw]:
    yield from _number_flaws(points, -_LARGEST, Text("a whole number of points", "整数（点数）"))
    if not len(_PLAYERS) + 1 >= len(points) >= 2:  # noqa: PLR2004 - a deal has two players at least
        yield Flaw((), _POINTS, points)


def _number_flaws(numbers: list[Value], least: int, want: Text) -> Iterator[Flaw]:
    for place, number in enumerate(numbers):
        if not _is_number(number, least, _LARGEST):
            yield Flaw((place,), want, number)


def _fits(parameter: Parameter, kind: str, value: Value) -> bool:
    """Whether a value that is no list and no object is allowed."""
    match kind:
        case "switch":
            return isinstance(value, bool)
        case "integer":
            return _is_number(value, parameter.least, parameter.most)
        case "choice":
            return any(value is one or (isinstance(one, str) and value == one) for one in parameter.values)
        case "rank":
            return isinstance(value, int | str) and not isinstance(value, bool) and _rank(value) in parameter.values
        case "card":
            is_joker = value == _JOKER and parameter.type == "card"
            return is_joker or (isinstance(value, str) and _CARD.fullmatch(value) is not None)
    return False


def _is_number(value: Value, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def allowed(parameter: Parameter) -> Text:
    """What a parameter has to be, as errors and lists say it."""
    match parameter.type:
        case "counts":
            want = Text("a list of numbers of cards", "枚数の配列")
        case "points":
            want = Text(
                '"titles", a list of 2 to 8 whole numbers, or an object from numbers of players to such lists',
                "「titles」、2〜8個の整数の配列、または人数からその配列へのオブジェクト",
            )
        case "tables":
            name = _allowed(parameter, "choice")
            want = Text(f"{name.en}, or a list of these", f"{name.ja}、またはその配列")
        case kind if kind in _ITEMS:
            item = _allowed(parameter, _ITEMS[kind])
            some = Text("a list", "配列") if not parameter.fewest else Text("a list, not empty,", "空でない配列")
            want = Text(f"{some.en} of {item.en}", f"{item.ja}の{some.ja}")
        case kind:
            want = _allowed(parameter, kind)
    return Text(f"{want.en}, or null", f"{want.ja}、またはnull") if parameter.nullable else want


def _allowed(parameter: Parameter, kind: str) -> Text:
    """What a single value has to be."""
    match kind:
        case "switch":
            return Text("true or false", "trueまたはfalse")
        case "integer":
            numbers = number_range(parameter.least, parameter.most)
            return Text(f"whole number from {numbers.en}", f"{numbers.ja}の整数")
        case "card":
            joker = Text(" or X", "やX") if parameter.type == "card" else Text("", "")
            return Text(f"card such as D3{joker.en}", f"D3{joker.ja}のようなカード")
    names = ["true" if one is True else "false" if one is False else str(one) for one in parameter.values]
    return Text(f"one of {', '.join(names)}", f"{'、'.join(names)}のどれか")


def _rank_or_card(kind: str, value: Any) -> Value:  # noqa: ANN401 - any JSON value
    found: Value = _rank(value) if kind == "rank" else _card(value) if kind == "card" else value
    return found


def _rank(value: int | str) -> Value:
    """A rank as it is kept: a number from 3 to 10, or one of J Q K A 2."""
    name = "10" if value == "T" else str(value)
    return int(name) if name.isdecimal() and name != "2" else name


def _card(value: str) -> str:
    """A card with T for 10."""
    return value.replace("10", "T")
