"""Rounds of one build of daifu's engine: ``python -m bench.engine_process ROUNDS SEED``.

It reads the name of a profile from each line. The first time, it prepares the profile and prints how many games and
moves a round has; after that, it replays a round and prints the CPU seconds that it took.
"""

import gc
import json
import sys
import time
from random import Random

from bench import daifu_contender
from bench.contender import Contender


def main() -> None:
    """Answer every line until there are no more."""
    rounds, seed = map(int, sys.argv[1:])
    prepared: dict[str, Contender] = {}
    for line in sys.stdin:
        profile = line.strip()
        if profile in prepared:
            print(json.dumps([_seconds(prepared[profile])]), flush=True)
        else:
            prepared[profile] = contender = daifu_contender.contender(profile, rounds, Random(seed))
            gc.freeze()  # the samples of one profile must not cost time in the rounds of another
            print(json.dumps([contender.games, contender.moves]), flush=True)


def _seconds(contender: Contender) -> float:
    gc.collect()
    start = time.process_time()
    contender.run()
    return time.process_time() - start


if __name__ == "__main__":
    main()
