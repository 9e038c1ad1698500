"""Playouts of the thirteenth floor: groups, the effects of their role cards, draws, and the points of hands.

Policy: lead the weakest rank that leaves a card with which one may go out. Answer a group with the weakest one that
nothing is torn for, else in half of the cases with a torn one, or now and then a single with a joker; otherwise draw.
Sevens and tens get rid of the cards that cost most points, queens name a rank that the player does not hold. Nobody
lays runs, joins a joker to a group, lays a sandstorm, turns the order with a jack, or plays at once after a draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from daifu.replay.actions import NAME
from daifu.replay.analysis.playout import NoPlayoutsError, Playout, Seat
from daifu.replay.analysis.rules import PlayoutRules
from daifu.replay.analysis.start import check_position, seat_players
from daifu.replay.analysis.suited_playout import (
    BIT_COUNTS,
    EACH_RANK,
    JOKERS,
    LAST_RANK,
    NATURAL,
    ONE_JOKER,
    SUITS_OF_A_RANK,
)
from daifu.replay.analysis.suited_policy import some_suits
from daifu.replay.cards import JOKER, RANKS, STANDARD
from daifu.replay.engine import take_actions
from daifu.replay.games.floor13.sets import NAMED_CARDS, hand_points
from daifu.replay.melds import GROUP, JOKER_STRENGTH
from daifu.replay.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

    from daifu.replay.games.floor13.table import Floor13Table
    from daifu.replay.options import Options

FIVE, SEVEN, EIGHT, NINE, TEN, QUEEN = 2, 4, 5, 6, 7, 9
THREE: Final = 0
SPADE_3: Final = 1
ROLES: Final = 0xFFFFFF0F01
"""The mask of the role cards but for the jokers: the spade 3, and each 5, 7, 8, 9, 10, J and Q."""
SANDSTORM_SIZE: Final = 3
REVOLUTION_SIZE: Final = 4
PAIR: Final = 2
JOKER_RANK: Final = 13
"""The rank of jokers alone as a top set."""
OTHER_SET: Final = 14
"""The rank of a top set that nobody answers, such as a run."""
ON_LEAD: Final = -1

OFTEN: Final = 15 << 28
HALF: Final = 1 << 31
SELDOM: Final = 1 << 30
"""The chances of 15/16, 1/2 and 1/4 that the policy takes, as limits of random numbers."""

RENEWED: Final = Text("Games whose stock is shuffled anew are not played out.", "山札を切り直す対局は推定できません。")
UNKNOWN_STOCK: Final = Text("The stock is not recorded.", "山札が記録されていません。")
OPEN_DRAW: Final = Text("A draw is still to come.", "まだ引いていないカードがあります。")


class Floor13Playout(Playout):
    """A playout of the thirteenth floor.

    The top set has a `rank`, `ON_LEAD` if there is none, a `count` and, if it is a single, its `suits`. `stock` are the
    cards to draw, the top one last; `left` of them are there. `resting` may not lead, `opener` led last; a revolution
    is `waiting` for the end of the trick. `stuck` counts players in a row who could neither lead nor draw.
    """

    __slots__ = (
        "bomb_all",
        "count",
        "down",
        "left",
        "limit",
        "lock",
        "locks",
        "opener",
        "rank",
        "resting",
        "stock",
        "stuck",
        "suits",
        "turned",
        "waiting",
    )

    def __init__(self, table: Floor13Table, options: Options, seed: int) -> None:
        """A playout from a settled table. Raises `NoPlayoutsError`."""
        check_position(table)
        super().__init__(table.clockwise, seed)
        seat_players(self, table)
        self.bomb_all = options["qbomb_self"] is True
        self.limit = options["two_in_a_row_limit"] is True
        self.locks = options["suit_lock"] is True
        self.stock: list[int] = list(table.stock.cards or ())
        self.left: i64 = len(self.stock)
        self.opener: i64 = table.opener
        self.resting: i64 = table.resting
        self.stuck: i64 = table.stuck
        self.waiting: i64 = table.waiting
        self.turned: i64 = table.turned
        self.down: i64 = table.down
        self.lock: i64 = table.lock
        self.rank: i64 = ON_LEAD
        self.count: i64 = 0
        self.suits: i64 = 0
        top = table.top
        if top is not None:
            strength = top.floor[0]
            self.count = top.count
            self.suits = top.suits
            self.rank = OTHER_SET if top.kind != GROUP else JOKER_RANK if strength == JOKER_STRENGTH else strength

    def restore(self, start: Playout) -> None:
        """Take over the position of another playout of the same deal; the stock does not change."""
        super().restore(start)
        if isinstance(start, Floor13Playout):
            self.left = start.left
            self.opener = start.opener
            self.resting = start.resting
            self.stuck = start.stuck
            self.waiting = start.waiting
            self.turned = start.turned
            self.down = start.down
            self.lock = start.lock
            self.rank = start.rank
            self.count = start.count
            self.suits = start.suits

    def see_world(self, cards: list[int], first: i64) -> None:
        """Shuffle the cards that nobody holds into the stock, which may be short of some of the pack."""
        random, stock = self.random, self.stock
        place: i64 = 0
        while place < len(stock) and first + place < len(cards):
            other = place + random.below(len(cards) - first - place)
            card = cards[first + other]
            cards[first + other] = cards[first + place]
            cards[first + place] = card
            stock[place] = card
            place += 1

    def act(self) -> None:
        """Let the player whose turn it is lead, answer or draw."""
        seat = self.turn
        if self.rank == ON_LEAD:
            self.lead(seat)
        elif not self.answer(seat):
            self.draw(seat)

    def lead(self, seat: Seat) -> None:
        """Lead the weakest rank that leaves a card to go out with, or draw as a stuck player."""
        hand = seat.hand
        if not hand & (hand - 1) and hand & (ROLES | ONE_JOKER):
            self.draw_stuck(seat)
            return
        step: i64 = -1 if self.down else 1
        rank: i64 = LAST_RANK if self.down else 0
        fallback: i64 = -1
        while 0 <= rank <= LAST_RANK:
            suits = hand >> 4 * rank & SUITS_OF_A_RANK
            if suits:
                suits = self.suits_to_lay(rank, suits)
                if self.leaves_finish(hand, suits << 4 * rank):
                    self.lay(seat, rank, suits)
                    return
                if fallback < 0:
                    fallback = rank
            rank += step
        if fallback < 0:
            self.lay_joker(seat)
            return
        suits = hand >> 4 * fallback & SUITS_OF_A_RANK
        suits = self.suits_to_lay(fallback, suits)
        if suits << 4 * fallback == hand:
            suits &= -suits
        self.lay(seat, fallback, suits)

    def suits_to_lay(self, rank: i64, suits: i64) -> i64:
        """The suits of a rank to lead: all, but not three 3s, which would be a sandstorm."""
        if rank == THREE and BIT_COUNTS >> 3 * suits & 7 == SANDSTORM_SIZE:
            return some_suits(suits, PAIR)
        return suits

    def leaves_finish(self, hand: i64, cards: i64) -> bool:
        """Whether these cards may go now: as a last set without role cards, or with another such card left."""
        left = hand - cards
        if not left:
            return not cards & (ROLES | JOKERS)
        return left & NATURAL & ~ROLES != 0

    def answer(self, seat: Seat) -> bool:
        """Answer with the weakest group that does; returns false for a pass."""
        hand, count = seat.hand, self.count
        if self.rank == JOKER_RANK:
            return count == 1 and hand & SPADE_3 != 0 and hand != SPADE_3 and self.lay(seat, THREE, SPADE_3)
        if self.rank == OTHER_SET:
            return False
        drawn = self.random.draw()
        allowed = hand & NATURAL & (self.lock * EACH_RANK if self.lock else NATURAL)
        step: i64 = -1 if self.down else 1
        rank = self.rank + step
        torn: i64 = -1
        while 0 <= rank <= LAST_RANK:
            suits = allowed >> 4 * rank & SUITS_OF_A_RANK
            held = BIT_COUNTS >> 3 * suits & 7
            if held == count and not (rank == THREE and held == SANDSTORM_SIZE):
                if drawn < OFTEN and self.leaves_finish(hand, suits << 4 * rank):
                    return self.lay(seat, rank, suits)
            elif held > count and torn < 0 and not (rank == THREE and count == SANDSTORM_SIZE):
                torn = rank
            rank += step
        if torn >= 0 and drawn < HALF:
            suits = some_suits(allowed >> 4 * torn & SUITS_OF_A_RANK, count)
            if self.leaves_finish(hand, suits << 4 * torn):
                return self.lay(seat, torn, suits)
        if count == 1 and drawn < SELDOM and hand > ONE_JOKER:
            return self.lay_joker(seat)
        return False

    def lay_joker(self, seat: Seat) -> bool:
        """Lay a joker alone."""
        if self.line is not None:
            self.line.append(f"{seat.number} {JOKER}")
        seat.hand -= ONE_JOKER
        self.note_lead(seat)
        self.rank = JOKER_RANK
        self.count = 1
        self.suits = 0
        self.owner = self.turn = seat
        self.move_on(cut=False, stride=0)
        return True

    def lay(self, seat: Seat, rank: i64, suits: i64) -> bool:
        """Lay a group: its cards go, its role cards take effect, and the turn passes on."""
        cards = suits << 4 * rank
        count = BIT_COUNTS >> 3 * suits & 7
        if self.line is not None:
            self.line.append(f"{seat.number} {' '.join(STANDARD.list(cards))}")
        takes_joker = self.rank == JOKER_RANK and self.count == 1
        if self.locks and count == 1 and self.rank != ON_LEAD and self.count == 1 and suits == self.suits:
            self.lock = self.lock or suits
        seat.hand -= cards
        self.note_lead(seat)
        self.rank, self.count, self.suits = rank, count, suits
        self.owner = self.turn = seat
        if not seat.hand:
            self.win(seat)
            return True
        if count >= REVOLUTION_SIZE:
            self.waiting ^= 1
        if rank == NINE and count % 2:
            self.reverse()
        receiver = seat.after
        self.move_on(
            cut=takes_joker or rank == EIGHT or (rank == NINE and count == PAIR),
            stride=PAIR * count if rank == FIVE else 0,
        )
        self.use_rights(seat, receiver, rank, count)
        return True

    def note_lead(self, seat: Seat) -> None:
        """Note who opens a trick: after two in a row they may not open the next (F-LEAD3-1)."""
        if self.rank == ON_LEAD:
            self.stuck = 0
            if self.limit:
                self.resting = seat.number if seat.number == self.opener else 0
                self.opener = seat.number

    def use_rights(self, seat: Seat, receiver: Seat, rank: i64, count: i64) -> None:
        """Give a card for each 7, throw one away for each 10, and name a rank for each queen."""
        if rank in (SEVEN, TEN):
            cards = self.costliest(seat.hand, count)
            if not cards:
                return
            seat.hand -= cards
            if rank == SEVEN:
                receiver.hand += cards
            if self.line is not None:
                verb = f"give {receiver.number}" if rank == SEVEN else "discard"
                self.line.append(f"{seat.number} {verb} {' '.join(STANDARD.list(cards))}")
        elif rank == QUEEN:
            while count and not self.over:
                self.drop_bomb(seat)
                count -= 1

    def costliest(self, hand: i64, count: i64) -> i64:
        """The role cards that cost most points, at most `count`, as long as a card to go out with is left."""
        chosen: i64 = 0
        while count:
            roles = hand & NATURAL & ROLES
            card = ONE_JOKER if hand >= ONE_JOKER else roles & -roles
            if not card or not self.leaves_finish(hand, card) or hand == card:
                break
            hand -= card
            chosen += card
            count -= 1
        return chosen

    def drop_bomb(self, bomber: Seat) -> None:
        """Name a rank that the bomber does not hold; its cards leave all hands, which may end the game."""
        rank = self.random.below(LAST_RANK + 1)
        tried: i64 = 0
        while bomber.hand >> 4 * rank & SUITS_OF_A_RANK and tried <= LAST_RANK:
            rank = rank + 1 if rank < LAST_RANK else 0
            tried += 1
        if self.line is not None:
            self.line.append(f"{bomber.number} name {RANKS[rank]}")
        named = (NATURAL >> 4 * (LAST_RANK - rank)) ^ (NATURAL >> 4 * (JOKER_RANK - rank))
        winner = bomber
        seat = bomber
        while True:
            seat = seat.after
            if seat.hand and not seat.hand & ~named and winner is bomber:
                winner = seat
            if seat is not bomber or self.bomb_all:
                seat.hand &= ~named
            if seat is bomber:
                break
        if not winner.hand:
            self.win(winner)

    def draw(self, seat: Seat) -> None:
        """Pass: draw as many cards as lie on the table, as far as there are any; the turn passes on."""
        if self.line is not None:
            self.line.append(f"{seat.number} draw")
        seat.hand += self.take(self.count)
        following = seat.after
        if following is not self.owner:
            self.turn = following
            return
        self.clear()
        if self.turn is seat:
            self.line = (
                None  # what follows cannot be written: a set would be read as an answer, `-` as a pass on the lead
            )

    def take(self, count: i64) -> i64:
        """The next cards of the stock."""
        cards: i64 = 0
        while count and self.left:
            self.left -= 1
            card: i64 = self.stock[self.left]
            cards += card
            count -= 1
        return cards

    def draw_stuck(self, seat: Seat) -> None:
        """Draw a card without a lead; the lead moves on. When nobody can lead or draw, the game ends (F-END-3)."""
        if self.line is not None:
            self.line.append(f"{seat.number} draw")
        if self.left:
            seat.hand += self.take(1)
            self.stuck = 0
        else:
            self.stuck += 1
            if self.stuck == len(self.ring):
                self.rank_hands(None)
                return
        self.turn = self.lead_holder(seat.after)

    def lead_holder(self, seat: Seat) -> Seat:
        """The player who gets a player's lead (F-Q-29)."""
        return seat.after if seat.number == self.resting else seat

    def move_on(self, *, cut: bool, stride: i64) -> None:
        """Pass the turn on after a set, past the players that 5s skip, or clear the trick."""
        if cut:
            self.clear()
            return
        seat = self.turn.after
        while stride > 1:
            seat = seat.after
            stride -= 1
        if seat is self.owner:
            self.clear()
        else:
            self.turn = seat

    def clear(self) -> None:
        """End the trick; a waiting revolution comes into force."""
        self.rank = ON_LEAD
        self.lock = 0
        self.turned ^= self.waiting
        self.waiting = 0
        self.down = self.turned
        self.turn = self.lead_holder(self.owner)

    def win(self, winner: Seat) -> None:
        """End the game with a winner."""
        winner.place = 1
        self.rank_hands(winner)

    def rank_hands(self, winner: Seat | None) -> None:
        """End the game: the others have the places of their hand points (F-Q-31, F-END-3)."""
        self.over = True
        ring = self.ring
        places = len(ring)
        first = 0 if winner is None else ring.index(winner) + 1
        others = [ring[(first + step) % places] for step in range(places if winner is None else places - 1)]
        if winner is not None:
            others.reverse()
        others.sort(key=lambda seat: hand_points(seat.hand))
        place: i64 = 1 if winner is None else 2
        for seat in others:
            seat.place = place
            place += 1


def name_for_queens(table: Floor13Table) -> None:
    """Give the names that the last set's queens still need: ranks that their player does not hold."""
    notation = table.rules.notation(len(table.after) - 1)
    player = table.owner
    while not table.over and table.right(player, NAME):
        held = table.hands[player]
        lacking = [name for name, cards in NAMED_CARDS.items() if not held & cards]
        take_actions(table, [notation[f"{player} name {(lacking or [JOKER])[-1]}"]], table.index)


def stock_cards(table: Floor13Table) -> Sequence[int]:
    """The cards of the stock, each as a multiset of one; none if they are not known."""
    return table.stock.cards or ()


def playout_rules(options: Options) -> PlayoutRules:
    """How deals are played out under these options."""

    def start(table: Floor13Table, seed: int) -> Playout:
        if options["reshuffle"]:
            raise NoPlayoutsError(RENEWED)
        if table.stock.cards is None:
            raise NoPlayoutsError(UNKNOWN_STOCK)
        if table.pending is not None:
            raise NoPlayoutsError(OPEN_DRAW)
        return Floor13Playout(table, options, seed)

    return PlayoutRules(start=start, prepare=name_for_queens, stock=stock_cards)
