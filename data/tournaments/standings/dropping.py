"""The worst rounds, which do not count (ST-DROP)."""

from collections.abc import Sequence

from data.tournaments.standings.rounds import RoundScore


def with_drops(rounds: Sequence[RoundScore], worst: int, sense: int) -> tuple[RoundScore, ...]:
    """The rounds that a standing covers, those marked that are dropped; `sense` is -1 where few points are good."""
    counting = max(len(rounds) - worst, 1)
    scored = [(sense * found.score, found.round) for found in rounds if found.score is not None]
    gone = {number for _score, number in sorted(scored)[: max(len(scored) - counting, 0)]}
    return tuple(found._replace(dropped=found.round in gone) for found in rounds)
