"""Points of a game (F-PT-1, F-SCORE-UNO, F-SCORE-BASIC, F-SCORE-X10)."""

from collections.abc import Callable

from replay.actions import Action
from replay.combination import Combination, Effect
from replay.deal import Start
from replay.games.floor13.cards import number
from replay.games.floor13.table import Floor13Table
from replay.melds import Meld
from replay.rules import AnyTable
from replay.sitting import Points

Prize = Callable[[Floor13Table], int | None]
"""What the winner gets, None where that hangs on cards that nobody knows."""

Faulty = Callable[[AnyTable, Action, Combination | None, list[str]], Combination | None]

TENFOLD = 10


def points(table: Floor13Table, start: Start, _order: list[int], prize: Prize) -> Points:
    """Everybody counts his hand, the winner gets his prize; without a winner all count their hands (F-END-3)."""
    scored: Points = [None] * start.count
    for player in start.seats:
        if not table.unknown[player]:
            scored[player - 1] = table.costs[player]
    for winner in table.out:
        scored[winner - 1] = prize(table)
    return scored


def minus_the_others(table: Floor13Table) -> int | None:
    """uno: the table sums to 0, the winner having no cards himself; unknown where a hand is."""
    players = table.clockwise
    return None if any(map(table.unknown.__getitem__, players)) else -sum(map(table.costs.__getitem__, players))


def nothing(_table: Floor13Table) -> int:
    """basic: the winner has no cards and no points."""
    return 0


def minus_last_set(table: Floor13Table) -> int:
    """x10: ten times the numbers on the last set, whoever laid it (F-Q-3, F-Q-4)."""
    return -TENFOLD * table.total


def count_set(meld: Meld) -> Effect:
    """The numbers on these cards become those of the last set; a joker has none."""
    total = sum(map(number, meld.names))

    def effect(table: Floor13Table, _combination: Combination) -> None:
        table.total = total

    return effect


def counting_faulty(faulty: Faulty) -> Faulty:
    """What becomes of a faulty play where the numbers on the last set are kept, irregular sets included."""

    def handle(
        table: Floor13Table, action: Action, combination: Combination | None, breaches: list[str]
    ) -> Combination | None:
        standing = faulty(table, action, combination, breaches)
        return standing and standing.with_effects(count_set(action.meld)) if combination is None else standing

    return handle
