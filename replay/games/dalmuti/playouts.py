"""Playouts of Dalmuti: groups of one rank, jesters joining any, and nothing that outlasts a trick.

Policy: lead all cards of the weakest rank, of two ranks those of the stronger one. Answer with the weakest group that
nothing is torn for, else in half of the cases with a torn one or with jesters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from daifu.replay.analysis.playout import Playout, Seat
from daifu.replay.analysis.rules import PlayoutRules
from daifu.replay.analysis.start import play_order, seat_players
from daifu.replay.games.dalmuti.sets import DALMUTI, JESTER, JESTER_RANK, NUMBERS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from daifu.replay.options import Options
    from daifu.replay.table import Table

SHIFTS: Final = [0, *(DALMUTI.shift[str(number)] for number in NUMBERS), DALMUTI.shift[JESTER]]
"""Where the number of cards of a rank stands in a hand; jesters are rank 13."""
WIDTHS: Final = [0, *((1 << number.bit_length()) - 1 for number in NUMBERS), 3]
"""The mask of the number of cards of each rank."""

OFTEN: Final = 15 << 28
HALF: Final = 1 << 31
"""The chances of 15/16 and 1/2 that the policy takes, as limits of random numbers."""
MOST_IN_ENDING: Final = 2
BEST_RANK: Final = 1


class DalmutiPlayout(Playout):
    """A playout of Dalmuti: `rank` and `count` are those of the top set, count 0 on the lead."""

    __slots__ = ("count", "passes_last", "rank")

    def __init__(self, ring: tuple[int, ...], seed: int, *, passes_last: bool) -> None:
        super().__init__(ring, seed)
        self.passes_last = passes_last
        self.rank: i64 = 0
        self.count: i64 = 0

    def restore(self, start: Playout) -> None:
        """Take over the position of another playout of the same players and rules."""
        super().restore(start)
        if isinstance(start, DalmutiPlayout):
            self.rank = start.rank
            self.count = start.count

    def act(self) -> None:
        """Let the player whose turn it is lead, answer or pass."""
        if self.count:
            self.answer(self.turn)
        else:
            self.lead(self.turn)

    def lead(self, seat: Seat) -> None:
        """Lead the weakest rank; with two ranks left, the stronger one; jesters join the last rank."""
        hand = seat.hand
        weakest: i64 = 0
        strongest: i64 = 0
        ranks = 0
        rank: i64 = JESTER_RANK - 1
        while rank >= BEST_RANK:
            if held(hand, rank):
                ranks += 1
                strongest = rank
                if not weakest:
                    weakest = rank
            rank -= 1
        jesters = held(hand, JESTER_RANK)
        if not ranks:
            self.lay(seat, JESTER_RANK, 0, jesters)
            return
        rank = strongest if ranks == MOST_IN_ENDING else weakest
        self.lay(seat, rank, held(hand, rank), jesters if ranks == 1 else 0)

    def answer(self, seat: Seat) -> None:
        """Answer with the weakest group that does, or pass."""
        hand, count = seat.hand, self.count
        jesters = held(hand, JESTER_RANK)
        torn: i64 = 0
        filled: i64 = 0
        rank = self.rank - 1
        drawn = self.random.draw()
        while rank >= BEST_RANK:
            cards = held(hand, rank)
            if cards == count:
                self.lay_by_chance(seat, rank, cards, drawn < OFTEN)
                return
            if cards > count:
                if not torn:
                    torn = rank
            elif cards and cards + jesters >= count and not filled:
                filled = rank
            rank -= 1
        if torn:
            self.lay_by_chance(seat, torn, count, drawn < HALF)
        elif filled:
            self.lay_by_chance(seat, filled, held(hand, filled), drawn < HALF)
        else:
            self.pass_turn()

    def lay_by_chance(self, seat: Seat, rank: i64, cards: i64, wanted: bool) -> None:  # noqa: FBT001 - drawn before
        """Lay an answer if that is wanted or empties the hand, otherwise pass; jesters complete it."""
        if wanted or seat.hand == cards << SHIFTS[rank]:
            self.lay(seat, rank, cards, self.count - cards)
        else:
            self.pass_turn()

    def lay(self, seat: Seat, rank: i64, cards: i64, jesters: i64) -> None:
        """Lay cards of a rank with jesters; the turn passes on."""
        if self.line is not None:
            self.line.append(" ".join([str(seat.number), *[str(rank)] * cards, *[JESTER] * jesters]))
        seat.hand -= (cards << SHIFTS[rank]) + (jesters << SHIFTS[JESTER_RANK])
        self.rank = rank
        self.count = cards + jesters
        self.owner = self.turn = seat
        if not self.passes_last:
            self.passed = 0
        if not seat.hand:
            self.leave(seat)
        if not self.over:
            self.advance()

    def clear(self) -> None:
        """End the trick."""
        super().clear()
        self.count = 0


def held(hand: i64, rank: i64) -> i64:
    """The number of cards of a rank in a hand."""
    return hand >> SHIFTS[rank] & WIDTHS[rank]


def playout_rules(options: Options) -> PlayoutRules:
    """How deals are played out under these options."""
    passes_last = options["pass_locks"] is True

    def start(table: Table, seed: int) -> Playout:
        playout = DalmutiPlayout(play_order(table), seed, passes_last=passes_last)
        seat_players(playout, table)
        if table.top is not None:
            playout.rank = table.top.ranks[0]
            playout.count = table.top.count
        return playout

    return PlayoutRules(start=start)
