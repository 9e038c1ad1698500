"""The rules of addresses, and the converters of their variable parts: numbers, and the ids of players.

Numbers are decimal without leading zeros; any other text is not found. Werkzeug's own converter checks bounds only
after it has chosen a method, so a number out of bounds would get the wrong problem; and it fails at numbers of
thousands of digits.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final
from urllib.parse import unquote

from werkzeug.routing import BaseConverter, IntegerConverter, Map, Rule

from daifu.api.views.addresses import RESERVED_PLAYER_ID

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


class SlugConverter(BaseConverter):
    """The id of house rules."""

    regex = "[a-z0-9]+(?:_[a-z0-9]+)*"


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
    "slug": SlugConverter,
}
"""The converters by their names in URL rules."""


class MatchingRule(Rule):
    """A rule that is made to match addresses. What builds them is compiled when one is built, for it takes longer."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002 - Werkzeug's
        compile_builder = super()._compile_builder

        def build(rule: Rule, **values: Any) -> tuple[str, str]:  # noqa: ANN401 - those of the rule
            return compile_builder(append_unknown)(rule, **values)

        return build
