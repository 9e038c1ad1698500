"""Recorded games of the Daifugo family as a library: read, replay, judge, walk through and write them.

What is listed in `__all__` is the public interface, with the attributes that `docs/library.md` names. Everything else,
other packages included, may change without notice.
"""

from daifu.positions import Position, position_after, positions
from daifu.records import Record, load, next_deal, read, replay, write
from replay.deal import DealReport
from replay.faults import CATALOGUE as FAULTS
from replay.faults import Fault
from replay.games.catalogue import PROFILES
from replay.match import Report
from replay.text import Text
from schemas.record.errors import RecordRefused
from schemas.report import report_json
from schemas.sources.items import SourceRefused

__all__ = [
    "FAULTS",
    "PROFILES",
    "DealReport",
    "Fault",
    "Position",
    "Record",
    "RecordRefused",
    "Report",
    "SourceRefused",
    "Text",
    "load",
    "next_deal",
    "position_after",
    "positions",
    "read",
    "replay",
    "report_json",
    "write",
]
