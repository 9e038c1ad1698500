"""Playouts of games with groups and runs of suited cards: what a set does, whatever the game.

Hands are those of `daifu.replay.cards.STANDARD`: four bits for each rank, weakest rank first, and the jokers above
them. Ranks are counted from the 3 (0) to the 2 (12); -1 and 13 are the places beside them that only a joker can take.

In compiled code, `1 << n` with a small literal is a shift of 32 bits: what is shifted here is a variable or a literal
that takes more than that.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from daifu.replay.analysis.playout import Playout, Seat

if TYPE_CHECKING:
    from mypy_extensions import i64

NATURAL: Final = 0xFFFFFFFFFFFFF
"""The mask of all cards but jokers."""
JOKER_SHIFT: Final = 52
ONE_JOKER: Final = 1 << 52
SUITS_OF_A_RANK: Final = 15
EACH_RANK: Final = 0x1111111111111
"""The cards of one suit; times a choice of suits, a bit each, they are the cards of these suits."""
LAST_RANK: Final = 12
EIGHTS: Final = 15 << 20
JACKS: Final = 15 << 32
TWOS: Final = 15 << 48
THREES: Final = 15
JOKERS: Final = 3 << 52
SIXES: Final = 15 << 12
BIT_COUNTS: Final = 0o4332322132212110
"""The number of bits of each number from 0 to 15, three bits each, so that the whole is an integer of C."""

NO_SET: Final = 0
GROUP: Final = 1
RUN: Final = 2
OTHER: Final = 3
"""The kinds of set. What is of another kind, such as a double run, is laid by nobody and answered by nobody."""

NO_WALL: Final = 0
LONE_JOKER: Final = 1
UNBEATABLE: Final = 2
"""What a set that no other set is above can be answered with: an ordinary set, the taker of a joker, or nothing."""

NO_LOCK: Final = 0
LOCK_SINGLES: Final = 1
LOCK_SETS: Final = 2
"""Which sets in a row of equal suits lock the trick to them: none, singles, or any sets of equal kind and count."""

PASSES_STAY: Final = 0
PASSES_END_DOWNWARDS: Final = 1
PASSES_END: Final = 2
"""What a change of the order does to passes: nothing, or it ends them, either only if it turns down or always."""

NO_STAND_IN: Final = -99


@dataclass(frozen=True, kw_only=True)
class SuitedRules:
    """What beats what in a game with groups and runs, and what its sets do; the values are plain numbers.

    `wild_jokers`: jokers join groups and runs; `joker_edges`: also beside the ends of the line; `joker_suits`: in a
    group they take a missing suit. `wholly_above`: a run answers only if its lowest rank is above the highest.
    `cut_groups`, `cut_runs`: the cards that end the trick in such sets. `revolution_group`, `revolution_most`,
    `revolution_run`: the fewest and the most cards of a group, and the fewest of a run, that turn the order; 0 for
    never. `revolution_natural`: not with a joker; `ends_calls`: the trick is then under the lasting order.
    `flips`, `reverses`: the cards that turn the order for the trick, or the direction of play, with `reverses_each`
    each of them by itself. `lock`, `joker_lifts_lock`: suit locks. `taker`: the card that answers a lone joker, and
    `taker_cuts` whether it ends the trick, otherwise nothing follows it; `taker_on_top`: it answers every single.
    `interrupts`: it may be laid without the turn. `joker_on_taker`: a joker may follow it.

    `passes_last`: a pass holds for the whole trick; `owner_asked`: the owner of the top set is asked, too;
    `left_unasked`: how many players without a pass, 0 or 1, are not asked any more. `most_passes`: the passes in a row
    after which the deal ends and lots are drawn; 0 for no limit. `pass_reset`: what a change of the order does to
    passes.

    `opening`: the cards that the first set must hold. `banned_last`, `banned_last_down`: cards that no last set may
    have, in either order; `banned_groups`: nor may it be a group of several cards. `ban_sinks`: such a set takes the
    last place. `falls_at_once`: the player who falls, see `SuitedPlayout`, leaves as soon as another player is first.
    """

    wild_jokers: bool = True
    joker_edges: bool = False
    joker_suits: bool = False
    runs: bool = True
    wholly_above: bool = True
    cut_groups: i64 = 0
    cut_runs: i64 = 0
    revolution_group: i64 = 4
    revolution_most: i64 = 99
    revolution_run: i64 = 0
    revolution_natural: bool = False
    ends_calls: bool = False
    flips: i64 = 0
    reverses: i64 = 0
    reverses_each: bool = False
    lock: i64 = NO_LOCK
    joker_lifts_lock: bool = False
    taker: i64 = 0
    taker_cuts: bool = True
    taker_on_top: bool = False
    interrupts: bool = False
    joker_on_taker: bool = True
    passes_last: bool = True
    owner_asked: bool = False
    left_unasked: i64 = 0
    most_passes: i64 = 0
    pass_reset: i64 = PASSES_STAY
    opening: i64 = 0
    banned_last: i64 = 0
    banned_last_down: i64 = 0
    banned_groups: bool = False
    ban_sinks: bool = False
    falls_at_once: bool = False


class Laid:
    """A set as it lies on the table.

    `low` and `high` are its ranks, `suits` those of its cards and stand-ins. `cards` left the hand, `faces` are the
    natural cards and those that jokers stand for. `stand_in` is what a joker stands for, four times its rank and its
    suit, or `NO_STAND_IN`. `wall` tells what can answer a set that nothing is above.
    """

    __slots__ = ("cards", "count", "faces", "high", "kind", "low", "stand_in", "suits", "wall")

    def __init__(self) -> None:
        self.kind: i64 = NO_SET
        self.count: i64 = 0
        self.low: i64 = 0
        self.high: i64 = 0
        self.suits: i64 = 0
        self.cards: i64 = 0
        self.faces: i64 = 0
        self.stand_in: i64 = NO_STAND_IN
        self.wall: i64 = NO_WALL

    def take(self, other: Laid) -> None:
        """Become the same set as another one."""
        self.kind = other.kind
        self.count = other.count
        self.low = other.low
        self.high = other.high
        self.suits = other.suits
        self.cards = other.cards
        self.faces = other.faces
        self.stand_in = other.stand_in
        self.wall = other.wall

    def become_joker(self) -> None:
        """Become a joker alone."""
        self.kind = GROUP
        self.count = 1
        self.low = self.high = LAST_RANK
        self.suits = self.faces = 0
        self.cards = ONE_JOKER
        self.stand_in = NO_STAND_IN
        self.wall = LONE_JOKER


def bit_count(suits: i64) -> i64:
    """The number of suits in a choice of them."""
    return BIT_COUNTS >> 3 * suits & 7


class SuitedPlayout(Playout):
    """A playout of a game with groups and runs: the top set, the order, the lock, and what a set does to them.

    `top` is the set to beat, `lock` the suits that the trick is locked to, `turned` 1 after a revolution, `down` the
    order in force, `passes` the number of passes in a row, `opened` whether the opening card need not be led any more.
    `faller` is the number of the player who is last unless first, 0 for nobody. A subclass chooses:
    `choose` puts a set into `laid`, or returns false for a pass.
    """

    __slots__ = ("down", "faller", "laid", "lock", "opened", "passes", "rules", "stopped", "top", "turned")

    def __init__(self, ring: tuple[int, ...], rules: SuitedRules, seed: int) -> None:
        super().__init__(ring, seed)
        self.rules = rules
        self.top = Laid()
        self.laid = Laid()
        self.lock: i64 = 0
        self.turned: i64 = 0
        self.down: i64 = 0
        self.passes: i64 = 0
        self.opened = False
        self.stopped = False
        self.faller: i64 = 0

    def restore(self, start: Playout) -> None:
        """Take over the position of another playout of the same players and rules."""
        super().restore(start)
        if isinstance(start, SuitedPlayout):
            self.top.take(start.top)
            self.lock = start.lock
            self.turned = start.turned
            self.down = start.down
            self.passes = start.passes
            self.opened = start.opened
            self.stopped = start.stopped
            self.faller = start.faller

    @abstractmethod
    def choose(self) -> bool:
        """Put the set that the player on turn lays into `laid`; false if they pass."""

    def run(self) -> None:
        """Play to the end, and let the player fall who does."""
        super().run()
        if self.faller:
            self.let_fall(self.seats[self.faller])

    def let_fall(self, fallen: Seat) -> None:
        """Move the player who falls to the last place, unless they are first."""
        place = fallen.place
        if place > 1:
            for seat in self.ring:
                if seat.place > place:
                    seat.place -= 1
            fallen.place = len(self.ring)

    def act(self) -> None:
        """Let the player whose turn it is lay the chosen set, or pass."""
        if self.choose():
            self.lay(self.turn)
        else:
            self.pass_turn()

    def pass_turn(self) -> None:
        """Pass, and stop the deal after too many passes in a row."""
        seat = self.turn
        if self.line is not None:
            self.line.append(f"{seat.number} -")
        self.passed |= seat.bit
        self.passes += 1
        if self.passes == self.rules.most_passes:
            self.draw_lots()
        else:
            self.advance()

    def draw_lots(self) -> None:
        """End the deal: those who are in take the free places by chance."""
        self.stopped = True
        while not self.over:
            number = self.random.below(len(self.ring))
            seat = self.ring[number]
            if seat.bit & self.active:
                self.leave(seat)

    def lay(self, seat: Seat) -> None:
        """Lay the chosen set: the cards go, the set takes effect, and the turn passes on."""
        laid, rules, top = self.laid, self.rules, self.top
        seat.hand -= laid.cards
        if self.line is not None:
            self.line.append(f"{seat.number} {set_text(laid, suits=rules.joker_suits)}")
        banned = seat.hand == 0 and self.is_banned(laid)
        cut = self.take_effect(laid, top)
        self.laid, self.top = top, laid
        self.owner = self.turn = seat
        self.opened = True
        self.passes = 0
        if not rules.passes_last:
            self.passed = 0
        if seat.hand == 0:
            self.go_out(seat, banned)
        if self.over:
            return
        if cut:
            self.clear()
        else:
            self.advance()
            if laid.wall == LONE_JOKER and rules.interrupts:
                self.let_take(seat)

    def is_banned(self, laid: Laid) -> bool:
        """Whether a set may not be somebody's last one."""
        rules = self.rules
        cards = rules.banned_last_down if self.down else rules.banned_last
        if laid.cards & cards or (cards and laid.cards >= ONE_JOKER):
            return True
        return rules.banned_groups and laid.kind == GROUP and laid.count > 1

    def go_out(self, seat: Seat, banned: bool) -> None:  # noqa: FBT001 - computed before the set took effect
        """Give a player without cards a place, and take that of the player who falls with it."""
        rules = self.rules
        if banned and rules.ban_sinks:
            self.sink(seat)
        else:
            self.leave(seat)
        if self.faller and rules.falls_at_once and not self.over and self.best > 1:
            fallen = self.seats[self.faller]
            if fallen.bit & self.active:
                self.sink(fallen)

    def take_effect(self, laid: Laid, under: Laid) -> bool:
        """Apply what a set does when it lies on the one under it; returns whether it ends the trick."""
        rules = self.rules
        if laid.wall == LONE_JOKER:
            if rules.joker_lifts_lock:
                self.lock = 0
            return False
        if laid.faces & rules.taker and laid.count == 1 and under.wall == LONE_JOKER and under.kind:
            if rules.taker_cuts:
                return True
            laid.wall = UNBEATABLE
        if rules.lock and not self.lock and laid.suits == under.suits and self.is_alike(laid, under):
            self.lock = laid.suits
        if self.makes_revolution(laid):
            self.turned ^= 1
            self.turn_order(self.turned if rules.ends_calls else self.down ^ 1)
        if laid.faces & rules.flips:
            self.down ^= 1
        if laid.faces & rules.reverses and not (rules.reverses_each and laid.kind == GROUP and laid.count & 1 == 0):
            self.reverse()
        return laid.faces & (rules.cut_groups if laid.kind == GROUP else rules.cut_runs) != 0

    def is_alike(self, laid: Laid, under: Laid) -> bool:
        """Whether two sets in a row are of a kind and count that lock the trick if their suits are equal."""
        if laid.kind != under.kind or laid.count != under.count or not laid.suits:
            return False
        return self.rules.lock == LOCK_SETS or laid.count == 1

    def makes_revolution(self, laid: Laid) -> bool:
        """Whether a set turns the order for the rest of the deal."""
        rules = self.rules
        if laid.kind == GROUP:
            least = rules.revolution_group
            if laid.count > rules.revolution_most or (rules.revolution_natural and laid.cards >= ONE_JOKER):
                return False
        else:
            least = rules.revolution_run
        return least > 0 and laid.count >= least

    def turn_order(self, down: i64) -> None:
        """Put the trick under this order, which may end passes."""
        if self.down == down:
            return
        self.down = down
        reset = self.rules.pass_reset
        if reset == PASSES_END or (reset == PASSES_END_DOWNWARDS and down):
            self.passed = 0

    def let_take(self, owner: Seat) -> None:
        """Let the holder of the card that takes a lone joker lay it at once, without the turn, and lead.

        A player who leads after the joker anyway does not take it.
        """
        taker = self.rules.taker
        for seat in self.ring:
            if not seat.hand & taker or seat is owner or (self.top.kind == NO_SET and seat is self.turn):
                continue
            seat.hand -= taker
            if self.line is not None:
                self.put_card(taker)
                self.line.append(f"{seat.number} {set_text(self.laid, suits=False)}")
            self.owner = seat
            if not seat.hand:
                self.leave(seat)
            if not self.over:
                self.clear()
            return

    def put_card(self, card: i64) -> None:
        """Put the single of this card into `laid`."""
        rank: i64 = 0
        while not card >> 4 * rank & SUITS_OF_A_RANK:
            rank += 1
        self.put_group(rank, card >> 4 * rank & SUITS_OF_A_RANK)

    def put_group(self, rank: i64, suits: i64) -> None:
        """Put the group of these suits of a rank into `laid`."""
        laid, rules = self.laid, self.rules
        laid.kind = GROUP
        laid.count = BIT_COUNTS >> 3 * suits & 7
        laid.low = laid.high = rank
        laid.suits = suits
        laid.cards = laid.faces = suits << 4 * rank
        laid.stand_in = NO_STAND_IN
        laid.wall = UNBEATABLE if rules.taker_on_top and laid.cards == rules.taker else NO_WALL

    def advance(self) -> None:
        """Pass the turn on, or clear the trick if nobody is left to answer."""
        rules = self.rules
        waiting = self.active & ~self.passed
        left = waiting if rules.owner_asked else waiting & ~self.owner.bit
        if left & (left - rules.left_unasked):
            self.turn = self.next_of(waiting)
        else:
            self.clear()

    def clear(self) -> None:
        """End the trick, its lock and its order."""
        super().clear()
        self.top.kind = NO_SET
        self.top.wall = NO_WALL
        self.lock = 0
        self.down = self.turned


SUIT_NAMES: Final = "SHDC"
RANK_NAMES: Final = "3456789TJQKA2"


def set_text(laid: Laid, *, suits: bool) -> str:
    """A set as records write it; with `suits`, a joker in a group says which suit it takes."""
    names = [SUIT_NAMES[bit % 4] + RANK_NAMES[bit // 4] for bit in range(JOKER_SHIFT) if laid.cards >> bit & 1]
    return " ".join(names + joker_names(laid, suits=suits))


def joker_names(laid: Laid, *, suits: bool) -> list[str]:
    """The jokers of a set with what they stand for."""
    jokers = laid.cards >> JOKER_SHIFT
    if laid.stand_in == NO_STAND_IN:
        return ["X"] * int(jokers)
    suit, rank = SUIT_NAMES[laid.stand_in % 4], laid.stand_in // 4
    if laid.kind == GROUP:
        return ["X=" + suit] if suits else ["X"]
    edge = "-" if rank < 0 else "+" if rank > LAST_RANK else RANK_NAMES[rank]
    return [f"X={suit}{edge}"]
