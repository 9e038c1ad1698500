"""The policy by which players act in playouts of games with groups and runs (docs/analysis-method.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from daifu.replay.analysis.start import check_position, play_order, seat_players
from daifu.replay.analysis.suited_playout import (
    BIT_COUNTS,
    EACH_RANK,
    EIGHTS,
    GROUP,
    JOKER_SHIFT,
    JOKERS,
    LAST_RANK,
    LONE_JOKER,
    NATURAL,
    NO_SET,
    NO_STAND_IN,
    NO_WALL,
    ONE_JOKER,
    OTHER,
    RUN,
    SUITS_OF_A_RANK,
    UNBEATABLE,
    Laid,
    SuitedPlayout,
    SuitedRules,
)
from daifu.replay.cards import STANDARD
from daifu.replay.melds import GROUP as GROUP_KIND
from daifu.replay.melds import JOKER_STRENGTH, Combination
from daifu.replay.melds import RUN as RUN_KIND

if TYPE_CHECKING:
    from mypy_extensions import i64

    from daifu.replay.table import Table


OFTEN: Final = 15 << 28
MOSTLY: Final = 3 << 30
HALF: Final = 1 << 31
SELDOM: Final = 1 << 30
"""The chances of 15/16, 3/4, 1/2 and 1/4 that the policy takes, as limits of random numbers."""

EIGHT: Final = 5
SHORTEST_RUN: Final = 3
FEW_CARDS: Final = 4
MOST_IN_ENDING: Final = 2
"""With two ranks left, the stronger one is led first."""
STRONG_RANKS: Final = 2
"""The number of ranks, from the strongest one down, with which the policy saves until its hand is small."""


class PolicyPlayout(SuitedPlayout):
    """A playout whose players lead what is weak and answer with what is just strong enough."""

    __slots__ = ()

    def choose(self) -> bool:
        """Put the set to lay into `laid`: on the lead always one, else false for a pass."""
        top = self.top
        if top.kind == NO_SET:
            self.choose_lead()
            return True
        if top.kind == OTHER or top.wall == UNBEATABLE:
            return False
        if top.wall == LONE_JOKER:
            chosen = self.take_joker()
        elif top.kind == GROUP:
            chosen = self.answer_group()
        else:
            chosen = self.answer_run()
        return chosen and not self.is_spoilt()

    def is_spoilt(self) -> bool:
        """Whether the chosen answer is a banned last set, or leaves nothing but cards that are banned in the last."""
        rules, laid = self.rules, self.laid
        left = self.turn.hand - laid.cards
        if not left:
            return self.is_banned(laid)
        banned = rules.banned_last_down if self.down else rules.banned_last
        return banned > 0 and not left & ~(banned | JOKERS)

    def take_joker(self) -> bool:
        """Take a lone joker with the card that can."""
        taker = self.rules.taker
        if not self.turn.hand & taker or self.top.count > 1:
            return False
        self.put_card(taker)
        return True

    def answer_group(self) -> bool:
        """Answer a group with the weakest group that nothing is torn for, else by a torn one, else with a joker.

        Half of the time, runs count as torn, too. All but the first may not happen, nor may a strong group of a hand
        with many cards.
        """
        hand, top = self.turn.hand, self.top
        count = top.count
        kept = self.kept_runs(hand & NATURAL)
        allowed = hand & self.lock * EACH_RANK if self.lock else hand & NATURAL
        beyond = allowed & (~(NATURAL << 4 * top.low) if self.down else NATURAL << 4 * (top.low + 1))
        step: i64 = -1 if self.down else 1
        rank = top.low + step
        torn: i64 = -1
        filled: i64 = -1
        while beyond:
            suits = beyond >> 4 * rank & SUITS_OF_A_RANK
            beyond ^= suits << 4 * rank
            held = BIT_COUNTS >> 3 * suits & 7
            in_run = kept >> 4 * rank & suits
            if held == count and suits == hand >> 4 * rank & SUITS_OF_A_RANK and not in_run:
                self.put_group(rank, suits)
                return self.is_worth(OFTEN, rank)
            if held >= count:
                if torn < 0:
                    torn = rank
            elif held == count - 1 and filled < 0 and not in_run:
                filled = rank
            rank += step
        if torn >= 0:
            self.put_group(torn, some_suits(allowed >> 4 * torn & SUITS_OF_A_RANK, count))
            return self.is_worth(HALF if self.is_strong(torn) else SELDOM, torn)
        return self.answer_with_joker(filled, allowed)

    def kept_runs(self, cards: i64) -> i64:
        """The cards of a hand in runs for which the policy spares them: half of the time all, else none."""
        in_runs = cards_in_runs(cards)
        return 0 if not in_runs or not self.rules.runs or self.random.draw() < HALF else in_runs

    def answer_with_joker(self, rank: i64, allowed: i64) -> bool:
        """Answer a group with a joker in it, or a single with a joker alone."""
        hand, top, rules = self.turn.hand, self.top, self.rules
        if hand < ONE_JOKER:
            return False
        if top.count == 1:
            if not rules.joker_on_taker and top.faces == rules.taker:
                return False
            self.laid.become_joker()
            return self.is_worth(SELDOM, LAST_RANK)
        if rank < 0 or not rules.wild_jokers:
            return False
        self.put_group(rank, allowed >> 4 * rank & SUITS_OF_A_RANK)
        self.join_joker(self.laid, self.lock or SUITS_OF_A_RANK)
        return self.is_worth(HALF, rank)

    def join_joker(self, laid: Laid, wanted: i64) -> None:
        """Let a joker join a group, in one of the wanted suits that it lacks if the game gives it one."""
        laid.count += 1
        laid.cards += ONE_JOKER
        missing = wanted & ~laid.suits
        if self.rules.joker_suits and missing:
            one = missing & -missing
            suit: i64 = 0
            while one >> suit != 1:
                suit += 1
            laid.stand_in = 4 * laid.low + suit
            laid.suits |= one
        laid.faces = laid.suits << 4 * laid.low

    def is_worth(self, chance: i64, rank: i64) -> bool:
        """Whether the chosen answer is laid: always if it is the last set, else by this chance.

        A strong rank is saved half of the time while the hand has more than a few cards.
        """
        hand = self.turn.hand
        if self.laid.cards == hand:
            return True
        drawn = self.random.draw()
        if drawn >= chance:
            return False
        return not self.is_strong(rank) or drawn & 1 == 0 or is_small(hand)

    def is_strong(self, rank: i64) -> bool:
        """Whether a rank is one of the strongest."""
        return rank < STRONG_RANKS if self.down else rank > LAST_RANK - STRONG_RANKS

    def answer_run(self) -> bool:
        """Answer a run with the weakest run of as many cards, now and then with one that a joker completes."""
        top, rules = self.top, self.rules
        count = top.count
        suits = self.lock * EACH_RANK if self.lock and rules.lock > 1 else NATURAL
        cards = self.turn.hand & suits
        starts = cards
        length: i64 = 1
        while length < count:
            starts &= cards >> 4 * length
            length += 1
        if self.put_run_above(starts):
            return self.is_worth(OFTEN, self.laid.low)
        if self.turn.hand < ONE_JOKER or not rules.wild_jokers:
            return False
        if not self.put_run_above(gapped_runs(cards, count) & suits):
            return False
        self.fill_gap()
        return self.is_worth(SELDOM, self.laid.low)

    def put_run_above(self, starts: i64) -> bool:
        """Put the weakest of these runs that beats the top set into `laid`; returns whether there is one."""
        top, rules = self.top, self.rules
        count = top.count
        if self.down:
            start = (top.low if rules.wholly_above else top.high) - count
            step: i64 = -1
        else:
            start = (top.high if rules.wholly_above else top.low) + 1
            step = 1
        while 0 <= start <= LAST_RANK:
            found = starts >> 4 * start & SUITS_OF_A_RANK
            if found:
                self.put_run(start, found & -found, count)
                return True
            start += step
        return False

    def fill_gap(self) -> None:
        """Let a joker stand for the only card of the run in `laid` that the hand lacks."""
        laid = self.laid
        natural = laid.faces & self.turn.hand
        missing = laid.faces ^ natural
        card: i64 = 0
        while missing >> card != 1:
            card += 1
        laid.stand_in = card
        laid.cards = natural + ONE_JOKER

    def put_run(self, start: i64, suit: i64, count: i64) -> None:
        """Put the natural run of `count` cards of a suit from this rank on into `laid`."""
        laid = self.laid
        laid.kind = RUN
        laid.count = count
        laid.low = start
        laid.high = start + count - 1
        laid.suits = suit
        faces: i64 = 0
        place: i64 = 0
        while place < count:
            faces |= suit << 4 * (start + place)
            place += 1
        laid.cards = laid.faces = faces
        laid.stand_in = NO_STAND_IN
        laid.wall = NO_WALL

    def choose_lead(self) -> None:
        """Lead the whole hand if it is one set, else mostly a run, now and then one with a joker, or else a group.

        Mostly the weakest group of several cards is led, else the weakest of all. Of two groups the stronger one is
        led, as the other can follow if nobody answers. Eights, which end their trick, are kept as if they were strong.
        """
        hand, rules = self.turn.hand, self.rules
        if rules.opening and not self.opened and hand & rules.opening:
            self.lead_opening()
            return
        cards = hand & NATURAL
        if not cards:
            self.laid.become_joker()
            return
        if rules.runs and (self.lead_run(cards) or self.lead_run_with_joker(cards)):
            return
        self.lead_group(cards)

    def lead_opening(self) -> None:
        """Lead the cards of the rank of the card that has to be led."""
        opening = self.rules.opening
        rank: i64 = 0
        while not opening >> 4 * rank & SUITS_OF_A_RANK:
            rank += 1
        suits = self.turn.hand >> 4 * rank & SUITS_OF_A_RANK
        self.put_group(rank, suits if suits != SUITS_OF_A_RANK else opening >> 4 * rank)

    def lead_run(self, cards: i64) -> bool:
        """Lead the longest run, the weakest of these: mostly, or always if the hand has nothing but runs."""
        starts = cards & cards >> 4 & cards >> 8
        if not starts:
            return False
        if self.random.draw() >= MOSTLY and cards != cards_in_runs(cards):
            return False
        length: i64 = SHORTEST_RUN
        longer = starts & cards >> 4 * length
        while longer:
            starts = longer
            length += 1
            longer = starts & cards >> 4 * length
        rank: i64 = 0
        while not starts >> 4 * rank & SUITS_OF_A_RANK:
            rank += 1
        found = starts >> 4 * rank & SUITS_OF_A_RANK
        self.put_run(rank, found & -found, length)
        return not (self.laid.cards == self.turn.hand and self.is_banned(self.laid))

    def lead_run_with_joker(self, cards: i64) -> bool:
        """Lead the longest run that a joker completes, the weakest of these: now and then, or as the last set."""
        hand, rules = self.turn.hand, self.rules
        if hand < ONE_JOKER or not rules.wild_jokers:
            return False
        wanted = self.random.draw() < SELDOM
        if not wanted and not is_small(hand):
            return False
        length: i64 = SHORTEST_RUN
        starts: i64 = 0
        longer = gapped_runs(cards, length)
        while longer:
            starts = longer
            length += 1
            longer = gapped_runs(cards, length)
        if not starts:
            return False
        rank: i64 = 0
        while not starts >> 4 * rank & SUITS_OF_A_RANK:
            rank += 1
        found = starts >> 4 * rank & SUITS_OF_A_RANK
        self.put_run(rank, found & -found, length - 1)
        self.fill_gap()
        if self.laid.cards == hand:
            return not self.is_banned(self.laid)
        return wanted

    def lead_group(self, cards: i64) -> None:
        """Lead all cards of a rank, with a joker or after it if the hand has no other rank."""
        hand, rules = self.turn.hand, self.rules
        rank = self.rank_to_lead(cards)
        suits = cards >> 4 * rank & SUITS_OF_A_RANK
        self.put_group(rank, suits)
        laid = self.laid
        if hand >= ONE_JOKER and laid.cards == cards:
            if not rules.wild_jokers:
                laid.become_joker()
            elif hand >> JOKER_SHIFT == 1:
                self.join_joker(laid, SUITS_OF_A_RANK)
        if laid.cards == hand and self.is_banned(laid):
            if hand >= ONE_JOKER:
                laid.become_joker()
            else:
                self.put_group(rank, suits & -suits)

    def rank_to_lead(self, cards: i64) -> i64:
        """The weakest rank that is no eight, mostly one of several cards.

        Of two ranks, it is the one that may not be last, the eight, or the stronger one.
        """
        step: i64 = -1 if self.down else 1
        rank: i64 = LAST_RANK if self.down else 0
        weakest: i64 = -1
        strongest: i64 = -1
        several: i64 = -1
        ranks = 0
        while 0 <= rank <= LAST_RANK and (ranks <= MOST_IN_ENDING or several < 0):
            suits = cards >> 4 * rank & SUITS_OF_A_RANK
            if suits:
                ranks += 1
                if rank != EIGHT or not self.rules.cut_groups:
                    strongest = rank
                    if weakest < 0:
                        weakest = rank
                    if several < 0 and suits & (suits - 1):
                        several = rank
            rank += step
        if weakest < 0:
            return EIGHT
        if ranks != MOST_IN_ENDING:
            return several if several >= 0 and (several == weakest or self.random.draw() < MOSTLY) else weakest
        banned = self.rules.banned_last_down if self.down else self.rules.banned_last
        return EIGHT if cards & self.rules.cut_groups and not cards & banned else strongest


def weakest_first(hand: int) -> list[str]:
    """The cards of a hand in the order in which the rich give them: the weakest first, of a rank the spade first."""
    return STANDARD.list(hand)


def sets_last(hand: int) -> list[str]:
    """The same for the rich who spare: jokers, eights and cards of runs and of groups of several come last."""
    kept = hand & JOKERS | cards_in_sets(hand & NATURAL)
    return sorted(weakest_first(hand), key=lambda name: STANDARD.one[name] & kept > 0)


def cards_in_sets(cards: int) -> int:
    """Those of these natural cards that belong to a run or to a group of several cards, and the eights."""
    kept = cards_in_runs(cards) | cards & EIGHTS
    for rank in range(LAST_RANK + 1):
        suits = cards & SUITS_OF_A_RANK << 4 * rank
        if suits & (suits - 1):
            kept |= suits
    return kept


def cards_in_runs(cards: i64) -> i64:
    """Those of these natural cards that belong to a run."""
    starts = cards & cards >> 4 & cards >> 8
    return starts | starts << 4 | starts << 8


def gapped_runs(cards: i64, length: i64) -> i64:
    """The lowest places of all runs of this length that lack exactly one card, which may be the first or the last."""
    whole = cards
    gapped = NATURAL ^ cards
    reached: i64 = 1
    while reached < length:
        following = cards >> 4 * reached
        gapped = gapped & following | whole & (NATURAL >> 4 * reached) & ~following
        whole &= following
        reached += 1
    return gapped


def some_suits(suits: i64, count: i64) -> i64:
    """The first `count` of these suits."""
    chosen: i64 = 0
    while count:
        one = suits & -suits
        chosen |= one
        suits ^= one
        count -= 1
    return chosen


def is_small(hand: i64) -> bool:
    """Whether a hand has few cards: with so few, the policy saves nothing."""
    left = hand
    for _ in range(FEW_CARDS):
        left &= left - 1
    return left == 0


KINDS: Final = {GROUP_KIND: GROUP, RUN_KIND: RUN}


def suited_playout(table: Table, rules: SuitedRules, seed: int) -> PolicyPlayout:
    """A playout from this position, which has to be settled. Raises `NoPlayoutsError`."""
    check_position(table)
    playout = PolicyPlayout(play_order(table), rules, seed)
    take_position(playout, table)
    return playout


def take_position(playout: SuitedPlayout, table: Table) -> None:
    """Give a playout all that lies on a settled table. Raises `NoPlayoutsError` for one that cannot be played out."""
    seat_players(playout, table)
    playout.lock = table.lock
    playout.turned, playout.down = table.turned, table.down
    playout.passes = table.passes
    playout.opened = True
    if table.top is not None:
        put_top_set(playout.top, table.top)


def put_top_set(top: Laid, laid: Combination) -> None:
    """Put the set on the table into `top`."""
    top.kind = KINDS.get(laid.kind, OTHER)
    top.count = laid.count
    top.suits = laid.suits
    strength = laid.floor[0]
    if strength >= JOKER_STRENGTH:
        top.become_joker()
        top.count = laid.count
        top.wall = LONE_JOKER if strength == JOKER_STRENGTH and laid.count == 1 else UNBEATABLE
        return
    top.wall = NO_WALL
    top.low, top.high = laid.floor[0], laid.ceiling[0]
    if laid.kind == GROUP_KIND:
        top.faces = laid.suits << 4 * top.low
