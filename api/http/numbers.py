"""Numbers in addresses, written as everybody writes them. Whatever is none of them is not found.

Werkzeug's own converter looks at bounds only once a method has been found, so that a number beyond them would be told
that the method is wrong; and it fails at numbers of thousands of digits.
"""

from typing import Any, ClassVar, Final

from werkzeug.routing import BaseConverter, IntegerConverter, Map

_MOST: Final = 10**18 - 1
"""More than there can be of anything, and less than the file of the store can hold."""


class Count(IntegerConverter):
    """How many: a whole number from 0."""

    regex = "0|[1-9][0-9]{0,17}"
    least: ClassVar = 0

    def __init__(self, map: Map, *_args: Any, **_settings: Any) -> None:  # noqa: A002, ANN401 - Werkzeug's own
        super().__init__(map, min=self.least, max=_MOST)


class Number(Count):
    """Which one: a whole number from 1."""

    regex = "[1-9][0-9]{0,17}"
    least = 1


CONVERTERS: Final[dict[str, type[BaseConverter]]] = {"count": Count, "number": Number}
"""What the rules of addresses call them."""
