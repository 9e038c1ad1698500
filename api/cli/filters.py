"""Options that say which records of a store are wanted; their values go where `Wanted` has them."""

from typing import Final

from api.cli.commands import Option
from api.cli.values import Day, Name, OneOf, TrueOrFalse
from replay.faults import CATALOGUE
from replay.games.catalogue import PROFILES
from replay.text import Text

FILTERS: Final = (
    Option(
        "--player",
        Text(
            "Only records in which the player with this id takes part.",
            "このIDのプレイヤーが参加した棋譜だけ。",
        ),
        metavar="ID",
        type=Name(),
    ),
    Option("--rules", Text("Only records of this game.", "このゲームの棋譜だけ。"), type=OneOf(tuple(PROFILES))),
    Option(
        "--tournament",
        Text("Only records of the event with this name.", "この名前の大会の棋譜だけ。"),
        type=Name(),
    ),
    Option(
        "--legal",
        Text(
            "Only records in which nothing worse than a notice was found, or only the others.",
            "「注意」より重い問題点がない棋譜だけ（false：ある棋譜だけ）。",
        ),
        type=TrueOrFalse(),
    ),
    Option(
        "--fault",
        Text("Only records in which a fault of this code was found.", "このコードの問題点がある棋譜だけ。"),
        metavar="CODE",
        type=OneOf(tuple(CATALOGUE)),
    ),
    Option(
        "--from",
        Text("Only records of events on this day or later.", "この日以降の棋譜だけ。"),
        into="since",
        type=Day(),
    ),
    Option(
        "--to",
        Text("Only records of events on this day or earlier.", "この日以前の棋譜だけ。"),
        into="until",
        type=Day(),
    ),
    Option(
        "--withdrawn",
        Text(
            "Only records that were withdrawn; without it only the others.",
            "取り下げられた棋譜だけ。付けなければそれ以外だけ。",
        ),
        is_flag=True,
    ),
)
