"""Records made ready for other processes: a log is handed to them as a file, which they open by themselves."""

import os
from collections.abc import Iterable, Iterator

from api.cli.spool import Room
from schemas.intake.streams import STDIN, Broken
from schemas.sources import Item, Log, LogFile, Unread


def apart(entries: Iterable[Item | Log | Unread], room: Room) -> Iterator[Item | LogFile | Unread]:
    """The entries, each log as the file that it is all of. What only this process can read waits in the room."""
    for entry in entries:
        yield _log_apart(entry, room) if isinstance(entry, Log) else entry


def _log_apart(log: Log, room: Room) -> LogFile | Unread:
    path = os.path.realpath(log.path)  # /dev/stdin is another file to another process
    if log.path != STDIN and os.path.isfile(path):  # noqa: PTH113 - a name is bytes to the system, not a Path
        return LogFile(log.file, path, first=1)
    copy = room.new_file()
    try:
        with open(copy, "wb") as file:  # noqa: PTH123
            file.writelines(log.lines)
    except Broken as broken:
        return Unread(log.file, log.lines.number, broken.expected)
    return LogFile(log.file, copy, first=log.line)
