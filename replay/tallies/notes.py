"""What sets are counted as: noted once for each combination, and shared by all that are counted alike."""

from functools import lru_cache

from replay.actions import Action
from replay.combination import MOST_SHARED, Combination
from replay.noting import Mark, Note, Then
from replay.table import Table
from replay.tallies.common import MORE, MOST_COUNTED


def note_of(table: Table, action: Action) -> Note:
    """What the set that was just laid is counted as."""
    laid = action.only or table.top or table.cleared
    if laid is None:
        raise LookupError
    if laid.note is None:
        laid.note = _note(table, action, laid)
    return laid.note


def _note(table: Table, action: Action, laid: Combination) -> Note:
    counting = table.rules.counting
    marks, then = counting.note(laid)
    jokers = sum(name in counting.jokers for name in action.meld.names)
    count = str(laid.count) if laid.count <= MOST_COUNTED else MORE
    return _shared(f"set.{laid.form.replace(' ', '_')}.{count}", laid.count, jokers, marks, then)


@lru_cache(MOST_SHARED)
def _shared(shape: str, count: int, jokers: int, marks: tuple[Mark, ...], then: Then | None) -> Note:
    """The same note for all sets that are counted alike."""
    return Note(shape, count, jokers, marks, then)
