"""Rows of counters that every game has, shared by all sets, gifts and passes that are counted the same."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from daifu.replay.actions import Action
from daifu.replay.counters import Collector, CounterRow, Counts, Increment, SetHook, SetRow, UncachedRow
from daifu.replay.melds import MOST_SHARED, Combination
from daifu.replay.table import Table

MOST_ROWS: Final = 4096

OTHER_ACTION: Final = CounterRow({}, {"actions": 1})
"""An action that is neither a set nor a pass."""

SUIT_LOCKED: Final = CounterRow({}, {"effect.lock": 1})
DEAL_WON: Final = CounterRow({"won": 1})
DEAL_WON_ON_LEAD: Final = CounterRow({"won.leading": 1})


@lru_cache(MOST_ROWS)
def pass_row(able: int, unable: int, unseen: int) -> CounterRow:
    """The row of a player's passes in a deal: with a legal set in hand, without one, and with an unknown hand."""
    passes = able + unable + unseen
    counts = {"passes.able": able, "passes.unable": unable, "passes.unseen": unseen}
    return CounterRow({}, {"passes": passes, **counts, "actions": passes})


@lru_cache(MOST_ROWS)
def trick_row(led: int, won: int, taken: int) -> CounterRow:
    """The row of the tricks of a deal that a player led, of those `won` among them, and of all that the player took."""
    return CounterRow({"leads": led, "leads.won": won}, {"tricks": taken})


@lru_cache(MOST_ROWS)
def own_row(name: str, number: int = 1) -> CounterRow:
    """The row of one counter of a player alone, or of a pair."""
    return CounterRow({name: number})


@lru_cache(MOST_ROWS)
def shared_row(name: str, number: int = 1) -> CounterRow:
    """The row of one counter of a player and of the table."""
    return CounterRow({}, {name: number})


@lru_cache(MOST_ROWS)
def row_left_by_jokers(left: int, jokers: int) -> CounterRow:
    """The row of the cards left after these jokers, counted once for each joker."""
    return CounterRow({"jokers.left": jokers * left})


def time_row(times: Sequence[int]) -> CounterRow:
    """The row of actions that took these times, in milliseconds."""
    return UncachedRow({"timed": len(times), "time": sum(times), "time_squared": sum(time**2 for time in times)})


@lru_cache(MOST_ROWS)
def row_with_square(name: str, number: int) -> CounterRow:
    """The row of a number for a player alone, with its square."""
    return CounterRow({name: number, f"{name}_squared": number**2})


@lru_cache(MOST_ROWS)
def gift_rows(number: int, worth: int) -> tuple[CounterRow, CounterRow]:
    """The rows of a gift of this number of cards, worth this much together, for the giver and for the receiver.

    That of the giver has the action, too.
    """
    given, received = _gift_counts("gifts.given", number, worth), _gift_counts("gifts.received", number, worth)
    return CounterRow(given, {"actions": 1}), CounterRow(received)


def _gift_counts(gifts: str, number: int, worth: int) -> Counts:
    return {gifts: 1, f"{gifts}.cards": number, f"{gifts}.strength": worth}


def set_just_played(table: Table, action: Action) -> Combination:
    """The combination of the set that was just played. Raises `LookupError` where none was."""
    laid = action.only or table.top or table.cleared
    if laid is None:
        raise LookupError
    return laid


def row_of_set(table: Table, action: Action) -> SetRow:
    """The row of the set that was just played."""
    laid = set_just_played(table, action)
    if laid.note is None:
        counting = table.rules.counting
        marks, then = counting.note(laid)
        jokers = sum(name in counting.jokers for name in action.meld.names)
        count = str(laid.count) if laid.count <= MOST_CARDS_COUNTED else MORE
        shape = f"set.{laid.form.replace(' ', '_')}.{count}"
        laid.note = _shared_set_row(shape, laid.count, jokers, marks, then)
    return laid.note


@lru_cache(MOST_SHARED)
def _shared_set_row(shape: str, count: int, jokers: int, marks: tuple[Increment, ...], then: SetHook | None) -> SetRow:
    """The same row for all sets that are counted the same."""
    return SetRow(shape, count, jokers, marks, then)


JOKER_TAKEN: Final = "effect.S3"


def count_revolution(collector: Collector, table: Table, player: int) -> None:
    """Count a set that was a revolution."""
    collector.revolution(table, player)


def count_joker_taken(collector: Collector, _table: Table, player: int) -> None:
    """Count a set that takes a lone joker, if there was one."""
    if collector.is_on_joker:
        collector.add(player, JOKER_TAKEN)


TABLE_PLAYER: Final = 0
"""Stands for a player where the deals themselves are counted."""

MOST_SEATS_COUNTED: Final = 20
MOST_CARDS_COUNTED: Final = 20

SEAT_NUMBERS: Final = tuple(str(number) for number in range(1, MOST_SEATS_COUNTED + 1))
NONE: Final = "none"
MORE: Final = "more"
