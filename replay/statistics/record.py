"""A record replayed and counted in one pass, and the counters that this gives."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from replay.counters import CounterRow, Counts
from replay.match import Match, Record, Report
from replay.statistics.collector import PlayCollector
from replay.statistics.deal_end import DealEndCollector
from replay.statistics.results import PairRows
from replay.statistics.rows import TABLE_PLAYER

COUNTING_VERSION: Final = 2
"""Grows with every change of what is counted or how: summaries of another version have to be counted anew."""


@dataclass(frozen=True, slots=True)
class RecordCounters:
    """The counters of one record, as the rows by which they grew; they are added up where somebody asks for names.

    `noted` are those of each player, by his number and by how many were seated in those deals; under `TABLE_PLAYER` is
    what the deals have for themselves. `met` are the deals that the same players sat in, from the smallest number up.
    """

    noted: Mapping[tuple[int, int], Sequence[CounterRow]] = field(default_factory=dict)
    met: Mapping[tuple[int, ...], Sequence[PairRows]] = field(default_factory=dict)

    @property
    def seats(self) -> dict[tuple[int, int], Counts]:
        """The counters of each player, by his number and by how many were seated."""
        return {key: _sum_rows(rows) for key, rows in self.noted.items() if key[0] != TABLE_PLAYER}

    @property
    def tables(self) -> dict[int, Counts]:
        """The counters of the deals themselves, by how many were seated."""
        return {seated: self._table(seated) for player, seated in self.noted if player == TABLE_PLAYER}

    @property
    def pairs(self) -> dict[tuple[int, int], Counts]:
        """The counters of each two players, the smaller number first and from that player's view."""
        rows: defaultdict[tuple[int, int], list[CounterRow]] = defaultdict(list)
        for players, meetings in self.met.items():
            for meeting in meetings:
                for pair, row in zip(combinations(players, 2), meeting.rows, strict=True):
                    rows[pair].append(row)
        return {pair: _sum_rows(grown) for pair, grown in rows.items()}

    def _table(self, seated: int) -> Counts:
        own = [(row.own, 1) for row in self.noted[TABLE_PLAYER, seated]]
        shared = [(row.shared, 1) for (_, among), rows in self.noted.items() if among == seated for row in rows]
        return _add_counts(own + shared)


def _sum_rows(rows: Sequence[CounterRow]) -> Counts:
    """What rows come to together."""
    return _add_counts((counts, times) for row, times in Counter(rows).items() for counts in (row.own, row.shared))


def _add_counts(grown: Iterable[tuple[Counts, int]]) -> Counts:
    """What counts come to that were taken so many times, without what is 0."""
    total: Counts = {}
    for counts, times in grown:
        for name, number in counts.items():
            total[name] = total.get(name, 0) + times * number
    return {name: number for name, number in total.items() if number}


def count_record(record: Record) -> tuple[Report, RecordCounters]:
    """Replay a record and count it.

    The report is that of `replay.match.replay`. Never raises on a well-formed record.
    """
    players = len(record.players)
    clerk = PlayCollector(record.rules, players)
    closing = DealEndCollector(clerk)
    match = Match(record.rules, players, clerk.steps)
    deals = []
    for deal in record.deals:
        if deal.actions is None:
            clerk.places = match.start(deal, []).ranking
        report = match.play(deal)
        closing.close(deal, report, match.seats)
        deals.append(report)
    whole = Report(record.rules.profile.name, list(record.players), deals, match.totals, match.ranks())
    return whole, RecordCounters(_rows_by_player(clerk), closing.results.met)


def _rows_by_player(clerk: PlayCollector) -> dict[tuple[int, int], list[CounterRow]]:
    """The rows of all who have any, and of the deals themselves."""
    return {
        (player, seated): rows
        for seated, sheets in clerk.rows_by_seated.items()
        for player, rows in enumerate(sheets.rows)
        if rows or player == TABLE_PLAYER
    }
