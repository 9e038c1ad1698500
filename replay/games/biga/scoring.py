"""Points of a Big A deal (B-SCORE)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from replay.deal import Start
from replay.games.biga.table import BigATable
from replay.options import Options
from replay.sitting import Points
from replay.table import NOBODY

LAST: Final = 5
"""The place of whoever still holds cards when the play is over."""

UNITS: Final[Mapping[tuple[int, int], int]] = {
    (1, 2): 3,
    (2, 1): 3,
    (1, 3): 2,
    (3, 1): 2,
    (1, 4): 1,
    (4, 1): 1,
    (2, LAST): -1,
    (LAST, 2): -2,
    (3, LAST): -1,
    (LAST, 3): -2,
    (4, LAST): -3,
    (LAST, 4): -3,
    (LAST, LAST): -3,
}
"""The units won by the places of declarer and partner; at all other places they draw (B-SCORE-1, B-Q-23)."""

ALONE: Final[Mapping[int, int]] = {1: 32, LAST: -32}
"""What a declarer without partner wins by his place (B-SCORE-3)."""
SHOWN_ALONE: Final[Mapping[int, int]] = {1: 64, LAST: -64}
"""The same where he showed both Big As before play (B-SCORE-4)."""
SHOWN_ALONE_FIRST_ONLY: Final[Mapping[int, int]] = {**dict.fromkeys(range(2, LAST + 1), -64), 1: 64}
"""The same where he must be first (option `solo_shown_first_only`, B-Q-24)."""

Places = tuple[int, int]
"""The places of declarer and partner."""
Payment = Callable[[Places], tuple[int, int, int]]
"""What the declarer, the partner and each defender win."""
Score = Callable[[BigATable, Start, list[int]], Points]


def scoring(options: Options) -> Score:
    """How deals are scored under these options."""
    secret = secretly_as_printed if options["seed_literal_p2d5"] else secretly
    shown_alone = SHOWN_ALONE_FIRST_ONLY if options["solo_shown_first_only"] else SHOWN_ALONE
    return partial(score, secret=secret, shown_alone=shown_alone)


def score(
    table: BigATable, start: Start, order: list[int], *, secret: Payment, shown_alone: Mapping[int, int]
) -> Points:
    """The points of a deal by player; none where an unknown card hides the teams."""
    points: Points = [None] * start.count
    if table.partner is None:
        return points
    place = _place(order, table.declarer)
    if table.partner == NOBODY:
        gains = shown_alone if table.shown > 1 else ALONE
        own, partners, others = alone(gains.get(place, 0))
    else:
        payment = announced if table.announced else secret
        own, partners, others = payment((place, _place(order, table.partner)))
    for player in start.seats:
        points[player - 1] = {table.declarer: own, table.partner: partners}.get(player, others)
    return points


def alone(gain: int) -> tuple[int, int, int]:
    """The declarer without partner wins from the other four, or pays them."""
    return gain, 0, -gain // 4


def secretly(places: Places) -> tuple[int, int, int]:
    """The partner did not make himself known before play (B-SCORE-1)."""
    units = UNITS.get(places, 0)
    return 2 * units, units, -units


def secretly_as_printed(places: Places) -> tuple[int, int, int]:
    """The same with the slip of a printed table that does not add up (option `seed_literal_p2d5`, B-SCORE-5)."""
    own, partners, others = secretly(places)
    return own, partners, 1 if places == (LAST, 2) else others


def announced(places: Places) -> tuple[int, int, int]:
    """The partner made himself known before play (B-SCORE-2)."""
    units = UNITS.get(places, 0)
    return 3 * units, 3 * units, -2 * units


def _place(order: list[int], player: int) -> int:
    return order.index(player) + 1 if player in order else LAST
