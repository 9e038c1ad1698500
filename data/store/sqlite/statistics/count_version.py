"""How far the records of a store have been counted, and by which version of the counting."""

import sqlite3
from typing import Final

from data.store.errors import StoreBusy, StoreDamaged
from replay.statistics.record import COUNTING_VERSION
from replay.text import Text

_OTHER_VERSION: Final = Text(
    "another version of daifu has opened the store; start this one anew",
    "別の版のdaifuが保存先を開きました。起動し直してください",
)
_UNDER_WAY: Final = Text(
    "all records are being counted anew; try again, or start daifu anew if nobody else is doing so",
    "全棋譜を集計し直しているところです。もう一度試すか、ほかに動いているdaifuがなければ起動し直してください",
)

_COUNTED: Final = "SELECT version, record, times FROM counted"
_BEGIN: Final = "UPDATE counted SET times = times + 1"
_MARK: Final = "UPDATE counted SET version = ?, record = ?"
_AGAIN: Final = "UPDATE counted SET record = 0"


def counted_up_to(connection: sqlite3.Connection) -> int | None:
    """The record up to which this version has counted, 0 where it is to begin; None where that is all of them."""
    version, record, _ = connection.execute(_COUNTED).fetchone()
    return record if version == COUNTING_VERSION else 0


def needs_recount(connection: sqlite3.Connection) -> bool:
    """Whether nobody can read the summaries before everything has been counted."""
    version, record, _ = connection.execute(_COUNTED).fetchone()
    return version != COUNTING_VERSION or bool(record)


def require_counted(connection: sqlite3.Connection) -> int:
    """See that the summaries are whole and of this version; how often everything has been counted anew.

    Raises `StoreDamaged` where another version has counted, and `StoreBusy` while everything is counted anew.
    """
    return check_counted(*connection.execute(_COUNTED).fetchone())


def check_counted(version: int, record: int | None, times: int) -> int:
    """The same of a mark that has been read."""
    if version != COUNTING_VERSION:
        raise StoreDamaged(_OTHER_VERSION)
    if record:
        raise StoreBusy(_UNDER_WAY)
    return times


def start_recount(connection: sqlite3.Connection) -> None:
    """Note that everything is counted anew from now on."""
    connection.execute(_BEGIN)


def set_counted(connection: sqlite3.Connection, record: int | None) -> None:
    """Note that this version has counted all records, or those up to this one."""
    connection.execute(_MARK, (COUNTING_VERSION, record))


def request_recount(connection: sqlite3.Connection) -> None:
    """Let everything be counted anew by whoever opens the store next; until then the summaries stay in use."""
    connection.execute(_AGAIN)
