"""Trains the store's dictionary: `python -m tests.support.dictionary` writes it anew, from ever the same games.

A dictionary that was released is never changed: stores keep theirs, but a new store would get another one under the
same number. What is to be better gets the next number.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from zstandard import train_dictionary

from data.store.packing import LEVEL, NUMBER
from replay.games.catalogue import PROFILES
from schemas.judged import judge_json
from schemas.raw import RawRecord
from tests.support.any_record import any_record
from tests.support.faulty_samples import FAULTY
from tests.support.playout import Playout, record
from tests.support.samples import CLUB, SEASONS
from tests.support.sense import sensible

FILE: Final = Path(__file__).parents[2] / "data" / "store" / f"{NUMBER}.dictionary"
SIZE: Final = 32 * 1024
SITTINGS: Final = 100
"""Of each game; half of them are single deals."""
ARCHIVED: Final = 2_000
"""Single deals of programs that play by themselves, of which there are far more than of all others."""
DISPUTED: Final = 30
"""Of each game: records in which anything may happen, for what reports say about faults."""


def sittings(profile: str, count: int, rng: Random) -> Iterator[RawRecord]:
    """Sittings of all sizes, at tables where people have names and at others where they have none."""
    season = SEASONS[profile]
    for number in range(count):
        rules = PROFILES[profile].rules(season.house_rules[number % len(season.house_rules)])
        players = season.tables[number % len(season.tables)]
        playout = Playout(rules, players, rng, choose=sensible)
        raw = record(playout, [playout.deal({}) for _ in range(rng.choice([1, 1, 2, 3]))])
        if number % 2:
            raw |= {"players": rng.sample(CLUB, players), "event": {"name": season.name, "round": 1 + number // 2}}
        yield raw


def archive(rng: Random) -> Iterator[RawRecord]:
    """Games of programs, a record each."""
    for _ in range(ARCHIVED):
        playout = Playout(PROFILES["uecda"].rules({}), 5, rng, choose=sensible)
        yield record(playout, [playout.deal({})])


def records() -> Iterator[RawRecord | dict[str, Any]]:
    """Everything that the dictionary is made of."""
    for profile in PROFILES:
        rng = Random(f"{profile} dictionary")
        yield from sittings(profile, SITTINGS, rng)
        yield from (any_record(profile, rng) for _ in range(DISPUTED))
    yield from archive(Random("archive dictionary"))
    yield from FAULTY


def main() -> None:
    """Train the dictionary and write it."""
    judged = [judge_json(json.dumps(raw).encode()) for raw in records()]
    texts: list[bytes | bytearray | memoryview] = [text for one in judged for text in (one.record, one.report)]
    FILE.write_bytes(train_dictionary(SIZE, texts, level=LEVEL, dict_id=NUMBER).as_bytes())


if __name__ == "__main__":
    main()
