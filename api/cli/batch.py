"""A batch of items judged: what is to be printed, and the sums. It can be done in another process."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from api.cli import wording
from api.cli.language import Language, say
from api.cli.summary import refusal, summary, where
from api.cli.tally import Tally
from schemas.intake.judging import Judgement, judge_item
from schemas.intake.reading import Refused
from schemas.report import report_json
from schemas.sources import Item, Unread

Batch = list[Item | Unread]

BATCH_BYTES: Final = 1 << 18
"""Enough work for a process that handing it over costs little, and little enough to hold several at once."""


class Manner(NamedTuple):
    """How a batch is told: as JSON or in a language, with at most so many faults of each record."""

    as_json: bool
    language: Language
    limit: int


@dataclass(slots=True)
class Told:
    """What came of a batch: its sums, and what to print in order, marked where it goes to standard error."""

    tally: Tally = field(default_factory=Tally)
    pieces: list[tuple[bool, bytes]] = field(default_factory=list)

    def print(self, text: bytes, *, aside: bool) -> None:
        """Print some lines with their endings; what goes the same way is joined."""
        if self.pieces and self.pieces[-1][0] == aside:
            self.pieces[-1] = (aside, self.pieces[-1][1] + text)
        else:
            self.pieces.append((aside, text))


def batches(items: Iterable[Item | Unread], size: int = BATCH_BYTES) -> Iterator[Batch]:
    """The items in batches of about so many bytes; with 0, each for itself."""
    batch: Batch = []
    held = 0
    for item in items:
        batch.append(item)
        held += len(item.data) if isinstance(item, Item) else 1
        if held > size:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def judge_batch(manner: Manner, batch: Batch) -> Told:
    """Read and replay each item of a batch. What cannot be read is told and counted, never raised."""
    told = Told()
    for item in batch:
        if isinstance(item, Unread):
            _tell_unread([item], manner, told)
            continue
        try:
            judgement = judge_item(item)
        except Refused as refused:
            _tell_unread(refused.reasons, manner, told)
        else:
            _tell_judged(item, judgement, manner, told)
    return told


def _tell_unread(reasons: list[Unread], manner: Manner, told: Told) -> None:
    told.tally.unread += 1
    for reason in reasons:
        told.print(_line(refusal(reason, manner.language)), aside=True)


def _tell_judged(item: Item, judgement: Judgement, manner: Manner, told: Told) -> None:
    told.tally.add(Tally.of(judgement.record, judgement.report))
    for notice in judgement.notices:
        text = say(wording.notice(notice), manner.language)
        told.print(_line(f"{where(item.file, item.line)}: {text}"), aside=True)
    if manner.as_json:
        told.print(_report_line(item, judgement), aside=False)
        return
    lines = summary(item, judgement.record, judgement.report, manner.language, manner.limit)
    told.print(b"".join(map(_line, lines)), aside=False)


def _report_line(item: Item, judgement: Judgement) -> bytes:
    """The report in one line of JSON, with the place where its record stands."""
    source = msgspec.json.encode({"file": item.file, "line": item.line})
    return report_json(judgement.report).removesuffix(b"}") + b',"source":' + source + b"}\n"


def _line(text: str) -> bytes:
    return f"{text}\n".encode(errors="replace")
