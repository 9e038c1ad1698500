"""How deals ended: places, points, titles, cards, lengths; the same by seat, hand, dealer, title before and role."""

from typing import Final, NamedTuple

from daifu.replay.figures.figure import (
    BEFORE,
    DEALER,
    HANDS,
    HIGH,
    LAST_PLACE,
    LOW,
    MEAN,
    RESULTS,
    ROLES,
    SEATS,
    SHARE,
    SPREAD,
    THOUSAND,
    TITLES,
    TOTAL,
    Family,
    Figure,
    PartName,
)
from daifu.replay.figures.names import distance, number, role, strength, title, title_or_none
from daifu.replay.figures.values import FEWEST_RARE_CASES
from daifu.replay.statistics.results import HALVES, STANDING_UNIT
from daifu.replay.text import Text

RESULT_FIGURES: Final = (
    Figure(
        "deals",
        RESULTS,
        TOTAL,
        "deals",
        "",
        Text("deals", "決着した回数"),
        Text("Deals that were decided.", "決着がついた回の数。"),
    ),
    Figure(
        "undecided",
        RESULTS,
        SHARE,
        "undecided",
        "begun",
        Text("deals left undecided", "未決着率"),
        Text(
            "Of all deals, those that ended before they were decided.", "全体のうち、決着がつかずに終わった回の割合。"
        ),
    ),
    Figure(
        "place.mean",
        RESULTS,
        MEAN,
        "places",
        "deals",
        Text("mean place", "平均順位"),
        Text(
            "The mean of the places, 1 being the best. Players who share places, or the places left because they have "
            "none, have the mean of these.",
            "順位の平均。小さいほどよい成績です。同順位の者は分け合う順位の平均、順位のつかなかった者は残った順位の平均とします。",
        ),
        unit=HALVES,
        better=LOW,
        least=1,
        most=LAST_PLACE,
    ),
    Figure(
        "place.relative",
        RESULTS,
        MEAN,
        "standing",
        "deals",
        Text("relative place", "相対順位"),
        Text(
            "The mean share of the others who did better: 0 for the first, 1 for the last, at tables of any size.",
            "自分より上位だった相手の割合の平均。人数にかかわらず1位は0、最下位は1。",
        ),
        unit=STANDING_UNIT,
        better=LOW,
        least=0,
        most=1,
    ),
    Figure(
        "first",
        RESULTS,
        SHARE,
        "first",
        "deals",
        Text("first places", "1位率"),
        Text("Of the deals, those won.", "1位になった回の割合。"),
        better=HIGH,
    ),
    Figure(
        "last",
        RESULTS,
        SHARE,
        "last",
        "deals",
        Text("last places", "最下位率"),
        Text("Of the deals, those that ended on the last place.", "最下位になった回の割合。"),
        better=LOW,
    ),
    Figure(
        "points",
        RESULTS,
        TOTAL,
        "points",
        "",
        Text("points", "総得点"),
        Text("All points together.", "得点の合計。"),
        unit=THOUSAND,
        better=HIGH,
    ),
    Figure(
        "points.mean",
        RESULTS,
        MEAN,
        "points",
        "scored",
        Text("points a deal", "平均得点"),
        Text("The mean of the points of a deal.", "1回あたりの得点の平均。"),
        unit=THOUSAND,
        better=HIGH,
        fewest=FEWEST_RARE_CASES,
    ),
    Figure(
        "points.spread",
        RESULTS,
        SPREAD,
        "points",
        "scored",
        Text("spread of the points", "得点の標準偏差"),
        Text("The standard deviation of the points of a deal.", "1回ごとの得点の標準偏差。"),
        squares="points_squared",
        unit=THOUSAND,
    ),
    Figure(
        "left.mean",
        RESULTS,
        MEAN,
        "left",
        "left.deals",
        Text("cards left", "平均残り枚数"),
        Text("Cards still in hand when the deal ended.", "回が終わったときに手札に残っていた枚数の平均。"),
        better=LOW,
        least=0,
    ),
    Figure(
        "left.spread",
        RESULTS,
        SPREAD,
        "left",
        "left.deals",
        Text("spread of the cards left", "残り枚数の標準偏差"),
        Text("The standard deviation of the cards left.", "終わったときの残り枚数の標準偏差。"),
        squares="left_squared",
    ),
    Figure(
        "won.leading",
        RESULTS,
        SHARE,
        "won.leading",
        "won",
        Text("first out after leading", "親で上がった1位の割合"),
        Text(
            "Of the deals won by going out first, those where the last set was a lead.",
            "最初に上がった回のうち、最後の組を親として出して上がった割合。",
        ),
    ),
)

