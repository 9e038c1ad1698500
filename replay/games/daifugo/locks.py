"""Locks of a trick: which sets make them, and which sets break them.

All are one number on the table, so that a trick without a lock costs nothing.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Final

from daifu.replay.counters import GameSet, GameTable
from daifu.replay.games.daifugo.answers import Exceptions, has_windows
from daifu.replay.games.daifugo.options import House
from daifu.replay.games.daifugo.sets import EACH_SUIT, HouseSet, one_suit, suit_count
from daifu.replay.games.daifugo.table import (
    BLACK_LOCK,
    FULL_LOCK,
    FULL_NEXT,
    FULL_SHIFT,
    NEXT_DOWN,
    NEXT_UP,
    PARTIAL_LOCK,
    PARTIAL_SHIFT,
    RED_LOCK,
    SUIT_LOCK,
    WINDOW_OPEN,
    HouseTable,
)
from daifu.replay.melds import GROUP, RUN, Effect
from daifu.replay.tricks import BREAKS_SUIT_LOCK, NO_BREACH

RED: Final = sum(15 * one_suit(suit) for suit in (1, 2))
BLACK: Final = sum(15 * one_suit(suit) for suit in (0, 3))
RANK_LOCKS: Final = NEXT_UP | NEXT_DOWN | FULL_NEXT


def lock_mark(house: House) -> Callable[[HouseSet], Effect | None] | None:
    """The function that gives the effect of a set on the locks, None if there are no locks; sets that cut make none.

    It notes with a set what it counts for: the suits for a lock to suits and for a full one, and the colour. Behind a
    window whose answer may leave the set lying, sets that cut make locks, too.
    """
    makers = [(make, house[rule]) for rule, make in MAKERS.items() if house.on(rule)]
    if not makers:
        return None
    suits, full, colours = house.suit_lock, house.full_lock, house.colour_lock
    behind_window = house.four_stop.wins == "nobody"
    alone = house.on("suit_lock") and len(makers) == 1
    usual = alone and suits.after == 2 and not has_windows(house)  # noqa: PLR2004 - by two sets

    def note(table: HouseTable, laid: HouseSet) -> None:
        below = table.under
        if below is None or (table.cut and not (behind_window and table.window)):
            return
        under = below if isinstance(below, HouseSet) and below.shape == laid.shape else None
        for make, rule in makers:
            make(rule, table, under, laid)

    def mark(laid: HouseSet) -> Effect | None:
        counts = (laid.count == 1 or suits.sets != "singles") and (suits.runs or laid.kind != RUN)
        laid.locking = laid.suits if counts and has_suits(laid, suits.jokers) else 0
        laid.full = laid.suits if has_suits(laid, full.jokers) else 0
        if not laid.jokers and (laid.count == 1 or colours.sets != "singles"):
            laid.colour = RED_LOCK if not laid.own & BLACK else BLACK_LOCK if not laid.own & RED else 0
        if usual:
            return lock_suits if laid.locking else lift_lock if lifts(suits, laid) else None
        return note

    return mark


def has_suits(laid: HouseSet, jokers: str) -> bool:
    """Whether a set counts for locks to its suits: without jokers, or with stand-ins that have a suit."""
    return not laid.jokers or (jokers == "stand_in" and not laid.loose and not laid.lone)


def lifts(rule: SimpleNamespace, laid: HouseSet) -> bool:
    """Whether a set lifts the suit lock."""
    return bool(rule.lone_joker == "lifts" if laid.lone else rule.jokers == "none" and laid.jokers)


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


# Each of these makes a lock by a set on another of the same kind and count, None if that is another or there is none.


def lock_by_row(rule: SimpleNamespace, table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
    """Lock the trick to the suits of so many sets in a row."""
    if not laid.locking:
        table.row_of_suits = 0
        if lifts(rule, laid):
            table.lock &= ~SUIT_LOCK
        return
    alike = under is not None and under.locking == laid.locking
    row = table.row_of_suits = table.row_of_suits + 1 if alike else 0
    if row >= rule.after - 1 and not table.lock & SUIT_LOCK:
        table.lock = table.lock & ~PARTIAL_LOCK | laid.suits


def lock_fully(rule: SimpleNamespace, table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
    """Lock suits and rank by two sets of equal suits that are one rank apart."""
    if laid.jokers and not laid.lone and rule.jokers == "none":
        table.lock &= ~(FULL_LOCK | FULL_NEXT)
    if under is None or not under.full or not laid.full:
        return
    equal = laid.suits == under.suits
    step = laid.floor[table.down] == under.floor[table.down] + 1
    if rule.as_one:
        equal = step = equal and step
    if equal and not table.lock & FULL_LOCK:
        table.lock = table.lock & ~PARTIAL_LOCK | laid.suits << FULL_SHIFT
    if step:
        table.lock |= FULL_NEXT


def lock_colour(rule: SimpleNamespace, table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
    """Lock the trick to the colour of so many sets in a row."""
    own = laid.colour
    alike = under is not None and own and under.colour == own
    row = table.row_of_colours = table.row_of_colours + 1 if alike else 0
    if row >= rule.after - 1 and not table.lock & (RED_LOCK | BLACK_LOCK):
        table.lock |= own


def lock_partly(rule: SimpleNamespace, table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
    """Lock the suits that two groups in a row share; a lock to all suits replaces that."""
    if under is None or laid.kind != GROUP or laid.count == 1 or table.lock & (SUIT_LOCK | FULL_LOCK):
        return
    held = table.lock >> PARTIAL_SHIFT & SUIT_LOCK
    if held and not rule.adds:
        return
    wanted = 0
    for suit in EACH_SUIT:
        shared = min(suit_count(under.own, suit), suit_count(laid.own, suit))
        wanted |= max(shared, suit_count(held, suit)) * one_suit(suit)
    table.lock = table.lock & ~PARTIAL_LOCK | wanted << PARTIAL_SHIFT


def lock_rank(rule: SimpleNamespace, table: HouseTable, under: HouseSet | None, laid: HouseSet) -> None:
    """Lock the next rank by so many steps of one rank in a row."""
    step = 0
    if under is not None and not laid.lone and not under.lone and (laid.count == 1 or rule.sets != "singles"):
        step = laid.floor[table.down] - under.floor[table.down]
    row = 0
    if step == 1 or (step == -1 and rule.down):
        row = table.row_of_steps + step if table.row_of_steps * step > 0 else step
    table.row_of_steps = row
    if abs(row) >= rule.after and not table.lock & (NEXT_UP | NEXT_DOWN):
        table.lock |= NEXT_UP if row > 0 else NEXT_DOWN


MAKERS: Final = {
    "suit_lock": lock_by_row,
    "full_lock": lock_fully,
    "colour_lock": lock_colour,
    "partial_lock": lock_partly,
    "number_lock": lock_rank,
}
"""The functions that make locks, in their order."""

MOST_BREACHES: Final = 10_000
"""The most sets of which it is remembered what they break under a lock."""


class Locks:
    """What sets break under the locks of a house."""

    def __init__(self, house: House, exceptions: Exceptions) -> None:
        self._suits, self._full, self._colours = house.suit_lock, house.full_lock, house.colour_lock
        self._steps_of_singles = house.number_lock.sets == "singles"
        self._exceptions = exceptions
        self._off_suit: dict[tuple[int, HouseSet], bool] = {}

    def broken(self, table: GameTable, top: GameSet, new: GameSet) -> tuple[str, ...]:
        """The codes of the locks that a set breaks: `suit_lock` once, and `number_lock`."""
        lock = table.lock
        if lock & WINDOW_OPEN or (self._exceptions.some and self._exceptions.is_free(top, new)):
            return NO_BREACH
        off_suit = self._off_suit.get((lock, new))
        if off_suit is None:
            if len(self._off_suit) > MOST_BREACHES:
                self._off_suit.clear()
            off_suit = self._off_suit[lock, new] = self.breached_suits(lock, new) != ""
        if lock & RANK_LOCKS and self._is_off_rank(table, top, new):
            return ("suit_lock", "number_lock") if off_suit else ("number_lock",)
        return BREAKS_SUIT_LOCK if off_suit else NO_BREACH

    def breached_suits(self, lock: int, new: HouseSet) -> str:
        """The first lock to suits which a set breaks: suits, full, colour, partial, or none."""
        rule, single = self._suits, new.count == 1
        binds = (single or rule.sets == "all") and (rule.runs or new.kind != RUN)
        if lock & SUIT_LOCK and binds:
            bound = rule.lone_joker == "bound"
            if bound if new.lone else leaves(lock & SUIT_LOCK, new, rule.jokers, within=rule.match == "within"):
                return "suits"
        locked = lock >> FULL_SHIFT & SUIT_LOCK
        if locked and not new.lone and leaves(locked, new, self._full.jokers, within=False):
            return "full"
        other = BLACK if lock & RED_LOCK else RED if lock & BLACK_LOCK else 0
        if new.own & other and (single or self._colours.sets == "all"):
            return "colour"
        held = lock >> PARTIAL_SHIFT & SUIT_LOCK
        if held and not new.lone and new.kind == GROUP and lacking(held, new.own) > new.jokers:
            return "partial"
        return ""

    def _is_off_rank(self, table: HouseTable, top: HouseSet, new: HouseSet) -> bool:
        """Whether a set is not the next rank, to which the trick is locked."""
        lock, down = table.lock, table.down
        if self._steps_of_singles and new.count > 1:
            lock &= ~(NEXT_UP | NEXT_DOWN)
        if not lock & RANK_LOCKS:
            return False
        floor = new.named if new.lone else new.floor
        if top.lone or floor is None:
            return True
        step = floor[down] - top.floor[down]
        return bool((lock & (NEXT_UP | FULL_NEXT) and step != 1) or (lock & NEXT_DOWN and step != -1))


def leaves(locked: int, new: HouseSet, jokers: str, *, within: bool) -> bool:
    """Whether a set that is not jokers alone has other suits than these."""
    if new.jokers and jokers == "none":
        return False
    own = new.suits if jokers == "stand_in" else new.own
    if within:
        return any(suit_count(own, suit) and not suit_count(locked, suit) for suit in EACH_SUIT)
    return own != locked if has_suits(new, jokers) else lacking(own, locked) > 0


def lacking(wanted: int, suits: int) -> int:
    """How many of the wanted suits are not among these."""
    return sum([max(0, suit_count(wanted, suit) - suit_count(suits, suit)) for suit in EACH_SUIT])
