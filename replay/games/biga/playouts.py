"""Playouts of Big A: sets by rank, teams, and what they win.

A hand has four bits for the number of cards of each rank, in the order of `RANKS`, then of the small and of the big
joker, and two bits for the Big As, which do not count as aces. Suits do not matter.

Policy: lead the weakest rank alone or as a pair, in half of the cases a sequence; a last set at once. Answer with the
weakest set of the kind that nothing is torn for, else in half of the cases with a torn one, a joker or a Big A, or now
and then with an Egg. Nobody captures with fours, lays a Big A in a set of several cards, or spares their partner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from daifu.replay.analysis.playout import NoPlayoutsError, Playout, Seat
from daifu.replay.analysis.rules import PlayoutRules
from daifu.replay.analysis.start import play_order, seat_players
from daifu.replay.games.biga.sets import (
    AN_EGG,
    BIGA,
    CARDS,
    EGG,
    HEART_ACE,
    LINE,
    PAIR,
    RANKS,
    SEQUENCE,
    CardSet,
)
from daifu.replay.games.biga.sitting import LAST_PLACE, payments_under, possible_payments
from daifu.replay.games.biga.table import BigATable, find_partner
from daifu.replay.melds import SINGLE
from daifu.replay.options import Options, whole_number
from daifu.replay.table import NOBODY
from daifu.replay.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

    from daifu.replay.deal import Start

RANK_COUNT: Final = 13
CARDS_OF_A_RANK: Final = 15
ACE_RANK: Final = 10
SMALL_JOKER_RANK: Final = 13
BIG_JOKER_RANK: Final = 14
BIG_ACE_RANK: Final = 15
"""The strength of a single by its place in the hand; a Big A has two bits, all others four."""
LINE_RANKS: Final = [RANKS.index(rank) for rank in LINE]
LINE_LENGTH: Final = 14
SHORTEST_SEQUENCE: Final = 3
LONGEST_SEQUENCE: Final = 12
"""Longer ones have an ace that may stand at either end."""
EGG_SIZE: Final = 3
PAIR_SIZE: Final = 2

ON_LEAD: Final = 0
SEQUENCE_KIND: Final = 4
OTHER_KIND: Final = 5
KINDS: Final = {SINGLE: 1, PAIR: PAIR_SIZE, EGG: EGG_SIZE, SEQUENCE: SEQUENCE_KIND}
"""The kinds of set; those of one rank are numbered by their cards."""

OFTEN: Final = 15 << 28
HALF: Final = 1 << 31
SELDOM: Final = 1 << 29
"""The chances of 15/16, 1/2 and 1/8 that the policy takes, as limits of random numbers."""

ALL_PLAYERS: Final = -1
EVEN: Final = 0.5
ALL_POINTS: Final = 128
"""The points from the worst result to the best: a player alone can win or lose 64. An even result is worth one half."""
POINT: Final = 1 / ALL_POINTS

HIDDEN_TEAMS: Final = Text("The teams of this deal are not known.", "この回のチームが分かりません。")
NO_HEART_ACE: Final = Text("Nobody can declare.", "宣言できる人がいません。")


class BigAPlayout(Playout):
    """A playout of Big A.

    The top set has a `kind`, a `count` of cards and a `strength`: the rank, or the lowest place of a sequence; an Egg
    answers it if it is `open_to_eggs`. `team` are declarer and partner, `known` whether all know them, `displayed` the
    Big As that the declarer has laid, and `captured` by player those in the hand that were on the table before.
    """

    __slots__ = (
        "big_suit",
        "captured",
        "count",
        "declarer",
        "displayed",
        "first_only",
        "kind",
        "known",
        "longest",
        "names",
        "open_to_eggs",
        "partner",
        "payments",
        "strength",
        "team",
        "true_team_leads",
    )

    def __init__(self, table: BigATable, options: Options, seed: int) -> None:
        """A playout from a settled table. Raises `NoPlayoutsError`."""
        super().__init__(play_order(table), seed)
        self.big_suit: int = CARDS.index(BIGA.list(table.ace)[0]) - ACE_RANK * 4
        seat_players(self, table)
        self.names = [BIGA.list(hand) for hand in table.hands]
        self.longest: i64 = min(LONGEST_SEQUENCE, whole_number(options, "sequence_max") or LONGEST_SEQUENCE)
        self.true_team_leads = options["wind_uses_true_team"] is True
        self.first_only = options["solo_shown_first_only"] is True and table.shown > 1
        self.payments = possible_payments(table, *payments_under(options))
        self.declarer: i64 = table.declarer
        self.known = table.known
        self.displayed: i64 = table.displayed
        self.captured: list[int] = list(table.captured)
        self.partner: i64 = table.partner or NOBODY
        self.team: i64 = self.seats[self.declarer].bit | (self.seats[self.partner].bit if self.partner else 0)
        self.kind: i64 = ON_LEAD
        self.count: i64 = 0
        self.strength: i64 = 0
        self.open_to_eggs = False
        top = table.top
        if isinstance(top, CardSet):
            self.kind = KINDS.get(top.kind, OTHER_KIND)
            self.count = top.count
            self.strength = top.floor[0] - (RANK_COUNT * top.count if top.kind in (PAIR, EGG) else 0)
            self.open_to_eggs = top.resists <= AN_EGG

    def packed(self, cards: int) -> i64:
        """The hand of these cards."""
        counts = BIGA.counts(cards)
        hand: i64 = 0
        for rank in range(RANK_COUNT):
            held: i64 = sum(counts[4 * rank : 4 * rank + 4])
            hand += held << 4 * rank
        big: i64 = counts[4 * ACE_RANK + self.big_suit]
        small_jokers: i64 = counts[4 * RANK_COUNT]
        big_jokers: i64 = counts[4 * RANK_COUNT + 1]
        hand -= big << 4 * ACE_RANK
        return hand + (small_jokers << 4 * SMALL_JOKER_RANK) + (big_jokers << 4 * BIG_JOKER_RANK) + (big << 60)

    def see_world(self, cards: list[int], first: i64) -> None:
        """Find the partner in the hands of a world where not everybody knows the teams."""
        super().see_world(cards, first)
        if self.known:
            return
        self.partner = NOBODY
        self.team = self.seats[self.declarer].bit
        for seat in self.ring:
            if seat.number != self.declarer and (seat.hand >> 60) > self.captured[seat.number]:
                self.partner = seat.number
                self.team |= seat.bit

    def restore(self, start: Playout) -> None:
        """Take over the position of another playout of the same deal."""
        super().restore(start)
        if isinstance(start, BigAPlayout):
            self.kind = start.kind
            self.count = start.count
            self.strength = start.strength
            self.open_to_eggs = start.open_to_eggs
            self.known = start.known
            self.displayed = start.displayed
            self.partner = start.partner
            self.team = start.team
            self.captured[:] = start.captured
            self.names = start.names

    def act(self) -> None:
        """Let the player whose turn it is lead, answer or pass."""
        seat = self.turn
        if self.kind == ON_LEAD:
            self.lead(seat)
            return
        drawn = self.random.draw()
        count = self.count
        if self.kind == SEQUENCE_KIND:
            wanted = count <= self.longest and drawn < OFTEN
            laid = wanted and self.lay_lowest_sequence(seat, self.strength + 1, count, count)
        else:
            laid = self.kind != OTHER_KIND and self.answer_rank(seat, drawn)
        if not laid and not (self.open_to_eggs and drawn < SELDOM and self.lay_egg(seat)):
            self.pass_turn()

    def lead(self, seat: Seat) -> None:
        """Lead a sequence in half of the cases, else the weakest rank, or the whole hand if it is of one rank."""
        hand = seat.hand
        if self.random.draw() < HALF and self.lay_lowest_sequence(seat, 0, SHORTEST_SEQUENCE, self.longest):
            return
        rank: i64 = 0
        while not held(hand, rank):
            rank += 1
        cards = held(hand, rank)
        if rank >= SMALL_JOKER_RANK:
            cards = 1
        elif hand != cards << 4 * rank or cards > EGG_SIZE:
            cards = min(cards, PAIR_SIZE)
        self.lay_rank(seat, rank, cards)

    def lay_lowest_sequence(self, seat: Seat, place: i64, least: i64, most: i64) -> bool:
        """Lay the longest sequence of `least` to `most` ranks from the lowest place on that has one, if any has."""
        hand = seat.hand
        while place <= LINE_LENGTH - least:
            length: i64 = 0
            while length < most and place + length < LINE_LENGTH and held(hand, LINE_RANKS[place + length]):
                length += 1
            if length >= least:
                self.lay_sequence(seat, place, length)
                return True
            place += 1
        return False

    def answer_rank(self, seat: Seat, drawn: i64) -> bool:
        """Answer a single, a pair or an Egg with one of a higher rank."""
        hand, count = seat.hand, self.count
        torn: i64 = -1
        rank = self.strength + 1
        while rank < RANK_COUNT:
            cards = held(hand, rank)
            if cards == count:
                return self.lay_by_chance(seat, rank, drawn < OFTEN)
            if cards > count and torn < 0:
                torn = rank
            rank += 1
        while count == 1 and torn < 0 and rank <= BIG_ACE_RANK:
            if held(hand, rank):
                torn = rank
            rank += 1
        return torn >= 0 and self.lay_by_chance(seat, torn, drawn < HALF)

    def lay_by_chance(self, seat: Seat, rank: i64, wanted: bool) -> bool:  # noqa: FBT001 - drawn before
        """Lay as many cards of a rank as the top set has if that is wanted or empties the hand; returns whether."""
        if not wanted and seat.hand != self.count << 4 * rank:
            return False
        self.lay_rank(seat, rank, self.count)
        return True

    def lay_egg(self, seat: Seat) -> bool:
        """Lay the weakest three cards of a rank that nothing is torn for; returns whether there are any."""
        rank: i64 = 0
        while rank < RANK_COUNT:
            if held(seat.hand, rank) == EGG_SIZE:
                self.lay_rank(seat, rank, EGG_SIZE)
                return True
            rank += 1
        return False

    def lay_rank(self, seat: Seat, rank: i64, cards: i64) -> None:
        """Lay cards of one rank."""
        if self.line is not None:
            self.line.append(self.taken(seat, [(rank, cards)]))
        seat.hand -= cards << 4 * rank
        self.kind = cards
        self.count = cards
        self.strength = rank
        self.open_to_eggs = cards < EGG_SIZE and rank < SMALL_JOKER_RANK
        if rank == BIG_ACE_RANK:
            self.show_big_ace(seat)
        self.finish_play(seat)

    def lay_sequence(self, seat: Seat, place: i64, length: i64) -> None:
        """Lay one card of each rank from this place of the line on."""
        ranks = LINE_RANKS[place : place + length]
        if self.line is not None:
            self.line.append(self.taken(seat, [(rank, 1) for rank in ranks]))
        for rank in ranks:
            seat.hand -= cards_of(rank, 1)
        self.kind = SEQUENCE_KIND
        self.count = length
        self.strength = place
        self.open_to_eggs = True
        self.finish_play(seat)

    def show_big_ace(self, seat: Seat) -> None:
        """Note what a Big A on the table tells of the teams; one that was captured tells nothing."""
        if self.captured[seat.number]:
            self.captured[seat.number] -= 1
        elif seat.number != self.declarer:
            self.known = True
        else:
            self.displayed += 1
            self.known = self.known or self.displayed > 1

    def finish_play(self, seat: Seat) -> None:
        """Pass the turn on after a set."""
        self.owner = self.turn = seat
        self.passed = 0
        if not seat.hand:
            self.leave(seat)
        if not self.over:
            self.advance()

    def close(self, seat: Seat) -> None:
        """End a player's part, and the deal when a team is out; those with cards are then last."""
        self.active &= ~seat.bit
        if self.first_only or not self.active & self.team or not self.active & ~self.team:
            self.over = True
            for left in self.ring:
                if left.bit & self.active:
                    left.place = LAST_PLACE

    def clear(self) -> None:
        """End the trick; the owner leads, or the nearest player of their team as it is known."""
        self.passed = 0
        self.kind = ON_LEAD
        self.turn = owner = self.owner
        if not owner.bit & self.active:
            self.turn = self.next_of(self.active & self.public_team(owner) or self.active)

    def public_team(self, seat: Seat) -> i64:
        """The team of a player as everybody knows it (B-WIND-2, B-WIND-3)."""
        if self.known or self.true_team_leads:
            return self.team if self.team & seat.bit else ~self.team
        return ALL_PLAYERS if seat.number == self.declarer else ~self.seats[self.declarer].bit

    def value(self, seat: Seat) -> float:
        """One half, and a part for each point won (V1, B-SCORE)."""
        with_partner, alone = self.payments
        place = int(self.seats[self.declarer].place)
        own, partners, others = (
            with_partner[place, int(self.seats[self.partner].place)] if self.partner else alone[place, place]
        )
        won = own if seat.number == self.declarer else partners if seat.number == self.partner else others
        return EVEN + POINT * won

    def taken(self, seat: Seat, laid: list[tuple[i64, i64]]) -> str:
        """Take cards of these ranks and numbers from the names of the hand, and write them as a set."""
        self.names = [list(names) for names in self.names]
        names = self.names[seat.number]
        big = CARDS[4 * ACE_RANK + self.big_suit]
        chosen = [str(seat.number)]
        for rank, count in laid:
            fitting = [name for name in names if card_rank(name, big) == rank]
            for name in fitting[:count]:
                names.remove(name)
                chosen.append(name)
        return " ".join(chosen)


