"""The options of theater daihinmin, and the points that titles may be worth (T-SCORE-1)."""

from collections.abc import Callable
from typing import Final

from daifu.replay.deal import Number, Points, Start
from daifu.replay.options import Option, Value, choice, illegal_play, number, switch
from daifu.replay.sitting import by_place, no_points
from daifu.replay.text import Text

TITLES: Final = ("daifugo", "fugo", "hinmin", "daihinmin")
"""The titles by place (T-TITLE-1)."""


def _points_of_titles(value: Value) -> bool:
    """Whether a value is null or maps titles to numbers."""
    if value is None:
        return True
    return isinstance(value, dict) and all(title in TITLES and _is_number(worth) for title, worth in value.items())


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


OPTIONS: Final[tuple[Option, ...]] = (
    number("jokers", 1, 2, "T-Q-1", Text("How many jokers the pack has.", "使うJOKERの枚数。"), default=1),
    choice(
        "pass_reset",
        {
            "down_only": Text("when the order turns down", "「下」に変わった時"),
            "any_change": Text("whenever the order turns", "強弱が変わるたび"),
            "never": Text("never", "取り消されない"),
        },
        "T-PASS-3",
        Text(
            "Passes are forgiven when the order turns down, whenever it turns, or never.",
            "パスが取り消されるのは、「下」に変わった時（down_only）、強弱が変わるたび（any_change）、または決して取り消されない（never）。",
        ),
        Text("When passes are forgiven", "パスが取り消される時"),
    ),
    switch(
        "eleven_back",
        "T-Q-6",
        "The player of jacks may call the order of the trick.",
        "Jを出した者は、その場の強弱を宣言できる。",
        default=True,
    ),
    switch(
        "ipeiko_any_suits",
        "T-Q-5",
        "Any pairs of ranks in a row are an ipeiko, whatever their suits.",
        "続いたトイツであれば、マークがそろっていなくてもイーペーコーとする。",
    ),
    switch(
        "opening_listed_only",
        "T-Q-24",
        "The game is not opened with four 3s or a sanrenko.",
        "3のカンツとサンレンコーでは始められない。",
    ),
    switch(
        "hearts3_on_turn_only",
        "T-H3-2",
        "The heart 3 takes a joker only on its player's turn.",
        "ハーツは自分の番にしかJOKERに出せない。",
    ),
    switch(
        "joker_on_hearts3",
        "T-JOK-1",
        "A joker follows a heart 3 that lies there as a plain single.",
        "普通の1枚として出たハーツの上に、JOKERを出せる。",
        default=True,
    ),
    choice(
        "joker_out",
        {
            "foul": Text("a foul that the rules punish", "罰を伴う反則"),
            "illegal": Text("a forbidden play", "禁じられた出し方"),
        },
        "T-FOUL-1",
        Text(
            "Going out with the joker is a foul that the rules punish, or a forbidden play; the place is the same.",
            "JOKERで上がることを、罰を伴う反則（foul）とするか、禁じられた出し方（illegal）とするか。順位は同じ。",
        ),
        Text("Going out with the joker (the place is the same)", "JOKERで上がること（順位は同じ）"),
    ),
    switch(
        "gift_from_dealt_hand",
        "T-XCH-3",
        "The gifts of the rich come from the hand as dealt, not from what they just received.",
        "大富豪と富豪は受け取った札を返せず、配られた手札から渡す。",
    ),
    Option(
        "title_points",
        "object from title to number | null",
        None,
        "T-SCORE-1",
        Text("What each title is worth; without it there are no points.", "階級ごとの点数。なければ得点はない。"),
        _points_of_titles,
    ),
    illegal_play("T-PUN-2"),
)


def title_points(worth: Value) -> Callable[[Start, list[int]], Points | None]:
    """The rule of points under the option `title_points`; a title that it does not name gives none."""
    if not isinstance(worth, dict):
        return no_points
    values = tuple(_points_or_none(worth.get(title)) for title in TITLES)

    def points(start: Start, order: list[int]) -> Points:
        return by_place(start, order, values)

    return points


def _points_or_none(value: Value) -> Number | None:
    return value if isinstance(value, int | float) else None
