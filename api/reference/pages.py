"""Writes what follows from the code into pages, `openapi.yaml` and the schema of records.

Run as `python -m daifu.api.reference.pages FOLDER`. Pages are Markdown. What follows from the code stands in them
between the comments `<!-- made: NAME -->` and `<!-- end -->`, where NAME is one of `PARTS`.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Final

from daifu.api.http.contract.openapi import openapi_document, openapi_yaml
from daifu.api.http.problem_types import PROBLEM_TYPES
from daifu.api.reference import tournament_changes
from daifu.api.settings import ALL_SETTINGS
from daifu.data.rulebooks.pages import EN, FILE_ENDINGS, JA, table
from daifu.replay.counters import PAIR, SEAT, TABLE
from daifu.replay.figures.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from daifu.replay.figures.figure import KINDS, Figure
from daifu.replay.figures.plan import SUM_TEXTS, Plan, player_plan, seats_plan, table_plan
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import families_of
from daifu.replay.text import Text
from daifu.schemas.http.json_schema import record_schema
from daifu.schemas.parquet.records import EXPORTED_TABLES
from daifu.schemas.parquet.standings import MEETING_COLUMNS, STANDING_COLUMNS, TEAM_COLUMNS
from daifu.schemas.parquet.table import Column

_HEADINGS: Final = (Text("column", "列"), Text("type", "型"), Text("null", "null"), Text("what it is", "内容"))


def export_sections(language: int) -> str:
    """A section for each table of records."""
    return "\n\n".join(
        f"### {one.name}\n\n{one.text[language]}\n\n{_column_table(one.columns, language)}"
        for one in EXPORTED_TABLES.values()
    )


def _column_table(columns: Iterable[Column], language: int) -> str:
    rows = (
        (f"`{one.name}`", f"`{one.type}`", Text("may be", "あり")[language] if one.optional else "", one.text[language])
        for one in columns
    )
    return table(_HEADINGS, rows, language)


standing_table: Final = partial(_column_table, STANDING_COLUMNS)
meeting_table: Final = partial(_column_table, MEETING_COLUMNS)
team_table: Final = partial(_column_table, TEAM_COLUMNS)

_SETTING_COLUMNS: Final = (
    Text("variable", "環境変数"),
    Text("option", "オプション"),
    Text("values", "値"),
    Text("default", "既定値"),
    Text("what it does", "内容"),
)
_PROBLEM_COLUMNS: Final = (
    Text("name", "名前"),
    Text("status", "ステータス"),
    Text("title", "題"),
    Text("what to do", "対処"),
)


def settings_table(language: int) -> str:
    """The settings."""
    rows = (
        (
            f"`{one.variable}`",
            f"`{one.flag}`",
            one.values.described[language],
            f"`{one.values.write(one.default)}`",
            one.text[language],
        )
        for one in ALL_SETTINGS
    )
    return table(_SETTING_COLUMNS, rows, language)


def problems_table(language: int) -> str:
    """The problems."""
    rows = ((f"`{kind.slug}`", str(kind.status), kind.title[language], kind.remedy[language]) for kind in PROBLEM_TYPES)
    return table(_PROBLEM_COLUMNS, rows, language)


OWNERS: Final[Mapping[str, Text]] = {
    SEAT: Text("player", "プレイヤー"),
    TABLE: Text("game as a whole", "ゲーム全体"),
    PAIR: Text("two players", "2人"),
}
COMMA: Final = Text(", ", "、")
BETTER: Final[Mapping[str, Text]] = {"high": Text("high", "高"), "low": Text("low", "低"), "": Text("", "")}

YES: Final = Text("yes", "あり")

FIGURE_COLUMNS: Final = (
    Text("figure", "指標"),
    Text("name", "名前"),
    Text("kind", "種類"),
    Text("made of", "計算"),
    Text("interval", "区間"),
    Text("better", "よい側"),
    Text("of", "対象"),
    Text("games", "ゲーム"),
    Text("meaning", "意味"),
)
PAIR_COLUMNS: Final = (*FIGURE_COLUMNS[:4], FIGURE_COLUMNS[5], FIGURE_COLUMNS[8])
SUM_COLUMNS: Final = (Text("sum", "合計"), Text("meaning", "意味"))
COUNTER_COLUMNS: Final = (Text("counter", "カウンター"), *FIGURE_COLUMNS[6:9])

PLANS: Final[Mapping[str, tuple[Callable[[str], Plan], ...]]] = {SEAT: (player_plan,), TABLE: (table_plan, seats_plan)}

Row = tuple[str, ...]
_SLOT: Final = re.compile(r"<\w+>")


def figure_table(language: int) -> str:
    """The figures of players and of games."""
    return table(FIGURE_COLUMNS, _figure_rows(language), language)


def pair_table(language: int) -> str:
    """The figures of two players."""
    return table(PAIR_COLUMNS, (_figure_cells(figure, language) for figure in PAIR_FIGURES), language)


def sum_table(language: int) -> str:
    """The sums that figures use like counters."""
    return table(SUM_COLUMNS, ((f"`{name}`", text[language]) for name, text in SUM_TEXTS.items()), language)


def counter_table(language: int) -> str:
    """The counters."""
    return table(COUNTER_COLUMNS, _counter_rows(language), language)


def _figure_rows(language: int) -> Iterator[Row]:
    for figure in (*FIGURES, *(family.pattern for family in FAMILIES)):
        by_owner = {owner: [rules for rules in PROFILES if figure.id in _patterns(rules, owner)] for owner in PLANS}
        owners = [OWNERS[owner][language] for owner, games in by_owner.items() if games]
        games = [name for name in PROFILES if any(name in found for found in by_owner.values())]
        *front, better, text = _figure_cells(figure, language)
        rows = (plan(rules).rows.get(figure.id) for plans in PLANS.values() for plan in plans for rules in PROFILES)
        interval = YES[language] if any(row is not None and row.interval is not None for row in rows) else ""
        yield *front, interval, better, COMMA[language].join(owners), _games(games, language), text


def _counter_rows(language: int) -> Iterator[Row]:
    games: dict[tuple[str, tuple[str, ...], Text], list[str]] = {}
    for rules, families in zip(PROFILES, map(families_of, PROFILES), strict=True):
        for family in families:
            games.setdefault((family.pattern, family.of, family.text), []).append(rules)
    for (pattern, owners, text), names in games.items():
        known = COMMA[language].join(OWNERS[owner][language] for owner in owners)
        yield f"`{pattern}`", known, _games(names, language), text[language]


def _figure_cells(figure: Figure, language: int) -> Row:
    return (
        f"`{figure.id}`",
        _with_marked_slots(figure.name[language]),
        KINDS[figure.kind][language],
        f"`{figure.numerator}`" + (f" / `{figure.denominator}`" if figure.denominator else ""),
        BETTER[figure.better][language],
        _with_marked_slots(figure.text[language]),
    )


def _with_marked_slots(text: str) -> str:
    """A text as Markdown, with angle brackets escaped, which would be a tag."""
    return _SLOT.sub(r"`\g<0>`", text)


@cache
def _patterns(rules: str, owner: str) -> frozenset[str]:
    """The ids of a plan; members of a family by its pattern."""
    figures = {id for plan in PLANS[owner] for id in plan(rules).figures}
    named = {family.pattern.id for family in FAMILIES if any(map(family.has, figures))}
    return frozenset(figures | named)


def _games(names: list[str], language: int) -> str:
    return Text("all", "すべて")[language] if len(names) == len(PROFILES) else ", ".join(f"`{name}`" for name in names)


PARTS: Final[Mapping[str, Callable[[int], str]]] = {
    "settings": settings_table,
    "problems": problems_table,
    "figures": figure_table,
    "pairs": pair_table,
    "sums": sum_table,
    "counters": counter_table,
    "export": export_sections,
    "standing": standing_table,
    "meetings": meeting_table,
    "teams": team_table,
    "changes": tournament_changes.change_table,
    "parts": tournament_changes.part_table,
    "draws": tournament_changes.draw_table,
    "refusals": tournament_changes.refusal_table,
    "import-problems": tournament_changes.import_problem_table,
    "limits": tournament_changes.limit_table,
}
"""What makes each part, in a language."""

_PART: Final = re.compile(r"(?<=<!-- made: )(?P<name>\S+)(?P<before> -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Every file of the project with something generated: its path, and its text as the code makes it now."""
    for page in sorted((folder / "docs").glob("*.md")):
        language = JA if page.name.endswith(FILE_ENDINGS[JA]) else EN
        text = page.read_text(encoding="utf-8")
        made = _PART.sub(lambda part: f"{part['name']}{part['before']}{PARTS[part['name']](language)}", text)  # noqa: B023 - called at once
        if _PART.search(text):
            yield page.relative_to(folder).as_posix(), made
    yield "openapi.yaml", openapi_yaml(openapi_document())
    yield "docs/schemas/daifu-1.json", json.dumps(record_schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    for path, text in pages(Path(sys.argv[1])):
        Path(sys.argv[1], path).write_text(text, encoding="utf-8")
