"""Loads the sample games and the sample tournament into a store, and drops them from one."""

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, cast

from daifu.data.ingest import Ingest
from daifu.data.store.store import Store
from daifu.data.store.values import Author, UploadOutcome
from daifu.data.tournaments.changes import AnyChange, Created
from daifu.data.tournaments.log import decode_change
from daifu.schemas.judged_record import JudgedRecord
from daifu.schemas.judgement import judge_json
from daifu.schemas.sources.files import expand_paths, read_items
from daifu.schemas.sources.items import AUTO

_SAMPLES: Final = resources.files("daifu.data") / "samples"
_TOURNAMENT: Final = resources.files("daifu.data") / "sample_tournament"
_OPENING: Final = "opening.ndjson"
_GAMES: Final = "games.ndjson"


def load_samples(store: Store) -> int:
    """Store the sample games like an upload; how many there are. Those that exist stay as they are."""
    return _add_games(store, _SAMPLES)


def load_sample_tournament(store: Store) -> int:
    """Store a finished tournament with its games, whose results go into it; its id.

    Raises `NameTaken` where there is a tournament of its name.
    """
    created, *opening = _changes(_OPENING)
    tournament = store.tournaments.create(cast("Created", created), Author())
    store.tournaments.append(tournament, opening, Author(), expected=None)
    _add_games(store, _TOURNAMENT / _GAMES)
    store.tournaments.append(tournament, _changes("closing.ndjson"), Author(), expected=None)
    return tournament


def has_samples(store: Store) -> bool:
    """Whether sample games are among those of a store: one of them stands for all."""
    found = store.preview(_a_sample())
    return found is not None and not found.withdrawn


@cache
def _a_sample() -> JudgedRecord:
    """One of the sample games, judged once for a process: the home page asks for it again after each change."""
    return judge_json((_SAMPLES / "dalmuti.ndjson").read_bytes().splitlines()[0])


def drop_samples(store: Store, author: Author) -> int:
    """Remove the sample tournament and withdraw all sample games; how many. Those that somebody continued stay."""
    name = cast("Created", _changes(_OPENING)[0]).name
    if (tournament := store.tournaments.named(name)) is not None:
        store.tournaments.remove(tournament)
    dropped = 0
    for place in (_SAMPLES, _TOURNAMENT / _GAMES):
        for outcome in _stored_games(store, place, author):
            if not outcome.withdrawn and outcome.revision == 1:
                store.withdraw(outcome.id, author, expected=1, reason="sample game")
                dropped += 1
    return dropped


def _changes(name: str) -> list[AnyChange]:
    """The changes in a file of the sample tournament."""
    return list(map(decode_change, (_TOURNAMENT / name).read_bytes().splitlines()))


def _add_games(store: Store, place: Traversable) -> int:
    """Store the games of a file or a folder like an upload; how many there are."""
    return len(_stored_games(store, place, Author()))


def _stored_games(store: Store, place: Traversable, author: Author) -> list[UploadOutcome]:
    """What becomes of the games of a file or a folder when they are uploaded: those that exist are found."""
    with resources.as_file(place) as path:
        entries = read_items(expand_paths([str(path)]), AUTO, lambda _count: None)
        return [result.outcome for result in Ingest(store, author).take(entries) if result.outcome is not None]
