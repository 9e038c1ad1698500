"""Puts the records of a partition in order, without duplicates, and cuts them into parts of about equal size.

The order follows from the records alone, so the parts do not depend on how the inputs were cut. A record that another
one continues is left out, as a store keeps only the latest state of a sitting.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from daifu.data.archive.runs import BlockFile, RecordKey, RunRecord, read_blocks
from daifu.data.archive.work_folder import WorkFolder, new_file
from daifu.schemas.record.identity import play_sequence

PART_BYTES: Final = 32 << 20
"""Bytes of records of a part. It has at least one record."""
PARTS_AT_ONCE: Final = 64
"""Files of parts that are open at once. A partition with more parts is read several times."""


class SortedPart(msgspec.Struct, frozen=True):
    """A part of a partition: its number, how many records it has, their bytes, and a hash of their contents."""

    number: int
    records: int
    size: int
    digest: str


class SortedPartition(msgspec.Struct, frozen=True):
    """The parts of a partition, and how many records were left out: duplicates, and those that others continue."""

    parts: list[SortedPart]
    duplicates: int
    continued: int


class _Entry(NamedTuple):
    """A record without its text, of which it has the size."""

    key: RecordKey
    size: int


def sort_partition(work: WorkFolder, partition: str, shares: Sequence[str]) -> SortedPartition:
    """Write the parts of a partition, from the runs of the shares that have records of it.

    Memory holds a key for each record of the partition, and the records of those sittings that came in several states.
    """
    runs = [work.run(share) for share in shares]
    found = sorted(_Entry(record.key, len(record.text)) for record in _records(partition, runs))
    different = [next(same) for _, same in groupby(found, lambda entry: entry.key[:-1])]
    continued = _continued(partition, runs, _openings_with_several(different))
    kept = [entry for entry in different if entry.key.content not in continued]
    parts = list(_cut(kept))
    _distribute(work, partition, runs, parts, continued)
    described = [
        SortedPart(number, len(part), sum(entry.size for entry in part), _digest(part))
        for number, part in enumerate(parts)
    ]
    return SortedPartition(described, len(found) - len(different), len(different) - len(kept))


def read_part(work: WorkFolder, partition: str, number: int) -> list[RunRecord]:
    """The records of a part in their order."""
    blocks = read_blocks(work.part(partition, number), partition)
    found = sorted((record for block in blocks for record in block), key=lambda record: record.key)
    return [next(same) for _, same in groupby(found, lambda record: record.content)]


def _records(partition: str, runs: Iterable[Path]) -> Iterator[RunRecord]:
    for run in runs:
        for block in read_blocks(run, partition):
            yield from block


def _openings_with_several(entries: Iterable[_Entry]) -> set[bytes]:
    """The openings that several records have."""
    return {opening for opening, same in groupby(entries, lambda entry: entry.key.opening) if len(list(same)) > 1}


def _continued(partition: str, runs: Sequence[Path], openings: set[bytes]) -> set[bytes]:
    """The contents of the records with these openings that others continue."""
    if not openings:
        return set()
    sittings: defaultdict[bytes, dict[bytes, list[bytes]]] = defaultdict(dict)
    for record in _records(partition, runs):
        if record.opening in openings:
            sittings[record.opening][record.content] = play_sequence(record.text)
    return {content for states in sittings.values() for content in _earlier_states(states)}


def _earlier_states(states: dict[bytes, list[bytes]]) -> Iterator[bytes]:
    """The records of a sitting that others continue: in order of their sequences, the next longer one begins so."""
    after: list[bytes] = []
    last: list[bytes] = []
    for content, sequence in sorted(states.items(), key=lambda state: state[1], reverse=True):
        if sequence != last:
            after, last = last, sequence
        if len(after) > len(sequence) and after[: len(sequence)] == sequence:
            yield content


def _cut(entries: Iterable[_Entry]) -> Iterator[list[_Entry]]:
    """The entries in parts."""
    part: list[_Entry] = []
    size = 0
    for entry in entries:
        if part and size + entry.size > PART_BYTES:
            yield part
            part, size = [], 0
        part.append(entry)
        size += entry.size
    if part:
        yield part


def _distribute(
    work: WorkFolder,
    partition: str,
    runs: Sequence[Path],
    parts: Sequence[Sequence[_Entry]],
    continued: set[bytes],
) -> None:
    """Write the records into the files of their parts, in any order and with their duplicates."""
    begins = [part[0].key[:-1] for part in parts]
    for first in range(0, len(parts), PARTS_AT_ONCE):
        numbers = range(first, min(first + PARTS_AT_ONCE, len(parts)))
        with ExitStack() as files:
            blocks = {
                number: BlockFile(files.enter_context(new_file(work.part(partition, number)))) for number in numbers
            }
            for record in _records(partition, runs):
                number = bisect_right(begins, record.key[:-1]) - 1
                if number in blocks and record.content not in continued:
                    blocks[number].add(partition, record)
            for each in blocks.values():
                each.close()


def _digest(part: Iterable[_Entry]) -> str:
    contents = blake2b(digest_size=16)
    for entry in part:
        contents.update(entry.key.content)
        contents.update(entry.key.copy)
    return contents.hexdigest()
