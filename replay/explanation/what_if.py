"""What if: the same actions under other rules, and where the table would have been another."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from daifu.replay.match import Record
from daifu.replay.position import Position, walk_deals

FAULTS, TURN, TRICK, ORDER, DIRECTION, LOCKS, OUT, HANDS = (
    *("faults", "turn", "trick", "order", "direction", "locks", "out", "hands"),
)
PARTS: Final = (FAULTS, TURN, TRICK, ORDER, DIRECTION, LOCKS, OUT, HANDS)
"""What can differ after an action: its faults, whose turn it is, what lies there, the order in force, the direction of
play, the locks, who is still in, and the hands."""


class Outcome(NamedTuple):
    """What the table is like after an action, under any rules.

    `faults` are the codes of the action, `trick` is who laid the top set, 0 where the turn leads, `order` is 1 while it
    is turned, `players` are those who are still in.
    """

    faults: tuple[str, ...]
    turn: int
    trick: int
    order: int
    direction: tuple[int, ...]
    locks: str
    players: int
    hands: tuple[int, ...]


class Difference(NamedTuple):
    """An action after which the table is another one: its deal and place, both counted from 0, -1 before the first.

    `parts` are those that begin to differ there, and faults as often as they do.
    """

    deal: int
    action: int
    parts: tuple[str, ...]
    here: Outcome
    there: Outcome


def differences(record: Record, other: Record, most: int) -> Iterator[Difference]:
    """Where the same record, read under two sets of rules, would have gone otherwise: up to so many places.

    Deals begin anew, so what differs at the end of one is told again in the next.
    """
    found = 0
    for deal, (ones, others) in enumerate(zip(walk_deals(record), walk_deals(other), strict=True)):
        before: set[str] = set()
        for one, another in zip(ones, others, strict=True):
            here, there = outcome_of(one), outcome_of(another)
            parts = {part for part, *pair in zip(PARTS, here, there, strict=True) if pair[0] != pair[1]}
            if new := [part for part in PARTS if part in parts and (part == FAULTS or part not in before)]:
                yield Difference(deal, one.at - 1, tuple(new), here, there)
                found += 1
                if found == most:
                    return
            before = parts


def outcome_of(position: Position) -> Outcome:
    """What the table is like in a position."""
    table = position.table
    action = position.at - 1 if position.at else None
    return Outcome(
        faults=tuple(sorted({fault.code for fault in position.faults_of(action)})),
        turn=table.turn,
        trick=table.owner if table.top is not None else 0,
        order=table.down,
        direction=tuple(table.after),
        locks=table.lock_label(),
        players=table.active,
        hands=tuple(table.hands),
    )
