"""A deal as pages show it: the table after some of its actions, and all its actions trick by trick."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from daifu.replay.actions import Action
from daifu.replay.deal import DealReport
from daifu.replay.faults import Fault
from daifu.replay.match import Record
from daifu.replay.position import ActionPlace, position_among_actions
from daifu.replay.position import Position as ReachedPosition
from daifu.schemas.position import Position, check_deal, describe_table

MOST_STEPS: Final = 400
"""The most actions that are listed at once; of a longer deal, those around the present one."""


class Step(NamedTuple):
    """An action of the deal, counted from 1, where it stands, and its faults."""

    number: int
    action: Action
    place: ActionPlace
    faults: Sequence[Fault]


class Trick(NamedTuple):
    """The actions of a trick; the number is 0 for what came before the first set."""

    number: int
    steps: Sequence[Step]


class DealTable(NamedTuple):
    """A deal after some of its actions.

    `tricks` have the actions around the present one, `is_whole` says whether these are all.

    The `position` has no legal actions: `legal_texts` finds them in what was `reached`.

    `faults` are those of the deal as a whole. The other fields are the numbers of actions that one may want to go to:
    the beginning of the trick before and of the next, and the faulty action before and the next, or None.
    """

    reached: ReachedPosition
    position: Position
    last: Step | None
    tricks: Sequence[Trick]
    is_whole: bool
    faults: Sequence[Fault]
    trick_before: int | None
    next_trick: int | None
    fault_before: int | None
    next_fault: int | None


def deal_table(record: Record, deal: int, at: int, known: Sequence[DealReport] = ()) -> DealTable:
    """The table after `at` actions of a deal, which is counted from 1. Raises `NoSuchPosition`.

    Deals before it need no replay if `known` has earlier reports on them.
    """
    check_deal(record, deal, at)
    reached, places = position_among_actions(record, deal - 1, at, known)
    position = describe_table(reached)
    steps = list(_steps(reached, places))
    leads = [step.number for step in steps if step.place.led]
    faulty = [step.number for step in steps if step.faults]
    shown = _shown_steps(steps, at)
    return DealTable(
        reached=reached,
        position=position,
        last=steps[at - 1] if at else None,
        tricks=[Trick(number, list(some)) for number, some in groupby(shown, lambda step: step.place.trick)],
        is_whole=len(shown) == len(steps),
        faults=reached.faults_of(None),
        trick_before=max((number for number in leads if number < at), default=None),
        next_trick=min((number for number in leads if number > at), default=None),
        fault_before=max((number for number in faulty if number < at), default=None),
        next_fault=min((number for number in faulty if number > at), default=None),
    )


def _steps(reached: ReachedPosition, places: Sequence[ActionPlace]) -> Iterator[Step]:
    faults = defaultdict[int | None, list[Fault]](list)
    for fault in reached.faults:
        faults[fault.action].append(fault)
    for index, (action, place) in enumerate(zip(reached.actions, places, strict=True)):
        yield Step(index + 1, action, place, faults.get(index, ()))


def _shown_steps(steps: Sequence[Step], at: int) -> Sequence[Step]:
    """The steps around the present one, from the beginning of a trick if there is one among them."""
    if len(steps) <= MOST_STEPS:
        return steps
    first = min(max(0, at - MOST_STEPS // 2), len(steps) - MOST_STEPS)
    return steps[first : first + MOST_STEPS]
