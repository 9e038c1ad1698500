"""`daifu stats`: statistics of players and games, as tables, CSV, XLSX or JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import Any, Final
from urllib.parse import quote

import click
import msgspec
from rich.console import Console, RenderableType

from daifu.api.cli.program.client import TARGET, XLSX_FILE, error_text, open_client
from daifu.api.cli.program.commands import DAY, Argument, Command, CommandGroup, CountedGame, Name, Option, WholeNumber
from daifu.api.cli.program.files import write_file
from daifu.api.cli.program.output import UsageError, language_of, write_bytes
from daifu.api.cli.stats_tables import (
    answer_notes,
    changes_table,
    find_figure_id,
    form_lines,
    history_table,
    leaderboard_table,
    opponents_table,
    pair_tables,
    player_tables,
    players_table,
    profile_tables,
    ratings_table,
    record_tables,
)
from daifu.api.client import Answer, ClientError
from daifu.api.client.connection import CSV, JSON, XLSX
from daifu.api.languages import Language
from daifu.api.views.addresses import escaped_player_id
from daifu.replay.text import Text
from daifu.schemas.record import limits

_LARGEST_PAGE: Final = 500

SEARCH: Final = Option(
    "--search",
    Text(
        "Only players whose id or name contains this text; those that begin with it come first.",
        "IDか名前にこの文字を含むプレイヤーだけを表示する。それで始まるものが先になる。",
    ),
    into="q",
    metavar="TEXT",
)
PLAYER: Final = Argument("player", Text("The id of a player.", "プレイヤーのID。"), type=Name(), metavar="PLAYER")
OTHER: Final = Argument("other", Text("The id of another player.", "相手のID。"), type=Name(), metavar="OTHER")
PROFILE: Final = Argument(
    "profile", Text("The name of a game.", "ゲームの名前。"), type=CountedGame(), metavar="PROFILE"
)
FIGURE: Final = Argument(
    "figure",
    Text(
        "The id of a figure, such as first or points.mean, or its name as tables print it.",
        "指標のID（first、points.meanなど）か、表にある名前。",
    ),
    metavar="FIGURE",
)

_FROM: Final = Option(
    "--from",
    Text("Count only deals of events on this day or later.", "この日以降の回だけを数える。"),
    into="from_",
    type=DAY,
)
_TO: Final = Option(
    "--to", Text("Count only deals of events on this day or earlier.", "この日以前の回だけを数える。"), type=DAY
)
_SEASON: Final = Option(
    "--season",
    Text(
        "Count only deals of the season with this number, as `daifu season list` tells it.",
        "この番号のシーズンの回だけを数える。番号は `daifu season list` で分かる。",
    ),
    type=WholeNumber(1),
)

RULES: Final = Option(
    "--rules",
    Text(
        "The game, or a house such as daifugo_friday; needed if the player has played several.",
        "ゲームの名前、またはdaifugo_fridayのようなハウスルール。プレイヤーに複数のゲームの対局があるときに必要。",
    ),
    type=CountedGame(),
)
GAME: Final = Option("--rules", Text("The game.", "ゲームの名前。"), type=CountedGame(), required=True)

DEALS: Final = (
    _FROM,
    _TO,
    _SEASON,
    Option(
        "--tournament",
        Text("Count only deals of the event with this name.", "この名前の大会の回だけを数える。"),
        type=Name(),
    ),
    Option(
        "--players",
        Text("Count only deals in which N players sat.", "N人で行った回だけを数える。"),
        type=WholeNumber(2, limits.PLAYERS),
    ),
)

_LEAST: Final = Option(
    "--least",
    Text("Only players with at least N deals; 1 by default.", "N回以上のプレイヤーだけ。既定値は1。"),
    type=WholeNumber(1),
)
PAGES: Final = (
    Option(
        "--limit",
        Text("Show N players on a page; 50 by default.", "一度にN人を表示する。既定値は50。"),
        type=WholeNumber(1, _LARGEST_PAGE),
    ),
    Option(
        "--page",
        Text("Show page N; 1 by default.", "Nページ目を表示する。既定値は1。"),
        type=WholeNumber(1),
        default=1,
    ),
)
RANKING: Final = (_LEAST, *PAGES)

FORMS: Final = (
    Option("--csv", Text("Print CSV for spreadsheets.", "表計算用のCSVで出力する。"), into="as_csv", is_flag=True),
    XLSX_FILE,
    Option(
        "--json",
        Text("Print the JSON that the service answers.", "サービスの応答と同じJSONで出力する。"),
        into="as_json",
        is_flag=True,
    ),
)

_EXCLUSIVE: Final = Text("--csv, --xlsx and --json exclude each other", "--csv、--xlsx、--jsonはどれか1つだけです")

Renderer = Callable[[Mapping[str, Any], Language], Iterable[RenderableType]]

_COMMON: Final[tuple[click.Parameter, ...]] = (*TARGET, *FORMS)


def _callback(path: str, picture: Renderer) -> Callable[..., None]:
    """The function of a command that shows the answer at a path; the parts of the path in braces are arguments."""

    def show(
        db: str,
        url: str | None,
        token: str,
        *,
        as_csv: bool,
        xlsx: str | None,
        as_json: bool,
        **values: Any,  # noqa: ANN401 - any values of options
    ) -> None:
        page: int = values.pop("page", 1)
        form = one_form(url, as_csv=as_csv, xlsx=xlsx, as_json=as_json)
        if "figure" in values:
            values["figure"] = find_figure_id(values["rules"], values["figure"])
        where = path.format(**{name: quote(escaped_player_id(str(value)), safe="") for name, value in values.items()})
        query = {name.rstrip("_"): value for name, value in values.items() if f"{{{name}}}" not in path}
        with open_client(db=db, url=url, token=token) as client:
            try:
                answer = _find_page(client.pages(where, query, form), page)
            except ClientError as error:
                raise UsageError(error_text(error)) from error
        if xlsx:
            write_file(xlsx, answer.content)
            return
        if as_csv or as_json:
            write_bytes([answer.content] if as_csv else [answer.content, b"\n"])
            return
        content, language = msgspec.json.decode(answer.content), language_of()
        console = Console(highlight=False, markup=False)
        for part in (*picture(content, language), *answer_notes(content, page if answer.more else None, language)):
            console.print(part)

    return show


def one_form(url: str | None, *, as_csv: bool, xlsx: str | None, as_json: bool) -> str:
    """The media type of what the options of `FORMS` ask for. Raises `UsageError` where they ask for several."""
    if as_csv + as_json + bool(xlsx) > 1:
        raise UsageError(_EXCLUSIVE)
    if xlsx and not url:
        import_module("daifu.schemas.sheets.workbook")  # where openpyxl is missing, this ends with what to install
    return XLSX if xlsx else CSV if as_csv else JSON


def _find_page(pages: Iterator[Answer], number: int) -> Answer:
    """The page with this number, from 1. Raises `UsageError` if there are fewer."""
    found = list(islice(pages, number))
    if len(found) < number:
        last = len(found)
        text = Text(
            f"--page: expected a number up to {last}, the last page, found {number}",
            f"--page：最後のページは{last}ですが、{number}とあります",
        )
        raise UsageError(text)
    return found[-1]


def _command(name: str, text: Text, params: Sequence[click.Parameter], path: str, picture: Renderer) -> Command:
    return Command(name, text, [*params, *_COMMON], callback=_callback(path, picture))


STATS: Final = CommandGroup(
    "stats",
    Text(
        "Show statistics of players and games: figures, leaderboards, ratings, form and records.",
        "プレイヤーとゲームの統計を表示する。指標、ランキング、レーティング、最近の成績、最高記録がある。",
    ),
    [],
    commands=[
        _command(
            "player",
            Text("Show the figures of a player.", "プレイヤーの指標を表示する。"),
            [PLAYER, RULES, *DEALS],
            "/v1/players/{player}/stats",
            player_tables,
        ),
        _command(
            "profile",
            Text("Show the figures of a game as a whole.", "ゲーム全体の指標を表示する。"),
            [PROFILE, *DEALS],
            "/v1/stats/{profile}",
            profile_tables,
        ),
        _command(
            "leaderboard",
            Text("Rank the players of a game by a figure.", "指標によるランキングを表示する。"),
            [FIGURE, GAME, *DEALS, *RANKING],
            "/v1/leaderboards/{figure}",
            leaderboard_table,
        ),
        _command(
            "ratings",
            Text("Rank the players of a game by their ratings.", "レーティングのランキングを表示する。"),
            [GAME, *RANKING],
            "/v1/ratings",
            ratings_table,
        ),
        _command(
            "changes",
            Text(
                "Show what a span of days changed in the ratings of a game.",
                "ある期間にレーティングがどう変わったかを表示する。",
            ),
            [GAME, _FROM, _TO, _SEASON, *RANKING],
            "/v1/ratings/changes",
            changes_table,
        ),
        _command(
            "history",
            Text("Show the rating of a player over time.", "レーティングの推移を表示する。"),
            [PLAYER, RULES],
            "/v1/players/{player}/ratings",
            history_table,
        ),
        _command(
            "players",
            Text("List the players.", "プレイヤーの一覧を表示する。"),
            [SEARCH, *PAGES],
            "/v1/players",
            players_table,
        ),
        _command(
            "opponents",
            Text("Show the opponents of a player.", "同卓した相手を表示する。"),
            [PLAYER, RULES],
            "/v1/players/{player}/opponents",
            opponents_table,
        ),
        _command(
            "against",
            Text("Show the results of two players against each other.", "2人の対戦成績を表示する。"),
            [PLAYER, OTHER, RULES],
            "/v1/players/{player}/against/{other}",
            pair_tables,
        ),
        _command(
            "form",
            Text("Show the recent form of a player.", "プレイヤーの最近の成績を表示する。"),
            [PLAYER, RULES],
            "/v1/players/{player}/form",
            form_lines,
        ),
        _command(
            "records",
            Text("Show the records of a game.", "ゲームの最高記録を表示する。"),
            [PROFILE],
            "/v1/stats/{profile}/records",
            record_tables,
        ),
    ],
)
