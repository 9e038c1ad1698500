"""Counts the end of a deal: faults, the result, and what only the whole deal shows."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.counters import CounterRow
from daifu.replay.deal import Deal, DealReport
from daifu.replay.faults import Fault
from daifu.replay.statistics.collector import PlayCollector, PlayerRows
from daifu.replay.statistics.results import (
    NO_SEAT,
    NO_START_TITLE,
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
            _count_fault(deal_rows, fault)
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
        timed = [action for action in actions if action.time is not None]
        if timed:
            self._count_times(deal_rows, timed)

    def _count_times(self, deal_rows: PlayerRows, actions: Sequence[Action]) -> None:
        """Count how long each player took for these actions."""
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


def _count_fault(deal_rows: PlayerRows, fault: Fault) -> None:
    of_table, of_player = _fault_rows(fault.rule, fault.code)
    deal_rows.by_player[TABLE_PLAYER].append(of_table)
    if fault.player is not None:
        deal_rows.by_player[fault.player].append(of_player)


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
