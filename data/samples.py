"""Loads the sample games and the sample tournament into a store."""

from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, cast

from daifu.data.ingest import Ingest
from daifu.data.store.interface import Store
from daifu.data.store.values import Author
from daifu.data.tournaments.changes import AnyChange, Created
from daifu.data.tournaments.log import decode_change
from daifu.schemas.sources.files import expand_paths, read_items
from daifu.schemas.sources.items import AUTO

_SAMPLES: Final = resources.files("daifu.data") / "samples"
_TOURNAMENT: Final = resources.files("daifu.data") / "sample_tournament"
_OPENING: Final = "opening.ndjson"
_GAMES: Final = "games.ndjson"
_CLOSING: Final = "closing.ndjson"


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
    store.tournaments.append(tournament, _changes(_CLOSING), Author(), expected=None)
    return tournament


def _changes(name: str) -> list[AnyChange]:
    """The changes in a file of the sample tournament."""
    return list(map(decode_change, (_TOURNAMENT / name).read_bytes().splitlines()))


def _add_games(store: Store, place: Traversable) -> int:
    """Store the games of a file or a folder like an upload; how many there are."""
    with resources.as_file(place) as path:
        entries = read_items(expand_paths([str(path)]), AUTO, lambda _count: None)
        return sum(result.outcome is not None for result in Ingest(store, Author()).take(entries))
