"""Trains the store's dictionary: `python -m tests.support.dictionary` writes it anew, always from the same games."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from zstandard import train_dictionary

from daifu.data.store.sql.compression import COMPRESSION_LEVEL, DICTIONARY_NUMBER
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.model import RawRecord
from tests.support.playouts import Playout, choose_sensibly, playout_record
from tests.support.project import PROJECT_ROOT
from tests.support.random_records import random_record
from tests.support.samples import CLUB, FAULTY_RECORDS, SEASONS

FILE: Final = PROJECT_ROOT / "data" / "store" / "sql" / f"{DICTIONARY_NUMBER}.dictionary"
SIZE: Final = 32 * 1024
SITTINGS: Final = 100
"""Of each game; half of them are single deals."""
ARCHIVED: Final = 2_000
"""Single deals of programs that play by themselves, of which there are far more than of all others."""
DISPUTED: Final = 30
"""Of each game: records in which anything may happen, for what reports say about faults."""


def season_sittings(profile: str, count: int, rng: Random) -> Iterator[RawRecord]:
    """Sittings of all sizes, at tables where people have names and at others where they have none."""
    season = SEASONS[profile]
    for number in range(count):
        rules = PROFILES[profile].rules(season.house_rules[number % len(season.house_rules)])
        players = season.tables[number % len(season.tables)]
        playout = Playout(rules, players, rng, choose=choose_sensibly)
        raw = playout_record(playout, [playout.deal({}) for _ in range(rng.choice([1, 1, 2, 3]))])
        if number % 2:
            raw |= {"players": rng.sample(CLUB, players), "event": {"name": season.name, "round": 1 + number // 2}}
        yield raw


def program_games(rng: Random) -> Iterator[RawRecord]:
    """Games of programs, a record each."""
    for _ in range(ARCHIVED):
        playout = Playout(PROFILES["uecda"].rules({}), 5, rng, choose=choose_sensibly)
        yield playout_record(playout, [playout.deal({})])


def training_records() -> Iterator[RawRecord | dict[str, Any]]:
    """Everything that the dictionary is made of."""
    for profile in PROFILES:
        rng = Random(f"{profile} dictionary")
        yield from season_sittings(profile, SITTINGS, rng)
        yield from (random_record(profile, rng) for _ in range(DISPUTED))
    yield from program_games(Random("archive dictionary"))
    yield from FAULTY_RECORDS


def main() -> None:
    """Train the dictionary and write it."""
    judged = [judge_json(json.dumps(raw).encode()) for raw in training_records()]
    texts: list[bytes | bytearray | memoryview] = [text for one in judged for text in (one.record, one.report)]
    FILE.write_bytes(train_dictionary(SIZE, texts, level=COMPRESSION_LEVEL, dict_id=DICTIONARY_NUMBER).as_bytes())


if __name__ == "__main__":
    main()
