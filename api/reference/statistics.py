"""The page about statistics: every counter and every figure, from their catalogues."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from data.markdown import EN, FILE_ENDINGS, JA, LANGUAGE_NAMES, table
from replay.counters import PAIR, SEAT, TABLE
from replay.games.catalogue import PROFILES
from replay.statistics.catalogue import families_of
from replay.text import Text
from schemas.statistics.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from schemas.statistics.figure import AMOUNT, FREQUENCY, KINDS, MEAN, PART, PORTION, SHARE, SPREAD, TOTAL, Figure
from schemas.statistics.plan import Plan, player_plan, seats_plan, table_plan
from schemas.statistics.sums import SUM_TEXTS

TITLE: Final = Text("Statistics", "統計")
ABOUT: Final = Text(
    "What is counted of the games, and what is made of it. A *counter* is a whole number that is counted while a "
    "record is replayed. A *figure* is made of counters: its numerator, its denominator, its value, and the interval "
    "from `low` to `high` that holds the true value in 95 % of all cases. Where nothing was counted, the value is "
    "`null`; where there is too little to tell how far it can be trusted, `low` and `high` are. Points and shares are "
    "shown as such and times in seconds, although thousandths of them are counted.",
    "対局から何を数え、それをどう示すかの一覧。**カウンター**は、棋譜を再現しながら数える整数である。**指標**は"
    "カウンターから計算したもので、分子、分母、値と、真の値を95%の確率で含む区間（`low` から `high` まで）からなる。"
    "何も数えられていなければ値は `null` になり、信頼できる幅を言うには少なすぎれば `low` と `high` が `null` になる。"
    "カウンターは得点や割合の1000分の1、時間のミリ秒を単位とするが、指標では点、割合、秒に直して示す。",
)

KINDS_HEADING: Final = Text("Kinds of figures", "指標の種類")
FIGURES_HEADING: Final = Text("Figures of players and of games", "プレイヤーとゲーム全体の指標")
ABOUT_FIGURES: Final = Text(
    "A name in angle brackets stands for a title, a place, a kind of set and so on: there is a figure for each. They "
    "are shown where the numerator has been counted, or the denominator where it is their own. *high* and *low* say "
    "which end of a leaderboard is its top.",
    "山括弧の部分には身分、順位、組の種類などが入り、それぞれに指標がある。分子（その指標だけの分母があれば分母）が"
    "数えられているものだけを示す。「よい側」は、ランキングで高いほうと低いほうのどちらを上にするかを表す。",
)
PAIRS_HEADING: Final = Text("Figures of two players", "2人のプレイヤーの指標")
ABOUT_PAIRS: Final = Text(
    "Of deals that both sat in, seen by the first of them. How much their points vary is not counted, so the mean has "
    "no interval.",
    "2人が同席した回について、1人目の側から見た指標。得点差のばらつきは数えないので、その平均に区間はない。",
)
SUMS_HEADING: Final = Text("Sums", "合計")
ABOUT_SUMS: Final = Text(
    "Figures use these sums like counters. Nothing of them is stored.",
    "指標ではカウンターと同じように使うが、保存はされない。",
)
COUNTERS_HEADING: Final = Text("Counters", "カウンター")
ABOUT_COUNTERS: Final = Text(
    "A star stands for a title, a place, a kind of set and so on. Points are counted in thousandths, their squares in "
    "millionths, so that adding and taking away is exact.",
    "アスタリスクの部分には身分、順位、組の種類などが入る。得点は1000分の1、その2乗は100万分の1を単位とする整数で数えるので、"
    "足しても引いても誤差は生じない。",
)

ALL_GAMES: Final = Text("all", "すべて")
OWNERS: Final[Mapping[str, Text]] = {
    SEAT: Text("player", "プレイヤー"),
    TABLE: Text("game as a whole", "ゲーム全体"),
    PAIR: Text("two players", "2人"),
}
COMMA: Final = Text(", ", "、")
BETTER: Final[Mapping[str, Text]] = {"high": Text("high", "高"), "low": Text("low", "低"), "": Text("", "")}

KIND_COLUMNS: Final = (Text("kind", "種類"), Text("value", "値"), Text("interval", "区間"))
FIGURE_COLUMNS: Final = (
    Text("figure", "指標"),
    Text("name", "名前"),
    Text("kind", "種類"),
    Text("made of", "計算"),
    Text("better", "よい側"),
    Text("of", "対象"),
    Text("games", "ゲーム"),
    Text("meaning", "意味"),
)
PAIR_COLUMNS: Final = (*FIGURE_COLUMNS[:5], FIGURE_COLUMNS[7])
SUM_COLUMNS: Final = (Text("sum", "合計"), Text("meaning", "意味"))
COUNTER_COLUMNS: Final = (Text("counter", "カウンター"), FIGURE_COLUMNS[5], FIGURE_COLUMNS[6], FIGURE_COLUMNS[7])

KIND_TEXTS: Final[Mapping[str, tuple[Text, Text]]] = {
    TOTAL: (
        Text("the numerator; the denominator is 1", "分子そのもの（分母は1）"),
        Text("none is needed: it was counted", "数えたものなので幅はない"),
    ),
    SHARE: (
        Text("numerator / denominator, from 0 to 1", "分子÷分母（0〜1）"),
        Text("Wilson's score interval", "ウィルソンのスコア区間"),
    ),
    FREQUENCY: (
        Text("numerator / denominator; of faults, for 1,000 actions", "分子÷分母（問題点は1000行動あたり）"),
        Text(
            "score interval of a Poisson rate, as if each came by itself; what comes more evenly is known better",
            "1つずつ独立に起こるとみなしたポアソン率のスコア区間（もっと均等に起こるものでは広め）",
        ),
    ),
    AMOUNT: (
        Text("numerator / denominator", "分子÷分母"),
        Text(
            "the same for what comes several at once, by the squares of what came at once",
            "一度にまとめて数えた枚数の2乗の合計に合わせて、同じ区間を広げたもの",
        ),
    ),
    MEAN: (
        Text("the mean", "平均"),
        Text(
            "normal approximation by the sample variance, from two values on", "不偏分散による正規近似（2個以上のとき）"
        ),
    ),
    PART: (
        Text("the mean of a part of the deals", "一部の回の平均"),
        Text("normal approximation by the variance of all deals", "すべての回の分散による正規近似"),
    ),
    PORTION: (
        Text("the mean of values from 0 to 1", "0〜1の値の平均"),
        Text("Wilson's, which is wide enough for them", "ウィルソンの区間（これで十分に広い）"),
    ),
    SPREAD: (
        Text("the sample standard deviation", "不偏分散の平方根"),
        Text(
            "by quantiles of chi-square (Wilson and Hilferty), from three values on",
            "カイ二乗分布の分位点（ウィルソン・ヒルファティ近似、3個以上のとき）",
        ),
    ),
}
"""How the value and the interval of each kind of figure are computed."""

PLANS: Final[Mapping[str, tuple[Callable[[str], Plan], ...]]] = {SEAT: (player_plan,), TABLE: (table_plan, seats_plan)}

Row = tuple[str, ...]
Section = tuple[Text, Text | None, Iterable[Text], Iterable[Row]]
"""A heading, its text, and the columns and rows of its table."""

_SLOT: Final = re.compile(r"<\w+>")


def statistics_page(language: int) -> str:
    """The whole page in one language."""
    other = JA if language == EN else EN
    head = [
        f"# {TITLE[language]}",
        f"[{LANGUAGE_NAMES[other]}](statistics{FILE_ENDINGS[other]})",
        ABOUT[language],
    ]
    return "\n\n".join([*head, *_sections(language)]) + "\n"


def _sections(language: int) -> Iterator[str]:
    parts: Iterable[Section] = (
        (KINDS_HEADING, None, KIND_COLUMNS, _kind_rows(language)),
        (FIGURES_HEADING, ABOUT_FIGURES, FIGURE_COLUMNS, _figure_rows(language)),
        (PAIRS_HEADING, ABOUT_PAIRS, PAIR_COLUMNS, _pair_rows(language)),
        (SUMS_HEADING, ABOUT_SUMS, SUM_COLUMNS, _sum_rows(language)),
        (COUNTERS_HEADING, ABOUT_COUNTERS, COUNTER_COLUMNS, _counter_rows(language)),
    )
    for title, about, columns, rows in parts:
        yield f"## {title[language]}"
        yield from [about[language]] if about else []
        yield table(columns, rows, language)


def _kind_rows(language: int) -> Iterator[Row]:
    for kind, (value, interval) in KIND_TEXTS.items():
        yield KINDS[kind][language], value[language], interval[language]


def _figure_rows(language: int) -> Iterator[Row]:
    for figure in (*FIGURES, *(family.pattern for family in FAMILIES)):
        by_owner = {owner: _games_with(figure.id, owner) for owner in PLANS}
        owners = [OWNERS[owner][language] for owner, games in by_owner.items() if games]
        games = [name for name in PROFILES if any(name in found for found in by_owner.values())]
        *front, text = _figure_cells(figure, language)
        yield *front, COMMA[language].join(owners), _games(games, language), text


def _pair_rows(language: int) -> Iterator[Row]:
    return (_figure_cells(figure, language) for figure in PAIR_FIGURES)


def _sum_rows(language: int) -> Iterator[Row]:
    return ((f"`{name}`", text[language]) for name, text in SUM_TEXTS.items())


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


def _games_with(id: str, owner: str) -> list[str]:
    return [rules for rules in PROFILES if id in _patterns(rules, owner)]


def _games(names: list[str], language: int) -> str:
    return ALL_GAMES[language] if len(names) == len(PROFILES) else ", ".join(f"`{name}`" for name in names)
