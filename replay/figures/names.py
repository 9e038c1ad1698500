"""The names of the parts of a figure's id: a title, a place, a kind of set, the code of a fault."""

from collections.abc import Mapping
from typing import Final

from daifu.replay.faults import FAULT_NAMES
from daifu.replay.text import Text
from daifu.replay.titles import TITLE_NAMES

SET_KINDS: Final[Mapping[str, Text]] = {
    "single": Text("single", "1枚出し"),
    "group": Text("group", "同じ数字の組"),
    "run": Text("run", "階段"),
    "double_run": Text("double run", "2枚階段"),
    "triple_run": Text("triple run", "3枚階段"),
    "quadruple_run": Text("quadruple run", "4枚階段"),
    "sandstorm": Text("sandstorm", "砂嵐"),
    "irregular": Text("irregular set", "役にならない組"),
    "pair": Text("pair", "2枚出し"),
    "sequence": Text("sequence", "シークエンス"),
    "double_sequence": Text("double sequence", "2枚シークエンス"),
    "triple_sequence": Text("triple sequence", "連珠蛋"),
    "egg": Text("Egg", "蛋子"),
    "big_egg": Text("Big Egg", "大蛋子"),
    "joker_pair": Text("pair of jokers", "双王"),
    "false_eight": Text("false eight", "仮八"),
    "true_seven": Text("true seven", "真七"),
    "three_jokers": Text("three jokers", "3張王"),
    "four_jokers": Text("four jokers", "4張王"),
    "both_big_aces": Text("both Big As", "双大A"),
}
"""The kinds of combinations of all games."""

EFFECTS: Final[Mapping[str, Text]] = {
    "5": Text("5s that skip", "5飛ばし"),
    "6": Text("6s that turn the direction", "6リバース"),
    "7": Text("7s that give", "7渡し"),
    "8": Text("8s that end the trick", "8切り"),
    "9": Text("9s that turn the direction", "9逆回り"),
    "10": Text("10s that throw away", "10捨て"),
    "J": Text("jacks that turn the order", "11バック"),
    "Q": Text("queens that bomb", "Qボンバー"),
    "S3": Text("spade 3s on a joker", "スペードの3返し"),
    "H3": Text("heart 3s on a joker", "ハーツの3返し"),
    "lock": Text("suit locks", "縛り"),
}
"""The effects of cards and sets, by the names of the counters."""

ROLES: Final[Mapping[str, Text]] = {
    "declarer": Text("declarer", "デクレアラー"),
    "partner": Text("partner", "パートナー"),
    "defender": Text("defender", "守備側"),
    "solo": Text("declarer alone", "パートナーなしのデクレアラー"),
}
"""The roles in Big A."""

CALLS: Final[Mapping[str, Text]] = {"up": Text("up", "上"), "down": Text("down", "下")}
"""The calls on jacks."""

STRENGTHS: Final = frozenset("0123456789")
DEALER: Final = Text("dealer", "ディーラー")
NO_TITLE: Final = Text("no title", "身分なし")
MORE_CARDS: Final = Text("more than 20", "21枚以上")


def number(part: str) -> Text | None:
    """A whole number from 1."""
    return Text(part, part) if part.isascii() and part.isdecimal() and not part.startswith("0") else None


def distance(part: str) -> Text | None:
    """A distance from the dealer, 0 being the dealer."""
    if part == "0":
        return DEALER
    behind = number(part)
    return None if behind is None else Text(f"player {behind.en} after the dealer", f"ディーラーの{behind.ja}人後")


def title_or_none(part: str) -> Text | None:
    """A title, or no title where others have one."""
    return NO_TITLE if part == "none" else TITLE_NAMES.get(part)


def card_count(part: str) -> Text | None:
    """A number of cards, or more than are counted separately."""
    count = number(part)
    return MORE_CARDS if part == "more" else count and Text(count.en, f"{count.ja}枚")


def strength(part: str) -> Text | None:
    """A class of strength of the hand as dealt, 0 weakest."""
    return Text(part, part) if part in STRENGTHS else None


def rule(part: str) -> Text:
    """The id of a rule, the same in every language."""
    return Text(part, part)


title: Final = TITLE_NAMES.get
set_kind: Final = SET_KINDS.get
effect: Final = EFFECTS.get
role: Final = ROLES.get
call: Final = CALLS.get
code: Final = FAULT_NAMES.get
