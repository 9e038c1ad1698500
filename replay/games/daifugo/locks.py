"""Locks of a trick: which sets make them, and which sets break them.

All are one number on the table, so that a trick without a lock costs nothing.
"""

from collections.abc import Callable
from typing import Final

from daifu.replay.counters import GameSet, GameTable
from daifu.replay.games.daifugo.answers import Exceptions, has_windows
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import EACH_SUIT, NOT_NAMED, HouseSet, one_suit, suit_count
from daifu.replay.games.daifugo.table import (
    BLACK_LOCK,
    FULL_LOCK,
    FULL_NEXT,
    FULL_SHIFT,
    LOCKS,
    NEXT_DOWN,
    NEXT_UP,
    PARTIAL_LOCK,
    PARTIAL_SHIFT,
    RED_LOCK,
    SUIT_LOCK,
    WINDOW_OPEN,
    HouseTable,
)
from daifu.replay.melds import GROUP, RUN, Effect, strength
from daifu.replay.tricks import BREAKS_SUIT_LOCK, NO_BREACH

RED: Final = sum(15 * one_suit(suit) for suit in (1, 2))
BLACK: Final = sum(15 * one_suit(suit) for suit in (0, 3))
SUITS_AND_RANK: Final = ("suit_lock", "number_lock")
BREAKS_NUMBER_LOCK: Final = ("number_lock",)


RANK_LOCKS: Final = NEXT_UP | NEXT_DOWN | FULL_NEXT
TWO_SETS: Final = 2

LockMark = Callable[[HouseSet], Effect | None]
"""Gives the effect of a set on the locks, None if it has none."""


def lock_mark(house: House) -> LockMark | None:
    """The locks that sets make, extend and lift; a set that cuts makes none. None if there are no locks.

    It notes with a set what it counts for: the suits for a lock to suits and for a full one, and the colour.
    """
    on = [rule for rule in LOCKS if house.on(rule)]
    if not on:
        return None
    counts, lifts, full = counting_rule(house), lifting_rule(house), house.full_lock.jokers
    colours_of_singles = house.colour_lock.sets == "singles"
    effect = lock_effect(house)
    by_two = on == ["suit_lock"] and house.suit_lock.after == TWO_SETS and not has_windows(house)

    def mark(laid: HouseSet) -> Effect | None:
        laid.locking = laid.suits if counts(laid) else 0
        laid.full = laid.suits if has_suits(laid, full) else 0
        if not laid.jokers and (laid.count == 1 or not colours_of_singles):
            laid.colour = RED_LOCK if not laid.own & BLACK else BLACK_LOCK if not laid.own & RED else 0
        if by_two:
            return lock_suits if laid.locking else lift_lock if lifts(laid) else None
        return effect

    return mark


def lock_suits(table: HouseTable, laid: HouseSet) -> None:
    """Lock the trick to the suits of two sets in a row of equal kind and count, unless the trick ends with this one."""
    under = table.under
    if table.lock or table.cut or not isinstance(under, HouseSet):
        return
    if under.locking == laid.suits and under.shape == laid.shape:
        table.lock = laid.suits


def lift_lock(table: HouseTable, _laid: HouseSet) -> None:
    """Lift the lock."""
    table.lock = 0


def lock_effect(house: House) -> Effect:
    """The effect of every set that makes, extends and lifts locks; a set that cuts makes none.

    Behind a window whose answer may leave the set lying it does.
    """
    behind_window = house.four_stop.wins == "nobody"
    makers = [
        maker(house)
        for rule, maker in (
            ("suit_lock", suit_maker),
            ("full_lock", full_maker),
            ("colour_lock", colour_maker),
            ("partial_lock", partial_maker),
            ("number_lock", number_maker),
        )
        if house.on(rule)
    ]

    def note(table: HouseTable, laid: HouseSet) -> None:
        below = table.under
        if below is None or (table.cut and not (behind_window and table.window)):
            return
        under = below if isinstance(below, HouseSet) and below.shape == laid.shape else None
        for make in makers:
            make(table, under, laid)

    return note


Maker = Callable[[HouseTable, HouseSet | None, HouseSet], None]
"""Makes a lock by a set on another of the same kind and count, None if that is another or there is none."""