RESULT_FAMILIES: Final = (
    Family(
        Figure(
            "place.<place>",
            RESULTS,
            SHARE,
            "place.<place>",
            "deals",
            Text("place <place>", "<place>位"),
            Text("Of the deals, those that ended in place <place>.", "<place>位になった回の割合。"),
        ),
        {"<place>": number},
    ),
)

TABLE_FIGURES: Final = (
    Figure(
        "length.mean",
        RESULTS,
        MEAN,
        "length",
        "finished",
        Text("length of a deal", "1回の長さ"),
        Text("The mean number of actions of a decided deal.", "決着した回の行動数の平均。"),
        least=0,
    ),
    Figure(
        "length.spread",
        RESULTS,
        SPREAD,
        "length",
        "finished",
        Text("spread of the lengths", "長さの標準偏差"),
        Text("The standard deviation of the numbers of actions.", "決着した回の行動数の標準偏差。"),
        squares="length_squared",
    ),
)


OUTCOME_UNITS: Final = {"standing": STANDING_UNIT, "points": THOUSAND}
"""How many of what is counted make one."""


class Breakdown(NamedTuple):
    """What results are split by: the counters of each part begin with `stem`.

    `called` is what a part is called, `where` how a sentence says that only its deals are meant.
    """

    group: str
    stem: str
    called: Text
    where: Text
    words: PartName

    def of(self, outcome: str, kind: str, among: str, name: Text, text: Text) -> Family:
        """The family of one kind of result."""
        return Family(
            Figure(
                f"{self.stem}.{outcome}",
                self.group,
                kind,
                f"{self.stem}.{outcome}",
                f"{self.stem}.{among}",
                Text(f"{self.called.en}: {name.en}", f"{self.called.ja}：{name.ja}"),
                Text(f"{text.en} {self.where.en}.", f"{self.where.ja}{text.ja}"),
                unit=OUTCOME_UNITS.get(outcome, 1),
                better=LOW if outcome == "standing" else HIGH,
            ),
            {"<part>": self.words},
        )

    def first(self) -> Family:
        """How often first."""
        text = Text("The share of first places", "1位になった割合。")
        return self.of("first", SHARE, "deals", Text("first places", "1位率"), text)

    def standing(self) -> Family:
        """How many of the others did better."""
        text = Text("The mean share of the others who did better", "自分より上位だった相手の割合の平均。")
        return self.of("standing", MEAN, "deals", Text("relative place", "相対順位"), text)

    def points(self) -> Family:
        """How many points."""
        text = Text("The mean of the points of a deal", "1回あたりの得点の平均。")
        return self.of("points", MEAN, "scored", Text("points a deal", "平均得点"), text)

    def all(self) -> tuple[Family, ...]:
        """All of these."""
        return self.first(), self.standing(), self.points()


BY_SEAT: Final = Breakdown(
    SEATS,
    "seat.<part>",
    Text("seat <part>", "席順<part>"),
    Text(
        "in seat <part>, counted in order of play from the player of the first set",
        "最初にカードを出した人から数えて<part>番目の席での、",
    ),
    number,
)
BY_HAND: Final = Breakdown(
    HANDS,
    "hand.<part>",
    Text("hand of strength <part>", "手札の強さ<part>"),
    Text(
        "with hands of strength <part>, from 0 (weakest) to 9", "配られた手札の強さ（0が最弱、9が最強）が<part>の回の、"
    ),
    strength,
)
BY_TITLE: Final = Breakdown(
    BEFORE,
    "before.<part>",
    Text("begun as <part>", "<part>で開始"),
    Text("in deals begun as <part>", "<part>で始めた回の、"),
    title_or_none,
)
BY_DEALER: Final = Breakdown(
    DEALER,
    "dealer.<part>",
    Text("<part>", "<part>"),
    Text("as <part>, counted in order of play", "手番の順で<part>だった回の、"),
    distance,
)
BY_ROLE: Final = Breakdown(
    ROLES, "role.<part>", Text("<part>", "<part>"), Text("as <part>", "<part>だった回の、"), role
)

