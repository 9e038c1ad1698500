"""`daifu stats`: what is known of players and games, as tables, CSV or JSON."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

import click
import msgspec
from rich.console import Console, RenderableType

from api.cli import stats_options as options
from api.cli.asking import CSV, JSON, Source, Wish, ask
from api.cli.commands import Command, CommandGroup
from api.cli.complaints import Complaint
from api.cli.language import Language, language_of
from api.cli.output import put_bytes
from api.cli.parts import DB
from api.cli.standing_tables import history, leaderboard, ratings, records
from api.cli.stats_notes import notes
from api.cli.stats_people import players
from api.cli.stats_tables import against, form, opponents, player, profile
from api.http.ids import written
from replay.text import Text

Picture = Callable[[Mapping[str, Any], Language], Iterable[RenderableType]]

_COMMON: Final[tuple[click.Parameter, ...]] = (DB, options.URL, options.TOKEN, *options.FORMS)


def _asking(path: str, picture: Picture) -> Callable[..., None]:
    """What a command does that asks for what is under a path, whose parts in braces are arguments."""

    @click.pass_context
    def show(
        context: click.Context,
        /,
        db: str,
        url: str | None,
        token: str,
        *,
        as_csv: bool,
        as_json: bool,
        page: int = 1,
        **asked: Any,  # noqa: ANN401 - values of options
    ) -> None:
        if as_csv and as_json:
            raise Complaint(Text("--csv and --json exclude each other", "--csvと--jsonは同時に使えません"), context)
        where = path.format(**{name: quote(written(str(value)), safe="") for name, value in asked.items()})
        query = {name.rstrip("_"): value for name, value in asked.items() if f"{{{name}}}" not in path}
        answer = ask(context, Source(db, url, token), Wish(where, query, CSV if as_csv else JSON, page))
        if as_csv or as_json:
            put_bytes([answer.content] if as_csv else [answer.content, b"\n"])
            return
        told, language = msgspec.json.decode(answer.content), language_of(context)
        console = Console(highlight=False, markup=False)
        for part in (*picture(told, language), *notes(told, page if answer.more else None, language)):
            console.print(part)

    return show


def _command(name: str, text: Text, params: Sequence[click.Parameter], path: str, picture: Picture) -> Command:
    return Command(name, text, [*params, *_COMMON], callback=_asking(path, picture))


STATS: Final = CommandGroup(
    "stats",
    Text(
        "Show what is known of players and games: figures, leaderboards, ratings, form and records.",
        "プレイヤーとゲームの統計（指標、ランキング、レーティング、最近の成績、最高記録）を表示する。",
    ),
    [],
    commands=[
        _command(
            "player",
            Text("Show the figures of a player.", "プレイヤーの指標を表示する。"),
            [options.PLAYER, options.RULES, *options.DEALS],
            "/v1/players/{player}/stats",
            player,
        ),
        _command(
            "profile",
            Text("Show the figures of a game as a whole.", "ゲーム全体の指標を表示する。"),
            [options.PROFILE, *options.DEALS],
            "/v1/stats/{profile}",
            profile,
        ),
        _command(
            "leaderboard",
            Text("Rank the players of a game by a figure.", "指標によるランキングを表示する。"),
            [options.FIGURE, options.GAME, *options.RANKING],
            "/v1/leaderboards/{figure}",
            leaderboard,
        ),
        _command(
            "ratings",
            Text("Rank the players of a game by their ratings.", "レーティングのランキングを表示する。"),
            [options.GAME, *options.RANKING],
            "/v1/ratings",
            ratings,
        ),
        _command(
            "history",
            Text("Show how the rating of a player went.", "レーティングの推移を表示する。"),
            [options.PLAYER, options.RULES],
            "/v1/players/{player}/ratings",
            history,
        ),
        _command(
            "players",
            Text("List those who play.", "プレイヤーの一覧を表示する。"),
            [options.SEARCH, *options.PAGES],
            "/v1/players",
            players,
        ),
        _command(
            "opponents",
            Text("Show with whom a player sat.", "同卓した相手を表示する。"),
            [options.PLAYER, options.RULES],
            "/v1/players/{player}/opponents",
            opponents,
        ),
        _command(
            "against",
            Text("Show how it went between two players.", "2人の対戦成績を表示する。"),
            [options.PLAYER, options.OTHER, options.RULES],
            "/v1/players/{player}/against/{other}",
            against,
        ),
        _command(
            "form",
            Text("Show how it goes for a player lately.", "プレイヤーの最近の成績を表示する。"),
            [options.PLAYER, options.RULES],
            "/v1/players/{player}/form",
            form,
        ),
        _command(
            "records",
            Text("Show the records of a game.", "ゲームの最高記録を表示する。"),
            [options.PROFILE],
            "/v1/stats/{profile}/records",
            records,
        ),
    ],
)
