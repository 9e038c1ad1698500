"""A batch of records judged: what is to be printed, and the sums. It can be done in another process."""

from collections.abc import Iterable, Iterator
from typing import Final

from api.cli import wording
from api.cli.summary import refusal
from api.cli.telling import Manner, tell
from api.cli.told import Told
from schemas.intake.reading import Refused
from schemas.sources import Item, Log, LogFile, Unread, reopened

Entry = Item | Log | LogFile | Unread
Batch = list[Entry]

BATCH_BYTES: Final = 1 << 18
"""Enough work for a process that handing it over costs little, and little enough to hold several at once."""


def batches(entries: Iterable[Entry], size: int = BATCH_BYTES) -> Iterator[Batch]:
    """The entries in batches of about so many bytes; with 0, each for itself. A log makes a batch full."""
    batch: Batch = []
    held = 0
    for entry in entries:
        batch.append(entry)
        held += _bytes_of(entry, size + 1)
        if held > size:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def judge_batch(manner: Manner, batch: Batch) -> Told:
    """Read and replay each entry of a batch. What cannot be read is told and counted, never raised."""
    told = Told(manner.room)
    for entry in batch:
        for found in reopened(entry) if isinstance(entry, LogFile) else (entry,):
            _judge(found, manner, told)
    return told


def _bytes_of(entry: Entry, of_a_log: int) -> int:
    if isinstance(entry, Unread):
        return 1
    return len(entry.data) if isinstance(entry, Item) else of_a_log


def _judge(entry: Item | Log | Unread, manner: Manner, told: Told) -> None:
    if isinstance(entry, Unread):
        _tell_unread([entry], manner, told)
        return
    try:
        tell(entry, manner, told)
    except Refused as refused:
        _tell_unread(refused.reasons, manner, told)
    except OSError as error:
        _tell_unread([Unread(entry.file, entry.line, wording.no_room(error))], manner, told)


def _tell_unread(reasons: list[Unread], manner: Manner, told: Told) -> None:
    told.tally.unread += 1
    for reason in reasons:
        told.print(f"{refusal(reason, manner.language)}\n".encode(errors="replace"), aside=True)
