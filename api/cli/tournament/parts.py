"""Arguments and options that several commands about tournaments have."""

from typing import Final

import click

from api.cli.commands import Argument, Option
from api.cli.parts import DB
from api.cli.remote import TOKEN_VARIABLE
from api.cli.values import Name, Whole
from data.store.asked import LOCAL
from data.tournaments.settings import MOST_ROUNDS
from replay.text import Text

ORDINAL: Final = Whole(1, MOST_ROUNDS)

TARGET: Final[list[click.Parameter]] = [
    DB,
    Option(
        "--url",
        Text(
            "Ask the service at this address instead of a store of this machine.",
            "このマシンの保存先の代わりに、このアドレスのサービスを使う。",
        ),
        metavar="URL",
    ),
    Option(
        "--token",
        Text(
            f"The token for the service; by default {TOKEN_VARIABLE}.",
            f"サービスのトークン。既定値は{TOKEN_VARIABLE}。",
        ),
        metavar="TOKEN",
        envvar=TOKEN_VARIABLE,
        default="",
    ),
]
"""Which tournaments are meant: those of a store, or of a service."""

AUTHOR: Final = Option(
    "--as",
    Text(
        f"Who does it, as the log will name him; {LOCAL} by default. A service goes by the token.",
        f"操作する人の名前。記録簿に残る。既定値は{LOCAL}。サービスではトークンの名前になる。",
    ),
    into="author",
    type=Name(),
    default=LOCAL,
)

REASON: Final = Option(
    "--reason", Text("Why; the log will tell it.", "理由。記録簿に残る。"), metavar="TEXT", default=None
)

PREVIEW: Final = Option(
    "--preview",
    Text(
        "Change nothing, and tell what the standings would be; rounds that are closed are looked at as if they were "
        "open.",
        "変更せず、順位がどう変わるかだけを表示する。締め切った回戦も、再開したものとして調べる。",
    ),
    is_flag=True,
)

TOURNAMENT: Final = Argument(
    "tournament", Text("The number of the tournament, or its name.", "大会の番号か名前。"), metavar="TOURNAMENT"
)

ENTRANT: Final = Argument(
    "entrant", Text("The number of the entrant, or his name.", "参加者の番号か名前。"), metavar="ENTRANT"
)

ROUND: Final = Argument(
    "number", Text("The round of the stage.", "ステージの何回戦か。"), type=ORDINAL, metavar="ROUND"
)

TABLE: Final = Argument("table", Text("The table of the round.", "回戦の何卓か。"), type=ORDINAL, metavar="TABLE")

STAGE: Final = Option(
    "--stage", Text("Which stage; the last one by default.", "どのステージか。既定値は最後のステージ。"), type=ORDINAL
)

JSON: Final = Option(
    "--json", Text("Print JSON instead of tables.", "表の代わりにJSONで表示する。"), into="as_json", is_flag=True
)

ANNOUNCED: Final = Option(
    "--announced",
    Text(
        "As it was when that round was closed, whatever has been corrected since; by default the round closed last.",
        "その回戦を締め切ったときのまま、後の訂正を入れずに表示する。既定値は最後に締め切った回戦。",
    ),
    is_flag=True,
)

UNTIL: Final = Option(
    "--until",
    Text(
        "After which round; the last that has begun by default.",
        "何回戦終了時か。既定値は始まっている最後の回戦。",
    ),
    type=Whole(0, MOST_ROUNDS),
)

WHICH: Final[list[click.Parameter]] = [STAGE, UNTIL, ANNOUNCED]
"""Which standing is meant."""
