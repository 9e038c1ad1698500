"""The converters of the variable parts of addresses: numbers, and the ids of players.

Numbers are decimal without leading zeros; any other text is not found. Werkzeug's own converter checks bounds only
after it has chosen a method, so a number out of bounds would get the wrong problem; and it fails at numbers of
thousands of digits.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final
from urllib.parse import unquote

from werkzeug.routing import BaseConverter, IntegerConverter, Map

from api.views.addresses import RESERVED_PLAYER_ID

LARGEST_NUMBER: Final = 10**18 - 1
"""Larger than any number in use, and smaller than the largest that SQLite holds."""


class CountConverter(IntegerConverter):
    """A count: a whole number from 0."""

    regex = "0|[1-9][0-9]{0,17}"
    least: ClassVar = 0

    def __init__(self, map: Map, *_args: Any, **_settings: Any) -> None:  # noqa: A002, ANN401 - Werkzeug's names
        super().__init__(map, min=self.least, max=LARGEST_NUMBER)


class NumberConverter(CountConverter):
    """An id: a whole number from 1."""

    regex = "[1-9][0-9]{0,17}"
    least = 1


class PlayerIdConverter(BaseConverter):
    """The id of a player."""

    regex = rf"(?!{RESERVED_PLAYER_ID}\Z)[^/]+"

    def to_python(self, value: str) -> str:
        """The id that a part of a URL stands for."""
        return unquote(value)


CONVERTERS: Final[Mapping[str, type[BaseConverter]]] = {
    "count": CountConverter,
    "number": NumberConverter,
    "player": PlayerIdConverter,
}
"""The converters by their names in URL rules."""