OUTCOME_FAMILIES: Final = (
    BY_SEAT.first(),
    BY_SEAT.points(),
    BY_HAND.standing(),
    BY_HAND.points(),
    *BY_TITLE.all(),
    *BY_DEALER.all(),
    Family(
        Figure(
            "role.<part>.deals",
            ROLES,
            SHARE,
            "role.<part>.deals",
            "roles",
            Text("deals as <part>", "<part>だった割合"),
            Text(
                "Of the deals whose teams are known, those played as <part>.",
                "チームが分かっている回のうち、<part>だった割合。",
            ),
        ),
        {"<part>": role},
    ),
    *BY_ROLE.all(),
)

TITLE_FIGURES: Final = (
    Figure(
        "top.kept",
        TITLES,
        SHARE,
        "top.kept",
        "top.begun",
        Text("top title kept", "最上位の維持率"),
        Text(
            "Of the deals begun with the title of the table's first place, those that ended with it.",
            "卓の1位の身分（大富豪など）で始めた回のうち、その身分を守った割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "top.taken",
        TITLES,
        SHARE,
        "top.taken",
        "top.below",
        Text("top title taken", "最上位の獲得率"),
        Text(
            "Of the deals begun without the title of the table's first place, those that ended with it.",
            "卓の1位の身分（大富豪など）でなく始めた回のうち、その身分になった割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "bottom.left",
        TITLES,
        SHARE,
        "bottom.left",
        "bottom.begun",
        Text("risen from the bottom", "最下位からの脱出率"),
        Text(
            "Of the deals begun with the title of the table's last place, those that ended above it.",
            "卓の最下位の身分（大貧民など）で始めた回のうち、最下位を脱した割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "bottom.reached",
        TITLES,
        SHARE,
        "bottom.reached",
        "bottom.above",
        Text("fallen to the bottom", "最下位への転落率"),
        Text(
            "Of the deals begun without the title of the table's last place, those that ended with it.",
            "卓の最下位の身分（大貧民など）でなく始めた回のうち、その身分になった割合。",
        ),
        better=LOW,
    ),
    Figure(
        "titles.risen",
        TITLES,
        SHARE,
        "turns_risen",
        "turns",
        Text("risen", "上昇率"),
        Text(
            "Of the deals begun and ended with a title, those that ended with a better one.",
            "前後とも身分があった回のうち、身分が上がった割合。",
        ),
        better=HIGH,
    ),
    Figure(
        "titles.fallen",
        TITLES,
        SHARE,
        "turns_fallen",
        "turns",
        Text("fallen", "下降率"),
        Text(
            "Of the deals begun and ended with a title, those that ended with a lower one.",
            "前後とも身分があった回のうち、身分が下がった割合。",
        ),
        better=LOW,
    ),
)

TITLE_FAMILIES: Final = (
    Family(
        Figure(
            "title.<title>",
            TITLES,
            SHARE,
            "title.<title>",
            "deals",
            Text("<title>", "<title>"),
            Text("Of the deals, those that ended with the title <title>.", "<title>になった回の割合。"),
        ),
        {"<title>": title},
    ),
    Family(
        Figure(
            "turn.<from>.<to>",
            TITLES,
            SHARE,
            "turn.<from>.<to>",
            "turn.<from>",
            Text("from <from> to <to>", "<from>から<to>へ"),
            Text(
                "Of the deals begun as <from> and ended with a title, those that ended as <to>.",
                "<from>で始めて身分を得た回のうち、<to>になった割合。",
            ),
        ),
        {"<from>": title, "<to>": title},
    ),
)
