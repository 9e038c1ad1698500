"""Which entrants met, and who did better in each meeting (ST-MET)."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Final

from daifu.data.tournaments.standings.accounts import Accounts
from daifu.schemas.standings import Meeting

WON: Final = Fraction(1)
HALF: Final = Fraction(1, 2)
LOST: Final = Fraction(0)


Meetings = dict[int, list[Meeting]]


def find_meetings(accounts: Accounts) -> Meetings:
    """The meetings of each entrant, in the order of rounds and tables."""
    met: Meetings = {entrant: [] for entrant in accounts}
    tables: dict[tuple[int, int], list[tuple[int, Fraction]]] = defaultdict(list)
    for account in accounts.values():
        for played in account.played:
            if played.table is not None and played.score is not None:
                tables[played.round, played.table].append((account.entrant, played.score))
    for (number, table), scores in sorted(tables.items()):
        for (entrant, own), (opponent, theirs) in permutations(scores, 2):
            won = _meeting_result(accounts[entrant].score_sign, own, theirs)
            met[entrant].append(Meeting(opponent, number, table, own, theirs, won))
    return met


def meetings_between(met: Meetings, entrant: int, opponent: int) -> Iterator[Meeting]:
    """The meetings of an entrant with another."""
    return (meeting for meeting in met[entrant] if meeting.opponent == opponent)


def win_share(met: Meetings, entrant: int, opponent: int) -> Fraction | None:
    """The share of an entrant against another; None if they have not met."""
    won = [meeting.won for meeting in meetings_between(met, entrant, opponent)]
    return sum(won, Fraction(0)) / len(won) if won else None


def _meeting_result(score_sign: int, own: Fraction, theirs: Fraction) -> Fraction:
    if own == theirs:
        return HALF
    return WON if (own > theirs) == (score_sign > 0) else LOST
