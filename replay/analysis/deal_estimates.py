"""The estimates of a deal: the chances after each action, and what each choice gained or lost.

Everything follows from the record, the view, the seed and the numbers of playouts: equal calls give equal answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from daifu.replay.analysis.estimates import ENOUGH, PLAYOUTS_VERSION, Chances, Estimate, estimate_position
from daifu.replay.analysis.playout import NoPlayoutsError
from daifu.replay.analysis.worlds import HIDDEN, KNOWN, View, hidden_view, known_view
from daifu.replay.engine import take_actions
from daifu.replay.legal import legal_actions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daifu.replay.actions import Action
    from daifu.replay.position import Position
    from daifu.replay.table import Table

SEED: Final = 20070716
SEED_STEP: Final = 7919
"""A prime by which the seeds of a deal's positions differ."""
SCREENING: Final = 48
"""The playouts by which the few best of many legal actions are found."""
KEPT: Final = 3
"""The number of the best actions that are estimated closely, besides the one that was taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How estimates are made: the view, the seed, and the numbers of playouts.

    `playouts` is their number for each position and each of the `kept` best actions, `screening` that by which these
    are found.
    """

    view: str = HIDDEN
    seed: int = SEED
    playouts: int = ENOUGH
    screening: int = SCREENING
    kept: int = KEPT


DEFAULT_EFFORT: Final = Effort()


def effort_of(playouts: int, seed: int = SEED) -> Effort | None:
    """How estimates are made with this number of playouts for each position and action; None for 0."""
    return Effort(seed=seed, playouts=playouts, screening=min(SCREENING, playouts)) if playouts else None


@dataclass(frozen=True, slots=True)
class Alternative:
    """A legal action, and the chances of its player after it."""

    action: str
    chances: Chances
    playouts: int


@dataclass(frozen=True, slots=True)
class Choice:
    """An action whose player could have done something else.

    `before` are the player's chances in the position, `taken` those after the action. `others` are the best of the
    other legal actions, best first, of which there were `legal`.
    """

    index: int
    player: int
    before: Chances
    taken: Alternative
    others: tuple[Alternative, ...]
    legal: int

    @property
    def swing(self) -> float:
        """What the action changed for its player."""
        return self.taken.chances.value - self.before.value

    @property
    def loss(self) -> float:
        """By how much the best of the others is better than the action, 0 if none is."""
        return max(0.0, self.others[0].chances.value - self.taken.chances.value) if self.others else 0.0

    @property
    def loss_error(self) -> float:
        """The standard error of the difference to the best of the others."""
        best = self.others[0].chances.error if self.others else 0.0
        return sqrt(best**2 + self.taken.chances.error**2)


@dataclass(frozen=True, slots=True)
class DealEstimates:
    """The estimates of a deal: one for each position, before the first action and after each, and the choices.

    A position that cannot be played out has None.
    """

    number: int
    effort: Effort
    version: str
    positions: tuple[Estimate | None, ...]
    choices: tuple[Choice, ...]


def estimate_deal(steps: Sequence[Position], effort: Effort = DEFAULT_EFFORT) -> DealEstimates:
    """The estimates of a deal, of which all positions are given.

    The estimates of positions are those of all hands known in every view; the chances of a choice are those of the
    view. Raises `NoPlayoutsError` if no position of the deal can be played out.
    """
    positions = estimate_positions(steps, effort)
    if all(one is None for one in positions):
        estimate_step(steps[0], effort)
    choices = (_choice(step, positions, effort) for step in steps[:-1])
    return DealEstimates(
        steps[0].number, effort, PLAYOUTS_VERSION, positions, tuple(choice for choice in choices if choice is not None)
    )


def estimate_positions(steps: Sequence[Position], effort: Effort = DEFAULT_EFFORT) -> tuple[Estimate | None, ...]:
    """The estimate of each position of a deal with all hands known; None for one that cannot be played out."""
    return tuple(_estimate_if_possible(step, effort) for step in steps)


def estimate_step(step: Position, effort: Effort) -> Estimate:
    """The estimate of a position of a deal with all hands known. Raises `NoPlayoutsError`."""
    view = known_view(step.table, step.actions[: step.at])
    return estimate_position(step.table, step.start, view, seed=_seed(step, effort), playouts=effort.playouts)


def _estimate_if_possible(step: Position, effort: Effort) -> Estimate | None:
    try:
        return estimate_step(step, effort)
    except NoPlayoutsError:
        return None


def _seed(step: Position, effort: Effort) -> int:
    return effort.seed + SEED_STEP * (step.at + SEED_STEP * step.number)


def _choice(step: Position, positions: Sequence[Estimate | None], effort: Effort) -> Choice | None:
    """The estimates of the next action and of the best others.

    None for an action without a choice, with a fault, or between positions that the view cannot play out.
    """
    table, action = step.table, step.actions[step.at]
    player = action.player
    legal = [one for one in legal_actions(table, table.rules.notation(len(table.after) - 1)) if one.player == player]
    others = [one for one in legal if one.text != action.text]
    if not others or len(others) == len(legal):
        return None
    before, after = positions[step.at], positions[step.at + 1]
    weighing = _Weighing(step, player, effort)
    if effort.view != KNOWN:
        before, after = weighing.before(), weighing.after(action, effort.playouts)
    if before is None or after is None:
        return None
    taken = Alternative(action.text, after.of(player), after.playouts)
    return Choice(step.at, player, before.of(player), taken, tuple(weighing.best(others)), len(legal))


def view_of(name: str, table: Table, viewer: int, taken: Sequence[Action]) -> View:
    """The view of this name from a position: that of the record, or of a player. Raises `NoPlayoutsError`."""
    return known_view(table, taken) if name == KNOWN else hidden_view(table, viewer, taken)


class _Weighing:
    """The legal actions of a player in a position, weighed against each other with the same random numbers."""

    __slots__ = ("_effort", "_player", "_seed", "_step", "_taken")

    def __init__(self, step: Position, player: int, effort: Effort) -> None:
        self._step = step
        self._player = player
        self._effort = effort
        self._seed = _seed(step, effort)
        self._taken = step.actions[: step.at]

    def before(self) -> Estimate | None:
        """The estimate of the position itself."""
        return self._estimate(self._step.table, self._taken, self._effort.playouts)

    def after(self, action: Action, playouts: int) -> Estimate | None:
        """The estimate of the position after an action."""
        table = self._step.table.copy()
        take_actions(table, [action], self._step.at)
        return self._estimate(table, [*self._taken, action], playouts)

    def best(self, actions: Sequence[Action]) -> list[Alternative]:
        """The best few of these actions, best first: found by a few playouts, then weighed by many."""
        effort = self._effort
        ranked = sorted(self._alternatives(actions, effort.screening), key=_by_value)
        texts = {found.action for found in ranked[: effort.kept]}
        kept = [action for action in actions if action.text in texts]
        return sorted(self._alternatives(kept, effort.playouts), key=_by_value)

    def _alternatives(self, actions: Sequence[Action], playouts: int) -> list[Alternative]:
        estimates = [(action, self.after(action, playouts)) for action in actions]
        return [
            Alternative(action.text, estimate.of(self._player), estimate.playouts)
            for action, estimate in estimates
            if estimate is not None
        ]

    def _estimate(self, table: Table, taken: Sequence[Action], playouts: int) -> Estimate | None:
        try:
            view = view_of(self._effort.view, table, self._player, taken)
            return estimate_position(table, self._step.start, view, seed=self._seed, playouts=playouts)
        except NoPlayoutsError:
            return None


def _by_value(found: Alternative) -> float:
    return -found.chances.value