def card_rank(name: str, big_ace: str) -> int:
    """The place of a card in the hand of a playout."""
    if name == big_ace:
        return BIG_ACE_RANK
    return SMALL_JOKER_RANK + (name == "XB") if name[0] == "X" else RANKS.index(name[1])


def cards_of(rank: i64, count: i64) -> i64:
    """The hand that has this number of cards of a rank; a literal as the number would be shifted in 32 bits."""
    return count << 4 * rank


def held(hand: i64, rank: i64) -> i64:
    """The number of cards of a rank in a hand."""
    return hand >> 4 * rank & CARDS_OF_A_RANK


def declare_by_default(table: BigATable) -> None:
    """Let the first player who holds the heart ace declare, if nobody has declared, and fix the teams (B-DEF-1)."""
    if table.started or table.over:
        return
    if not table.declarer:
        holders = [player for player in table.seated if BIGA.holds(table.hands[player], HEART_ACE)]
        if not holders:
            return
        table.declare(holders[0], HEART_ACE, counterable=False)
    table.partner = find_partner(table)


def open_aces(table: BigATable, player: int) -> int:
    """The Big As that a player has shown before play, as far as they can still be in the hand."""
    if player == table.declarer:
        return table.ace * max(0, table.shown - table.displayed)
    return table.ace if player == table.announced else 0


def playout_rules(options: Options) -> PlayoutRules:
    """How deals are played out under these options."""

    def start(table: BigATable, seed: int) -> Playout:
        if not table.declarer:
            raise NoPlayoutsError(NO_HEART_ACE)
        if table.partner is None:
            raise NoPlayoutsError(HIDDEN_TEAMS)
        return BigAPlayout(table, options, seed)

    return PlayoutRules(start=start, prepare=declare_by_default, open_cards=open_aces, values=values, points=ALL_POINTS)


def values(table: BigATable, start: Start, order: Sequence[int]) -> dict[int, float]:
    """What the result of a deal is worth to each player: one half, and a part for each point won (V1)."""
    score = table.rules.sitting.score
    points = score(table, start, list(order)) if score is not None else []
    found = {}
    for player in table.seated:
        won = points[player - 1]
        if won is None:
            raise NoPlayoutsError(HIDDEN_TEAMS)
        found[player] = EVEN + POINT * won
    return found
