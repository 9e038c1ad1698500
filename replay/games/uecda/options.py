"""The options of UECda (U-OPT)."""

from typing import Final

from daifu.replay.options import Option, choice, illegal_play, switch
from daifu.replay.text import Text

OPTIONS: Final[tuple[Option, ...]] = (
    illegal_play("U-ILL-1", default="pass"),
    choice(
        "trick_end",
        {
            "all": Text("all players in the game have passed", "残り全員がパスしたとき"),
            "all_but_one": Text("only one player has not passed", "パスしていない人が1人になったとき"),
        },
        "U-PASS-1",
        Text(
            "The trick is cleared when all players in the game have passed, or as soon as only one has not.",
            "場が流れるとき。all：残り全員がパスしたとき、all_but_one：パスしていない人が1人になったとき。",
        ),
        Text("The trick is cleared when", "場が流れるとき"),
    ),
    switch(
        "jack_back",
        "U-OPT",
        "A set with a jack turns the order until the trick is cleared.",
        "Jを含む役で、場が流れるまで強さが逆転。",
    ),
    switch("six_reverse", "U-OPT", "A set with a six turns the direction of play.", "6を含む役で、順番の向きが逆転。"),
)
