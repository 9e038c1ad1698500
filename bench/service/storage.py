"""The space that a game takes in the store, with its report and its indexes."""

from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

from bench.goals import Figure, at_most
from bench.service.games import PLAYERS, SEATS, single_games
from daifu.data.ingest import Ingest
from daifu.data.store.open import open_store
from daifu.data.store.values import Author, UploadStatus
from daifu.schemas.sources.items import DAIFU, Item

GAMES = 20_000
MOST = at_most(800)


def stored_game_sizes(folder: Path, rng: Random) -> list[Figure]:
    """Fill a store with games among many players, and one with games of ever the same, and weigh them."""
    many, few = (_bytes_per_game(folder / f"{len(some)}.db", some, rng) for some in (PLAYERS, PLAYERS[:SEATS]))
    return [
        Figure(f"stored game, {SEATS} of {len(PLAYERS)} players", f"{many:.0f} bytes", many, MOST),
        Figure(f"stored game, ever the same {SEATS} players", f"{few:.0f} bytes", few, MOST),
    ]


def _bytes_per_game(path: Path, players: Sequence[str], rng: Random) -> float:
    """What the file comes to for each game in it; once the store is closed there is nothing beside it.

    Raise ``ValueError`` if a game is not taken as a new one.
    """
    games = islice(single_games(players, rng), GAMES)
    with closing(open_store(path)) as store:
        entries = (Item(path.name, number, DAIFU, game) for number, game in enumerate(games, 1))
        for result in Ingest(store, Author()).take(entries):
            if result.outcome is None or result.outcome.status is not UploadStatus.CREATED:
                raise ValueError(f"game {result.line} is not new")
    return path.stat().st_size / GAMES
