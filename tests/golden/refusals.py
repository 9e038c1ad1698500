"""Every sentence with which records are refused: by hand, field by field, and at random from a fixed seed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.golden import program
from tests.golden.inputs import as_line, lines_of
from tests.golden.transcripts import sha, shortened

Files = Iterator[tuple[str, str]]
Document = dict[str, Any]

FOUR: Final = ["", "", "", ""]
VALUES: Final[Sequence[Any]] = (
    None,
    True,
    0,
    -1,
    1.5,
    101,
    10**20,
    "",
    "x",
    "a\0b",
    "x" * 30_000,
    [],
    [1],
    ["x"],
    {},
    {"x": 1},
)
"""What stands in each field in turn."""
FIELDS: Final = ("format", "rules", "options", "players", "event", "source", "deals", "notes", "extra", "a/b~c")
DEAL_FIELDS: Final = (
    *("seats", "places", "hands", "hands_are", "dealer", "first", "stock", "actions", "result", "abandoned", "notes"),
    "extra",
)
EVENT_FIELDS: Final = ("name", "site", "date", "round", "table", "fee", "a\0")
ACTIONS: Final = (
    *(
        "",
        " ",
        "1",
        "5 D3",
        "0 D3",
        "x D3",
        "1 D3 Z9",
        "1 ?",
        "1 - D3",
        "1 give",
        "1 give 2",
        "1 give 9 D3",
        "1 give 2 Z",
    ),
    *(
        "1 draw",
        "1 draw Z",
        "1 discard",
        "1 show",
        "1 name",
        "1 name Q Q",
        "1 name Z",
        "1 say",
        "1 say hello",
        "1 say up up",
    ),
    *(
        "1 X=",
        "1 X=Z9",
        "1 X=D7",
        "1 X=H+",
        "1 D3=D4",
        "1 D3 void void",
        "1 void",
        "1 - @x",
        "1 - @-1",
        "1 - @1 @2",
        "1 -@1",
    ),
    *(
        "1 D3 #",
        "1 D3 # a: b",
        "1 D3 # \0",
        "1  D3",
        " 1 D3",
        "1\tD3",
        "1 d3",
        "1 D10",
        "1 DT",
        "1 XB",
        "1 J",
        "1 12 12 13",
    ),
    *(
        "1 " + "D3 " * 128,
        "1 " + "D3 " * 400,
        "1 -\u3000",
        "１ D3",
        "1 D3 @12:30",
        "1 D3 @5000",
        "1 revolution",
        "1 pass",
    ),
)
DATES: Final = (
    "",
    "16.7.2007",
    "2007-13-01",
    "2007-02-29",
    "2007-7-16",
    "2007-07-16 20:00",
    "2007-07-16T25:00",
    "２００７",
)
FUZZED: Final = 60
"""Records that are spoiled at random, of each game."""


def record_refusals(_folder: Path) -> Files:
    """Why records are refused, in both languages."""
    yield "texts.txt", "".join(_told(name, data) for name, data in _texts())
    yield "heads.txt", "".join(_told_values(_heads()))
    yield "deals.txt", "".join(_told_values(_deals()))
    yield "actions.txt", "".join(_told_values(_actions()))
    yield "options.txt", "".join(_told_values(_options()))
    yield "spoiled.txt", "".join(_told_values(_spoiled()))
    values = (f"{name}\n{_reasons(program.refusals_of_value(value))}" for name, value in _plain_values())
    yield "values.txt", "".join(values)


def _told_values(values: Iterator[tuple[str, object]]) -> Iterator[str]:
    return (_told(name, as_line(value).rstrip()) for name, value in values)


def _told(name: str, data: bytes) -> str:
    return f"{name}\n{_reasons(program.refusals(data))}"


def _reasons(reasons: list[tuple[str, str, str]]) -> str:
    lines = [f"  {pointer or '(all)'}\n    {en}\n    {ja}\n" for pointer, en, ja in reasons]
    told = "".join(lines[:6]) + (
        f"  and {len(lines) - 6} more, sha256 {sha(''.join(lines).encode())}\n" if len(lines) > 6 else ""
    )
    return told or "  (a record)\n"


def _document(**fields: object) -> Document:
    sound = {"format": "daifu/1", "rules": "theater", "players": ["Mu", "Junko", "Shimo", "Aki"]}
    return {**sound, "deals": [{"result": {"order": [1, 2, 3, 4]}}], **fields}


def _deal(**fields: object) -> Document:
    return _document(deals=[fields])


def _shown(value: object) -> str:
    return shortened(json.dumps(value, ensure_ascii=False), 60).partition("\n")[0].removesuffix("⏎")


def _texts() -> Iterator[tuple[str, bytes]]:
    sound = as_line(_document()).rstrip()
    for data in (
        b"",
        b" \n",
        b"null",
        b"[]",
        b'"daifu/1"',
        b"1",
        b"[{}]",
        b"true",
        b"{'format': 1}",
        b"{,}",
        b'{"a":1,}',
    ):
        yield repr(data), data
    for data in (
        b'{"a":01}',
        b'{"a":1.}',
        b'{"a":+1}',
        b'{"a":"\n"}',
        b'{"a":"\0"}',
        b'{"a":"\\x"}',
        b"// x\n{}",
        b"{a: 1}",
    ):
        yield repr(data), data
    for end in (b"x", b"\0", sound, b" {}", b"\n\n]"):
        yield f"a record and {end[:20]!r}", sound + end
    for cut in (1, 10, 30, len(sound) // 2, len(sound) - 1):
        yield f"the first {cut} bytes of a record", sound[:cut]
    yield "a byte order mark", b"\xef\xbb\xbf" + sound
    for encoding in ("utf-16", "utf-16-le", "utf-32", "shift_jis"):
        yield encoding, as_line(_document(notes="大譜")).decode().encode(encoding)
    for bad in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x82\xa0"):
        yield f"bytes {bad.hex()}", sound[:-1] + b',"notes":"' + bad + b'"}'
    for opening in (b"[", b'{"a":', b'{"format":[', b'{"deals":[{"actions":['):
        yield f"{opening!r} without end", opening * 100_000
    for member in _members():
        yield member.decode()[:70], sound[:-1] + b"," + member + b"}"


def _members() -> Iterator[bytes]:
    for number in (b"NaN", b"-Infinity", b"1e400", b"1" * 5000, b"1e-400", b"9007199254740992"):
        yield b'"event":{"fee":' + number + b"}"
        yield b'"options":{"jokers":' + number + b"}"
        yield b'"source":{"a":[' + number + b"]}"
    yield from (rb'"notes":"\ud800"', rb'"event":{"name":"\ud800x"}', rb'"event":{"\ud800":1}', rb'"\ud800":1')
    yield from (b'"rules":"theater"', b'"deals":[{}]', rb'"\u0072ules":"x"', b'"event":{"name":"a","name":"b"}')
    yield from (
        rb'"notes":"\u0000"',
        rb'"source":{"a\u0000":1}',
        b'"source":{"a":[{"b":1,"b":1}]}',
        b'"x":' + b"[" * 40 + b"]" * 40,
    )


def _heads() -> Iterator[tuple[str, object]]:
    for field in FIELDS:
        yield f"without {field}", {name: value for name, value in _document().items() if name != field}
        for value in VALUES:
            yield f"{field} = {_shown(value)}", _document(**{field: value})
    for field in EVENT_FIELDS:
        for value in VALUES:
            yield f"event.{field} = {_shown(value)}", _document(event={field: value})
    for date in DATES:
        yield f"event.date = {date!r}", _document(event={"date": date})
    yield from _players()
    deep: list[object] = []
    for _ in range(16):
        deep = [deep]
    yield "an event too deep", _document(event={"a": deep})
    yield "a source of large numbers", _document(source={"a": [2**53, -(2**53), 1e300]})
    yield "too many unknown fields", _document(**{f"field {number}": 1 for number in range(300)})
    yield "everything at once", _everything()


def _players() -> Iterator[tuple[str, object]]:
    for value in VALUES:
        yield f"a player {_shown(value)}", _document(players=["Mu", value, "Shimo", "Aki"])
        yield f"a player's id {_shown(value)}", _document(players=["Mu", {"id": value, "name": "J"}, "Shimo", "Aki"])
        yield f"a player's name {_shown(value)}", _document(players=["Mu", {"id": "j", "name": value}, "Shimo", "Aki"])
    for players in (
        ["Mu", "Mu", "Shimo", "Aki"],
        ["Mu", {"id": "Mu", "name": "M"}, "a", "b"],
        ["Mu", {"id": "", "nick": "J"}],
    ):
        yield f"players {_shown(players)}", _document(players=players)
    for count in (0, 1, 2, 3, 5, 9, 101):
        for rules in program.GAMES:
            names = [f"P{number}" for number in range(count)]
            yield f"{count} players of {rules}", _document(rules=rules, players=names, deals=[{}])


def _everything() -> Document:
    deals: list[object] = [
        {"seats": [1, 2, 3, 4], "hands": ["D3 Z", None, "", 4], "actions": ["1 D3", "x", "2 -", 5], "dealer": 9},
        {"places": [1, 1, 2, 3], "result": {"order": [1, 1], "points": [1, "2"], "prize": 1}},
        7,
    ]
    options = {"jokers": 9, "jester": True}
    return _document(options=options, players=["Mu", "Mu", "Shimo", ""], event={"date": "today"}, extra=1, deals=deals)


def _deals() -> Iterator[tuple[str, object]]:
    for value in VALUES:
        yield f"a deal {_shown(value)}", _document(deals=[{}, value])
        for field in DEAL_FIELDS:
            yield f"{field} = {_shown(value)}", _deal(**{"hands": FOUR, field: value})
        for field in ("order", "points", "titles"):
            yield f"result.{field} = {_shown(value)}", _deal(result={field: value})
        yield f"a seat {_shown(value)}", _deal(seats=[1, 2, 3, value])
        yield f"a place {_shown(value)}", _deal(places=[1, 2, 3, value])
        yield f"a hand {_shown(value)}", _deal(hands=["", value, "", ""])
        yield f"points {_shown(value)}", _deal(result={"points": [1, value, None, 0.5]})
        yield f"one of the order {_shown(value)}", _deal(result={"order": [1, value]})
    yield from _deals_with_wrong_numbers()
    yield from _deals_with_wrong_hands()


def _deals_with_wrong_numbers() -> Iterator[tuple[str, object]]:
    """Deals that name players or places that do not exist, or that name some twice."""
    for numbers in ([1, 2, 3], [1, 2, 3, 3], [1, 2, 3, 5], [1, 2, 3, 4, 4], [5], [1, 2, 1]):
        for field in ("seats", "places"):
            yield f"{field} {numbers}", _deal(**{field: numbers})
            yield f"{field} {numbers} of dalmuti", _document(rules="dalmuti", deals=[{field: numbers}])
        yield f"order {numbers}", _deal(result={"order": numbers})
    five = [*"ABCDE"]
    for fields in (
        {"dealer": 4},
        {"first": 4},
        {"result": {"order": [4, 1]}},
        {"places": [1, 2, 3, 4]},
        {"hands": FOUR},
    ):
        deal = {"seats": [1, 2, 3, 5], **fields}
        yield f"who sits out: {_shown(fields)}", _document(rules="dalmuti", players=five, deals=[deal])


def _deals_with_wrong_hands() -> Iterator[tuple[str, object]]:
    """Deals with cards that cannot be read, with too many cards, or with actions but no hands."""
    for hand in (
        "D3 D1 Z S5 d4",
        "?*0",
        "?*01",
        "?*",
        "??",
        "?*1000",
        "?*201",
        "?*200 ?",
        "D3 " * 128,
        "1 2 J",
        "XB XS",
        "X=D3",
    ):
        yield f"a hand {hand[:40]!r}", _deal(hands=[hand, "", "", ""])
        yield f"a stock {hand[:40]!r}", _deal(hands=FOUR, stock=hand)
    for hands in (["", "", ""], ["", None, "", None], ["D3 " * 64, "", "D3 " * 64, ""], [None] * 4):
        yield f"hands {_shown(hands)}", _deal(hands=hands)
    gifts = ["1 give 2 " + "D3 " * 64] * 2
    yield "many gifts", _deal(hands=["?*13", "", "", ""], actions=gifts)
    yield "many draws", _document(rules="floor13", deals=[{"hands": FOUR, "actions": ["1 draw " + "D3 " * 100] * 2}])
    yield "actions without hands", _deal(actions=[])


def _actions() -> Iterator[tuple[str, object]]:
    for rules in program.GAMES:
        players = [f"P{number}" for number in range(1, 6 if rules in {"biga", "uecda"} else 5)]
        for action in ACTIONS:
            deal = {"hands": [""] * len(players), "actions": [action]}
            yield f"{rules}: {action[:40]!r}", _document(rules=rules, players=players, deals=[deal])


def _options() -> Iterator[tuple[str, object]]:
    """Each option of each game, with values that are not its own."""
    values: Sequence[Any] = (None, True, -1, 0, 99, 1.5, "x", [], ["x"], {"x": 1}, {})
    for rules in program.GAMES:
        for option in program.option_names(rules):
            for value in values:
                yield f"{rules}: {option} = {_shown(value)}", _document(rules=rules, options={option: value})
    yield (
        "dalmuti: philosophical without score",
        _document(rules="dalmuti", options={"philosophical": True, "score": False}),
    )


def _spoiled() -> Iterator[tuple[str, object]]:
    """Sample records in which a few things are changed at random."""
    for rules in program.GAMES:
        rng = Random(f"golden {rules}")
        records = [json.loads(line) for line in lines_of(rules)[:4]]
        for number in range(FUZZED):
            record = deepcopy(rng.choice(records))
            record["deals"] = record["deals"][:2]
            changes = [_spoil(record, rng) for _ in range(rng.choice((1, 1, 2, 3)))]
            yield f"{rules} {number}: {'; '.join(changes)}", record


def _spoil(record: Document, rng: Random) -> str:
    """Change one thing somewhere in a record; what was done."""
    place = rng.choice([path for path in _places(record) if path])
    inner: Any = record
    for part in place[:-1]:
        inner = inner[part]
    name = "/".join(map(str, place))
    if rng.random() < 0.25:
        del inner[place[-1]]
        return f"without {name}"
    value = rng.choice((*VALUES[:10], *VALUES[11:], "1 D3", 2, 5))
    inner[place[-1]] = value
    return f"{name} = {_shown(value)}"


def _places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _places(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _places(inner, (*path, number))


def _plain_values() -> Iterator[tuple[str, Mapping[str, object]]]:
    """Values that are no JSON text, as programs hand them over."""
    for field in FIELDS:
        for value in (None, 3, "x", [None], {"x": [1]}, float("nan"), float("inf")):
            yield f"{field} = {value!r}", _document(**{field: value})
    yield "points", _deal(result={"points": [float("nan"), float("inf"), 2**70, 1]})
    yield "everything at once", _everything()
