"""``python -m daifu.data.rulebooks.pages FOLDER``: write the rule pages, one for each game and language.

The pages are generated from the rule books and the profiles. Their tables and languages are those of all generated
pages.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from daifu.data.rulebooks.rules import SECTION_HEADINGS, known_faults, load_rulebook
from daifu.replay.faults import SEVERITIES
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.options import Option
from daifu.replay.rules import Profile
from daifu.replay.text import Text, joined
from daifu.schemas.drawing.cards import NAMED_CARDS, NAMED_MARKS, jokers_of


def table(columns: Iterable[Text], rows: Iterable[tuple[str, ...]], language: int) -> str:
    """A table: its headings, and the rows in this language."""
    headings = [column[language] for column in columns]
    return "\n".join(f"| {' | '.join(line)} |" for line in (headings, ["---"] * len(headings), *rows))


EN, JA = range(2)
"""Where the languages stand in a `Text`."""

LANGUAGE_NAMES: Final = Text("English", "日本語")
FILE_ENDINGS: Final = Text(".md", ".ja.md")
"""How the names of the pages end."""

OPTIONS_HEADING: Final = Text("Options", "オプション")
FAULTS_HEADING: Final = Text("Faults", "問題点")

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

_INTEGER_RANGE: Final = re.compile(r"integer ([0-9]+)\.\.([0-9]+)")
_INTEGER_LIST: Final = re.compile(r"list of integers ([0-9]+)\.\.([0-9]+)")
_NAME_LIST: Final = "list of names "
_VALUE_TEXTS: Final = {
    "boolean": Text("`true`, `false`", "`true`、`false`"),
    "object of parameters": Text("an object of the parameters below", "下のパラメーターのオブジェクト"),
    "card": Text("card", "カード"),
    "list of cards": Text("list of cards", "カードの配列"),
    "list of ranks": Text("list of ranks", "数字の配列"),
    "list of integers": Text("list of integers", "整数の配列"),
    "object from number of players to list of integers": Text(
        "object from number of players to list of integers", "人数から整数の配列へのオブジェクト"
    ),
    "object from title to number": Text("object from title to number", "身分から点数へのオブジェクト"),
    "list of integers from 0": Text("list of integers from 0", "0以上の整数の配列"),
    "list of these, one a number of players": Text(
        "list of these, one a number of players", "これらの配列（人数ごとに1つ）"
    ),
}
"""Descriptions of kinds of values. All other values are names and written as they are."""


def game_facts(profile: Profile) -> Text:
    """How a game and its jokers are written in records, for how many players it is, and the prefix of its rule ids."""
    low, high = profile.players[0], profile.players[-1]
    players = Text(f"{low} players", f"{low}人")
    if low < high:
        players = Text(f"{low} to {high} players", f"{low}〜{high}人")
    jokers = [(name, NAMED_MARKS[name], NAMED_CARDS[name]) for name in jokers_of(profile.name)]
    signs = Text(
        ", ".join(f"{mark} {said.en} (`{name}`)" for name, mark, said in jokers),
        "、".join(f"{mark}は{said.ja}（`{name}`）" for name, mark, said in jokers),
    )
    return Text(
        f"In records: `{profile.name}`. It is for {players.en}. The ids of its rules begin with {profile.prefix}. "
        f"Signs on pages, and in records: {signs.en}.",
        f"棋譜での名前は `{profile.name}`、人数は{players.ja}。規則のIDは{profile.prefix}で始まる。"
        f"ページでの印と棋譜での書き方：{signs.ja}。",
    )


def option_values(kind: str) -> Text:
    """The values that an option of this kind takes."""
    return joined(map(_option_value, kind.split(" | ")))


def _option_value(part: str) -> Text:
    if bounds := _INTEGER_RANGE.fullmatch(part):
        low, high = bounds.groups()
        return Text(f"integer from {low} to {high}", f"{low}〜{high}の整数")
    if bounds := _INTEGER_LIST.fullmatch(part):
        low, high = bounds.groups()
        return Text(f"list of integers from {low} to {high}", f"{low}〜{high}の整数の配列")
    if part.startswith(_NAME_LIST):
        names = [f"`{name}`" for name in part.removeprefix(_NAME_LIST).split(", ")]
        return Text(f"list of {', '.join(names)}", f"{'、'.join(names)}の配列")
    return _VALUE_TEXTS.get(part) or Text(f"`{part}`", f"`{part}`")


def rule_pages() -> Iterator[tuple[str, str]]:
    """All pages: the name of the file and the text of each."""
    for profile in PROFILES.values():
        for language in (EN, JA):
            yield page_name(profile.name, language), rule_page(profile, language)


def page_name(profile: str, language: int) -> str:
    """The name of the file with the rules of a game in a language."""
    return profile + FILE_ENDINGS[language]


def rule_page(profile: Profile, language: int) -> str:
    """The page of one game in Markdown: its rules by section, its options, its faults and the rules they cite."""
    book = load_rulebook(profile.name)
    other = JA if language == EN else EN
    parts = [f"# {book.title[language]}", f"[{LANGUAGE_NAMES[other]}]({page_name(profile.name, other)})"]
    parts += [book.summary[language], game_facts(profile)[language]]
    for section, rules in groupby(book.rules, key=lambda rule: rule.section):
        parts += [f"## {SECTION_HEADINGS[section][language]}"]
        parts += ["\n".join(f"- **{rule.id}** {rule.text[language]}" for rule in rules)]
    options = [row for option in profile.options for row in _option_rows(option, language)]
    parts += [f"## {OPTIONS_HEADING[language]}", ABOUT_OPTIONS[language]]
    parts += [table(OPTION_COLUMNS, options, language)]
    parts += [f"## {FAULTS_HEADING[language]}", ABOUT_FAULTS[language]]
    parts += [table(FAULT_COLUMNS, _fault_rows(profile, language), language)]
    return "\n\n".join(parts) + "\n"


def write_rule_pages(folder: Path) -> None:
    """Write every page into the folder, which is made if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in rule_pages():
        (folder / name).write_text(text, encoding="utf-8")


def _option_rows(option: Option, language: int, within: str = "") -> Iterator[tuple[str, ...]]:
    """The row of an option, and those of its parts."""
    name = f"{within}{option.name}"
    values = option_values(option.kind)[language]
    default = json.dumps(option.default, ensure_ascii=False)
    yield f"`{name}`", values, f"`{default}`", option.text[language], option.rule
    for part in option.parts():
        yield from _option_rows(part, language, f"{name}.")


def _fault_rows(profile: Profile, language: int) -> Iterator[tuple[str, ...]]:
    """The rows of the table of faults."""
    for fault in known_faults(profile):
        yield f"`{fault.kind.code}`", SEVERITIES[fault.severity][language], ", ".join(fault.rules)


if __name__ == "__main__":
    write_rule_pages(Path(sys.argv[1]))