def has_suits(laid: HouseSet, jokers: str) -> bool:
    """Whether a set counts for locks to its suits: without jokers, or with stand-ins that have a suit."""
    return not laid.jokers or (jokers == "stand_in" and not laid.loose and not laid.lone)


def counting_rule(house: House) -> Callable[[HouseSet], bool]:
    """The function that tells whether a set counts for the suit lock."""
    rule = house.suit_lock
    singles, runs, jokers = rule.sets == "singles", rule.runs, rule.jokers
    return lambda laid: (laid.count == 1 or not singles) and (runs or laid.kind != RUN) and has_suits(laid, jokers)


def lifting_rule(house: House) -> Callable[[HouseSet], bool]:
    """The function that tells whether a set lifts the suit lock."""
    rule = house.suit_lock
    return lambda laid: bool(rule.lone_joker == "lifts" if laid.lone else rule.jokers == "none" and laid.jokers)


def suit_maker(house: House) -> Maker:
    """Lock the trick to the suits of so many sets in a row."""
    after, lifts = house.suit_lock.after, lifting_rule(house)

    def make(table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
        if not laid.locking:
            table.row_of_suits = 0
            if lifts(laid):
                table.lock &= ~SUIT_LOCK
            return
        alike = under is not None and under.locking == laid.locking
        row = table.row_of_suits = table.row_of_suits + 1 if alike else 0
        if row >= after - 1 and not table.lock & SUIT_LOCK:
            table.lock = table.lock & ~PARTIAL_LOCK | laid.suits

    return make


def full_maker(house: House) -> Maker:
    """Lock suits and rank by two sets of equal suits that are one rank apart."""
    as_one, lifts = house.full_lock.as_one, house.full_lock.jokers == "none"

    def make(table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
        if lifts and laid.jokers and not laid.lone:
            table.lock &= ~(FULL_LOCK | FULL_NEXT)
        if under is None or not under.full or not laid.full:
            return
        equal = laid.suits == under.suits
        step = laid.floor[table.down] == under.floor[table.down] + 1
        if as_one:
            equal = step = equal and step
        if equal and not table.lock & FULL_LOCK:
            table.lock = table.lock & ~PARTIAL_LOCK | laid.suits << FULL_SHIFT
        if step:
            table.lock |= FULL_NEXT

    return make


def colour_maker(house: House) -> Maker:
    """Lock the trick to the colour of so many sets in a row."""
    after = house.colour_lock.after

    def make(table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
        own = laid.colour
        row = table.row_of_colours = (
            table.row_of_colours + 1 if under is not None and own and under.colour == own else 0
        )
        if row >= after - 1 and not table.lock & (RED_LOCK | BLACK_LOCK):
            table.lock |= own

    return make


def partial_maker(house: House) -> Maker:
    """Lock the suits that two groups in a row share; a lock to all suits replaces that."""
    adds = house.partial_lock.adds

    def make(table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
        if under is None or laid.kind != GROUP or laid.count == 1 or table.lock & (SUIT_LOCK | FULL_LOCK):
            return
        held = table.lock >> PARTIAL_SHIFT & SUIT_LOCK
        if held and not adds:
            return
        wanted = 0
        for suit in EACH_SUIT:
            shared = min(suit_count(under.own, suit), suit_count(laid.own, suit))
            wanted |= max(shared, suit_count(held, suit)) * one_suit(suit)
        table.lock = table.lock & ~PARTIAL_LOCK | wanted << PARTIAL_SHIFT

    return make


def number_maker(house: House) -> Maker:
    """Lock the next rank by so many steps of one rank in a row."""
    rule = house.number_lock
    singles, after, downwards = rule.sets == "singles", rule.after, rule.down

    def make(table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
        step = 0
        if under is not None and not laid.lone and not under.lone and not (singles and laid.count > 1):
            step = laid.floor[table.down] - under.floor[table.down]
        row = table.row_of_steps
        if step == 1:
            row = row + 1 if row > 0 else 1
        elif step == -1 and downwards:
            row = row - 1 if row < 0 else -1
        else:
            row = 0
        table.row_of_steps = row
        if not table.lock & (NEXT_UP | NEXT_DOWN):
            if row >= after:
                table.lock |= NEXT_UP
            elif row <= -after:
                table.lock |= NEXT_DOWN

    return make


MOST_BREACHES: Final = 10_000
"""The most sets of which it is remembered what they break under a lock."""


def lock_rule(house: House, exceptions: Exceptions) -> Callable[[GameTable, GameSet, GameSet], tuple[str, ...]]:
    """The rule that gives the codes of the locks that a set breaks: `suit_lock` once, and `number_lock`."""
    suit_breach, off_rank, is_free = breached_suits(house), rank_rule(house), exceptions.is_free
    some_are_free = exceptions.some
    known: dict[tuple[int, HouseSet], bool] = {}

    def broken(table: HouseTable, top: HouseSet, new: HouseSet) -> tuple[str, ...]:
        lock = table.lock
        if lock & WINDOW_OPEN or (some_are_free and is_free(top, new)):
            return NO_BREACH
        off_suit = known.get((lock, new))
        if off_suit is None:
            if len(known) > MOST_BREACHES:
                known.clear()
            off_suit = known[lock, new] = suit_breach(lock, new) != ""
        if lock & RANK_LOCKS and off_rank(table, top, new):
            return SUITS_AND_RANK if off_suit else BREAKS_NUMBER_LOCK
        return BREAKS_SUIT_LOCK if off_suit else NO_BREACH

    return broken


def breached_suits(house: House) -> Callable[[int, HouseSet], str]:
    """The function that names the first lock to suits which a set breaks: suits, full, colour, partial, or none."""
    suits, full, colours = house.suit_lock, house.full_lock, house.colour_lock
    bound = suits.lone_joker == "bound"

    def off_suit(lock: int, new: HouseSet) -> bool:
        return leaves(lock & SUIT_LOCK, new, suits.jokers, within=suits.match == "within")

    def named(lock: int, new: HouseSet) -> str:
        single = new.count == 1
        binds = (single or suits.sets == "all") and (suits.runs or new.kind != RUN)
        if lock & SUIT_LOCK and binds and (bound if new.lone else off_suit(lock, new)):
            return "suits"
        locked = lock >> FULL_SHIFT & SUIT_LOCK
        if locked and not new.lone and leaves(locked, new, full.jokers, within=False):
            return "full"
        if single or colours.sets == "all":
            other = BLACK if lock & RED_LOCK else RED if lock & BLACK_LOCK else 0
            if new.own & other:
                return "colour"
        held = lock >> PARTIAL_SHIFT & SUIT_LOCK
        if held and not new.lone and new.kind == GROUP and lacking(held, new.own) > new.jokers:
            return "partial"
        return ""

    return named


def leaves(locked: int, new: HouseSet, jokers: str, *, within: bool) -> bool:
    """Whether a set that is not jokers alone has other suits than these."""
    if new.jokers and jokers == "none":
        return False
    own = new.suits if jokers == "stand_in" else new.own
    if within:
        return any(suit_count(own, suit) and not suit_count(locked, suit) for suit in EACH_SUIT)
    if not new.jokers or (jokers == "stand_in" and not new.loose):
        return own != locked
    return lacking(own, locked) > 0


def lacking(wanted: int, suits: int) -> int:
    """How many of the wanted suits are not among these."""
    return sum([max(0, suit_count(wanted, suit) - suit_count(suits, suit)) for suit in EACH_SUIT])


def rank_rule(house: House) -> Callable[[HouseTable, HouseSet, HouseSet], bool]:
    """The function that tells whether a set is not the next rank, to which the trick is locked."""
    singles = house.number_lock.sets == "singles"

    def off(table: HouseTable, top: HouseSet, new: HouseSet) -> bool:
        lock, down = table.lock, table.down
        if singles and new.count > 1:
            lock &= ~(NEXT_UP | NEXT_DOWN)
        if not lock & RANK_LOCKS:
            return False
        if top.lone:
            return True
        found = new.floor[down]
        if new.lone:
            if new.named == NOT_NAMED:
                return True
            found = strength(new.named)[down]
        up, below = top.floor[down] + 1, top.floor[down] - 1
        return bool((lock & (NEXT_UP | FULL_NEXT) and found != up) or (lock & NEXT_DOWN and found != below))

    return off
