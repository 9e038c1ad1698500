"""Counting when a deal has ended: faults, the result, and what only the whole of it shows."""

from collections.abc import Sequence
from typing import Final

from replay.actions import Action
from replay.cards import size
from replay.deal import Deal
from replay.report import DealReport
from replay.table import Table
from replay.tallies.clerk import Clerk
from replay.tallies.common import HAND_CLASSES, MOST_SEATS
from replay.tallies.results import Results, outcome_names
from replay.tallies.sheets import Sheets

FOLDED_EACH: Final = 64
"""So many deals long, sets and results are kept one by one."""

LONGEST_TIME: Final = 3_600_000
"""Who thought for more than an hour was away: such times are not counted."""


BY_SEAT: Final = tuple(outcome_names(f"seat.{seat}") for seat in range(MOST_SEATS + 1))
BY_HAND: Final = tuple(outcome_names(f"hand.{tenth}") for tenth in HAND_CLASSES)


class Closing:
    """Closes the deals of a sitting, one after the other."""

    def __init__(self, clerk: Clerk) -> None:
        """No deal has ended yet."""
        self.results = Results(clerk.players, clerk.rules.sitting.counted)
        self._clerk = clerk

    def close(self, deal: Deal, report: DealReport, seats: tuple[int, ...]) -> None:
        """Count a deal of these players that has ended."""
        sheets = self._clerk.sheets_for(len(seats))
        table = None if deal.actions is None else self._clerk.table
        _deal(sheets, report, seats, played=table is not None)
        _faults(sheets, report)
        self.results.take(sheets, report, seats)
        if table is not None:
            self._played(sheets, table, deal.actions or ())
            if report.decided:
                self._ended(sheets, table, deal, report, seats)
        if len(sheets.deals) >= FOLDED_EACH:
            sheets.fold()

    def outcome(self, player: int, place: str) -> None:
        """The player's result of the deal at hand counts under `place`, too."""
        self.results.outcome(self._clerk.sheets.own[player], player, outcome_names(place))

    def add(self, player: int, name: str) -> None:
        """Let a counter of the player grow, and that of the table with it."""
        self._clerk.add(player, name)

    def add_pair(self, player: int, other: int, name: str) -> None:
        """Let a counter of two players grow that is the same from both views."""
        self.results.pairs.add(player, other, name)

    def _played(self, sheets: Sheets, table: Table, actions: Sequence[Action]) -> None:
        """Tricks, who went out first, and times, whether the deal was decided or not."""
        clerk = self._clerk
        winners = [*clerk.winners[1:], clerk.last if table.over or table.top is None else 0]
        for leader, winner in zip(clerk.leaders, winners, strict=False):
            own = sheets.own[leader]
            own["leads"] += 1
            if winner:
                sheets.shared[winner]["tricks"] += 1
                own["leads.won"] += winner == leader
        for first in table.out[:1]:
            sheets.own[first]["won"] += 1
        for action in actions:
            if action.time is not None and action.time <= LONGEST_TIME:
                own = sheets.own[action.player]
                own["timed"] += 1
                own["time"] += action.time
                own["time_squared"] += action.time**2

    def _ended(self, sheets: Sheets, table: Table, deal: Deal, report: DealReport, seats: tuple[int, ...]) -> None:
        """The length of a played, decided deal, results by seat and by hand, cards left, and what its game counts."""
        length, hands, scale = len(deal.actions or ()), deal.hands or (), sheets.scale
        for name, number in (("finished", 1), ("length", length), ("length_squared", length * length)):
            sheets.table[name] += number
        for seat, player in enumerate(_ring(self._clerk), 1):
            self.results.outcome(sheets.own[player], player, BY_SEAT[seat])
        for player in seats:
            own, hand = sheets.own[player], hands[player - 1]
            if hand is not None and hand.cards and not hand.unknown:
                self.results.outcome(own, player, BY_HAND[scale.tenth(hand.cards, hand.size)])
            own["left.deals"] += 1
            if table.hands[player] or table.unknown[player]:
                left = size(table.hands[player]) + table.unknown[player]
                own["left"] += left
                own["left_squared"] += left * left
        self._clerk.counting.closed(self, table, report)


def _deal(sheets: Sheets, report: DealReport, seats: tuple[int, ...], *, played: bool) -> None:
    """What kind of deal it was."""
    outcome = "deals" if report.decided else "undecided"
    kinds = (outcome, "played") if played else (outcome, "unverified") if report.decided else (outcome,)
    sheets.deals.append((kinds, seats))


def _faults(sheets: Sheets, report: DealReport) -> None:
    for fault in report.faults:
        sheets.table[f"rule.{fault.rule}"] += 1
        for counts in [sheets.table] if fault.player is None else [sheets.table, sheets.own[fault.player]]:
            counts["faults"] += 1
            counts[f"faults.{fault.code}"] += 1


def _ring(clerk: Clerk) -> list[int]:
    """The players in the order of play at the beginning, from whoever laid the first set; nobody if there was none."""
    ring = clerk.leaders[:1]
    while ring and clerk.after[ring[-1]] != ring[0]:
        ring.append(clerk.after[ring[-1]])
    return ring
