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
from daifu.replay.analysis.suited_playout import (
    BIT_COUNTS,
    EACH_RANK,
    GROUP,
    JOKERS,
    LAST_RANK,
    LONE_JOKER,
    NATURAL,
    NO_SET,
    ONE_JOKER,
    SUITS_OF_A_RANK,
    SuitedPlayout,
    SuitedRules,
    set_text,
)
from daifu.replay.analysis.suited_policy import HALF, OFTEN, SELDOM, some_suits, take_position
from daifu.replay.cards import JOKER, RANKS, STANDARD
from daifu.replay.engine import take_actions
from daifu.replay.games.floor13.sets import NAMED_CARDS, hand_points
from daifu.replay.text import Text

if TYPE_CHECKING:
    from mypy_extensions import i64

    from daifu.replay.games.floor13.table import Floor13Table
    from daifu.replay.options import Options

THREE: Final = 0
FIVE: Final = 2
SEVEN: Final = 4
EIGHT: Final = 5
NINE: Final = 6
TEN: Final = 7
QUEEN: Final = 9
SPADE_3: Final = 1
ROLES: Final = 0xFFFFFF0F01
"""The mask of the role cards but for the jokers: the spade 3, and each 5, 7, 8, 9, 10, J and Q."""
SANDSTORM_SIZE: Final = 3
REVOLUTION_SIZE: Final = 4
PAIR: Final = 2

RENEWED: Final = Text("Games whose stock is shuffled anew are not played out.", "山札を切り直す対局は推定できません。")
UNKNOWN_STOCK: Final = Text("The stock is not recorded.", "山札が記録されていません。")
OPEN_DRAW: Final = Text("A draw is still to come.", "まだ引いていないカードがあります。")


