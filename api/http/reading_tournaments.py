"""What views that read a tournament have in common."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from flask import Response

from api.http import kinds
from api.http.answers import json_answer
from api.http.etags import is_known, not_modified, tagged
from api.http.problems import HttpProblem
from api.http.refusals import problem_of
from api.http.services import services
from api.tournaments.plain import Told
from data.store.refusals import NameTaken, OnlyByLanding
from data.tournaments.announced import closing
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


def told_of(tournament: int, version: int | None, tell: Callable[[State], Told]) -> Response:
    """What there is to tell of a version of a tournament, unless the client has it already.

    Raises `NoSuchTournament`, `NoSuchEntry`, and the problem `not-found` where the state lacks what is to be told.
    """
    found = as_of(tournament, version)
    if is_known(found.version):
        return not_modified(found.version)
    with looking():
        told = tell(found.state)
    return tagged(json_answer({"version": found.version, **told}), found.version)


def asked_place(state: State, asked: dict[str, Any]) -> RoundId | None:
    """The round that a `StandingQuery` means."""
    return place_of(state, asked["stage"], asked["round"])


@contextmanager
def conflicts(current: int, given: int | None = None) -> Iterator[None]:
    """Inside, what a tournament of this version does not allow is told with that, and with the one that was given.

    Somebody else may have been quicker: who finds both the same knows that he was not.
    """
    try:
        yield
    except (Refused, NameTaken, OnlyByLanding) as refusal:
        problem = problem_of(refusal)
        problem.members |= {"current": current} if given is None else {"given": given, "current": current}
        raise problem from refusal


def settled(tournament: int, asked: dict[str, Any]) -> dict[str, Any]:
    """What a `StandingQuery` asks for; what was announced, by the version and the round that this was.

    Raises `NoSuchTournament`, `NoSuchEntry` and the problem `not-found`.
    """
    if not asked["announced"]:
        return asked
    entries = services().store.tournaments.log(tournament, limit=as_of(tournament, asked["version"]).version)
    with looking():
        place, version = closing(entries, asked["stage"], asked["round"])
    return {**asked, **place._asdict(), "version": version}


@contextmanager
def looking() -> Iterator[None]:
    """Inside, what is asked for may not be there. Raises the problem `not-found`."""
    try:
        yield
    except Refused as refused:
        raise HttpProblem(kinds.NOT_FOUND, refused.text, code=refused.code) from refused
