"""Ids of players in addresses: any text, as records have them.

Servers decode an address before they look what is there, so that `x%2Fstats` and `x/stats` are one to them. Therefore
a slash in an id is written `%2F` before the id is encoded like every part of an address, and a percent sign `%25`.
Clients take `.` and `..`, and `%2E` as well, for steps in an address; so the dots of such an id are written `%2E`
before it is encoded.
"""

from typing import Final
from urllib.parse import unquote

from werkzeug.routing import BaseConverter

RESERVED: Final = "merges"
"""Behind the address of all players this is no id, unless it is written otherwise."""

_OTHERWISE: Final = {RESERVED: "%6Derges", ".": "%2E", "..": "%2E%2E"}
"""Ids that are written otherwise than letter by letter."""


class PlayerId(BaseConverter):
    """The id of a player."""

    regex = rf"(?!{RESERVED}\Z)[^/]+"

    def to_python(self, value: str) -> str:
        """The id that is written so."""
        return unquote(value)


def written(player: str) -> str:
    """How an id is written, before it is encoded like all parts of addresses."""
    return _OTHERWISE.get(player) or player.replace("%", "%25").replace("/", "%2F")


CONVERTERS: Final[dict[str, type[BaseConverter]]] = {"player": PlayerId}
"""What the rules of addresses call it."""
