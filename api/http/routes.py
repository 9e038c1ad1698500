"""The URL rules of records, tournaments and players, and the converters of their parts.

Numbers are decimal without leading zeros; any other text is not found. Werkzeug's own converter checks bounds only
after it has chosen a method, so a number out of bounds would get the wrong problem; and it fails at numbers of
thousands of digits.
"""

from typing import Any, ClassVar, Final
from urllib.parse import unquote

from werkzeug.routing import BaseConverter, IntegerConverter, Map

from api.views.addresses import RESERVED_PLAYER_ID

RECORDS: Final = "/records"
RECORD: Final = f"{RECORDS}/<number:id>"
REPORT: Final = f"{RECORD}/report"
DEALS: Final = f"{RECORD}/deals"
DEAL: Final = f"{DEALS}/<number:deal>"
POSITION: Final = f"{DEAL}/positions/<count:at>"
REVISIONS: Final = f"{RECORD}/revisions"
REVISION: Final = f"{REVISIONS}/<number:number>"
REVISION_REPORT: Final = f"{REVISION}/report"
EXPORT: Final = f"{RECORDS}/export"
BULK: Final = f"{RECORDS}/bulk"
PLAYERS: Final = "/players"
PLAYER: Final = f"{PLAYERS}/<player:player>"
MERGES: Final = f"{PLAYERS}/merges"
MERGE: Final = f"{MERGES}/<number:merge>"
PLAYER_STATS: Final = f"{PLAYER}/stats"
OPPONENTS: Final = f"{PLAYER}/opponents"
AGAINST: Final = f"{PLAYER}/against/<player:other>"
PLAYER_RATINGS: Final = f"{PLAYER}/ratings"
FORM: Final = f"{PLAYER}/form"
PROFILE_STATS: Final = "/stats/<string:profile>"
PROFILE_RECORDS: Final = f"{PROFILE_STATS}/records"
RATINGS: Final = "/ratings"
LEADERBOARD: Final = "/leaderboards/<string:figure>"
TOURNAMENTS: Final = "/tournaments"
TOURNAMENT: Final = f"{TOURNAMENTS}/<number:id>"
CHANGES: Final = f"{TOURNAMENT}/changes"
DRAW: Final = f"{TOURNAMENT}/draw"
REDRAW: Final = f"{TOURNAMENT}/redraw"
LOT: Final = f"{TOURNAMENT}/lot"
LOG: Final = f"{TOURNAMENT}/log"
EVENTS: Final = f"{TOURNAMENT}/events"
STANDINGS: Final = f"{TOURNAMENT}/standings"
STANDING: Final = f"{STANDINGS}/<number:entrant>"
HEAD_TO_HEAD: Final = f"{TOURNAMENT}/head-to-head"
TEAMS: Final = f"{TOURNAMENT}/teams"
FAULTS: Final = f"{TOURNAMENT}/faults"
MISSING: Final = f"{TOURNAMENT}/missing"
LANDINGS: Final = f"{TOURNAMENT}/landing"
LANDING: Final = f"{LANDINGS}/<number:record>"

_LARGEST_NUMBER: Final = 10**18 - 1
"""Larger than any number in use, and smaller than the largest that SQLite holds."""


class CountConverter(IntegerConverter):
    """A count: a whole number from 0."""

    regex = "0|[1-9][0-9]{0,17}"
    least: ClassVar = 0

    def __init__(self, map: Map, *_args: Any, **_settings: Any) -> None:  # noqa: A002, ANN401 - Werkzeug's names
        super().__init__(map, min=self.least, max=_LARGEST_NUMBER)


class NumberConverter(CountConverter):
    """An id: a whole number from 1."""

    regex = "[1-9][0-9]{0,17}"
    least = 1


NUMBER_CONVERTERS: Final[dict[str, type[BaseConverter]]] = {"count": CountConverter, "number": NumberConverter}
"""The converters by their names in URL rules."""


class PlayerIdConverter(BaseConverter):
    """The id of a player."""

    regex = rf"(?!{RESERVED_PLAYER_ID}\Z)[^/]+"

    def to_python(self, value: str) -> str:
        """The id that a part of a URL stands for."""
        return unquote(value)


PLAYER_CONVERTERS: Final[dict[str, type[BaseConverter]]] = {"player": PlayerIdConverter}
"""The converter by its name in URL rules."""
