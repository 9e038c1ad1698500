"""Hypothesis strategies: options, sittings, and documents that are records or nearly so."""

import re
from copy import deepcopy
from random import Random
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.theater.table import TITLES
from daifu.replay.options import Option, Options, Value
from daifu.replay.rules import Profile, Rules
from daifu.replay.titles import ALTERNATIVE_TITLES
from daifu.schemas.record.model import RawDeal, RawRecord
from tests.support.playouts import Choose, Playout, choose_anything, playout_record
from tests.support.small_records import Document, document, json_bytes

GAMES: Final = tuple(PROFILES)
SMALL_HANDS: Final = (4, 8)
"""Short deals: most of what can happen does so near the end."""

MOST_STANDING: Final = 2
"""The most players of a record who may sit out."""
RESEATING: Final = 0.3
"""How often players take new seats."""

MOST_RULES: Final = 10
"""The most local rules of a house."""

_INTEGER: Final = re.compile(r"integer (\d+)\.\.(\d+)( \| null)?")

_SPECIAL_OPTIONS: Final[dict[str, SearchStrategy[Value]]] = {
    "title_table": st.sampled_from(
        ["standard", *ALTERNATIVE_TITLES, ["alt3", "alt4"], ["standard", "alt6b", "alt7a"], []]
    ),
    "exchange_counts": st.none() | st.lists(st.integers(0, 3), max_size=3).map(list),
    "title_points": st.none() | st.dictionaries(st.sampled_from(TITLES), st.integers(-9, 9)).map(dict),
}
"""Options whose kind is told to people only; exchanges stay smaller than the small hands."""


_CARDS: Final = st.sampled_from([suit + rank for suit in "SHDC" for rank in "3456789TJQKA2"])
_PART_VALUES: Final[dict[str, SearchStrategy[Value]]] = {
    "true | false | joker": st.sampled_from([True, False, "joker"]),
    "card": _CARDS | st.just("X"),
    "list of cards": st.lists(_CARDS, min_size=1, max_size=3, unique=True).map(list),
    "list of ranks": st.lists(st.sampled_from([3, 8, "J", "2"]), min_size=1, max_size=3, unique=True).map(list),
    "list of integers 1..12": st.lists(st.integers(1, 12), min_size=1, max_size=3, unique=True).map(list),
    "list of integers from 0 | null": st.none() | st.lists(st.integers(0, 3), max_size=3).map(list),
    "titles | list of integers | object from number of players to list of integers | null": st.sampled_from(
        [None, "titles", [3, 1, 0, -4], {"3": [2, 0, -2], "4": [1, 0, 0, -1]}]
    ),
    "list of names joker, 2, 8, S3, J, strongest, cut, effect": st.lists(
        st.sampled_from(["joker", "2", "8", "S3", "J", "strongest", "cut", "effect"]), unique=True
    ).map(list),
    "standard | alt3 | alt4 | alt6a | alt6b | alt7a | alt7b | list of these, one a number of players": st.sampled_from(
        ["standard", "alt4", ["alt3", "alt6b"], []]
    ),
}
"""Values of parts of options, by their kind."""


def option_value_strategy(option: Option) -> SearchStrategy[Value]:
    """The values that an option takes."""
    if option.name in _SPECIAL_OPTIONS:
        return _SPECIAL_OPTIONS[option.name]
    if option.kind == "boolean":
        return st.booleans()
    if option.parts():
        parts = {part.name: option_value_strategy(part) for part in option.parts()}
        return st.just(True) | st.fixed_dictionaries({}, optional=parts)  # noqa: FBT003 - an option that is on
    if option.kind in _PART_VALUES:
        return _PART_VALUES[option.kind]
    if bounds := _INTEGER.fullmatch(option.kind):
        chosen: SearchStrategy[Value] = st.integers(int(bounds[1]), int(bounds[2]))
        return chosen | st.none() if bounds[3] else chosen
    return st.sampled_from(option.kind.split(" | "))


def options_of(profile: Profile) -> SearchStrategy[Options]:
    """Any choice of some of a profile's options, in any order, that go together."""
    defaults = {option.name: option.default for option in profile.options}
    choices = {option.name: option_value_strategy(option) for option in profile.options}
    if profile.base:
        return houses(profile)
    return st.fixed_dictionaries({}, optional=choices).filter(
        lambda chosen: not any(profile.conflicts({**defaults, **chosen}, None))
    )


@st.composite
def houses(draw: DrawFn, profile: Profile) -> Options:
    """Some local rules, with what they need, and without what excludes them."""
    rules = draw(st.lists(st.sampled_from(profile.options), unique_by=lambda option: option.name, max_size=MOST_RULES))
    return repaired(profile, {option.name: draw(option_value_strategy(option)) for option in rules})


def repaired(profile: Profile, options: Options) -> Options:
    """The options after the first choice that resolves each of their conflicts."""
    chosen = profile.complete(options)
    while (conflict := next((one for one in profile.conflicts(chosen, None) if one.refuses), None)) is not None:
        chosen = profile.complete(conflict.choices[0].applied(chosen))
    return profile.differences(chosen) | {
        name: True for name, value in profile.differences(chosen).items() if not value
    }


def table_sizes(rules: Rules) -> list[int]:
    """The numbers of players for whom the pack is large enough."""
    size = rules.options.get("hand_size")
    hand = size if isinstance(size, int) else 0
    return [players for players in rules.sitting.players if players * hand <= rules.sitting.pack(players).size]


