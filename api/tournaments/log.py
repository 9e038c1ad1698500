"""The log of a tournament as plain values: what each entry changed, with what was there before and after."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from api.tournaments.plain import Told, plain
from data.tournaments.audit import Audited
from data.tournaments.changes import AnyChange
from data.tournaments.log import Entry, change_json


def told_change(change: AnyChange) -> Any:  # noqa: ANN401 - any JSON
    """A change as it stands in the log."""
    return msgspec.json.decode(change_json(change))


def told_entry(entry: Entry) -> Told:
    """An entry of a log."""
    return {
        "number": entry.number,
        "at": datetime.fromtimestamp(entry.at, UTC).isoformat(),
        "author": entry.author,
        "reason": entry.reason,
        "change": told_change(entry.change),
    }


def told_audited(found: Audited) -> Told:
    """An entry, and the part of the tournament that it is about, as it found and as it left that."""
    return {**told_entry(found.entry), "before": plain(found.before), "after": plain(found.after)}
