"""Takes a log that was refused apart: what is whole between its broken places are logs, too.

It is asked only about a log that was refused, so that a good one is read once.
"""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TypeVar

from daifu.schemas.foreign_log import LogError
from daifu.schemas.record import limits
from daifu.schemas.sources import messages
from daifu.schemas.sources.conversion import decode_log, log_behind, log_problem
from daifu.schemas.sources.items import DAIFU, FU, UECDA, ForeignLog, Item, SourceProblem, SourceRefused
from daifu.schemas.sources.streams import Lines

_Value = TypeVar("_Value")


def log_parts(item: Item) -> list[Item | SourceProblem]:
    """The logs of whole games in a refused log, and the problem of each place between them, in their order.

    Each has the header that stands before it. There are none where no place of a log is at fault, but its record.
    Behind as many broken places as a refusal lists, the rest is left out with one more problem.
    """
    if item.format in {DAIFU, FU}:
        return []
    parts = list(_split(item))
    return parts if len(parts) > 1 or any(isinstance(part, SourceProblem) for part in parts) else []


def read_log(item: Item, read: Callable[[Item], _Value]) -> _Value:
    """What `read` makes of an item. Raises `SourceRefused`, for a log with every place at which it is broken."""
    try:
        return read(item)
    except SourceRefused as refused:
        problems = [part for part in log_parts(item) if isinstance(part, SourceProblem)]
        if len(problems) < len(refused.reasons) + 1:
            raise
        raise SourceRefused(problems) from refused


def _split(item: Item) -> Iterator[Item | SourceProblem]:
    from daifu.schemas.fujigokoro.importer import players_check  # noqa: PLC0415 - few logs are broken
    from daifu.schemas.fujigokoro.reader import FujiGokoroFile  # noqa: PLC0415
    from daifu.schemas.uecda.reader import ServerLog  # noqa: PLC0415

    lines = list(Lines(BytesIO(item.data)))
    log: ForeignLog | None = ForeignLog(item.file, item.line, Lines(BytesIO(item.data), item.line))
    reader: ServerLog | FujiGokoroFile
    places = 0
    while log is not None:
        begin = log.line - item.line
        try:
            if item.format == UECDA:
                reader = ServerLog(decode_log(log))
                games = sum(1 for _ in reader.deals())
            else:
                if not log.head:  # the check of a file is that of all games behind its header
                    check = players_check(lines[at].decode(errors="replace") for at in range(begin, len(lines)))
                reader = FujiGokoroFile(decode_log(log))
                games = sum(1 for _ in reader.games(check))
        except LogError as error:
            yield log_problem(log, error)
            return
        end = begin + reader.whole - len(log.head) if reader.broken or reader.resume else len(lines)
        if games:
            yield Item(item.file, log.line, item.format, b"".join([*log.head, *lines[begin:end]]))
        if reader.broken is not None:
            yield log_problem(log, reader.broken)
            places += 1
        log = log_behind(log, reader, item.format)
        if log is not None and places >= limits.PROBLEMS:
            yield SourceProblem(item.file, log.line, messages.too_many_places(places))
            return
