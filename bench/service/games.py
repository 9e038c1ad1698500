"""Single games of UECda, a record each, as a platform sends them whose programs play day and night."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random

from bench.samples import Record, records_of, reworded, sample_bytes

PROFILE = "uecda"
SEATS = 5
PLAYERS = tuple(f"program {number:03}" for number in range(1, 201))


def single_games(players: Sequence[str], rng: Random) -> Iterator[bytes]:
    """Give games without an end, no two of them alike: those of the sample by turns, in other words and by others.

    Five of ``players`` sit down to each.
    """
    for game in cycle(list(_games())):
        yield reworded({**game, "players": rng.sample(players, SEATS)}, rng)


def write_single_games(path: Path, count: int, games: Iterator[bytes]) -> None:
    """Fill ``path`` with the next ``count`` of ``games``, a line each."""
    with path.open("wb") as file:
        file.writelines(game + b"\n" for game in islice(games, count))


def _games() -> Iterator[Record]:
    """The deals of the sample, each as a record of its own that tells the places of the deal before."""
    for record in records_of(sample_bytes(PROFILE)):
        head: Record = {name: record[name] for name in ("format", "rules", "options") if name in record}
        places: Record = {}
        for deal in record["deals"]:
            yield {**head, "deals": [places | deal]}
            places = {"places": deal["result"]["order"]}
