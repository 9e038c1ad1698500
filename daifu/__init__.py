"""Games of the Daifugo family as a library: play them, and read, replay, judge, analyse and write their records.

What is listed in `__all__` is the public interface, with the attributes that `docs/library.md` names. Everything else,
other packages included, may change without notice.
"""

from importlib.metadata import version
from typing import TYPE_CHECKING

from daifu import fu
from daifu.analysis import analyse
from daifu.game import Game, IllegalAction
from daifu.houses import House
from daifu.positions import Position, position_after, positions
from daifu.records import Record, load, next_deal, read, replay, write
from daifu.replay.deal import DealReport
from daifu.replay.faults import CATALOGUE as FAULTS
from daifu.replay.faults import Fault
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Report
from daifu.replay.text import Text
from daifu.schemas.analysis import DealAnalysis, analysis_json
from daifu.schemas.record.errors import HouseRefused, RecordRefused
from daifu.schemas.report import report_json
from daifu.schemas.sources.items import SourceRefused
from daifu.tables import Table, table

if TYPE_CHECKING:
    from daifu.api.client import Client, ClientError

    __version__: str

__all__ = [
    "FAULTS",
    "PROFILES",
    "Client",
    "ClientError",
    "DealAnalysis",
    "DealReport",
    "Fault",
    "Game",
    "House",
    "HouseRefused",
    "IllegalAction",
    "Position",
    "Record",
    "RecordRefused",
    "Report",
    "SourceRefused",
    "Table",
    "Text",
    "analyse",
    "analysis_json",
    "fu",
    "load",
    "next_deal",
    "position_after",
    "positions",
    "read",
    "replay",
    "report_json",
    "table",
    "write",
]


def __getattr__(name: str) -> object:
    """The client and its error, and the version, which are looked up when they are first used.

    The client brings the service and the store.
    """
    if name in {"Client", "ClientError"}:
        from daifu.api import client  # noqa: PLC0415 - see above

        return getattr(client, name)
    if name == "__version__":
        return version("daifu")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
