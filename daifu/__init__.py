"""Games of the Daifugo family as a library: play them, and read, replay, judge, analyse and write their records.

What is listed in `__all__` is the public interface, with the attributes that `docs/library.md` names. Everything else,
other packages included, may change without notice.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from daifu.version import __version__ as __version__

if TYPE_CHECKING:
    from daifu import fu
    from daifu.analysis import analyse
    from daifu.api.client import Client, ClientError
    from daifu.game import Game, IllegalAction
    from daifu.houses import House
    from daifu.position import Position, position_after, positions
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
    from daifu.sheets import Sheet, read_sheet
    from daifu.tables import Table, table

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
    "Sheet",
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
    "read_sheet",
    "replay",
    "report_json",
    "table",
    "write",
]


def _compiled_engine() -> list[str]:
    """The folder of the engine that `make compile` has built, if it stands before this package on Python's path."""
    spec = find_spec("daifu_compiled")
    if spec is None or spec.origin is None:
        return []
    path = [Path(folder).absolute() for folder in sys.path]
    here, built = Path(__file__).parents[1], Path(spec.origin).parents[1]
    return [] if here in path and path.index(here) < path.index(built) else [str(built / "daifu_compiled")]


__path__[:0] = _compiled_engine()

_PLACES: Final = {
    "FAULTS": "daifu.replay.faults:CATALOGUE",
    "PROFILES": "daifu.replay.games.catalogue:PROFILES",
    "Client": "daifu.api.client:Client",
    "ClientError": "daifu.api.client:ClientError",
    "DealAnalysis": "daifu.schemas.analysis:DealAnalysis",
    "DealReport": "daifu.replay.deal:DealReport",
    "Fault": "daifu.replay.faults:Fault",
    "Game": "daifu.game:Game",
    "House": "daifu.houses:House",
    "HouseRefused": "daifu.schemas.record.errors:HouseRefused",
    "IllegalAction": "daifu.game:IllegalAction",
    "Position": "daifu.position:Position",
    "Record": "daifu.records:Record",
    "RecordRefused": "daifu.schemas.record.errors:RecordRefused",
    "Report": "daifu.replay.match:Report",
    "Sheet": "daifu.sheets:Sheet",
    "SourceRefused": "daifu.schemas.sources.items:SourceRefused",
    "Table": "daifu.tables:Table",
    "Text": "daifu.replay.text:Text",
    "analyse": "daifu.analysis:analyse",
    "analysis_json": "daifu.schemas.analysis:analysis_json",
    "load": "daifu.records:load",
    "next_deal": "daifu.records:next_deal",
    "position_after": "daifu.position:position_after",
    "positions": "daifu.position:positions",
    "read": "daifu.records:read",
    "read_sheet": "daifu.sheets:read_sheet",
    "report_json": "daifu.schemas.report:report_json",
    "table": "daifu.tables:table",
    "write": "daifu.records:write",
}
"""Where each name is, as `module:NAME`. It is loaded when it is first used, since each command needs but a few."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - what the names stand for
    if name in _PLACES:
        module, _, constant = _PLACES[name].partition(":")
        return getattr(import_module(module), constant)
    if name == "fu":
        return import_module("daifu.fu")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Engine(ModuleType):
    """The package `daifu.replay`, which is also the function of this name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as the function takes and returns them
        from daifu.records import replay  # noqa: PLC0415 - see `_PLACES`

        return replay(*arguments, **options)


import_module("daifu.replay").__class__ = _Engine