class Floor13Playout(SuitedPlayout):
    """A playout of the thirteenth floor.

    `stock` are the cards to draw, the top one last; `left` of them are there. `resting` may not lead, `opener` led
    last; a revolution is `waiting` for the end of the trick. `stuck` counts players in a row who could neither lead nor
    draw.
    """

    __slots__ = ("bomb_all", "left", "limit", "locks", "opener", "resting", "stock", "stuck", "waiting")

    def __init__(self, table: Floor13Table, options: Options, seed: int) -> None:
        """A playout from a settled table. Raises `NoPlayoutsError`."""
        super().__init__(table.clockwise, SuitedRules(), seed)
        take_position(self, table)
        self.bomb_all = options["qbomb_self"] is True
        self.limit = options["two_in_a_row_limit"] is True
        self.locks = options["suit_lock"] is True
        self.stock: list[int] = list(table.stock.cards or ())
        self.left: i64 = len(self.stock)
        self.opener: i64 = table.opener
        self.resting: i64 = table.resting
        self.stuck: i64 = table.stuck
        self.waiting: i64 = table.waiting

    def restore(self, start: Playout) -> None:
        """Take over the position of another playout of the same deal; the stock does not change."""
        super().restore(start)
        if isinstance(start, Floor13Playout):
            self.left = start.left
            self.opener = start.opener
            self.resting = start.resting
            self.stuck = start.stuck
            self.waiting = start.waiting

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

    def choose(self) -> bool:
        """Put the set that the player on turn lays into `laid`; false if they draw."""
        return self.lead() if self.top.kind == NO_SET else self.answer()

    def lead(self) -> bool:
        """Lead the weakest rank that leaves a card to go out with; false for a stuck player."""
        hand = self.turn.hand
        if not hand & (hand - 1) and hand & (ROLES | ONE_JOKER):
            return False
        step: i64 = -1 if self.down else 1
        rank: i64 = LAST_RANK if self.down else 0
        fallback: i64 = -1
        while 0 <= rank <= LAST_RANK:
            suits = hand >> 4 * rank & SUITS_OF_A_RANK
            if suits:
                if self.may_go(rank, self.suits_to_lay(rank, suits)):
                    return True
                if fallback < 0:
                    fallback = rank
            rank += step
        if fallback < 0:
            self.laid.become_joker()
            return True
        suits = self.suits_to_lay(fallback, hand >> 4 * fallback & SUITS_OF_A_RANK)
        self.put_group(fallback, suits & -suits if suits << 4 * fallback == hand else suits)
        return True

    def suits_to_lay(self, rank: i64, suits: i64) -> i64:
        """The suits of a rank to lead: all, but not three 3s, which would be a sandstorm."""
        if rank == THREE and BIT_COUNTS >> 3 * suits & 7 == SANDSTORM_SIZE:
            return some_suits(suits, PAIR)
        return suits

    def may_go(self, rank: i64, suits: i64) -> bool:
        """Put a group into `laid` if it may be the last set, or leaves a card for that; returns whether."""
        if not self.leaves_finish(self.turn.hand, suits << 4 * rank):
            return False
        self.put_group(rank, suits)
        return True

    def leaves_finish(self, hand: i64, cards: i64) -> bool:
        """Whether these cards may go now: as a last set without role cards, or with another such card left."""
        left = hand - cards
        if not left:
            return not cards & (ROLES | JOKERS)
        return left & NATURAL & ~ROLES != 0

    def answer(self) -> bool:
        """Answer with the weakest group that does; returns false for a pass."""
        hand, top = self.turn.hand, self.top
        count = top.count
        if top.wall == LONE_JOKER:
            self.put_group(THREE, SPADE_3)
            return hand & SPADE_3 != 0 and hand != SPADE_3
        if top.kind != GROUP or top.wall:
            return False
        drawn = self.random.draw()
        allowed = hand & NATURAL & (self.lock * EACH_RANK if self.lock else NATURAL)
        step: i64 = -1 if self.down else 1
        rank = top.low + step
        torn: i64 = -1
        while 0 <= rank <= LAST_RANK:
            suits = allowed >> 4 * rank & SUITS_OF_A_RANK
            held = BIT_COUNTS >> 3 * suits & 7
            if held == count and not (rank == THREE and held == SANDSTORM_SIZE):
                if drawn < OFTEN and self.may_go(rank, suits):
                    return True
            elif held > count and torn < 0 and not (rank == THREE and count == SANDSTORM_SIZE):
                torn = rank
            rank += step
        if torn >= 0 and drawn < HALF and self.may_go(torn, some_suits(allowed >> 4 * torn & SUITS_OF_A_RANK, count)):
            return True
        if count > 1 or drawn >= SELDOM or hand <= ONE_JOKER:
            return False
        self.laid.become_joker()
        return True

    def lay(self, seat: Seat) -> None:
        """Lay the chosen group: its cards go, its role cards take effect, and the turn passes on."""
        laid, top = self.laid, self.top
        seat.hand -= laid.cards
        if self.line is not None:
            self.line.append(f"{seat.number} {set_text(laid, suits=False)}")
        if top.kind == NO_SET:
            self.stuck = 0
            if self.limit:  # F-LEAD3-1
                self.resting = seat.number if seat.number == self.opener else 0
                self.opener = seat.number
        elif self.locks and laid.count == 1 and laid.suits == top.suits:
            self.lock = self.lock or laid.suits
        rank, count = laid.low, laid.count
        cut = top.wall == LONE_JOKER or rank == EIGHT or (rank == NINE and count == PAIR)
        self.laid, self.top = top, laid
        self.owner = self.turn = seat
        if not seat.hand:
            self.end(seat)
            return
        if count >= REVOLUTION_SIZE:
            self.waiting ^= 1
        if rank == NINE and count % 2:
            self.reverse()
        receiver = seat.after
        if cut:
            self.clear()
        else:
            self.move_on(PAIR * count if rank == FIVE else 1)
        self.use_rights(seat, receiver, rank, count)

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
        named = (NATURAL >> 4 * (LAST_RANK - rank)) ^ (NATURAL >> 4 * (LAST_RANK + 1 - rank))
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
            self.end(winner)

    def pass_turn(self) -> None:
        """Draw: as many cards as lie on the table, or one as a stuck leader, as far as there are any.

        When nobody can lead or draw, the game ends (F-END-3).
        """
        seat, count = self.turn, self.top.count
        if self.line is not None:
            self.line.append(f"{seat.number} draw")
        leads = self.top.kind == NO_SET
        if leads:
            count = 1
            self.stuck = 0 if self.left else self.stuck + 1
            if self.stuck == len(self.ring):
                self.end(None)
                return
        while count and self.left:
            self.left -= 1
            card: i64 = self.stock[self.left]
            seat.hand += card
            count -= 1
        if leads:
            self.turn = self.lead_holder(seat.after)
            return
        self.move_on(1)
        if self.turn is seat:
            self.line = (
                None  # what follows cannot be written: a set would be read as an answer, `-` as a pass on the lead
            )

    def lead_holder(self, seat: Seat) -> Seat:
        """The player who gets a player's lead (F-Q-29)."""
        return seat.after if seat.number == self.resting else seat

    def move_on(self, steps: i64) -> None:
        """Pass the turn on by this many players, which clears the trick if it is then back at its owner."""
        seat = self.turn
        while steps:
            seat = seat.after
            steps -= 1
        if seat is self.owner:
            self.clear()
        else:
            self.turn = seat

    def clear(self) -> None:
        """End the trick; a waiting revolution comes into force."""
        self.turned ^= self.waiting
        self.waiting = 0
        super().clear()
        self.turn = self.lead_holder(self.owner)

    def end(self, winner: Seat | None) -> None:
        """End the game: the others have the places of their hand points (F-Q-31, F-END-3)."""
        self.over = True
        others = self.ring
        place: i64 = 1
        if winner is not None:
            winner.place = 1
            at = others.index(winner)
            others = (others[at + 1 :] + others[:at])[::-1]
            place = 2
        for seat in sorted(others, key=lambda seat: hand_points(seat.hand)):
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

    return PlayoutRules(start=start, prepare=name_for_queens, stock=lambda table: table.stock.cards or ())
