"""Estimates: the chance of each place from a position, by playouts, with their standard errors."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from daifu.replay.analysis.playout import NoPlayoutsError, Playout
from daifu.replay.analysis.start import can_spare, settled
from daifu.replay.analysis.worlds import View, Worlds
from daifu.replay.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daifu.replay.deal import Start
    from daifu.replay.table import Table

PLAYOUTS_VERSION: Final = "playouts/3"
"""The version of policy, value function and random numbers; a change of any of them changes estimates."""

ENOUGH: Final = 625
"""The number of playouts that gives a chance of one half a standard error of two points."""

SPARING: Final = 1 << 30
"""The chance of 1/4, as a limit of random numbers, that the rich spare sets in the gifts that they still have to make.
"""


@dataclass(frozen=True, slots=True)
class Chances:
    """What playouts say of one player: the chance of each place, first place first, and the mean value.

    `errors` are the standard errors of the chances, `error` that of the value. Where a result is certain, they are 0.
    """

    player: int
    places: tuple[float, ...]
    errors: tuple[float, ...]
    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """What playouts say of a position: the chances of each player, and the number of playouts, 0 if it is over.

    `first` is the calibrated chance of each player to be first, in the order of `players`: the shares of the playouts
    exaggerate, because the players of a playout are more alike than people are.
    """

    players: tuple[Chances, ...]
    first: tuple[float, ...]
    playouts: int

    def of(self, player: int) -> Chances:
        """The chances of a player. Raises `KeyError` for a player who is not in the deal."""
        for chances in self.players:
            if chances.player == player:
                return chances
        raise KeyError(player)


SMALLEST_SHARE: Final = 0.002
CALIBRATION: Final = 0.8
"""The power of a share of playouts to which the chance of the first place is proportional (docs/analysis-method.md)."""


def calibrated(shares: Sequence[float], power: float = CALIBRATION) -> tuple[float, ...]:
    """The chances of the players to be first, by the shares of playouts in which they were."""
    weights = [(share + SMALLEST_SHARE) ** power for share in shares]
    return tuple(weight / sum(weights) for weight in weights)


class Tally:
    """The results of playouts so far, by player and place."""

    __slots__ = ("_counts", "_decided", "_players", "_squares", "_sums", "_width", "playouts")

    def __init__(self, players: Sequence[int], *, decided: bool = False) -> None:
        """No results yet; `decided` tells whether somebody is first already."""
        self._players = tuple(players)
        self._decided = decided
        self._width = len(players)
        self._counts = [0] * (self._width * self._width)
        self._sums = [0.0] * self._width
        self._squares = [0.0] * self._width
        self.playouts = 0

    def add(self, playout: Playout) -> None:
        """Count the result of a playout that has ended."""
        counts, sums, squares, width = self._counts, self._sums, self._squares, self._width
        for row, seat in enumerate(playout.ring):
            counts[row * width + seat.place - 1] += 1
            value = playout.value(seat)
            sums[row] += value
            squares[row] += value * value
        self.playouts += 1

    def mean_value(self, player: int) -> float:
        """The mean value of a player's results so far."""
        return self._sums[self._players.index(player)] / self.playouts

    def estimate(self) -> Estimate:
        """The estimate that these results give."""
        players = tuple(self._chances(row) for row in range(self._width))
        shares = [chances.places[0] for chances in players]
        return Estimate(players, tuple(shares) if self._decided else calibrated(shares), self.playouts)

    def _chances(self, row: int) -> Chances:
        count, width = self.playouts, self._width
        places = tuple(self._counts[row * width + place] / count for place in range(width))
        mean = self._sums[row] / count
        return Chances(
            player=self._players[row],
            places=places,
            errors=tuple(sqrt(chance * (1 - chance) / count) for chance in places),
            value=mean,
            error=sqrt(max(0.0, self._squares[row] / count - mean * mean) / count),
        )


class Sampler:
    """Playouts from one position under one view, as many as are asked for."""

    __slots__ = ("_sparing", "_start", "_work", "_worlds", "tally")

    def __init__(self, table: Table, view: View, seed: int) -> None:
        """Playouts from this table, which must not be over. Raises `NoPlayoutsError`."""
        base = settled(table)
        begin = base.rules.playouts.start
        first = 0
        for hand in view.hands:  # the hidden cards lie anywhere at first: each playout deals them anew
            cards = view.unseen[first : first + hand.hidden]
            first += hand.hidden
            base.hands[hand.player] = base.rules.alphabet.add_all([hand.known, *cards])
            base.unknown[hand.player] = 0
        self._start: Playout = begin(base, seed)
        self._sparing: Playout | None = None
        if view.complete and can_spare(table):
            self._sparing = begin(settled(table, base.rules.playouts.sparing_gifts), seed)
        self._work: Playout = begin(base, seed)
        self._worlds = Worlds(view, self._work)
        self.tally = Tally([seat.number for seat in self._start.ring], decided=self._start.best > 1)

    def run(self, playouts: int) -> None:
        """Play the position out this number of times more."""
        work, start, worlds, tally = self._work, self._start, self._worlds, self.tally
        sparing = self._sparing
        for _ in range(playouts):
            work.restore(sparing if sparing is not None and work.random.draw() < SPARING else start)
            worlds.deal(work)
            work.run()
            tally.add(work)


def estimate_position(table: Table, start: Start, view: View, *, seed: int, playouts: int = ENOUGH) -> Estimate:
    """The chances of all players from a position, by playouts from worlds of the view.

    `start` is what the deal started from. A deal that is over has certain results. Raises `NoPlayoutsError` for a
    position that cannot be played out.
    """
    if table.over:
        return decided(table, start)
    sampler = Sampler(table, view, seed)
    sampler.run(playouts)
    return sampler.tally.estimate()


UNDECIDED: Final = Text("The places of this deal were not decided.", "この回の順位は決まっていません。")


def decided(table: Table, start: Start) -> Estimate:
    """The results of a deal that is over, which are certain. Raises `NoPlayoutsError` if it has no places."""
    sitting = table.rules.sitting
    order = sitting.order(table, start.deal)
    if order is None:
        raise NoPlayoutsError(UNDECIDED)
    values = table.rules.playouts.values(table, start, order)
    count = len(table.seated)
    found = []
    for player in table.seated:
        place = order.index(player) if player in order else count - 1
        places = tuple(float(place == one) for one in range(count))
        found.append(Chances(player, places, (0.0,) * count, values[player], 0.0))
    return Estimate(tuple(found), tuple(chances.places[0] for chances in found), 0)
