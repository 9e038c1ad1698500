"""The words of the rule pages in both languages."""

import re
from typing import Final

from replay.rules import Profile
from replay.text import Text

EN, JA = range(2)
"""Where the languages stand in a `Text`."""

LANGUAGE_NAMES: Final = Text("English", "日本語")
ENDINGS: Final = Text(".md", ".ja.md")
"""How the names of the pages end."""

OPTIONS: Final = Text("Options", "オプション")
FAULTS: Final = Text("Faults", "問題点")

ABOUT_OPTIONS: Final = Text(
    "What a record may choose under `options`. What it does not choose is as by default.",
    "棋譜の `options` で選べる項目。書かなければ既定値になる。",
)
ABOUT_FAULTS: Final = Text(
    "The [faults](../record-format.md#faults) that this game knows, and the rules that a report cites for them. "
    "Where an option is what was broken, its own rule may be cited instead.",
    "このゲームで起こりうる[問題点](../record-format.ja.md#問題点)と、報告で根拠として示す規則。"
    "オプションによる決まりに反したときは、そのオプションの規則を示すことがある。",
)

OPTION_COLUMNS: Final = (
    Text("option", "オプション"),
    Text("values", "値"),
    Text("default", "既定値"),
    Text("what it does", "内容"),
    Text("rule", "規則"),
)
FAULT_COLUMNS: Final = (Text("code", "コード"), Text("severity", "重さ"), Text("rules", "規則"))

_INTEGER: Final = re.compile(r"integer ([0-9]+)\.\.([0-9]+)")
_DESCRIBED: Final = {
    "boolean": Text("`true`, `false`", "`true`、`false`"),
    "object from title to number": Text("object from title to number", "身分から点数へのオブジェクト"),
    "list of integers from 0": Text("list of integers from 0", "0以上の整数の配列"),
    "list of these, one a number of players": Text(
        "list of these, one a number of players", "これらの配列（人数ごとに1つ）"
    ),
}
"""The values of options that are described; all others are names, and written as they are."""


def facts(profile: Profile) -> Text:
    """The name of a game in records, who can play it, and how the ids of its rules begin."""
    low, high = profile.players[0], profile.players[-1]
    players = Text(f"{low} players", f"{low}人")
    if low < high:
        players = Text(f"{low} to {high} players", f"{low}〜{high}人")
    return Text(
        f"In records: `{profile.name}`. It is for {players.en}. The ids of its rules begin with {profile.prefix}.",
        f"棋譜での名前は `{profile.name}`、人数は{players.ja}。規則のIDは{profile.prefix}で始まる。",
    )


def values(kind: str) -> Text:
    """The values that an option of this kind takes."""
    parts = [_described(part) for part in kind.split(" | ")]
    return Text(", ".join(part.en for part in parts), "、".join(part.ja for part in parts))


def _described(part: str) -> Text:
    if bounds := _INTEGER.fullmatch(part):
        low, high = bounds.groups()
        return Text(f"integer from {low} to {high}", f"{low}〜{high}の整数")
    return _DESCRIBED.get(part) or Text(f"`{part}`", f"`{part}`")
