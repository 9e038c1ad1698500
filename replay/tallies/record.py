"""A record replayed and counted in one pass."""

from replay.counting import Row
from replay.match import Match
from replay.record import Record
from replay.report import Report
from replay.tallies.clerk import Clerk
from replay.tallies.closing import Closing
from replay.tallies.tallies import TABLE, Tallies


def tallied(record: Record) -> tuple[Report, Tallies]:
    """Replay a record and count it.

    The report is that of `replay.match.replay`. Never raises on a well-formed record.
    """
    players = len(record.players)
    clerk = Clerk(record.rules, players)
    closing = Closing(clerk)
    match = Match(record.rules, players, clerk.steps)
    deals = []
    for deal in record.deals:
        if deal.actions is None:
            clerk.places = match.start(deal, []).ranking
        report = match.play(deal)
        closing.close(deal, report, match.seats)
        deals.append(report)
    whole = Report(record.rules.profile.name, list(record.players), deals, match.totals, match.ranks())
    return whole, Tallies(_noted(clerk), closing.results.met)


def _noted(clerk: Clerk) -> dict[tuple[int, int], list[Row]]:
    """The rows of all who have any, and of the deals themselves."""
    return {
        (player, seated): rows
        for seated, sheets in clerk.seatings.items()
        for player, rows in enumerate(sheets.rows)
        if rows or player == TABLE
    }
