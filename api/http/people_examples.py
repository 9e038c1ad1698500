"""The examples of what the contract tells of people, made as answers are."""

from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from api.http import told_people
from api.http.languages import DEFAULT
from api.http.sheets import Sheet
from data.store.people.asked import Deed, Person, What

_REASON: Final = "he registered twice"
_BEFORE: Final = Person("Mu", "Mu", ["Mu", "mu2"], [])
_NOW: Final = _BEFORE._replace(name="Mū", names=["Mu"])
_AT: Final = datetime(2026, 7, 31, 19, 30, tzinfo=UTC)
_DEED: Final = Deed(3, What.MERGED, "mu2", "Mu", None, None, _AT, "Haru", _REASON)


def _plain(told: Sheet) -> Any:  # noqa: ANN401 - any JSON
    """The value as a client has it who reads its JSON."""
    return msgspec.json.decode(msgspec.json.encode(told.value))


_PLAYERS: Final = told_people.people([_BEFORE])

MERGE: Final = {"player": "mu2", "into": "Mu", "reason": _REASON}
MERGED: Final = {"merge": _DEED.id, "player": told_people.person(_BEFORE)}
RENAME: Final = {"name": _NOW.name, "reason": "so he writes himself"}
RENAMED: Final = told_people.person(_NOW)
PLAYERS: Final = _plain(_PLAYERS)
PLAYERS_CSV: Final = _PLAYERS.as_csv(DEFAULT)
PLAYER: Final = _plain(told_people.whole_person(_BEFORE, [_DEED]))
