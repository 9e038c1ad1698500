"""When a round was closed: the standing as of then is what was announced, whatever has been corrected since."""

from collections.abc import Iterable
from typing import NamedTuple

from data.tournaments.changes import RoundClosed
from data.tournaments.log import Entry
from data.tournaments.refusals import Refused
from data.tournaments.state import RoundId


class Closing(NamedTuple):
    """A round that was closed, and the version of the tournament that its standing was announced of."""

    place: RoundId
    version: int


def closing(entries: Iterable[Entry], stage: int | None = None, number: int | None = None) -> Closing:
    """The last closing of a round in a log; by default of any round of a stage, or of any stage.

    Raises `Refused`: `never_closed`.
    """
    found = None
    for entry in entries:
        match entry.change:
            case RoundClosed() as closed if stage in {None, closed.stage} and number in {None, closed.round}:
                found = Closing(RoundId(closed.stage, closed.round), entry.number)
            case _:
                pass
    if found is None:
        raise Refused("never_closed")
    return found
