"""Counting when a deal has ended: faults, the result, and what only the whole deal shows."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Final

from replay.actions import Action
from replay.cards import size
from replay.counters import CounterRow, UncachedRow
from replay.deal import Deal, DealReport
from replay.faults import Fault
from replay.statistics.collector import PlayCollector, PlayerRows
from replay.statistics.results import (
    NO_SEAT,
    NO_START_TITLE,
    SittingResults,
    Situation,
    StartTitle,
    common_pair_row,
    start_titles,
)
from replay.statistics.rows import DEAL_WON, TABLE_PLAYER, row_with_square
from replay.statistics.strength import UNKNOWN_HAND
from replay.table import NOBODY, Table

LONGEST_TIME: Final = 3_600_000
"""Who thought for more than an hour was away: such times are not counted."""

PLAYER_KINDS: Final = {
    (True, True): ("seated", "deals", "played", "left.deals"),
    (True, False): ("seated", "deals", "unverified"),
    (False, True): ("seated", "undecided", "played"),
    (False, False): ("seated", "undecided"),
}
"""What a deal counts as for each of its players, by whether it was decided, and played."""
TABLE_ROWS: Final = {
    (True, True): CounterRow({"deals": 1, "played": 1, "finished": 1}),
    (True, False): CounterRow({"deals": 1, "unverified": 1}),
    (False, True): CounterRow({"undecided": 1, "played": 1}),
    (False, False): CounterRow({"undecided": 1}),
}
"""The same for its table."""
MOST_FAULTS: Final = 1024


class DealEndCollector:
    """Closes the deals of a sitting, one after the other."""

    def __init__(self, clerk: PlayCollector) -> None:
        """No deal has ended yet."""
        self.results = SittingResults(clerk.rules.sitting.counted)
        self._clerk = clerk

    def close(self, deal: Deal, report: DealReport, seats: tuple[int, ...]) -> None:
        """Count a deal of these players that has ended."""
        sheets = self._clerk.rows_for(len(seats))
        table = None if deal.actions is None else self._clerk.table
        kind = report.decided, table is not None
        sheets.rows[TABLE_PLAYER].append(TABLE_ROWS[kind])
        for fault in report.faults:
            _count_fault(sheets, fault)
        if table is not None:
            self._played(sheets, table, deal.actions or ())
        if not report.decided:
            self.results.interrupt(sheets, seats, PLAYER_KINDS[kind])
        elif table is None:
            situations = ((NO_SEAT, UNKNOWN_HAND, NO_SEAT, before) for before in self._begun(report, seats))
            self.results.take(sheets, report, seats, PLAYER_KINDS[kind], situations)
        else:
            self.results.take(sheets, report, seats, PLAYER_KINDS[kind], self._situations(sheets, deal, report, seats))
            self._ended(sheets, table, deal, report, seats)

    def _situations(
        self, sheets: PlayerRows, deal: Deal, report: DealReport, seats: tuple[int, ...]
    ) -> Iterable[Situation]:
        """What each player of a played deal met with, by player, with one for nobody."""
        clerk = self._clerk
        tenths = sheets.scale.tenths(deal.hands or [None] * len(report.titles))
        dealer = clerk.counting.dealer(deal, seats, clerk.places)
        from_dealer = _seats_counted_from(dealer, clerk.after) if dealer else repeat(NO_SEAT)
        return zip(
            _seats_counted_from(clerk.opener, clerk.after),
            tenths,
            from_dealer,
            self._begun(report, seats),
            strict=False,
        )

    def _begun(self, report: DealReport, seats: tuple[int, ...]) -> Sequence[StartTitle]:
        """How each player began the deal, by player, with one for nobody."""
        ranking, count = self._clerk.places, len(report.titles)
        if not ranking:
            return [NO_START_TITLE] * (count + 1)
        titles = self._clerk.rules.sitting.titles(len(seats))
        return start_titles(ranking, titles, count, titled=any(report.titles))

    def outcome(self, player: int, place: str) -> None:
        """The player's result of the deal at hand counts under `place`, too."""
        self.results.outcome(self._clerk.sheets, player, place)

    def add(self, player: int, name: str) -> None:
        """Let a counter of the player grow, and that of the table with it."""
        self._clerk.add(player, name)

    def add_pair(self, player: int, other: int, name: str) -> None:
        """Let a counter of two players grow that is the same from both views."""
        self.results.met[min(player, other), max(player, other)].append(common_pair_row(name))

    def _played(self, sheets: PlayerRows, table: Table, actions: Sequence[Action]) -> None:
        """The last trick, who went out first, and times, whether the deal was decided or not."""
        if self._clerk.leader:
            self._clerk.end_trick(self._clerk.last if table.over or table.top is None else NOBODY)
        for first in table.out[:1]:
            sheets.rows[first].append(DEAL_WON)
        timed = [action for action in actions if action.time is not None]
        if timed:
            _count_times(sheets, timed)

    def _ended(self, sheets: PlayerRows, table: Table, deal: Deal, report: DealReport, seats: tuple[int, ...]) -> None:
        """The length of a played, decided deal, cards left, and what its game counts."""
        hands, unknown, rows = table.hands, table.unknown, sheets.rows
        rows[TABLE_PLAYER].append(row_with_square("length", len(deal.actions or ())))
        for player in seats:
            if hands[player] or unknown[player]:
                rows[player].append(row_with_square("left", size(hands[player]) + unknown[player]))
        self._clerk.counting.closed(self, table, report)


def _count_fault(sheets: PlayerRows, fault: Fault) -> None:
    of_table, of_player = _fault_rows(fault.rule, fault.code)
    sheets.rows[TABLE_PLAYER].append(of_table)
    if fault.player is not None:
        sheets.rows[fault.player].append(of_player)


@lru_cache(MOST_FAULTS)
def _fault_rows(rule: str, code: str) -> tuple[CounterRow, CounterRow]:
    """A fault, for the table and for its player."""
    counts = {"faults": 1, f"faults.{code}": 1}
    return CounterRow(counts | {f"rule.{rule}": 1}), CounterRow(counts)


def _count_times(sheets: PlayerRows, actions: Sequence[Action]) -> None:
    """Count how long each player took for these actions."""
    times: defaultdict[int, list[int]] = defaultdict(list)
    for action in actions:
        if action.time is not None and action.time <= LONGEST_TIME:
            times[action.player].append(action.time)
    for player, taken in times.items():
        sheets.rows[player].append(_time_row(taken))


def _time_row(taken: Sequence[int]) -> CounterRow:
    """Actions that took so long."""
    return UncachedRow({"timed": len(taken), "time": sum(taken), "time_squared": sum(time**2 for time in taken)})


def _seats_counted_from(player: int, after: Sequence[int]) -> list[int]:
    """The seat of each player in the order of play, from this one, who has seat 1; if it is nobody, none has any."""
    seat, seats = 0, [NO_SEAT] * len(after)
    while player and seats[player] == NO_SEAT:
        seat += 1
        seats[player] = seat
        player = after[player]
    return seats
