"""The page about statistics: every counter and every figure, from their catalogues."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from data.markdown import EN, FILE_ENDINGS, JA, LANGUAGE_NAMES, table
from replay.counters import PAIR, SEAT, TABLE
from replay.games.catalogue import PROFILES
from replay.statistics.catalogue import families_of
from replay.statistics.sittings import MOST_DEALS
from replay.text import Text
from schemas.statistics.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from schemas.statistics.figure import FREQUENCY, KINDS, MEAN, SHARE, SPREAD, TOTAL, Figure
from schemas.statistics.intervals import (
    ENOUGH_CASES,
    ENOUGH_OF_GAME,
    ENOUGH_SITTINGS,
    FEWEST_CASES,
    FEWEST_OF_EITHER_KIND,
    FEWEST_RARE_CASES,
    LEAST_ERRORS,
)
from schemas.statistics.plan import Plan, player_plan, seats_plan, table_plan
from schemas.statistics.sums import SUM_TEXTS

TITLE: Final = Text("Statistics", "統計")
ABOUT: Final = Text(
    "What is counted of the games, and what is made of it. A *counter* is a whole number that is counted while a "
    "record is replayed, or in its [analysis](analysis.md). A *figure* is made of counters: its numerator, its "
    "denominator, its value, and for many figures an interval from `low` to `high` that holds the true value in 95 % "
    "of all cases. Where nothing was counted, the value is `null`. Points and shares are shown as such and times in "
    "seconds, although smaller units of them are counted.",
    "対局から何を数え、それをどう示すかの一覧。**カウンター**は、棋譜を再現しながら、またはその"
    "[解析](analysis.ja.md)から数える整数である。**指標**はカウンターから計算したもので、分子、分母、値からなり、多くの指標には真の値を95%の確率で含む区間"
    "（`low` から `high` まで）も付く。何も数えられていなければ値は `null` になる。カウンターは得点や割合や時間を"
    "細かい単位で数えるが、指標では点、割合、秒に直して示す。",
)

KINDS_HEADING: Final = Text("Kinds of figures", "指標の種類")
INTERVALS_HEADING: Final = Text("Intervals", "区間")
ABOUT_INTERVALS: Final = Text(
    "The deals of a sitting depend on each other, because titles and exchanges carry over. So an interval goes by how "
    f"much the figure varies from sitting to sitting. A record is a sitting; one of more than {MOST_DEALS} deals is "
    "cut into blocks of about equal length, each of which counts as a sitting.\n\n"
    f"How much a figure varies is found from the player's own sittings, if there are {ENOUGH_SITTINGS} or more and the "
    f"denominator is at least {ENOUGH_CASES}, and otherwise from those of all players of the game, whatever deals are "
    "selected. If players differ much in strength, that is more than the sittings of one player vary, and the interval "
    "is wider than it need be. There is no interval where the game has "
    f"fewer than {ENOUGH_OF_GAME} sittings of players, or where too few cases are to be expected of this number of "
    f"deals (or of analysed deals): fewer than {FEWEST_CASES} in the denominator (of a frequency, in the "
    f"numerator), {FEWEST_RARE_CASES} for points and jokers, which are spread unevenly, and of a share "
    f"fewer than {FEWEST_OF_EITHER_KIND} cases of either kind. There is none for the mean place of so "
    f"few deals that {LEAST_ERRORS} standard errors reach beyond the "
    "first or the last place. Figures of which the products of numerator and denominator (`sitting.*`) are not counted "
    "have none at all, because nothing is known of how they vary.\n\n"
    "The intervals were checked by simulation, with players of equal strength, independent deals and deals of which "
    "the titles carry over, and 5, 10, 40, 200 and 1,000 deals a player: they held the true value in 93 to 97 % of "
    "cases, shares of 5 or 10 deals, which have few possible values, in 92 to 99 %.",
    "身分と札の交換が次の回に影響するので、1つの対局の中の回は互いに独立ではない。そのため区間の幅は、指標が対局ごとに"
    f"どれだけばらつくかによって決める。1つの棋譜を1つの対局とし、{MOST_DEALS}回を超える対局は、ほぼ同じ長さに分けて"
    "それぞれを1つの対局として数える。\n\n"
    f"ばらつきは、本人の対局が{ENOUGH_SITTINGS}以上あり、分母が{ENOUGH_CASES}以上であれば本人の対局から、"
    "そうでなければそのゲームの全プレイヤーの対局から求める（回を絞り込んだときも同じ）。プレイヤーの強さの差が大きいと、"
    "後者は1人の対局のばらつきより大きいので、区間は必要以上に広くなる。ゲーム全体の対局が（プレイヤーごとに数えて）"
    f"{ENOUGH_OF_GAME}に満たないときと、回（解析された回の指標では、その回）の数から見込まれる分母（頻度では分子）が"
    f"{FEWEST_CASES}（偏りの大きい得点と"
    f"ジョーカーでは{FEWEST_RARE_CASES}）に満たないとき、割合では該当する場合としない場合のどちらかの見込みが"
    f"{FEWEST_OF_EITHER_KIND}に満たないときは、区間を示さない。回が少なく、標準誤差の{LEAST_ERRORS}倍が1位または最下位を"
    "越えるとき、平均順位の区間は示さない。分子と分母の積（`sitting.*`）を数えていない指標は、ばらつきが分からないので"
    "区間がない。\n\n"
    "区間は、同じ強さのプレイヤーによるシミュレーションで確かめた。独立な回でも、身分を引き継ぐ回でも、1人あたり"
    "5、10、40、200、1,000回のとき、区間が真の値を含む割合は93〜97%だった（取りうる値の少ない5回と10回の割合では"
    "92〜99%）。",
)
HANDS_HEADING: Final = Text("Hands, passes, and who leaves", "手札、パス、途中で抜けた人")
ABOUT_HANDS: Final = Text(
    "The **strength of a hand** is that of its cards, one by one. A card counts how many steps of the game's order of "
    "strength are below it, as it holds before any revolution: where a 3 is the weakest card and the joker the "
    "strongest, a 3 counts 0, a 4 counts 1, and a joker 13. "
    "The sum over the hand as the record writes it is compared with that of all hands of as many cards from the same "
    "pack, which are taken to be normally distributed with their true mean and variance. `hand.0` is the weakest tenth "
    "of them and `hand.9` the strongest. What sets the cards make is not looked at, and a hand with an unknown card "
    "has no strength. The **strength of a card that is given** is the share of the pack that is weaker.\n\n"
    "A **pass with unknown cards in hand** counts as one with a legal set in hand if the known cards hold one, and as "
    "one without if no cards that nobody is known to have had would make one, as many of them as are unknown. Only "
    "the others are passes of which neither can be said (`passes.unseen`).\n\n"
    "A player who **leaves a deal** before its end has played it: the place, the title and the points are those that "
    "the rules give, the cards in hand count as left (`left`), and leaving counts as an action and as nothing else. In "
    "biga such a deal is undecided.",
    "**手札の強さ**は、札を1枚ずつ見て決める。札の値は、そのゲームの（革命のないときの）強さの順で、"
    "それより弱い段がいくつあるかである。3が最も弱く"
    "ジョーカーが最も強いゲームなら、3は0、4は1、ジョーカーは13になる。"
    "棋譜に書かれた手札の値を合計し、同じ1組から配られる同じ枚数の手札全体と比べる。"
    "全体の分布は、正しい平均と分散を持つ正規分布とみなす。"
    "`hand.0` は弱い方から10分の1、`hand.9` は強い方から10分の1である。"
    "札がどんな組になるかは見ない。分からない札のある手札に強さはない。"
    "**渡した札の強さ**は、それより弱い札が1組に占める割合である。\n\n"
    "**分からない札を持ったままのパス**は、分かっている札だけで出せる組があれば「出せたパス」とする。"
    "誰が持っていたか分からない札をその枚数だけ加えても"
    "出せる組ができなければ「出せなかったパス」とする。どちらとも言えないものだけを `passes.unseen` に数える。\n\n"
    "回の**途中で抜けた人**も、その回を打ったことになる。順位、身分、得点は規則どおりに付き、"
    "手札は残り札（`left`）に数える。抜けることは行動の数に入るだけである。"
    "bigaでは、そうした回は未決着とする。",
)
FIGURES_HEADING: Final = Text("Figures of players and of games", "プレイヤーとゲーム全体の指標")
ABOUT_FIGURES: Final = Text(
    "A name in angle brackets stands for a title, a place, a kind of set and so on: there is a figure for each. They "
    "are shown where the numerator has been counted, or the denominator where it is their own, and so are the figures "
    "of analysed deals. *high* and *low* say "
    "which end of a leaderboard is its top, and *yes* which figures have an interval. In the JSON answer about a game "
    "as a whole, `turn.<from>.<to>` stands under `transitions` and `rule.<rule>` under `hardest`, by title and by rule "
    "alone; in CSV they have these names.",
    "山括弧の部分には身分、順位、組の種類などが入り、それぞれに指標がある。分子（その指標だけの分母があれば分母）が"
    "数えられているものだけを示す。解析された回の指標も同じである。"
    "「よい側」は、ランキングで高いほうと低いほうのどちらを上にするかを表し、"
    "「区間」は区間のある指標を示す。ゲーム全体のJSONでは、`turn.<from>.<to>` は `transitions` に、`rule.<rule>` は "
    "`hardest` に、身分や規則だけを名前として入る。CSVではこの表のとおりの名前になる。",
)
PAIRS_HEADING: Final = Text("Figures of two players", "2人のプレイヤーの指標")
ABOUT_PAIRS: Final = Text(
    "Of deals that both sat in, seen by the first of them. How much these figures vary is not counted, so they have no "
    "intervals.",
    "2人が同席した回について、1人目の側から見た指標。ばらつきは数えないので、区間はない。",
)
SUMS_HEADING: Final = Text("Sums", "合計")
ABOUT_SUMS: Final = Text(
    "Figures use these sums like counters. Nothing of them is stored.",
    "指標ではカウンターと同じように使うが、保存はされない。",
)
COUNTERS_HEADING: Final = Text("Counters", "カウンター")
ABOUT_COUNTERS: Final = Text(
    "A star stands for a title, a place, a kind of set and so on; in `sitting.*`, for two counters such as "
    "`first:deals`. Points are counted in thousandths, their squares in millionths, so that adding and taking away is "
    "exact.",
    "アスタリスクの部分には身分、順位、組の種類などが入り、`sitting.*` では `first:deals` のように"
    "2つのカウンターが入る。得点は1000分の1、その2乗は100万分の1を単位とする整数で数えるので、足しても引いても誤差は生じない。",
)

ALL_GAMES: Final = Text("all", "すべて")
OWNERS: Final[Mapping[str, Text]] = {
    SEAT: Text("player", "プレイヤー"),
    TABLE: Text("game as a whole", "ゲーム全体"),
    PAIR: Text("two players", "2人"),
}
COMMA: Final = Text(", ", "、")
BETTER: Final[Mapping[str, Text]] = {"high": Text("high", "高"), "low": Text("low", "低"), "": Text("", "")}

YES: Final = Text("yes", "あり")

KIND_COLUMNS: Final = (Text("kind", "種類"), Text("value", "値"), Text("interval", "区間"))
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

KIND_TEXTS: Final[Mapping[str, tuple[Text, Text]]] = {
    TOTAL: (
        Text("the numerator; the denominator is 1", "分子そのもの（分母は1）"),
        Text("none is needed: it was counted", "数えたものなので幅はない"),
    ),
    SHARE: (
        Text("numerator / denominator, from 0 to 1", "分子÷分母（0〜1）"),
        Text(
            "Wilson's score interval of as many independent cases as tell the same",
            "同じだけの情報をもつ独立な場合の数についての、ウィルソンのスコア区間",
        ),
    ),
    FREQUENCY: (
        Text("numerator / denominator; of faults, for 1,000 actions", "分子÷分母（問題点は1000行動あたり）"),
        Text(
            "score interval of a Poisson rate, wider or narrower by how unevenly it comes",
            "ポアソン率のスコア区間を、起こり方のむらに応じて広げるか狭めたもの",
        ),
    ),
    MEAN: (
        Text("the mean", "平均"),
        Text("Student's t", "スチューデントのt分布による区間"),
    ),
    SPREAD: (
        Text("the sample standard deviation", "不偏分散の平方根"),
        Text("none", "なし"),
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
        (INTERVALS_HEADING, ABOUT_INTERVALS, (), ()),
        (HANDS_HEADING, ABOUT_HANDS, (), ()),
        (FIGURES_HEADING, ABOUT_FIGURES, FIGURE_COLUMNS, _figure_rows(language)),
        (PAIRS_HEADING, ABOUT_PAIRS, PAIR_COLUMNS, _pair_rows(language)),
        (SUMS_HEADING, ABOUT_SUMS, SUM_COLUMNS, _sum_rows(language)),
        (COUNTERS_HEADING, ABOUT_COUNTERS, COUNTER_COLUMNS, _counter_rows(language)),
    )
    for title, about, columns, rows in parts:
        yield f"## {title[language]}"
        yield from [about[language]] if about else []
        yield from [table(columns, rows, language)] if columns else []


def _kind_rows(language: int) -> Iterator[Row]:
    for kind, (value, interval) in KIND_TEXTS.items():
        yield KINDS[kind][language], value[language], interval[language]


def _figure_rows(language: int) -> Iterator[Row]:
    for figure in (*FIGURES, *(family.pattern for family in FAMILIES)):
        by_owner = {owner: _games_with(figure.id, owner) for owner in PLANS}
        owners = [OWNERS[owner][language] for owner, games in by_owner.items() if games]
        games = [name for name in PROFILES if any(name in found for found in by_owner.values())]
        *front, better, text = _figure_cells(figure, language)
        interval = YES[language] if _has_interval(figure.id) else ""
        yield *front, interval, better, COMMA[language].join(owners), _games(games, language), text


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


def _games_with(id: str, owner: str) -> list[str]:
    return [rules for rules in PROFILES if id in _patterns(rules, owner)]


def _games(names: list[str], language: int) -> str:
    return ALL_GAMES[language] if len(names) == len(PROFILES) else ", ".join(f"`{name}`" for name in names)
