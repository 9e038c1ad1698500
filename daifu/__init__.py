"""Recorded games of the Daifugo family as a library: read, replay, judge, walk through, analyse and write them.

What is listed in `__all__` is the public interface, with the attributes that `docs/library.md` names. Everything else,
other packages included, may change without notice.
"""

from typing import TYPE_CHECKING

from daifu.analysis import analyse
from daifu.positions import Position, position_after, positions
from daifu.records import Record, load, next_deal, read, replay, write
from replay.deal import DealReport
from replay.faults import CATALOGUE as FAULTS
from replay.faults import Fault
from replay.games.catalogue import PROFILES
from replay.match import Report
from replay.text import Text
from schemas.analysis import DealAnalysis, analysis_json
from schemas.record.errors import RecordRefused
from schemas.report import report_json
from schemas.sources.items import SourceRefused

if TYPE_CHECKING:
    from api.client import Client, ClientError

__all__ = [
    "FAULTS",
    "PROFILES",
    "Client",
    "ClientError",
    "DealAnalysis",
    "DealReport",
    "Fault",
    "Position",
    "Record",
    "RecordRefused",
    "Report",
    "SourceRefused",
    "Text",
    "analyse",
    "analysis_json",
    "load",
    "next_deal",
    "position_after",
    "positions",
    "read",
    "replay",
    "report_json",
    "write",
]


def __getattr__(name: str) -> object:
    """The client and its error, which are imported when they are first used: they bring the service and the store."""
    if name in {"Client", "ClientError"}:
        from api import client  # noqa: PLC0415 - see above

        return getattr(client, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
