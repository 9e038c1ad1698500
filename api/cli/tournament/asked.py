"""Which standing is meant: of which round, and as of when."""

from typing import Any, NamedTuple

from api.cli.tournament.books import Books, Kept
from data.tournaments.announced import closing
from data.tournaments.log import fold
from data.tournaments.standings.asked import place_of
from data.tournaments.state import RoundId


class Asked(NamedTuple):
    """A tournament as of some entry of its log, and the round after which it is looked at."""

    kept: Kept
    place: RoundId | None


def which(call: dict[str, Any]) -> dict[str, Any]:
    """The options of `WHICH` out of all that a command was called with."""
    return {name: call.pop(name) for name in ("stage", "until", "announced")}


def as_asked(books: Books, tournament: int, stage: int | None, until: int | None, *, announced: bool) -> Asked:
    """The tournament as it is, or as it was when the round was closed last. Raises `Refused`."""
    if not announced:
        kept = books.present(tournament)
        return Asked(kept, place_of(kept.state, stage, until))
    entries = list(books.log(tournament))
    place, version = closing(entries, stage, until)
    return Asked(Kept(version, fold(entries[:version])), place)