@st.composite
def sittings(
    draw: DrawFn,
    games: tuple[str, ...] = GAMES,
    *,
    deals: int = 2,
    whole: bool = False,
    choose: Choose = choose_anything,
) -> RawRecord:
    """A sitting at any table, under any options: whole packs or small hands; some players may sit out."""
    profile = PROFILES[draw(st.sampled_from(games))]
    rules = profile.rules(draw(options_of(profile)))
    seated = draw(st.sampled_from(table_sizes(rules)))
    players = seated + draw(st.integers(0, MOST_STANDING))
    most = None if whole else draw(st.integers(*SMALL_HANDS))
    rng = Random(draw(st.integers(0, 2**32)))
    playout = Playout(rules, players, rng, most=most, choose=choose)
    often = 0 if profile.base else RESEATING  # under local rules people keep their seats
    anew = [players > seated, *(rng.random() < often for _ in range(draw(st.integers(0, deals - 1))))]
    return playout_record(playout, [playout.deal(reseating(players, seated, rng) if new else {}) for new in anew])


def reseating(players: int, seated: int, rng: Random) -> RawDeal:
    """This many of the players take new seats, and nobody has a place any more."""
    return {"seats": rng.sample(range(1, players + 1), seated), "places": None}


AnyJson = Any
JsonPath = tuple[Any, ...]

OTHER_CARDS = {"dalmuti": ["1", "2", "10", "12", "J"], "biga": ["S3", "H10", "DT", "CA", "XB", "XS"]}
SUITED_CARDS = ["S3", "D3", "H10", "CT", "SA", "X"]
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

point_values = st.none() | st.integers(-9, 9) | st.floats(-9, 9)
json_numbers = st.integers(-2, 130) | st.sampled_from(ODD_NUMBERS)
json_scalars = (
    st.none() | st.booleans() | json_numbers | st.text(max_size=4) | st.sampled_from([*ODD_TEXTS, *ODD_ACTIONS])
)
json_values = st.recursive(
    json_scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=2),
    max_leaves=4,
)


def action_texts(cards: list[str]) -> st.SearchStrategy[str]:
    """What one of four players may have done, and now and then what cannot be read."""
    some = st.lists(st.sampled_from(cards), min_size=1, max_size=3).map(" ".join)
    verb = st.sampled_from(["", "give 2", "draw", "discard", "show"])
    named = st.builds("{} {} {}{}".format, st.integers(1, 4), verb, some, st.sampled_from(["", " void", " # a: b"]))
    alone = st.builds("{} {}{}".format, st.integers(1, 4), st.sampled_from(["-", "draw", "say up"]), st.just(" @12"))
    return st.one_of(*[named] * 6, *[alone] * 3, st.sampled_from(ODD_ACTIONS))


def deal_documents(rules: str, count: int) -> st.SearchStrategy[Document]:
    """Deals of this many players, valid apart from their actions."""
    cards = OTHER_CARDS.get(rules, SUITED_CARDS)
    everybody = st.permutations(range(1, count + 1))
    hand = st.lists(st.sampled_from([*cards, "?", "?*3"]), max_size=4).map(" ".join)
    result = {"order": everybody, "points": st.lists(point_values, min_size=count, max_size=count)}
    optional = {
        "seats": everybody,
        "places": st.none() | everybody,
        "hands_are": st.sampled_from(["dealt", "exchanged"]),
        "dealer": st.integers(1, count),
        "first": st.integers(1, count),
        "stock": st.lists(st.sampled_from(cards), max_size=3).map(" ".join),
        "actions": st.lists(action_texts(cards), max_size=4),
        "result": st.fixed_dictionaries({}, optional=result),
        "abandoned": st.booleans(),
        "notes": st.text(max_size=5),
    }
    return st.fixed_dictionaries({"hands": st.lists(hand, min_size=count, max_size=count)}, optional=optional)


@st.composite
def record_documents(draw: st.DrawFn) -> Document:
    """Records that are sound, or spoiled in a few places."""
    rules = draw(st.sampled_from(sorted(PROFILES)))
    count = 5 if rules in {"uecda", "biga"} else draw(st.integers(4, 6))
    players = [draw(st.sampled_from([f"P{n}", {"id": f"{n}", "name": "P"}])) for n in range(count)]
    value = document(
        rules=rules, players=players, deals=draw(st.lists(deal_documents(rules, count), min_size=1, max_size=3))
    )
    for _ in range(draw(st.sampled_from([0, 1, 1, 2, 3]))):
        damage(draw, value, draw(st.sampled_from(paths_in(value))))
    return value


@st.composite
def record_texts(draw: st.DrawFn) -> bytes:
    """Texts of such records, with some bytes more or fewer."""
    data = bytearray(json_bytes(draw(record_documents())))
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(data)))
        data[place : place + draw(st.integers(0, 2))] = draw(st.sampled_from(SCRAPS) | st.binary(max_size=2))
    return bytes(data)


def paths_in(value: AnyJson, path: JsonPath = ()) -> list[JsonPath]:
    """The way to every value inside, the whole of it included."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, inner in inside for place in paths_in(inner, (*path, name)))]


def damage(draw: st.DrawFn, value: AnyJson, path: JsonPath) -> None:
    """Change something at a place: a field more, an item twice, another value, or nothing left of it."""
    for part in path[:-1]:
        value = value[part]
    here = value[path[-1]] if path else value
    if isinstance(here, dict) and draw(st.booleans()):
        here[draw(st.sampled_from(FIELDS))] = draw(json_values)
    elif isinstance(here, list) and here and draw(st.booleans()):
        here.append(deepcopy(draw(st.sampled_from(here))))
    elif bool(path) and draw(st.booleans()):
        value[path[-1]] = draw(json_values)
    elif path:
        del value[path[-1]]
