"""Puts the records of a partition in order, without duplicates, and cuts them into parts of about equal size.

The order follows from the records alone, so the parts do not depend on how the inputs were cut. A record that another
one continues is left out, as a store keeps only the latest state of a sitting.

The records of a part are judged: their rows of every table are written, they are counted, and what ratings need of them
is kept.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from hashlib import blake2b
from itertools import count, groupby, islice
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from zstandard import ZstdCompressor, ZstdDecompressor

from daifu.data.archive.counts import CountKey, RecordCounts, write_run
from daifu.data.archive.shares import BlockFile, RecordKey, RunRecord, read_blocks
from daifu.data.archive.work_folder import WorkFolder, new_file, table_file
from daifu.data.ratings.outcomes import Outcome, read_outcomes
from daifu.data.store.open import open_store
from daifu.data.store.values import Author
from daifu.replay.counters import Counts
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json
from daifu.schemas.parquet.records import TABLES
from daifu.schemas.parquet.table import ExportedRecord, RevisionInfo
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
    by_opening = groupby(different, lambda entry: entry.key.opening)
    with_several = {opening for opening, same in by_opening if len(list(same)) > 1}
    continued = _continued(partition, runs, with_several)
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


STORED_AT_ONCE: Final = 256
"""Records of one commit to a store."""


class PartTask(NamedTuple):
    """A part to be judged: the number of its first record, the tables that are wanted, and the store it goes into."""

    partition: str
    number: int
    first: int
    tables: tuple[str, ...]
    store: str | None


class PartSummary(msgspec.Struct, frozen=True):
    """How much a part had: records, and rows by table."""

    records: int
    rows: dict[str, int]


class PartSums(msgspec.Struct):
    """The sums over the records of a part: how many, and their faults by code.

    `days` are the first and the last day of their events, or empty. `names` are the names of players, each with the day
    and the number of the last record that has it.
    """

    records: int
    legal: int
    deals: int
    actions: int
    faults: dict[str, int]
    days: list[str]
    names: dict[str, tuple[str, int, str]]


class RatedRecord(NamedTuple):
    """What ratings need of a record: its ISO day or "", its number, its players, and the outcomes of its deals.

    `counted` are the names under which it counts: its game and, if it names one, its house.
    """

    counted: list[str]
    day: str
    record: int
    players: list[str]
    outcomes: list[Outcome | None]


_sums: Final = msgspec.json.Decoder(PartSums)
_rated: Final = msgspec.msgpack.Decoder(list[RatedRecord])


def judge_part(work: WorkFolder, task: PartTask) -> PartSummary:
    """Judge a part. Raises `StoreUnusable` where the records cannot be stored."""
    records = read_part(work, task.partition, task.number)
    collector = _PartCollector()
    with ExitStack() as files:
        writers = {
            name: files.enter_context(table_file(work.table(name, task.partition, task.number), TABLES[name]))
            for name in task.tables
        }
        for number, judged in zip(count(task.first), _judged(records, task.store), strict=False):
            exported = ExportedRecord(RevisionInfo(number, 1, None, withdrawn=False), judged.record, {})
            for writer in writers.values():
                writer.add(exported)
            collector.add(number, judged)
    sums = collector.sums()
    with new_file(work.part_sums(task.partition, task.number)) as file:
        file.write(ZstdCompressor().compress(msgspec.json.encode(sums)))
    write_run(work.part_players(task.partition, task.number), collector.days())
    write_run(work.part_pairs(task.partition, task.number), collector.pairs())
    with new_file(work.part_outcomes(task.partition, task.number)) as file:
        file.write(ZstdCompressor().compress(msgspec.msgpack.encode(collector.rated)))
    return PartSummary(len(records), {name: writer.rows for name, writer in writers.items()})


def read_sums(work: WorkFolder, partition: str, number: int) -> PartSums:
    """The sums of a part that has been judged."""
    return _sums.decode(ZstdDecompressor().decompress(work.part_sums(partition, number).read_bytes()))


def read_rated(work: WorkFolder, partition: str, number: int) -> list[RatedRecord]:
    """The records of a part that has been judged, as ratings take them, in their order."""
    return _rated.decode(ZstdDecompressor().decompress(work.part_outcomes(partition, number).read_bytes()))


class _PartCollector:
    """Adds up what the records of a part have in common, in their order."""

    def __init__(self) -> None:
        self.rated: list[RatedRecord] = []
        self._counts = RecordCounts()
        self._faults: Counter[str] = Counter()
        self._names: dict[str, tuple[str, int, str]] = {}
        self._days: list[str] = []
        self._legal = self._deals = self._actions = 0

    def add(self, number: int, judged: JudgedRecord) -> None:
        """Add a record with its number."""
        facts = judged.facts
        day = facts.date or ""
        outcomes = list(read_outcomes(facts.rules, judged.record, judged.report))
        counted = [facts.rules, *([facts.house] if facts.house else [])]
        self.rated.append(RatedRecord(counted, day, number, [id for id, _name in facts.players], outcomes))
        self._counts.add(judged)
        self._faults.update(facts.faults)
        self._names.update({id: (day, number, name) for id, name in facts.players})
        self._legal += facts.legal
        self._deals += facts.deals
        self._actions += facts.actions
        if day:
            self._days = [self._days[0] if self._days else day, day]

    def sums(self) -> PartSums:
        """The sums so far."""
        return PartSums(
            records=len(self.rated),
            legal=self._legal,
            deals=self._deals,
            actions=self._actions,
            faults=dict(sorted(self._faults.items())),
            days=self._days,
            names=self._names,
        )

    def days(self) -> list[tuple[CountKey, Counts]]:
        """The counts of players by day so far."""
        return self._counts.by_day()

    def pairs(self) -> list[tuple[tuple[str, str], Counts]]:
        """The counts of pairs so far."""
        return self._counts.by_pair()


def _judged(records: Sequence[RunRecord], store: str | None) -> Iterator[JudgedRecord]:
    """The records, judged, and stored where a store is given."""
    judged = (judge_json(record.text) for record in records)
    if store is None:
        yield from judged
        return
    with closing(open_store(store)) as target:
        while batch := list(islice(judged, STORED_AT_ONCE)):
            target.add(batch, Author())
            yield from batch
