"""Documents that are records, or nearly so, for properties of the readers."""

from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from replay.games.catalogue import PROFILES
from tests.support.documents import Document, document, text

Json = Any
Path = tuple[Any, ...]

CARDS = {"dalmuti": ["1", "2", "10", "12", "J"], "biga": ["S3", "H10", "DT", "CA", "XB", "XS"]}
SUITED = ["S3", "D3", "H10", "CT", "SA", "X"]
FIELDS = [
    *("format", "rules", "options", "players", "event", "source", "deals", "notes", "bogus", "a/b~c", "_schema"),
    *("seats", "places", "hands", "hands_are", "dealer", "first", "stock", "actions", "result", "abandoned"),
    *("order", "points", "id", "name", "date", "round", "jokers", "illegal_play"),
]
ODD_ACTIONS = [
    "",
    "1",
    "1 ?",
    "1 Z",
    "1 X=D7",
    "1 S3 X=H+",
    "1 name Q",
    "1 give 9 S3",
    "1 say",
    "1 - void void",
    "1 -@1",
]
ODD_NUMBERS = [2**53, 1 - 2**53, 10**30, 1.0, 0.5, 1e300]
ODD_TEXTS = [
    "a\0",
    "\ud800",
    "?*201",
    "x" * 201,
    "x" * 1001,
    "1 -\u3000# x",
    "2007-07-16",
    "2007-02-30",
    "dealt",
    "stands",
]
SCRAPS = [
    *(bytes([byte]) for byte in b'"\\{}[],:0-. \n\0\xff'),
    *(b"\\u0000", b"\\ud800", b"\\u003a", b"e9", b"1e999", b"NaN", b'"notes":"",', b"\xef\xbb\xbf"),
]

points = st.none() | st.integers(-9, 9) | st.floats(-9, 9)
numbers = st.integers(-2, 130) | st.sampled_from(ODD_NUMBERS)
scalars = st.none() | st.booleans() | numbers | st.text(max_size=4) | st.sampled_from([*ODD_TEXTS, *ODD_ACTIONS])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=2),
    max_leaves=4,
)


def actions(cards: list[str]) -> st.SearchStrategy[str]:
    """What one of four players may have done, and now and then what cannot be read."""
    some = st.lists(st.sampled_from(cards), min_size=1, max_size=3).map(" ".join)
    verb = st.sampled_from(["", "give 2", "draw", "discard", "show"])
    named = st.builds("{} {} {}{}".format, st.integers(1, 4), verb, some, st.sampled_from(["", " void", " # a: b"]))
    alone = st.builds("{} {}{}".format, st.integers(1, 4), st.sampled_from(["-", "draw", "say up"]), st.just(" @12"))
    return st.one_of(*[named] * 6, *[alone] * 3, st.sampled_from(ODD_ACTIONS))


def deals(rules: str, count: int) -> st.SearchStrategy[Document]:
    """Deals of so many players, sound but for their actions."""
    cards = CARDS.get(rules, SUITED)
    everybody = st.permutations(range(1, count + 1))
    hand = st.lists(st.sampled_from([*cards, "?", "?*3"]), max_size=4).map(" ".join)
    result = {"order": everybody, "points": st.lists(points, min_size=count, max_size=count)}
    optional = {
        "seats": everybody,
        "places": st.none() | everybody,
        "hands_are": st.sampled_from(["dealt", "exchanged"]),
        "dealer": st.integers(1, count),
        "first": st.integers(1, count),
        "stock": st.lists(st.sampled_from(cards), max_size=3).map(" ".join),
        "actions": st.lists(actions(cards), max_size=4),
        "result": st.fixed_dictionaries({}, optional=result),
        "abandoned": st.booleans(),
        "notes": st.text(max_size=5),
    }
    return st.fixed_dictionaries({"hands": st.lists(hand, min_size=count, max_size=count)}, optional=optional)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Records that are sound, or spoiled in a few places."""
    rules = draw(st.sampled_from(sorted(PROFILES)))
    count = 5 if rules in {"uecda", "biga"} else draw(st.integers(4, 6))
    players = [draw(st.sampled_from([f"P{n}", {"id": f"{n}", "name": "P"}])) for n in range(count)]
    value = document(rules=rules, players=players, deals=draw(st.lists(deals(rules, count), min_size=1, max_size=3)))
    for _ in range(draw(st.sampled_from([0, 1, 1, 2, 3]))):
        spoil(draw, value, draw(st.sampled_from(places(value))))
    return value


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    """Texts of such records, with some bytes more or fewer."""
    data = bytearray(text(draw(documents())))
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(data)))
        data[place : place + draw(st.integers(0, 2))] = draw(st.sampled_from(SCRAPS) | st.binary(max_size=2))
    return bytes(data)


def places(value: Json, path: Path = ()) -> list[Path]:
    """The way to every value inside, the whole of it included."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, inner in inside for place in places(inner, (*path, name)))]


def spoil(draw: st.DrawFn, value: Json, path: Path) -> None:
    """Change something at a place: a field more, an item twice, another value, or nothing left of it."""
    for part in path[:-1]:
        value = value[part]
    here = value[path[-1]] if path else value
    if isinstance(here, dict) and draw(st.booleans()):
        here[draw(st.sampled_from(FIELDS))] = draw(values)
    elif isinstance(here, list) and here and draw(st.booleans()):
        here.append(deepcopy(draw(st.sampled_from(here))))
    elif bool(path) and draw(st.booleans()):
        value[path[-1]] = draw(values)
    elif path:
        del value[path[-1]]
