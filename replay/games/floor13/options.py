"""The options of thirteenth-floor daifugo."""

from typing import Final

from daifu.replay.options import Option, choice, illegal_play, number, switch
from daifu.replay.text import Text

LARGEST_HAND: Final = 27
"""Two players share the whole pack."""

OPTIONS: Final[tuple[Option, ...]] = (
    choice(
        "scoring",
        {
            "uno": Text("minus the others' points", "ほかの人の合計のマイナス"),
            "basic": Text("nothing", "0点"),
            "x10": Text("minus ten times the last set", "上がりの組の数字の合計の-10倍"),
        },
        "F-Q-1",
        Text(
            "What the winner gets: minus the others' points, nothing, or minus ten times the last set.",
            "勝者の得点。uno：ほかの人の合計のマイナス、basic：0点、x10：上がりの組の数字の合計の-10倍。",
        ),
        Text("What the winner gets", "勝者の得点"),
    ),
    number(
        "hand_size",
        1,
        LARGEST_HAND,
        "F-DEAL-2",
        Text("How many cards each player is dealt.", "各自に配る枚数。"),
        null=Text("as usual for the number of players", "人数に応じた通常の枚数"),
    ),
    choice(
        "run_follow",
        {
            "exact": Text("the next run only", "1つ上から始まる階段だけ"),
            "higher": Text("any stronger run", "より強い階段すべて"),
        },
        "F-Q-25",
        Text(
            "A run is answered by the next run only, or by any stronger one.",
            "階段に出せるもの。exact：1つ上から始まる階段だけ、higher：より強い階段すべて。",
        ),
        Text("What answers a run", "階段に出せるもの"),
    ),
    switch(
        "pass_needs_drawn",
        "F-Q-6",
        "A set laid after the draw of a pass must hold a card just drawn.",
        "パスで引いた後に出せるのは、引いたカードを含む組だけ。",
    ),
    switch(
        "reshuffle",
        "F-PASS-4",
        "When the stock runs short, the cards laid aside are shuffled and become the stock.",
        "山札が足りなくなれば、流れたカードを切り直して山札に。",
    ),
    switch(
        "sandstorm_interrupt",
        "F-Q-8",
        "A sandstorm may be laid out of turn.",
        "砂嵐は自分の手番でなくても可。",
        default=True,
    ),
    switch(
        "sandstorm_joker",
        "F-Q-9",
        "A joker may be one of the 3s of a sandstorm.",
        "砂嵐の3の代わりのジョーカーも可。",
        default=True,
    ),
    switch(
        "qbomb_self",
        "F-Q-20",
        "A queen's name also hits the cards of its own player.",
        "クイーンボンバーは出した本人の手札も対象。",
        default=True,
    ),
    switch(
        "suit_lock",
        "F-Q-28",
        "Two singles in a row of one suit lock the trick to it.",
        "1枚出しで同じマークが2回続けば縛り。",
    ),
    switch(
        "two_in_a_row_limit",
        "F-Q-29",
        "Nobody opens three tricks in a row.",
        "3回続けて最初に出すのは禁止。",
        default=True,
    ),
    illegal_play("F-FOLLOW-1"),
)
