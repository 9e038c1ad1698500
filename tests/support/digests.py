"""Digests of what the engine makes of generated records: `python -m tests.support.digests RULES COUNT`.

The first line is the name of the engine. Each line after it stands for a record, its report, its counts and playouts of
it. Both builds of the engine must print the same lines but for the first.
"""

import hashlib
import json
import pickle
import sys
from collections.abc import Iterator
from random import Random
from typing import Final

from daifu.api.installation import engine_name
from daifu.replay.analysis.playout import NoPlayoutsError
from daifu.replay.analysis.start import settled
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Record
from daifu.replay.position import position_after
from daifu.schemas.judgement import judge_json
from daifu.schemas.record.decode import load_record
from tests.support.playouts import legal_sitting
from tests.support.positions import line_of
from tests.support.random_records import random_record

_LEGAL_SHARE: Final = 0.05
"""How many records are whole legal sittings. The others are short, and hardly ever legal."""


def record_digests(rules: str, count: int) -> Iterator[str]:
    """The digests of `count` records of a game, each with its number, from which it is generated."""
    for number in range(count):
        data = _generated_record(rules, Random(number))
        digest = hashlib.sha256(data)
        for result in _results(data):
            digest.update(result)
        yield f"{number} {digest.hexdigest()}"


def _generated_record(rules: str, rng: Random) -> bytes:
    if rng.random() >= _LEGAL_SHARE:
        return json.dumps(random_record(rules, rng)).encode()
    players = PROFILES[rules].rules({}).sitting.players
    return json.dumps(legal_sitting(rules, rng.choice(players[:5]), 2, rng)).encode()


def _results(data: bytes) -> Iterator[bytes]:
    judged = judge_json(data)
    yield judged.report
    yield from _playouts(load_record(data))
    tallies = pickle.loads(pickle.dumps(judged)).tallies  # noqa: S301 - a process that judges sends them to another
    for part in (tallies.seats, tallies.tables, tallies.pairs):
        yield repr(sorted((key, sorted(counts.items())) for key, counts in part.items())).encode()


def _playouts(record: Record) -> Iterator[bytes]:
    """The actions of a playout of each deal, from its start and from its middle."""
    for number, deal in enumerate(record.deals):
        for at in sorted({0, len(deal.actions or ()) // 2}) if deal.actions is not None else ():
            base = settled(position_after(record, number, at).table)
            try:
                first, work = base.rules.playouts.start(base, number), base.rules.playouts.start(base, at)
            except NoPlayoutsError as error:
                yield str(error).encode()
            else:
                yield "|".join(line_of(work, first)).encode()


def main() -> None:
    """Print the name of the engine and the digests."""
    rules, count = sys.argv[1:]
    print(engine_name().en)  # noqa: T201 - the output of this program
    for line in record_digests(rules, int(count)):
        print(line)  # noqa: T201


if __name__ == "__main__":
    main()
