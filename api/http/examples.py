"""The examples of the contract: one sitting on its way through the service, with what is really answered to it."""

import gzip
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import resources
from typing import Any, Final

import msgspec

from api.http import told
from data.store.asked import Kind, Listed, Outcome, Revision, Status
from schemas.changes import changes
from schemas.http.record import EXAMPLE
from schemas.judged import judge_json
from schemas.next_deal import with_deal
from schemas.position import position
from schemas.record import load_record

Json = Any

RECORD: Final = EXAMPLE
"""What is sent."""
DEAL: Final[Mapping[str, Json]] = {"result": {"order": [1, 3, 2, 4]}}
"""The deal that is added to it."""

_ID: Final = 7
_AUTHOR: Final = "Haru"
_AT: Final = datetime(2026, 7, 31, 19, 30, tzinfo=UTC)
_TEXT: Final = msgspec.json.encode(RECORD)
_FIRST: Final = judge_json(_TEXT)
_SECOND: Final = judge_json(with_deal(_TEXT, msgspec.json.encode(DEAL)))
_CREATED: Final = Outcome(Status.CREATED, _ID, 1)
_GROWN: Final = Outcome(Status.GROWN, _ID, 2)
_HISTORY: Final = [
    Revision(1, Kind.CREATED, _AT, _AUTHOR, None, _FIRST.report),
    Revision(2, Kind.DEAL, _AT, _AUTHOR, None, _SECOND.report),
]
_FACTS: Final = {**_FIRST.facts._asdict(), "stored_at": _AT, "author": _AUTHOR}
_LISTED: Final = Listed(id=_ID, revision=1, withdrawn=False, **_FACTS)


def _plain(value: object) -> Json:
    """The value as a client has it who reads its JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _first_game(log: bytes) -> str:
    """A server log that ends when its first game does."""
    return log[: log.index(b"%00001%")].decode()


_SIZE: Final = {"deals": _FIRST.facts.deals, "actions": _FIRST.facts.actions}
_FOUND: Final = {"legal": _FIRST.facts.legal, "faults": _FIRST.facts.faults}
_STORED: Final = {"id": _ID, "revision": 1, "withdrawn": False, **_SIZE, **_FOUND}
_TWICE: Final = {name: 2 * number for name, number in (_SIZE | _FIRST.facts.faults).items()}
_SUMS: Final = {**{name: _TWICE.pop(name) for name in _SIZE}, "faults": _TWICE}

LINES: Final = (_FIRST.record + b"\n").decode()
"""It in an export."""
LOG: Final = _first_game(gzip.decompress((resources.files("data") / "samples" / "uecda-server.log.gz").read_bytes()))
"""A log of another program."""

REPORT: Final = _plain(msgspec.Raw(_FIRST.report))
UPLOADED: Final = _plain(told.uploaded(_FIRST, _CREATED))
ONLY_JUDGED: Final = _plain(told.only_judged(_FIRST, None))
CORRECTED: Final = _plain(told.corrected(_SECOND, _GROWN, changes(_FIRST.report, _SECOND.report)))
ADDED_DEAL: Final = _plain(told.added_deal(_SECOND, _GROWN))
DEAL_OF_RECORD: Final = _plain({"deal": RECORD["deals"][1], "report": REPORT["deals"][1]})
POSITION: Final = _plain(position(load_record(_TEXT), 1, 7))
PAGE: Final = _plain({"records": [told.listed(_LISTED)]})
REVISIONS: Final = _plain({"revisions": list(told.history(_HISTORY))})
BULK: Final = "".join(
    msgspec.json.encode(line).decode() + "\n"
    for line in (
        {"line": 1, "status": "created", **_STORED},
        {"line": 2, "status": "exists", **_STORED},
        {"done": True, "records": 2, "created": 1, "grown": 0, "exists": 1, "refused": 0, **_SUMS},
    )
)
"""What is told of an upload in bulk that has it twice."""
