"""A record replayed and counted in one pass."""

from replay.match import Match
from replay.record import Record
from replay.report import Report
from replay.tallies.clerk import Clerk
from replay.tallies.closing import Closing
from replay.tallies.tallies import Tallies


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
        report = match.play(deal)
        closing.close(deal, report, match.seats)
        deals.append(report)
    whole = Report(record.rules.profile.name, list(record.players), deals, match.totals, match.ranks())
    return whole, _gathered(clerk, closing)


def _gathered(clerk: Clerk, closing: Closing) -> Tallies:
    """All that was counted."""
    tallies = Tallies(pairs=closing.results.pairs.counts())
    for seated, sheets in clerk.seatings.items():
        players, tallies.tables[seated] = sheets.counts()
        tallies.seats |= {(player, seated): counts for player, counts in players.items() if counts}
    return tallies
