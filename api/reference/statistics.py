"""The tables of the page about statistics: every counter and every figure, from their catalogues."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from daifu.data.markdown import table
from daifu.replay.counters import PAIR, SEAT, TABLE
from daifu.replay.figures.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from daifu.replay.figures.figure import KINDS, Figure
from daifu.replay.figures.plan import Plan, player_plan, seats_plan, table_plan
from daifu.replay.figures.sums import SUM_TEXTS
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import families_of
from daifu.replay.text import Text

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
        interval = YES[language] if _has_interval(figure.id) else ""
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


def _has_interval(id: str) -> bool:
    """Whether a figure has an interval in any game, for players or for the game as a whole."""
    rows = (plan(rules).rows.get(id) for plans in PLANS.values() for plan in plans for rules in PROFILES)
    return any(row is not None and row.interval is not None for row in rows)


@cache
def _patterns(rules: str, owner: str) -> frozenset[str]:
    """The ids of a plan; members of a family by its pattern."""
    figures = {id for plan in PLANS[owner] for id in plan(rules).figures}
    named = {family.pattern.id for family in FAMILIES if any(map(family.has, figures))}
    return frozenset(figures | named)


def _games(names: list[str], language: int) -> str:
    return Text("all", "すべて")[language] if len(names) == len(PROFILES) else ", ".join(f"`{name}`" for name in names)
