"""All people and all tournaments of a store, asked for page by page."""

from collections.abc import Iterator
from typing import Final

from daifu.data.store.store import Store
from daifu.data.store.values import PeopleCursor, Person, TournamentSummary

_AT_ONCE: Final = 500


def each_person(store: Store) -> Iterator[Person]:
    """All people, in the order of their ids."""
    after: PeopleCursor | None = None
    while True:
        people, after = store.people.find("", _AT_ONCE, after)
        yield from people
        if after is None:
            return


def each_tournament(store: Store) -> Iterator[TournamentSummary]:
    """All tournaments, newest first."""
    after: int | None = None
    while True:
        tournaments, after = store.tournaments.page(after, _AT_ONCE)
        yield from tournaments
        if after is None:
            return
