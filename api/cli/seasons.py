"""`daifu season`: seasons are listed, made, changed and removed, and their tables printed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import click
import msgspec
from rich.console import Console
from rich.table import Table

from daifu.api.cli.program.client import AUTHOR, TARGET, open_client, target_options
from daifu.api.cli.program.commands import DAY, Argument, Command, CommandGroup, CountedGame, Name, Option, WholeNumber
from daifu.api.cli.program.files import write_file
from daifu.api.cli.program.output import CommandError, language_of, printable, tell, write_bytes
from daifu.api.cli.program.sentences import player_label
from daifu.api.cli.stats import FORMS, one_form
from daifu.api.cli.stats_tables import empty_table
from daifu.api.client.client import Seasons
from daifu.api.client.connection import JSON, Json
from daifu.api.languages import Language
from daifu.api.views.statistics import DEALS, PLACE, PLAYER
from daifu.replay.sitting import number_text
from daifu.replay.text import Text

_MOST_EVENINGS: Final = 10_000
_FIELDS: Final = ("from", "to", "event", "rules", "best", "least")
_PLACES: Final = {"1": Text("1st", "1位"), "2": Text("2nd", "2位")}


def list_seasons(**call: Any) -> None:  # noqa: ANN401 - as the options say
    """Print all seasons, the latest first."""
    with _seasons(call) as seasons:
        for one in seasons.all():
            click.echo(printable(f"{one['id']}  {one['name']}  {_terms_text(one)}".rstrip()))


def _terms_text(season: Json) -> str:
    days = f"{season.get('from', '')} – {season.get('to', '')}".strip() if "from" in season or "to" in season else ""
    return ", ".join(filter(None, (days, season.get("event"), season.get("rules"))))


def add_season(name: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Make a season."""
    terms = {"name": name, **_given(call)}
    with _seasons(call, create=True) as seasons:
        made = seasons.add(terms)
    tell(Text(f"season {made['id']} is {name}", f"シーズン{made['id']}は{name}です"))


def change_season(season: str, name: str | None, **call: Any) -> None:  # noqa: ANN401
    """Change what is given of a season, and keep the rest."""
    given = _given(call)
    with _seasons(call) as seasons:
        found = _find(seasons, season)
        terms: Json = {field: found[field] for field in ("name", *_FIELDS) if field in found}
        seasons.change(found["id"], terms | given | ({"name": name} if name else {}))
    tell(Text(f"season {found['id']} is changed", f"シーズン{found['id']}を変更しました"))


def remove_season(season: str, **call: Any) -> None:  # noqa: ANN401 - as the options say
    """Remove a season."""
    with _seasons(call) as seasons:
        found = _find(seasons, season)
        seasons.remove(found["id"])
    told = Text(
        f"season {found['id']} is removed; the games stay", f"シーズン{found['id']}を消しました。対局は残ります"
    )
    tell(told)


