"""The standings as they were when a round was closed, whatever has been corrected since."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from data.tournaments.apply import apply
from data.tournaments.changes import RoundClosed
from data.tournaments.log import Entry
from data.tournaments.standings.standing import Standing, standing
from data.tournaments.state import EMPTY, RoundId


class Announced(NamedTuple):
    """A standing, and the entry that closed its round."""

    entry: Entry
    standing: Standing


def announced(entries: Iterable[Entry]) -> Iterator[Announced]:
    """The standing at each closing of a round in a whole log, in the order of the log.

    Raises `Refused` where an entry is impossible.
    """
    state = EMPTY
    for entry in entries:
        state = apply(state, entry.change)
        if isinstance(entry.change, RoundClosed):
            place = RoundId(entry.change.stage, entry.change.round)
            yield Announced(entry, standing(state, place))
