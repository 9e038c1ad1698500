"""How long proofs take in games of UECda: `python -m bench.proofs SEED` prints the seconds of one build as JSON."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import daifu
from bench.engine import PROJECT, Build
from bench.goals import Figure
from daifu.replay.analysis.moves import Moves
from daifu.replay.analysis.proofs import ForceSearch, LeadSearch, hidden_obstacle
from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import leave_deal
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Match
from daifu.replay.table import Table

LATE: Final = 0.95

TWO_PLAYERS, ONE_HAND = "two players with 11 cards each", "one hand known"


def measure_proofs(builds: Sequence[Build], seed: int) -> list[Figure]:
    """Measure the proofs with each build."""
    reached = []
    for build in builds:
        command = [sys.executable, "-P", "-m", "bench.proofs", str(seed)]
        run = subprocess.run(command, env=build.environment(), stdout=subprocess.PIPE, check=True)
        for name, seconds in json.loads(run.stdout).items():
            reached += figures_of(build.label(name), seconds)
    return reached


def figures_of(name: str, seconds: Sequence[float]) -> list[Figure]:
    """Give the median and the 95 % quantile of the proofs of a kind."""
    ordered = sorted(seconds)
    found = {"median": ordered[len(ordered) // 2], "95 %": ordered[int(LATE * len(ordered))]}
    return [Figure(f"{name}, {part}", f"{value * 1000:.3g} ms", value) for part, value in found.items()]


RULES: Final = PROFILES["uecda"].rules({})
PLAYERS: Final = 5
SAMPLE: Final = PROJECT / "data" / "samples" / "uecda-server.log.gz"
DEALS: Final = 20
TABLES: Final = 60
"""The number of positions with two players left."""
CARDS: Final = 11
"""The cards of each of them."""
MOST_POSITIONS: Final = 100_000_000


def main() -> None:
    """Print the seconds of each proof, by kind."""
    rng = Random(int(sys.argv[1]))
    print(json.dumps({TWO_PLAYERS: list(two_player_proofs(rng)), ONE_HAND: list(one_hand_proofs())}))


def two_player_proofs(rng: Random) -> Iterator[float]:
    """Yield the seconds of proofs with two players left, one of whom leads."""
    for _ in range(TABLES):
        table, moves = two_player_table(rng), Moves(RULES, PLAYERS)
        start = time.process_time()
        ForceSearch(moves, table, 1).verdict(table, MOST_POSITIONS)
        yield time.process_time() - start


def two_player_table(rng: Random) -> Table:
    """Deal random cards to two players; the others are out, and player 1 leads."""
    names = rng.sample(RULES.alphabet.list(RULES.sitting.pack(PLAYERS).cards), 2 * CARDS)
    parts = (names[:CARDS], names[CARDS:], *[()] * (PLAYERS - 2))
    hands = [Hand.of(RULES.alphabet, RULES.alphabet.pack(part)) for part in parts]
    match = Match(RULES, PLAYERS)
    table = match.open(match.start(Deal(hands=hands), []))
    for player in range(3, PLAYERS + 1):
        table.out.append(player)
        leave_deal(table, player)
    table.turn = table.owner = table.leads = 1
    return table


def one_hand_proofs() -> Iterator[float]:
    """Yield the seconds of proofs for the player on turn, in each position of the first games of a log."""
    record = next(daifu.read(SAMPLE))
    for deal in range(1, DEALS + 1):
        moves = Moves(RULES, PLAYERS)
        for position in daifu.positions(record, deal):
            table = position.reached.table
            if table.turn and hidden_obstacle(table) is None:
                search = LeadSearch(moves, table, table.turn)
                start = time.perf_counter()
                search.verdict(table, MOST_POSITIONS)
                yield time.perf_counter() - start


if __name__ == "__main__":
    main()
