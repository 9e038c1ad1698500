"""Problems as pages say them: what would be right, what is there, and where, without the words of the format."""

import re
from collections.abc import Mapping
from typing import Final

from daifu.replay.text import Text

_EXPECTED: Final = "expected "
_FORM: Final = re.compile(r"(^|: )expected (.+?)(?:,? (?:but )?found (.+))?$", re.DOTALL)
_OF_FIELDS: Final[Mapping[str, str]] = {"this field": "this is missing", "this field once": "this is there twice"}
_NOTHING: Final = ("nothing", "none", "no ")
_LISTS: Final[Mapping[str, Text]] = {
    "deals": Text("deal {}", "{}回目"),
    "actions": Text("action {}", "{}番目の行動"),
    "players": Text("player {}", "{}人目のプレイヤー"),
    "hands": Text("the hand of player {}", "{}人目の手札"),
    "points": Text("the points of player {}", "{}人目の点数"),
    "order": Text("place {} of the order", "順位の{}番目"),
    "places": Text("place {} of the deal before", "前の回の{}位"),
    "seats": Text("seat {}", "{}番席"),
}
"""Parts of a record of which there are several, with their numbers from 1."""
_PARTS: Final[Mapping[str, Text]] = {
    "deals": Text("the deals", "各回"),
    "actions": Text("the actions", "行動"),
    "players": Text("the players", "プレイヤー"),
    "hands": Text("the hands", "手札"),
    "points": Text("the points", "点数"),
    "order": Text("the order", "順位"),
    "places": Text("the places of the deal before", "前の回の順位"),
    "seats": Text("the seats", "席"),
    "result": Text("the result", "結果"),
    "event": Text("the event", "例会・大会"),
    "name": Text("the name", "名前"),
    "date": Text("the date", "日付"),
    "options": Text("the rules that were chosen", "選んだルール"),
    "rules": Text("the game", "ゲーム"),
    "house": Text("the house rules", "ハウスルール"),
}


def spoken(sentence: str) -> str:
    """A sentence of a page; what a reader expected and found is said as people say it."""
    if _EXPECTED not in sentence:
        return sentence
    return _FORM.sub(_as_people_say, sentence)


def _as_people_say(found: re.Match[str]) -> str:
    before, wanted, seen = found.groups()
    if seen is None:
        return f"{before}needed here: {wanted}"
    if wanted in _OF_FIELDS:
        return f"{before}{_OF_FIELDS[wanted]}"
    there = f", but there is {seen}" if seen.startswith(_NOTHING) else f", not {seen}"
    return f"{before}there should be {wanted} here{there}"


def place_text(pointer: str) -> Text:
    """The place in a record to which a JSON pointer leads, in words."""
    en: list[str] = []
    ja: list[str] = []
    parts = pointer.removeprefix("/").split("/") if pointer else []
    while parts:
        part = parts.pop(0)
        number = parts[0] if parts and parts[0].isdecimal() and part in _LISTS else None
        if number is not None:
            del parts[0]
            said = Text(*(text.format(int(number) + 1) for text in _LISTS[part]))
        elif part.isdecimal():
            continue
        else:
            said = _PARTS.get(part) or Text(f"“{part}”", f"「{part}」")
        en.append(said.en)
        ja.append(said.ja)
    return Text(", ".join(en), "、".join(ja))
