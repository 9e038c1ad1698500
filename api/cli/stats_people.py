"""The table of those who play."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import RenderableType

from api.cli.figure_words import columns
from api.cli.language import Language, listed
from api.cli.names import person
from api.cli.printable import printable
from replay.text import Text

_PLAYER: Final = Text("player", "プレイヤー")
_IDS: Final = Text("other ids", "ほかのID")
_NAMES: Final = Text("other names", "ほかの名前")


def players(answer: Mapping[str, Any], language: Language) -> Iterator[RenderableType]:
    """Who was found, and under what else they are known."""
    table = columns("", {_PLAYER: False, _IDS: False, _NAMES: False}, language)
    for one in answer["players"]:
        others = [id for id in one["players"] if id != one["id"]]
        table.add_row(person(one), _shown(others, language), _shown(one["names"], language))
    yield table


def _shown(texts: Sequence[str], language: Language) -> str:
    return listed(map(printable, texts), language)
