"""The arguments and options of `daifu stats`; where an option is a parameter of the service it goes under its name."""

from typing import Final

from api.cli.commands import Argument, Option
from api.cli.remote import TOKEN_VARIABLE
from api.cli.values import Day, Name, OneOf, Whole
from replay.games.catalogue import PROFILES
from replay.text import Text
from schemas import limits

_GAMES: Final = tuple(PROFILES)
_LARGEST_PAGE: Final = 500

SEARCH: Final = Option(
    "--search",
    Text(
        "Only players one of whose ids or names has this in it; those that begin with it come first.",
        "IDか名前にこの文字を含むプレイヤーだけを表示する。それで始まるものが先になる。",
    ),
    into="q",
    metavar="TEXT",
)
PLAYER: Final = Argument("player", Text("The id of a player.", "プレイヤーのID。"), type=Name(), metavar="PLAYER")
OTHER: Final = Argument("other", Text("The id of another player.", "相手のID。"), type=Name(), metavar="OTHER")
PROFILE: Final = Argument(
    "profile", Text("The name of a game.", "ゲームの名前。"), type=OneOf(_GAMES), metavar="PROFILE"
)
FIGURE: Final = Argument(
    "figure",
    Text("The id of a figure, such as first or points.mean.", "指標のID。first、points.meanなど。"),
    metavar="FIGURE",
)

RULES: Final = Option(
    "--rules",
    Text(
        "The game; needed where the player has played several.",
        "ゲームの名前。プレイヤーに複数のゲームの対局があるときに必要。",
    ),
    type=OneOf(_GAMES),
)
GAME: Final = Option("--rules", Text("The game.", "ゲームの名前。"), type=OneOf(_GAMES), required=True)

DEALS: Final = (
    Option(
        "--from",
        Text("Count only deals of events on this day or later.", "この日以降の回だけを数える。"),
        into="from_",
        type=Day(),
    ),
    Option(
        "--to", Text("Count only deals of events on this day or earlier.", "この日以前の回だけを数える。"), type=Day()
    ),
    Option(
        "--tournament",
        Text("Count only deals of the event with this name.", "この名前の大会の回だけを数える。"),
        type=Name(),
    ),
    Option(
        "--players",
        Text("Count only deals in which N players sat.", "N人で行った回だけを数える。"),
        type=Whole(2, limits.PLAYERS),
    ),
)

_LEAST: Final = Option(
    "--least",
    Text("Only players with N deals at least; 1 by default.", "N回以上のプレイヤーだけ。既定値は1。"),
    type=Whole(1),
)
PAGES: Final = (
    Option(
        "--limit",
        Text("Show N players at once; 50 by default.", "一度にN人を表示する。既定値は50。"),
        type=Whole(1, _LARGEST_PAGE),
    ),
    Option(
        "--page",
        Text(
            "Show the Nth page of so many players; 1 by default.", "その人数で区切ったNページ目を表示する。既定値は1。"
        ),
        type=Whole(1),
        default=1,
    ),
)
RANKING: Final = (_LEAST, *PAGES)

FORMS: Final = (
    Option("--csv", Text("Print CSV for spreadsheets.", "表計算用のCSVで出力する。"), into="as_csv", is_flag=True),
    Option(
        "--json",
        Text("Print JSON as the service answers it.", "サービスの応答と同じJSONで出力する。"),
        into="as_json",
        is_flag=True,
    ),
)

URL: Final = Option(
    "--url",
    Text(
        "Ask the service at this address instead of a store.",
        "保存先の代わりに、このアドレスのサービスに問い合わせる。",
    ),
    metavar="URL",
)
TOKEN: Final = Option(
    "--token",
    Text(
        f"The token to ask it with, where reading is closed; by default {TOKEN_VARIABLE}.",
        f"閲覧が制限されているときに使うトークン。既定値は{TOKEN_VARIABLE}。",
    ),
    metavar="TOKEN",
    envvar=TOKEN_VARIABLE,
    default="",
)
