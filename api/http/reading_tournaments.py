"""What views that read a tournament have in common."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from api.http import kinds
from api.http.problems import HttpProblem
from api.http.services import services
from data.tournaments.refusals import Refused
from data.tournaments.standings.asked import place_of
from data.tournaments.state import RoundId, State


class AsOf(NamedTuple):
    """A tournament as of a version."""

    version: int
    state: State


def as_of(tournament: int, version: int | None = None) -> AsOf:
    """What a tournament had come to by a version, by default the latest.

    Raises `NoSuchTournament` and `NoSuchEntry`.
    """
    tournaments = services().store.tournaments
    if version is None:
        found = tournaments.present(tournament)
        return AsOf(found.version, found.state)
    return AsOf(version, tournaments.state(tournament, version))


def asked_place(state: State, asked: dict[str, Any]) -> RoundId | None:
    """The round that a `StandingQuery` means."""
    return place_of(state, asked["stage"], asked["round"])


@contextmanager
def looking() -> Iterator[None]:
    """Inside, what is asked for may not be there. Raises the problem `not-found`."""
    try:
        yield
    except Refused as refused:
        raise HttpProblem(kinds.NOT_FOUND, refused.text, code=refused.code) from refused
