"""One record of a file that may hold many."""

from itertools import islice

from schemas.intake import wording
from schemas.intake.item import Item, Log, Refused, Unread
from schemas.intake.splitting import whole_log
from schemas.sources import items


def pick(file: str, wanted: str, line: int | None) -> Item:
    """The record that begins at the line, or the only one of the file where no line is named. Raises `Refused`."""
    entries = items([file], wanted, lambda _count: None)
    found = (whole_log(entry) if isinstance(entry, Log) else entry for entry in entries)
    if line is not None:
        found = (item for item in found if not 0 < item.line < line)
    first = list(islice(found, 2 if line is None else 1))
    if not first or (line is not None and first[0].line not in {0, line}):
        raise Refused([Unread(file, line or 0, wording.NO_RECORD)])
    if len(first) > 1:
        raise Refused([Unread(file, first[1].line, wording.SEVERAL)])
    only = first[0]
    if isinstance(only, Unread):
        raise Refused([only])
    return only