def show_season(
    season: str | None,
    *,
    as_csv: bool,
    xlsx: str | None,
    as_json: bool,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Print the table of a season, or of the days and the event of the options; without any, of the latest season."""
    form = one_form(call.get("url"), as_csv=as_csv, xlsx=xlsx, as_json=as_json)
    query = _given(call)
    if season is not None and query.keys() - {"rules"}:
        raise CommandError(
            Text(
                "--from, --to, --event, --best and --least are for a table without a season",
                "--from、--to、--event、--best、--leastは、シーズンを指定しないときに使います",
            )
        )
    with _seasons(call) as seasons:
        number = None if season is None and query else _find(seasons, season)["id"]
        answer = seasons.table(number, query, form)
    if xlsx:
        write_file(xlsx, answer.content)
    elif form != JSON or as_json:
        write_bytes([answer.content, b"\n"] if as_json else [answer.content])
    else:
        Console(highlight=False, markup=False).print(_table(msgspec.json.decode(answer.content), language_of()))


def _table(answer: Json, language: Language) -> Table:
    """The table of a season."""
    terms = answer["season"]
    title = " ".join(filter(None, (terms.get("name"), _terms_text(terms | {"rules": answer["rules"]}))))
    headings = {PLACE: True, PLAYER: False, Text("points", "得点"): True, Text("evenings", "参加"): True}
    headings |= {Text("evenings won", "例会1位"): True, DEALS: True}
    headings |= dict.fromkeys((*_PLACES.values(), Text("mean place", "平均順位")), True)
    table = empty_table(printable(title), headings, language)
    for one in answer["players"]:
        numbers = (
            one["evenings"],
            one["evenings_won"],
            one["deals"],
            *(one["places"].get(place, 0) for place in _PLACES),
        )
        points = "" if one["points"] is None else number_text(one["points"])
        place = "–" if one["place"] is None else str(one["place"])
        table.add_row(place, player_label(one["player"]), points, *map(str, numbers), f"{one['mean_place']:.2f}")
    return table


def _given(call: dict[str, Any]) -> Json:
    """Take the options of a season out of those of a command: those that were given, as the service reads them."""
    values = {field: call.pop({"from": "from_"}.get(field, field), None) for field in _FIELDS}
    return {
        field: value.isoformat() if field in {"from", "to"} else value
        for field, value in values.items()
        if value is not None
    }


def _find(seasons: Seasons, season: str | None) -> Json:
    """The season of this number or name, of equal names the latest; without one, the latest. Raises `CommandError`."""
    every = seasons.all()
    found = [one for one in every if season is None or season in {str(one["id"]), one["name"]}]
    if not found:
        raise CommandError(
            Text(
                "there is no season yet; daifu season add makes one",
                "シーズンはまだありません。daifu season addで作れます",
            )
            if season is None
            else Text(f"there is no season {season}", f"シーズン{season}はありません")
        )
    return found[0]


@contextmanager
def _seasons(call: dict[str, Any], *, create: bool = False) -> Iterator[Seasons]:
    """The seasons of the store or the service that the options name. Raises `CommandError` where it refuses."""
    options: Mapping[str, Any] = target_options(call, *(("author",) if "author" in call else ()))
    with open_client(**options, create=create) as client:
        yield client.seasons


_SEASON: Final = Argument(
    "season", Text("The number or the name of a season.", "シーズンの番号か名前。"), type=Name(), metavar="SEASON"
)
_TERMS: Final = (
    Option("--from", Text("Its first day.", "始まりの日。"), into="from_", type=DAY),
    Option("--to", Text("Its last day.", "終わりの日。"), type=DAY),
    Option("--event", Text("The name of the event that its games have.", "対局の大会（例会）の名前。"), type=Name()),
    Option(
        "--rules",
        Text(
            "The game, or a house such as daifugo_friday.", "ゲームの名前、またはdaifugo_fridayのようなハウスルール。"
        ),
        type=CountedGame(),
    ),
    Option(
        "--best",
        Text("Only the N best evenings of each player count.", "各自の上位N回だけを数える。"),
        type=WholeNumber(1, _MOST_EVENINGS),
    ),
    Option(
        "--least",
        Text("Who came to fewer than N evenings has no place.", "参加がN回に満たない人には順位をつけない。"),
        type=WholeNumber(1, _MOST_EVENINGS),
    ),
)

_COMMANDS: Final = (
    Command("list", Text("List the seasons.", "シーズンの一覧を表示する。"), [*TARGET], callback=list_seasons),
    Command(
        "show",
        Text(
            "Show the table of a season, by default the latest, or of the days and the event of the options.",
            "シーズン（既定値は最新のもの）、またはオプションの期間と大会の順位表を表示する。",
        ),
        [
            Argument(
                "season",
                Text("The number or the name of a season.", "シーズンの番号か名前。"),
                type=Name(),
                metavar="[SEASON]",
                required=False,
            ),
            *_TERMS,
            *TARGET,
            *FORMS,
        ],
        callback=show_season,
    ),
    Command(
        "add",
        Text("Make a season.", "シーズンを作る。"),
        [Argument("name", Text("Its name.", "名前。"), type=Name(), metavar="NAME"), *_TERMS, AUTHOR, *TARGET],
        callback=add_season,
    ),
    Command(
        "change",
        Text("Change what is given of a season.", "シーズンの、指定したところを変える。"),
        [
            _SEASON,
            Option("--name", Text("Another name.", "新しい名前。"), type=Name()),
            *_TERMS,
            AUTHOR,
            *TARGET,
        ],
        callback=change_season,
    ),
    Command(
        "remove",
        Text("Remove a season; its games stay.", "シーズンを消す。対局は残る。"),
        [_SEASON, AUTHOR, *TARGET],
        callback=remove_season,
    ),
)

SEASON_GROUP: Final = CommandGroup(
    "season",
    Text(
        "Seasons: the evenings of some months or of one event in one table.",
        "シーズン。数か月分の例会や、同じ名前の例会を1つの順位表にまとめる。",
    ),
    [],
    commands={str(command.name): command for command in _COMMANDS},
)
