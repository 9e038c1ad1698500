"""daifu as a contender, one for each profile: from the bytes of a sample to the bytes of its reports."""

import json
import math
from itertools import cycle
from random import Random

from bench.contender import Contender
from bench.houses import HOUSES, house_records
from bench.samples import games_in, moves_in, records_of, reworded, sample_bytes

LEAST_MOVES = 50_000


def report_from_bytes(data: bytes) -> bytes:
    """Decode, replay and judge one record and give its report, encoded: all of our way, and the only call into it."""
    from daifu.schemas.judgement import check_json  # noqa: PLC0415 - the rivals can be measured without us

    return check_json(data)


def contender(profile: str, rounds: int, rng: Random) -> Contender:
    """Prepare a profile or a house: its games in fresh words for a trial, a warm-up and each of ``rounds`` rounds.

    A small sample is repeated until a round is long enough to be timed. Raise ``ValueError`` if a report does not
    answer for every deal of its record.
    """
    sample = house_records(profile, rng) if profile in HOUSES else records_of(sample_bytes(profile))
    records = sample * math.ceil(LEAST_MOVES / sum(map(moves_in, sample)))
    tellings = cycle([b"\n".join(reworded(record, rng) for record in records) for _ in range(rounds + 2)])

    def run() -> None:
        for line in next(tellings).splitlines():
            report_from_bytes(line)

    _check_every_deal_answered(next(tellings))
    return Contender(
        profile, "JSON bytes to report bytes", sum(map(games_in, records)), sum(map(moves_in, records)), run
    )


def _check_every_deal_answered(data: bytes) -> None:
    for line in data.splitlines():
        asked = games_in(json.loads(line))
        answered = len(json.loads(report_from_bytes(line))["deals"])
        if asked != answered:
            raise ValueError(f"a record of {asked} deals was answered by a report of {answered}")
