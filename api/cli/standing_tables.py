"""The tables of who stands where: leaderboards, ratings, records."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rich.console import RenderableType

from api.cli.figure_words import INTERVAL, MADE_OF, VALUE, columns, found, interval, made_of, plain, written
from api.cli.language import Language, say
from api.cli.names import person
from api.cli.printable import printable
from replay.text import Text
from schemas.figures import figures_of_players

Answer = Mapping[str, Any]

_PLACE: Final = Text("place", "順位")
_PLAYER: Final = Text("player", "プレイヤー")
_DEALS: Final = Text("deals", "回数")
_SKILL: Final = Text("skill", "実力値")
_ESTIMATE: Final = Text("estimate", "推定値")
_DAY: Final = Text("day", "日付")
_RECORD: Final = Text("record", "棋譜")
_FEATS: Final = {
    "first": Text("Longest rows of first places", "連続1位"),
    "last": Text("Longest rows of last places", "連続最下位"),
    "reign": Text("Longest reigns", "最高位の在位"),
    "skill": Text("Highest skills", "実力値の最高"),
}


def leaderboard(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """Players by a figure."""
    told = answer["figure"]
    known = found(figures_of_players(answer["rules"]).__getitem__, told["id"])
    headings = {_PLACE: True, _PLAYER: False, VALUE: True, INTERVAL: True, MADE_OF: True, _DEALS: True}
    table = columns(f"{answer['rules']}: {printable(told['name'][language])}", headings, language)
    for one in answer["standings"]:
        cells = written(one["value"], known), interval(one, known), made_of(one), str(one["deals"])
        table.add_row(str(one["place"]), person(one["player"]), *cells)
    yield table


def ratings(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """Players by their ratings."""
    headings = {_PLACE: True, _PLAYER: False, _SKILL: True, _ESTIMATE: True, INTERVAL: True, _DEALS: True}
    table = columns(answer["rules"], headings, language)
    for one in answer["ratings"]:
        cells = written(one["skill"], None), written(one["mu"], None), interval(one, None), str(one["deals"])
        table.add_row(str(one["place"]), person(one["player"]), *cells)
    yield table


def history(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """The rating of a player, day by day."""
    headings = {_DAY: False, _SKILL: True, _ESTIMATE: True, INTERVAL: True, _DEALS: True}
    table = columns(f"{person(answer['player'])}: {answer['rules']}", headings, language)
    for one in answer["history"]:
        cells = written(one["skill"], None), written(one["mu"], None), interval(one, None), str(one["deals"])
        table.add_row(one["day"], *cells)
    yield table


def records(answer: Answer, language: Language) -> Iterator[RenderableType]:
    """Who came to the most of each feat."""
    for feat in answer["records"]:
        if feat["holders"]:
            title = say(_FEATS[feat["feat"]], language) if feat["feat"] in _FEATS else printable(feat["feat"])
            table = columns(title, {_PLAYER: False, VALUE: True, _DAY: False, _RECORD: True}, language)
            for one in feat["holders"]:
                table.add_row(person(one["player"]), plain(one["value"]), one["day"], str(one["record"]))
            yield table
