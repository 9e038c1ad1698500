"""What is counted of the records of an archive: by day, tournament, players seated and player, and of pairs of players.

The counters are those of the statistics of a store (`daifu.replay.statistics`), and so are the sums made of them. A run
is a file with counts in the order of their keys; runs are merged in memory that does not grow.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import combinations, groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec
from zstandard import ZstdCompressor, ZstdDecompressor

from daifu.data.archive.work_folder import new_file
from daifu.replay.counters import CounterRow, Counts, add_counts
from daifu.replay.statistics.products import PLAYER_RATIOS, TABLE_RATIOS, Products, part_of
from daifu.schemas.judged_record import JudgedRecord

KeyedCounts = tuple[tuple[str | int, ...], Counts]
"""A player on a part of a day, or two players, and what was counted of them."""

COUNTS_AT_ONCE: Final = 500
"""How many counts of each run are in memory at a time."""
RUNS_AT_ONCE: Final = 64
"""The most runs that are open at a time. More of them are merged in several steps."""
_LEVEL: Final = 1
_LENGTH_BYTES: Final = 8

_block: Final = msgspec.json.Decoder(list[KeyedCounts])


def write_run(path: Path, counts: Iterable[KeyedCounts]) -> None:
    """Write counts that are in the order of their keys: compressed blocks, each after its length."""
    compress = ZstdCompressor(_LEVEL).compress
    left = iter(counts)
    with new_file(path) as file:
        while some := list(islice(left, COUNTS_AT_ONCE)):
            block = compress(msgspec.json.encode(some))
            file.write(len(block).to_bytes(_LENGTH_BYTES, "little") + block)


def read_run(path: Path) -> Iterator[KeyedCounts]:
    """The counts of a run."""
    decompress = ZstdDecompressor().decompress
    with path.open("rb") as file:
        while length := file.read(_LENGTH_BYTES):
            yield from _block.decode(decompress(file.read(int.from_bytes(length, "little"))))


def merge_runs(runs: Sequence[Path], target: Path) -> None:
    """Write the sum of any number of runs as a run. There may be others beside it then, named like it."""
    step = 0
    while len(runs) > RUNS_AT_ONCE:
        groups = [runs[first : first + RUNS_AT_ONCE] for first in range(0, len(runs), RUNS_AT_ONCE)]
        runs = [target.with_name(f"{target.name}.{step}.{number}") for number in range(len(groups))]
        for path, group in zip(runs, groups, strict=True):
            write_run(path, _sums(group))
        step += 1
    write_run(target, _sums(runs))


def _sums(runs: Sequence[Path]) -> Iterator[KeyedCounts]:
    """The sums of the counts with equal keys, without counts of 0, and without those of which nothing is left."""
    key = itemgetter(0)
    for found, same in groupby(merge(*map(read_run, runs), key=key), key):
        total: Counts = {}
        for _key, counts in same:
            add_counts(total, counts)
        if left := {name: total[name] for name in sorted(total) if total[name]}:
            yield found, left


ALL_DEALS: Final = ""
"""Stands for a player where the deals themselves are counted. No player has an empty id."""

_MIRRORED: Final = {"higher": "lower", "lower": "higher"}


Key = TypeVar("Key")


class CountKey(NamedTuple):
    """The deals that are counted together: the player, the ISO day or "", the tournament or "", seats and part."""

    player: str
    day: str
    tournament: str
    seated: int
    part: int


class RecordCounts:
    """Counts records of one game, in any order."""

    def __init__(self) -> None:
        self._rows: defaultdict[CountKey, Counter[CounterRow]] = defaultdict(Counter)
        self._pairs: defaultdict[tuple[str, str], Counter[CounterRow]] = defaultdict(Counter)

    def add(self, judged: JudgedRecord) -> None:
        """Count a record."""
        facts, tallies = judged.facts, judged.tallies
        ids = [ALL_DEALS, *(id for id, _name in facts.players)]
        day, tournament = facts.date or "", facts.tournament or ""
        content = b"" if day else judged.content  # a day is a cluster; what has none is spread over parts
        for (player, seated, block), rows in tallies.rows.items():
            self._rows[CountKey(ids[player], day, tournament, seated, part_of(content, block))].update(rows)
        for players, deals in tallies.pair_rows.items():
            pairs = [(ids[one], ids[other]) for one, other in combinations(players, 2)]
            for deal in deals:
                for pair, row in zip(pairs, deal.rows, strict=True):
                    self._pairs[pair][row] += 1

    def by_day(self) -> list[tuple[CountKey, Counts]]:
        """The counts of all records so far, sorted by their keys."""
        return sorted(_nonzero(self._seat_sums()))

    def by_pair(self) -> list[tuple[tuple[str, str], Counts]]:
        """Those of pairs, sorted by both players, as the first one sees them."""
        sums: dict[tuple[str, str], Counts] = defaultdict(dict)
        for (one, other), rows in self._pairs.items():
            for row, times in rows.items():
                add_counts(sums[one, other], row.own, times)
                add_counts(sums[other, one], _mirrored(row.own), times)
        return sorted(_nonzero(sums))

    def _seat_sums(self) -> dict[CountKey, Counts]:
        """Players have their own counts and the shared ones, and the deals have the shared ones of all players."""
        sums: dict[CountKey, Counts] = defaultdict(dict)
        for key, rows in self._rows.items():
            of_deals = sums[key._replace(player=ALL_DEALS)]
            for row, times in rows.items():
                add_counts(sums[key], row.own, times)
                add_counts(of_deals, row.shared, times)
                if key.player != ALL_DEALS:
                    add_counts(sums[key], row.shared, times)
        return sums


def _mirrored(counts: Counts) -> Counts:
    """The counts of two players as the other one sees them."""
    return {_MIRRORED.get(name, name): -count if name == "points" else count for name, count in counts.items()}


def _nonzero(sums: Mapping[Key, Counts]) -> Iterator[tuple[Key, Counts]]:
    """The sums without counts of 0, and without those of which nothing is left."""
    for key, counts in sums.items():
        if found := {name: counts[name] for name in sorted(counts) if counts[name]}:
            yield key, found


_OF_PLAYER: Final = Products(PLAYER_RATIOS, str, str)
_OF_DEALS: Final = Products(TABLE_RATIOS, str, str)


def with_products(player: str, counts: Counts) -> Counts:
    """All counts of a player, or of the deals themselves, on a part of a day, together with their products."""
    return counts | (_OF_DEALS if player == ALL_DEALS else _OF_PLAYER).of(counts)
