"""What is asked of each game for the slow count."""

from collections.abc import Callable
from dataclasses import dataclass

from replay.actions import PASS
from tests.support.recount.course import Course, Step
from tests.support.recount.results import Outcomes
from tests.support.recount.sheet import Scribe
from tests.support.recount.strength import Steps


def on_turn(step: Step) -> bool:
    """Whether an action that stood is a pass."""
    return step.action.verb == PASS


def nothing(_scribe: Scribe, _outcomes: Outcomes) -> None:
    """The result has nothing more to it."""


@dataclass(frozen=True)
class Game:
    """The cards of a game from the weakest up, its jokers, what it calls a pass, and what only it counts.

    `played` counts in every deal of which the actions are known, `ended` in those of them that were decided.
    """

    order: Steps
    jokers: frozenset[str]
    played: Callable[[Scribe, Course], None]
    ended: Callable[[Scribe, Outcomes], None] = nothing
    passing: Callable[[Step], bool] = on_turn
