"""The options of Big A."""

from typing import Final

from daifu.replay.games.biga.sets import LINE
from daifu.replay.options import Option, illegal_play, number, switch
from daifu.replay.text import Text

OPTIONS: Final[tuple[Option, ...]] = (
    switch(
        "seed_literal_p2d5",
        "B-SCORE-5",
        "A hidden partner second and the declarer fifth pay each defender 1 instead of 2, as one printed table has it.",
        "隠れたパートナーが2位、デクレアラーが5位のとき、ディフェンダーの得点は2点でなく1点（誤植のある表のとおり）。",
    ),
    switch(
        "wind_uses_true_team",
        "B-Q-19",
        "The lead of a player who is out passes to their true team, known or not.",
        "上がった人の代わりは、パートナーが隠れていても実際のチームの人。",
    ),
    switch(
        "solo_shown_first_only",
        "B-Q-24",
        "A declarer who showed both Big As must be first out; the first player out ends the play.",
        "大Aを2枚見せたデクレアラーは1位でなければ負け、最初に誰かが上がった時点で終わり。",
    ),
    switch(
        "counter_after_default",
        "B-Q-10",
        "Two equal aces may also replace the default declaration by a heart ace.",
        "ハートAの申し出によるデクレアラーにも反大Aが可能。",
        default=True,
    ),
    number(
        "sequence_max",
        3,
        len(LINE),
        "B-SET-3",
        Text(
            "The most ranks that a sequence or a double sequence may have.",
            "シークエンスと2枚シークエンスの長さの上限（ランクの数）。",
        ),
        default=len(LINE),
    ),
    switch(
        "big_ace_in_sequence",
        "B-SET-3",
        "A Big A may be an ace in a sequence.",
        "シークエンスの中で、大Aは普通のAと同じ扱い。",
        default=True,
    ),
    switch(
        "egg_on_double_sequence",
        "B-Q-2",
        "An Egg may be played on a double sequence.",
        "2枚シークエンスの上の蛋子も可。",
    ),
    illegal_play("B-FOLLOW-1"),
)
