"""The options of theater daihinmin, and the points that titles may be worth (T-SCORE-1)."""

from collections.abc import Callable
from typing import Final

from daifu.replay.deal import Number, Points, Start
from daifu.replay.options import Option, Value, choice, illegal_play, number, spelled, switch
from daifu.replay.sitting import by_place, no_points
from daifu.replay.text import Text
from daifu.replay.titles import title_name

TITLES: Final = ("daifugo", "fugo", "hinmin", "daihinmin")
"""The titles by place (T-TITLE-1)."""


def _points_of_titles(value: Value) -> bool:
    """Whether a value is null or maps titles to numbers."""
    if value is None:
        return True
    return isinstance(value, dict) and all(title in TITLES and _is_number(worth) for title, worth in value.items())


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _told_worth(value: Value) -> Text:
    """What the titles are worth, in words."""
    if not isinstance(value, dict):
        return Text("no points", "得点なし")
    some = [(title_name(title), spelled(worth)) for title, worth in value.items()]
    return Text(
        ", ".join(f"{name.en} {worth}" for name, worth in some), "、".join(f"{name.ja}{worth}" for name, worth in some)
    )


OPTIONS: Final[tuple[Option, ...]] = (
    number("jokers", 1, 2, "T-Q-1", Text("How many jokers the pack has.", "使うJOKERの枚数。"), default=1),
    choice(
        "pass_reset",
        {
            "down_only": Text("when the order turns down", "「下」に変わった時"),
            "any_change": Text("whenever the order turns", "強弱が変わるたび"),
            "never": Text("never", "取り消しなし"),
        },
        "T-PASS-3",
        Text(
            "Passes are forgiven when the order turns down, whenever it turns, or never.",
            "パスが取り消される時。down_only：「下」に変わった時、any_change：強弱が変わるたび、never：取り消しなし。",
        ),
        Text("When passes are forgiven", "パスが取り消される時"),
    ),
    switch(
        "eleven_back",
        "T-Q-6",
        "The player of jacks may call the order of the trick.",
        "Jを出した人の宣言で、その場の強弱を決定。",
        default=True,
    ),
    switch(
        "ipeiko_any_suits",
        "T-Q-5",
        "Any pairs of ranks in a row are an ipeiko, whatever their suits.",
        "続いたトイツであれば、マークがそろっていなくてもイーペーコー。",
    ),
    switch(
        "opening_listed_only",
        "T-Q-24",
        "The game is not opened with four 3s or a sanrenko.",
        "3のカンツとサンレンコーは最初の組では禁止。",
    ),
    switch(
        "hearts3_on_turn_only",
        "T-H3-2",
        "The heart 3 takes a joker only on its player's turn.",
        "JOKERへのハーツは自分の番だけ。",
    ),
    switch(
        "joker_on_hearts3",
        "T-JOK-1",
        "A joker follows a heart 3 that lies there as a plain single.",
        "普通の1枚として出たハーツの上のJOKERも可。",
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
            "JOKERでの上がり。foul：罰を伴う反則、illegal：禁じられた出し方。順位は同じ。",
        ),
        Text("Going out with the joker (the place is the same)", "JOKERで上がること（順位は同じ）"),
    ),
    switch(
        "gift_from_dealt_hand",
        "T-XCH-3",
        "The gifts of the rich come from the hand as dealt, not from what they just received.",
        "大富豪と富豪が渡すのは配られた手札から。受け取ったカードの返却は不可。",
    ),
    Option(
        "title_points",
        "object from title to number | null",
        None,
        "T-SCORE-1",
        Text("What each title is worth; without it there are no points.", "階級ごとの点数。なければ得点なし。"),
        _points_of_titles,
        named=lambda: Text("What each title is worth", "階級ごとの点数"),
        words=_told_worth,
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
