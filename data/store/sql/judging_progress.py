"""Which version of the rules has judged all records of a store, and how far a later one has come."""

from typing import Final

from daifu.data.store.sql.connection import Connection
from daifu.replay.judging_version import JUDGING_VERSION

_PROGRESS: Final = "SELECT version, record FROM judging_progress"
_FORGET: Final = "DELETE FROM judging_progress"
_NOTE: Final = "INSERT INTO judging_progress (version, record) VALUES (?, ?)"


def is_judged(connection: Connection) -> bool:
    """Whether the present version has judged all records; where nothing is noted, no other one has."""
    version, record = connection.execute(_PROGRESS).fetchone() or (JUDGING_VERSION, None)
    return bool(version == JUDGING_VERSION and record is None)


def judged_up_to(connection: Connection) -> int:
    """The record up to which the present version has come in a repair that was stopped; 0 where there is none."""
    version, record = connection.execute(_PROGRESS).fetchone() or (JUDGING_VERSION, None)
    return record or 0 if version == JUDGING_VERSION else 0


def note_judged(connection: Connection, record: int | None) -> None:
    """Note that the present version has judged all records, or those up to this one."""
    connection.execute(_FORGET)
    connection.execute(_NOTE, (JUDGING_VERSION, record))
