"""The same results by seat, hand, dealer and title before the deal, and by the part played."""

from typing import Final, NamedTuple

from replay.text import Text
from schemas.figures.figure import HIGH, LOW, PART, SHARE, THOUSAND, Family, Figure, Words
from schemas.figures.groups import BEFORE, DEALER, HANDS, ROLES, SEATS
from schemas.figures.words import distance, number, role, strength, title_or_none


class Split(NamedTuple):
    """What results are split by: the counters of each part begin with `stem`.

    `called` is what a part is called, `where` how a sentence says that only its deals are meant.
    """

    group: str
    stem: str
    called: Text
    where: Text
    words: Words

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
                squares=f"{outcome}_variance" if kind == PART else "",
                unit=THOUSAND if kind == PART else 1,
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
        return self.of("standing", PART, "deals", Text("relative place", "相対順位"), text)

    def points(self) -> Family:
        """How many points."""
        text = Text("The mean of the points of a deal", "1回あたりの得点の平均。")
        return self.of("points", PART, "scored", Text("points a deal", "平均得点"), text)

    def all(self) -> tuple[Family, ...]:
        """All of these."""
        return self.first(), self.standing(), self.points()


BY_SEAT: Final = Split(
    SEATS,
    "seat.<part>",
    Text("seat <part>", "席順<part>"),
    Text(
        "in seat <part>, counted in order of play from whoever laid the first set",
        "最初に札を出した者から数えて<part>番目の席で、",
    ),
    number,
)
BY_HAND: Final = Split(
    HANDS,
    "hand.<part>",
    Text("hand of strength <part>", "手札の強さ<part>"),
    Text(
        "with hands of strength <part>, from 0 (weakest) to 9", "配られた手札の強さ（0が最弱、9が最強）が<part>の回の、"
    ),
    strength,
)
BY_TITLE: Final = Split(
    BEFORE,
    "before.<part>",
    Text("begun as <part>", "<part>で開始"),
    Text("in deals begun as <part>", "<part>で始めた回の、"),
    title_or_none,
)
BY_DEALER: Final = Split(
    DEALER,
    "dealer.<part>",
    Text("<part>", "<part>"),
    Text("as <part>, counted in order of play", "手番の順で<part>だった回の、"),
    distance,
)
BY_ROLE: Final = Split(ROLES, "role.<part>", Text("<part>", "<part>"), Text("as <part>", "<part>だった回の、"), role)

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
