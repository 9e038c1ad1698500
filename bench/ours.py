"""Ourselves as contenders: from the bytes of a sample to the bytes of its reports, one contender a profile."""

import json
import math
from itertools import cycle
from random import Random

from bench.contender import Absent, Contender
from bench.samples import games_in, missing_sample, moves_in, records_of, retold, sample_bytes

LEAST_MOVES = 50_000


def engine() -> str:
    """Say which of the two builds of the rules engine is measured."""
    import replay.engine  # noqa: PLC0415 - the rivals can be measured without us

    return "plain engine" if str(replay.engine.__file__).endswith(".py") else "compiled engine"


def bytes_to_report(data: bytes) -> bytes:
    """Decode, replay and judge one record and give its report, encoded: all of our way, and the only call into it."""
    from schemas.pipeline import check_bytes  # noqa: PLC0415 - the rivals can be measured without us

    return check_bytes(data)


def contender(profile: str, rounds: int, rng: Random) -> Contender | Absent:
    """Prepare ``profile``: the same games in fresh words for a trial, a warm-up and each of ``rounds`` timed rounds.

    A small sample is repeated until a round is long enough to be timed. Raise ``ValueError`` if a report does not
    answer for every deal of its record.
    """
    absent = missing_sample(profile)
    if absent:
        return absent
    sample = records_of(sample_bytes(profile))
    records = sample * math.ceil(LEAST_MOVES / sum(map(moves_in, sample)))
    tellings = cycle([b"\n".join(retold(record, rng) for record in records) for _ in range(rounds + 2)])

    def run() -> None:
        for line in next(tellings).splitlines():
            bytes_to_report(line)

    _answer_for_every_deal(next(tellings))
    return Contender(
        profile, "JSON bytes to report bytes", sum(map(games_in, records)), sum(map(moves_in, records)), run
    )


def _answer_for_every_deal(data: bytes) -> None:
    for line in data.splitlines():
        asked = games_in(json.loads(line))
        answered = len(json.loads(bytes_to_report(line))["deals"])
        if asked != answered:
            raise ValueError(f"a record of {asked} deals was answered by a report of {answered}")
