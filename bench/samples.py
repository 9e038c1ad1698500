"""The sample games, rewritten as often as a measurement needs."""

import json
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from bench.contender import Absent

PROFILES = ("dalmuti", "theater", "akagiri", "floor13", "biga", "uecda")
Record = dict[str, Any]


def sample_bytes(profile: str) -> bytes:
    """Give the sample of ``profile``, one record a line; raise ``FileNotFoundError`` if it has none."""
    return _sample_path(profile).read_bytes()


def missing_sample(profile: str) -> Absent | None:
    """Say that ``profile`` has no sample yet, or nothing; the games of houses are made."""
    return (
        None
        if profile not in PROFILES or _sample_path(profile).is_file()
        else Absent(profile, "no sample in data/samples")
    )


def records_of(data: bytes) -> list[Record]:
    """Read a sample into plain dictionaries; here speed does not matter."""
    return [json.loads(line) for line in data.splitlines() if line.strip()]


def games_in(record: Record) -> int:
    """Count the deals: a deal is what the rivals call a game."""
    return len(record["deals"])


def moves_in(record: Record) -> int:
    """Count the actions of all deals, gifts and passes included."""
    return sum(len(deal.get("actions", ())) for deal in record["deals"])


def reworded(record: Record, rng: Random) -> bytes:
    """Write ``record`` with the cards of each hand named in another order: the same games in other words.

    Hands hardly ever come twice in real files, so a cache that knows them from the round before must not help here.
    """
    return json.dumps(
        {**record, "deals": [_reworded_deal(deal, rng) for deal in record["deals"]]}, ensure_ascii=False
    ).encode()


def write_games(path: Path, games: int, rng: Random) -> int:
    """Fill ``path`` with records of all samples by turns until it holds ``games`` games; give how many it holds."""
    records = [
        record for profile in PROFILES if not missing_sample(profile) for record in records_of(sample_bytes(profile))
    ]
    written = 0
    with path.open("wb") as file:
        while written < games:
            record = records[rng.randrange(len(records))]
            file.write(reworded(record, rng) + b"\n")
            written += games_in(record)
    return written


def _reworded_deal(deal: Record, rng: Random) -> Record:
    if "hands" not in deal:  # only its result is known
        return deal
    return {**deal, "hands": [_shuffled(hand, rng) for hand in deal["hands"]]}


def _shuffled(hand: str | None, rng: Random) -> str | None:
    if hand is None:
        return None
    cards = hand.split()
    rng.shuffle(cards)
    return " ".join(cards)


def _sample_path(profile: str) -> Path:
    return Path(str(files("daifu.data"))) / "samples" / f"{profile}.ndjson"
