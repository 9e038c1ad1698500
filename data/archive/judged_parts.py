"""Judges the records of a part: writes their rows of every table, counts them, and keeps what ratings need of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import count, islice
from typing import Final, NamedTuple

import msgspec
from zstandard import ZstdCompressor, ZstdDecompressor

from daifu.data.archive.count_runs import write_run
from daifu.data.archive.counts import CountKey, RecordCounts
from daifu.data.archive.partitions import read_part
from daifu.data.archive.runs import RunRecord
from daifu.data.archive.work_folder import WorkFolder, new_file, table_file
from daifu.data.ratings.outcomes import Outcome, read_outcomes
from daifu.data.store.open import open_store
from daifu.data.store.values import Author
from daifu.replay.counters import Counts
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json
from daifu.schemas.parquet.records import TABLES
from daifu.schemas.parquet.table import ExportedRecord, RevisionInfo

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
