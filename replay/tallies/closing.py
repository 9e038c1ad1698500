"""Counting when a deal has ended: faults, the result, and what only the whole of it shows."""

from collections.abc import Sequence
from typing import Final

from replay.actions import Action
from replay.cards import size
from replay.deal import Deal
from replay.faults import Fault
from replay.report import DealReport
from replay.table import NOBODY, Table
from replay.tallies.clerk import Clerk
from replay.tallies.results import Results
from replay.tallies.sheets import Sheets

LONGEST_TIME: Final = 3_600_000
"""Who thought for more than an hour was away: such times are not counted."""

KINDS: Final = {
    (True, True): (("deals", "played", "finished"), ("seated", "deals", "played", "left.deals")),
    (True, False): (("deals", "unverified"), ("seated", "deals", "unverified")),
    (False, True): (("undecided", "played"), ("seated", "undecided", "played")),
    (False, False): (("undecided",), ("seated", "undecided")),
}
"""What a deal counts as for its table and for each of its players, by whether it was decided, and played."""


class Closing:
    """Closes the deals of a sitting, one after the other."""

    def __init__(self, clerk: Clerk) -> None:
        """No deal has ended yet."""
        self.results = Results(clerk.rules.sitting.counted)
        self._clerk = clerk

    def close(self, deal: Deal, report: DealReport, seats: tuple[int, ...]) -> None:
        """Count a deal of these players that has ended."""
        sheets = self._clerk.sheets_for(len(seats))
        table = None if deal.actions is None else self._clerk.table
        of_table, of_players = KINDS[report.decided, table is not None]
        for kind in of_table:
            sheets.table[kind] += 1
        for fault in report.faults:
            _fault(sheets, fault)
        if table is not None:
            self._played(sheets, table, deal.actions or ())
        if not report.decided:
            self.results.interrupt(sheets, seats, of_players)
        elif table is None:
            self.results.take(sheets, report, seats, of_players)
        else:
            self.results.take(sheets, report, seats, of_players, _seats(self._clerk), _tenths(sheets, deal))
            self._ended(sheets, table, deal, report, seats)

    def outcome(self, player: int, place: str) -> None:
        """The player's result of the deal at hand counts under `place`, too."""
        self.results.outcome(self._clerk.sheets, player, place)

    def add(self, player: int, name: str) -> None:
        """Let a counter of the player grow, and that of the table with it."""
        self._clerk.add(player, name)

    def add_pair(self, player: int, other: int, name: str) -> None:
        """Let a counter of two players grow that is the same from both views."""
        self.results.pairs.add(player, other, name)

    def _played(self, sheets: Sheets, table: Table, actions: Sequence[Action]) -> None:
        """Tricks, who went out first, and times, whether the deal was decided or not."""
        clerk, all_own, shared = self._clerk, sheets.own, sheets.shared
        winners = [*clerk.winners[1:], clerk.last if table.over or table.top is None else NOBODY]
        for leader, winner in zip(clerk.leaders, winners, strict=False):
            all_own[leader]["leads"] += 1
            if winner:
                shared[winner]["tricks"] += 1
                if winner == leader:
                    all_own[leader]["leads.won"] += 1
        for first in table.out[:1]:
            all_own[first]["won"] += 1
        for action in actions:
            if action.time is not None and action.time <= LONGEST_TIME:
                own = all_own[action.player]
                own["timed"] += 1
                own["time"] += action.time
                own["time_squared"] += action.time**2

    def _ended(self, sheets: Sheets, table: Table, deal: Deal, report: DealReport, seats: tuple[int, ...]) -> None:
        """The length of a played, decided deal, cards left, and what its game counts."""
        length, hands, unknown = len(deal.actions or ()), table.hands, table.unknown
        sheets.table["length"] += length
        sheets.table["length_squared"] += length * length
        for player in seats:
            if hands[player] or unknown[player]:
                left, own = size(hands[player]) + unknown[player], sheets.own[player]
                own["left"] += left
                own["left_squared"] += left * left
        self._clerk.counting.closed(self, table, report)


def _fault(sheets: Sheets, fault: Fault) -> None:
    sheets.table[f"rule.{fault.rule}"] += 1
    for counts in [sheets.table] if fault.player is None else [sheets.table, sheets.own[fault.player]]:
        counts["faults"] += 1
        counts[f"faults.{fault.code}"] += 1


def _seats(clerk: Clerk) -> dict[int, int]:
    """The seat of each player in the order of play at the beginning, from whoever laid the first set, who has seat 1.

    Nobody has one if no set was laid.
    """
    seats: dict[int, int] = {}
    player = clerk.leaders[0] if clerk.leaders else NOBODY
    while player and player not in seats:
        seats[player] = len(seats) + 1
        player = clerk.after[player]
    return seats


def _tenths(sheets: Sheets, deal: Deal) -> dict[int, int]:
    """The tenth of each player's hand, as far as it is wholly known."""
    tenth = sheets.scale.tenth
    return {
        player: tenth(hand.cards, hand.size)
        for player, hand in enumerate(deal.hands or (), 1)
        if hand is not None and hand.cards and not hand.unknown
    }
