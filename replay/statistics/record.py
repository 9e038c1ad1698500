"""A record replayed and counted in one pass, and the counters that this gives."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from daifu.replay.counters import CounterRow, Counts
from daifu.replay.match import Match, Record, Report
from daifu.replay.statistics.collector import PlayCollector
from daifu.replay.statistics.deal_end import DealEndCollector
from daifu.replay.statistics.products import MOST_DEALS
from daifu.replay.statistics.results import PairRows
from daifu.replay.statistics.rows import TABLE_PLAYER


@dataclass(frozen=True, slots=True)
class RecordCounters:
    """The counters of one record, as the rows that were counted; they are added up on request.

    `rows` are those of each player, by player number, by how many were seated in those deals, and by block of
    `MOST_DEALS` deals; under `TABLE_PLAYER` are those of the deals themselves. `pair_rows` are those of each group of
    players, from the smallest number up, one for each of their deals.
    """

    rows: Mapping[tuple[int, int, int], Sequence[CounterRow]] = field(default_factory=dict)
    pair_rows: Mapping[tuple[int, ...], Sequence[PairRows]] = field(default_factory=dict)

    def __reduce__(self) -> tuple[object, ...]:
        """A compiled frozen class cannot be unpickled by setting its attributes."""
        return RecordCounters, (self.rows, self.pair_rows)

    @property
    def seats(self) -> dict[tuple[int, int], Counts]:
        """The counters of each player, by player number and by how many were seated."""
        together: defaultdict[tuple[int, int], list[CounterRow]] = defaultdict(list)
        for (player, seated, _), rows in self.rows.items():
            if player != TABLE_PLAYER:
                together[player, seated] += rows
        return {key: _sum_rows(rows) for key, rows in together.items()}

    @property
    def tables(self) -> dict[int, Counts]:
        """The counters of the deals themselves, by how many were seated."""
        return {seated: self._table(seated) for player, seated, _ in self.rows if player == TABLE_PLAYER}

    @property
    def pairs(self) -> dict[tuple[int, int], Counts]:
        """The counters of each two players, the smaller number first and from that player's view."""
        rows: defaultdict[tuple[int, int], list[CounterRow]] = defaultdict(list)
        for players, deals in self.pair_rows.items():
            for deal in deals:
                for pair, row in zip(combinations(players, 2), deal.rows, strict=True):
                    rows[pair].append(row)
        return {pair: _sum_rows(found) for pair, found in rows.items()}

    def _table(self, seated: int) -> Counts:
        found = [(player, row) for (player, among, _), rows in self.rows.items() if among == seated for row in rows]
        own = [(row.own, 1) for player, row in found if player == TABLE_PLAYER]
        shared = [(row.shared, 1) for _, row in found]
        return _add_counts(own + shared)


def _sum_rows(rows: Sequence[CounterRow]) -> Counts:
    """The sum of rows."""
    return _add_counts((counts, times) for row, times in Counter(rows).items() for counts in (row.own, row.shared))


def _add_counts(counts: Iterable[tuple[Counts, int]]) -> Counts:
    """The sum of counts, each of which counts several times, without those that are 0."""
    total: Counts = {}
    for row, times in counts:
        for name, number in row.items():
            total[name] = total.get(name, 0) + times * number
    return {name: number for name, number in total.items() if number}


class TooManyFaults(Exception):
    """A record has more faults than its report may list."""


def count_record(record: Record, most_faults: int | None = None) -> tuple[Report, RecordCounters]:
    """Replay a record and count it.

    The report is that of `daifu.replay.match.replay`. Raises `TooManyFaults` behind the deal that has one too many.
    """
    faults = 0
    players = len(record.players)
    collector = PlayCollector(record.rules, players)
    deal_end = DealEndCollector(collector)
    match = Match(record.rules, players, collector.steps, record.house)
    deals = []
    for number, deal in enumerate(record.deals):
        collector.block = number // MOST_DEALS
        if deal.actions is None:
            collector.places = match.start(deal, []).ranking
        report = match.play(deal)
        deal_end.close(deal, report, match.seats)
        deals.append(report)
        faults += len(report.faults)
        if most_faults is not None and faults > most_faults:
            raise TooManyFaults
    whole = Report(record.rules.profile.name, list(record.players), deals, match.totals, match.ranks())
    return whole, RecordCounters(_rows_by_player(collector), deal_end.results.pair_rows)


def _rows_by_player(collector: PlayCollector) -> dict[tuple[int, int, int], list[CounterRow]]:
    """The rows of all players who have any, and of the deals themselves."""
    return {
        (player, seated, block): rows
        for (seated, block), deal_rows in collector.rows_by_block.items()
        for player, rows in enumerate(deal_rows.by_player)
        if rows or player == TABLE_PLAYER
    }
