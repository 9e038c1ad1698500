"""How far the records of a store have been judged and counted, and by which versions of the rules and the counting."""

from typing import Final

from daifu.data.store.errors import StoreBusy, StoreDamaged
from daifu.data.store.sql.connection import Connection
from daifu.replay.counters import COUNTING_VERSION, JUDGING_VERSION
from daifu.replay.text import Text

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


_OTHER_VERSION: Final = Text(
    "another version of daifu has opened the store; start this one anew",
    "別の版のdaifuが保存先を開きました。起動し直してください",
)
_UNDER_WAY: Final = Text(
    "all records are being counted anew; try again, or start daifu anew if nobody else is doing so",
    "全棋譜を集計し直しているところです。もう一度試すか、ほかに動いているdaifuがなければ起動し直してください",
)

_COUNTED: Final = "SELECT version, record FROM statistics_progress"
_MARK: Final = "UPDATE statistics_progress SET version = ?, record = ?"
_AGAIN: Final = "UPDATE statistics_progress SET record = 0"


def counted_up_to(connection: Connection) -> int | None:
    """The record up to which this version has counted: 0 where it has to begin, None where it has counted all."""
    version, record = connection.execute(_COUNTED).fetchone()
    return record if version == COUNTING_VERSION else 0


def needs_recount(connection: Connection) -> bool:
    """Whether the summaries cannot be read before all records have been counted again."""
    version, record = connection.execute(_COUNTED).fetchone()
    return version != COUNTING_VERSION or bool(record)


def require_counted(connection: Connection) -> None:
    """Check that the summaries are complete and of this version.

    Raises `StoreDamaged` where another version has counted, and `StoreBusy` during a recount.
    """
    check_counted(*connection.execute(_COUNTED).fetchone())


def check_counted(version: int, record: int | None) -> None:
    """Check a row of `counted`, as `require_counted` does."""
    if version != COUNTING_VERSION:
        raise StoreDamaged(_OTHER_VERSION)
    if record:
        raise StoreBusy(_UNDER_WAY)


def set_counted(connection: Connection, record: int | None) -> None:
    """Write down that this version has counted all records, or those up to this one."""
    connection.execute(_MARK, (COUNTING_VERSION, record))


def request_recount(connection: Connection) -> None:
    """Have all records counted again when the store is next opened. Until then the summaries stay in use."""
    connection.execute(_AGAIN)
