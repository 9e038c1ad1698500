"""What one look at each entry of an upload gives, before anything of it is stored."""

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, NamedTuple

from schemas.intake.item import Item, Refused, Unread
from schemas.judged import Judged, judge_item

Sent = Item | Unread
"""What was sent, as a whole: a record to be judged, or why there is none."""

MOST_BYTES: Final = 8 << 20
"""So much text waits for a commit at most, and one record more."""
LONGEST_WAIT: Final = 0.1
"""Seconds after which what is there does not wait for more."""


class Verdict(NamedTuple):
    """A record judged, or the problems for which what was sent is none: where it stood, and what was found."""

    file: str
    line: int
    judged: Judged | None
    problems: tuple[Unread, ...] = ()


def verdicts(entries: Iterable[Sent]) -> Iterator[list[Verdict]]:
    """The verdict on each entry in order: those together that are to be committed together."""
    part = _Part()
    for entry in entries:
        part.take(verdict(entry))
        if part.is_enough:
            yield part.verdicts
            part = _Part()
    if part.verdicts:
        yield part.verdicts


def verdict(entry: Sent) -> Verdict:
    """What a look at the entry gives."""
    if isinstance(entry, Unread):
        return Verdict(entry.file, entry.line, None, (entry,))
    try:
        return Verdict(entry.file, entry.line, judge_item(entry))
    except Refused as refused:
        return Verdict(entry.file, entry.line, None, tuple(refused.reasons))


class _Part:
    """Verdicts that go together."""

    def __init__(self) -> None:
        self.verdicts: list[Verdict] = []
        self._bytes = 0
        self._end = monotonic() + LONGEST_WAIT

    def take(self, one: Verdict) -> None:
        """Let this go with the others."""
        self.verdicts.append(one)
        if one.judged:
            self._bytes += len(one.judged.record) + len(one.judged.report)

    @property
    def is_enough(self) -> bool:
        """Whether no more should go with them."""
        return self._bytes > MOST_BYTES or monotonic() > self._end
