"""A record replayed and counted in one pass: faults, results, and what only a whole deal shows."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, repeat
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.counters import CounterRow, Counts
from daifu.replay.deal import Deal, DealReport
from daifu.replay.match import Match, Record, Report
from daifu.replay.statistics.collector import PlayCollector, PlayerRows
from daifu.replay.statistics.products import MOST_DEALS
from daifu.replay.statistics.results import (
    NO_SEAT,
    NO_START_TITLE,
    PairRows,
    SittingResults,
    Situation,
    StartTitle,
    common_pair_row,
    start_titles,
)
from daifu.replay.statistics.rows import DEAL_WON, TABLE_PLAYER, row_with_square, time_row
from daifu.replay.statistics.strength import UNKNOWN_HAND
from daifu.replay.table import Table

LONGEST_TIME: Final = 3_600_000
"""Times of more than an hour are not counted: the player was away."""

PLAYER_KINDS: Final = {
    (True, True): ("seated", "deals", "played", "left.deals"),
    (True, False): ("seated", "deals", "unverified"),
    (False, True): ("seated", "undecided", "played"),
    (False, False): ("seated", "undecided"),
}
"""The counters of a deal for each of its players, by whether it was decided and whether its actions are known."""
TABLE_ROWS: Final = {
    (True, True): CounterRow({"deals": 1, "played": 1, "finished": 1}),
    (True, False): CounterRow({"deals": 1, "unverified": 1}),
    (False, True): CounterRow({"undecided": 1, "played": 1}),
    (False, False): CounterRow({"undecided": 1}),
}
"""Its counters for its table, likewise."""
MOST_FAULTS: Final = 1024
MOST_ORDERS_OF_PLAY: Final = 1024


class DealEndCollector:
    """Counts the ends of the deals of a sitting, in their order."""

    def __init__(self, collector: PlayCollector) -> None:
        """No deal has ended yet."""
        self.results = SittingResults(collector.rules.sitting.counted)
        self._collector = collector

    def close(self, deal: Deal, report: DealReport, seats: tuple[int, ...]) -> None:
        """Count a deal of these players that has ended."""
        deal_rows = self._collector.rows_for(len(seats))
        table = None if deal.actions is None else self._collector.table
        kind = report.decided, table is not None
        deal_rows.by_player[TABLE_PLAYER].append(TABLE_ROWS[kind])
        for fault in report.faults:
            of_table, of_player = _fault_rows(fault.rule, fault.code)
            deal_rows.by_player[TABLE_PLAYER].append(of_table)
            if fault.player is not None:
                deal_rows.by_player[fault.player].append(of_player)
        if table is not None:
            self._played(deal_rows, table, deal.actions or ())
        if not report.decided:
            self.results.interrupt(deal_rows.by_player, seats, PLAYER_KINDS[kind])
        elif table is None:
            situations = [(NO_SEAT, UNKNOWN_HAND, NO_SEAT, before) for before in self._begun(report, seats)]
            self.results.take(deal_rows.by_player, report, seats, PLAYER_KINDS[kind], situations)
        else:
            situations = self._situations(deal_rows, deal, report, seats)
            self.results.take(deal_rows.by_player, report, seats, PLAYER_KINDS[kind], situations)
            self._ended(deal_rows, table, deal, report, seats)

    def _situations(
        self, deal_rows: PlayerRows, deal: Deal, report: DealReport, seats: tuple[int, ...]
    ) -> list[Situation]:
        """The situation of each player of a played deal, by player number from 0, which is nobody."""
        collector = self._collector
        tenths = deal_rows.scale.tenths(deal.hands or [None] * len(report.titles))
        dealer = collector.counting.dealer(deal, seats, collector.places)
        after = tuple(collector.after)
        from_dealer = _seats_counted_from(dealer, after) if dealer else repeat(NO_SEAT)
        from_opener = _seats_counted_from(collector.opener, after)
        return list(zip(from_opener, tenths, from_dealer, self._begun(report, seats), strict=False))

    def _begun(self, report: DealReport, seats: tuple[int, ...]) -> Sequence[StartTitle]:
        """The title before the deal of each player, by player number from 0, which is nobody."""
        ranking, count = self._collector.places, len(report.titles)
        if not ranking:
            return [NO_START_TITLE] * (count + 1)
        titles = self._collector.rules.sitting.titles(len(seats))
        return start_titles(ranking, titles, count, titled=any(report.titles))

    def outcome(self, player: int, place: str) -> None:
        """Count the player's result of this deal under `place`, too."""
        self.results.outcome(self._collector.rows.by_player, player, place)

    def add(self, player: int, name: str) -> None:
        """Add 1 to a counter of the player and of the table."""
        self._collector.add(player, name)

    def add_pair(self, player: int, other: int, name: str) -> None:
        """Add 1 to a counter of two players that is the same from both views."""
        self.results.pair_rows[min(player, other), max(player, other)].append(common_pair_row(name))

    def _played(self, deal_rows: PlayerRows, table: Table, actions: Sequence[Action]) -> None:
        """Count the last trick, the first player to go out, and times, whether the deal was decided or not."""
        self._collector.end_play(table)
        for first in table.out[:1]:
            deal_rows.by_player[first].append(DEAL_WON)
        times: defaultdict[int, list[int]] = defaultdict(list)
        for action in actions:
            if action.time is not None and action.time <= LONGEST_TIME:
                times[action.player].append(action.time)
        for player, of_player in times.items():
            deal_rows.by_player[player].append(time_row(of_player))

    def _ended(
        self, deal_rows: PlayerRows, table: Table, deal: Deal, report: DealReport, seats: tuple[int, ...]
    ) -> None:
        """Count the length of a played, decided deal, the cards left, and what its game counts."""
        rows = deal_rows.by_player
        rows[TABLE_PLAYER].append(row_with_square("length", len(deal.actions or ())))
        for player in seats:
            if table.hands[player] or table.unknown[player]:
                rows[player].append(row_with_square("left", table.hand_size(player)))
        self._collector.counting.closed(self, table, report)


@lru_cache(MOST_FAULTS)
def _fault_rows(rule: str, code: str) -> tuple[CounterRow, CounterRow]:
    """The rows of a fault, for the table and for its player."""
    counts = {"faults": 1, f"faults.{code}": 1}
    return CounterRow(counts | {f"rule.{rule}": 1}), CounterRow(counts)


@lru_cache(MOST_ORDERS_OF_PLAY)
def _seats_counted_from(player: int, after: tuple[int, ...]) -> tuple[int, ...]:
    """The seat of each player in the order of play, this player having seat 1; `NO_SEAT` for all if there is none."""
    seat, seats = 0, [NO_SEAT] * len(after)
    while player and seats[player] == NO_SEAT:
        seat += 1
        seats[player] = seat
        player = after[player]
    return tuple(seats)


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
    rows = {
        (player, seated, block): of_player
        for (seated, block), deal_rows in collector.rows_by_block.items()
        for player, of_player in enumerate(deal_rows.by_player)
        if of_player or player == TABLE_PLAYER
    }
    return whole, RecordCounters(rows, deal_end.results.pair_rows)
