"""The options that say how a tournament, or a stage of it, is scored."""

from collections.abc import Mapping
from typing import Any, Final

import click
from msgspec import structs

from api.cli.commands import Option
from api.cli.tournament.unable import Unable
from api.cli.tournament.values import AMOUNT, AMOUNTS, PRICED, WORDS
from api.cli.values import Whole
from data.tournaments.settings import MOST_DEALS, MOST_ROUNDS, ByPlace, ByTitle, Scoring, Settings, TieBreak
from replay.text import Text, expected

_TIE_BREAKS: Final = ", ".join(TieBreak)

SETTINGS: Final[list[click.Parameter]] = [
    Option(
        "--worth",
        Text(
            "What the places of a table are worth, best first; once for each size of table. Without it, and without "
            "--title, the points of the game count.",
            "順位点（1位から順に）。卓の人数ごとに指定する。これも--titleもなければ、ゲームの得点で数える。",
        ),
        type=AMOUNTS,
        multiple=True,
    ),
    Option(
        "--title",
        Text("What a title is worth; may be given several times.", "身分の点。何度でも指定できる。"),
        into="titles",
        type=PRICED,
        multiple=True,
    ),
    Option(
        "--tie",
        Text(f"How places are found, in this order, out of {_TIE_BREAKS}.", f"順位の決め方（{_TIE_BREAKS}）の順番。"),
        into="tie_breaks",
        type=WORDS,
    ),
    Option(
        "--drop",
        Text("So many worst rounds do not count.", "除外する最低点の回戦の数。"),
        into="drop_worst",
        type=Whole(0, MOST_ROUNDS),
    ),
    Option(
        "--deals",
        Text(
            "The deals of a table in a round, 1 unless something else is agreed; 0 for any number.",
            "1回戦で1卓が行う回数。何も決めなければ1。0なら任意。",
        ),
        type=Whole(0, MOST_DEALS),
    ),
    Option(
        "--penalty",
        Text(
            "What a fault costs once it is upheld, by its code or its severity; may be given several times.",
            "認めた反則の減点。反則のコードか重さごとに、何度でも指定できる。",
        ),
        into="penalties",
        type=PRICED,
        multiple=True,
    ),
    Option("--bye", Text("What sitting out scores.", "不戦の得点。"), type=AMOUNT),
    Option("--forfeit", Text("What a forfeited table scores.", "不戦敗の得点。"), type=AMOUNT),
]


def settings_from(told: dict[str, Any], before: Settings | None = None) -> Settings | None:
    """The settings that the options say, taken out of them; the rest as `before`. None where they say nothing."""
    found: dict[str, Any] = {
        "scoring": _scoring(told.pop("worth"), dict(told.pop("titles"))),
        "tie_breaks": _tie_breaks(told.pop("tie_breaks")),
        "penalties": dict(told.pop("penalties")) or None,
        **{name: told.pop(name) for name in ("drop_worst", "bye", "forfeit")},
    }
    given = {name: value for name, value in found.items() if value is not None}
    deals = told.pop("deals")
    if deals is not None:
        given["deals"] = deals or None
    return structs.replace(before or Settings(), **given) if given else None


def _scoring(worth: tuple[Any, ...], titles: Mapping[str, Any]) -> Scoring | None:
    if worth and titles:
        raise Unable(
            Text("--worth and --title exclude each other", "--worthと--titleは同時に指定できません"),
        )
    if worth:
        return ByPlace(worth)
    return ByTitle(titles) if titles else None


def _tie_breaks(words: tuple[str, ...] | None) -> tuple[TieBreak, ...] | None:
    if words is None:
        return None
    for word in words:
        if word not in list(TieBreak):
            wanted = expected(f"one of {_TIE_BREAKS}", f"{_TIE_BREAKS}のどれか", word)
            raise Unable(Text(f"--tie: {wanted.en}", f"--tie：{wanted.ja}"))
    return tuple(map(TieBreak, words))
