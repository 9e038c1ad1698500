"""A plain search for what a player can force: every legal action of everybody, no order, no memory, no shortcut.

It is the referee of the proofs: slow, short, and made of nothing but the engine's legal actions.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, SAY, SHOW, Action
from replay.engine import take_actions
from replay.legal import legal_actions
from replay.table import Table
from tests.support.positions import snapshot

WORDS: Final = frozenset({SAY, GIVE, NAME, DISCARD, SHOW})
COUNTED_UP: Final = ("index", "faults", "passes", "announced", "bomb")
"""Fields that tell equal positions apart only by what was before."""

Position = tuple[Any, ...]


class Goal(NamedTuple):
    """One of the `side`, a mask of players, is to take a place before place number `end`, counted from 0."""

    side: int
    end: int
    begin: int


def goal_of(table: Table, player: int, places: int = 1) -> Goal:
    """The goal that the player or their team takes one of the next places."""
    team = table.rules.team(table, player) or 1 << player
    return Goal(team & table.active, len(table.out) + places, len(table.out))


def can_force(table: Table, goal: Goal, before: tuple[Position, ...] = ()) -> bool:
    """Whether the side reaches the goal against all others; a position that comes again does not."""
    if goal_is_open(table, goal) is not None:
        return bool(goal_is_open(table, goal))
    here = position_of(table)
    if here in before:
        return False
    path = (*before, here)
    actions = [(action, after) for action, after in legal_steps(table, goal.side)]
    words = [step for step in actions if step[0].verb in WORDS]
    turns = [step for step in actions if step[0].verb not in WORDS]
    if words and is_own(goal, words[0][0]):
        return any(can_force(after, goal, path) for _word, after in words) or decide(table, turns, goal, path)
    own_return = [after for _word, after in words if position_of(after) not in path]
    if not all(can_force(after, goal, path) for after in own_return):
        return False
    return decide(table, turns, goal, path) if turns else bool(words)


def decide(table: Table, turns: list[tuple[Action, Table]], goal: Goal, path: tuple[Position, ...]) -> bool:
    """Whether the side reaches the goal if nothing more is said: who may act out of turn is asked first."""
    if not turns:
        return False
    due = player_due(table, [action for action, _after in turns])
    own = [after for action, after in turns if is_own(goal, action)]
    others = [after for action, after in turns if not is_own(goal, action)]
    if goal.side >> due & 1:
        return all(can_force(after, goal, path) for after in others) and any(
            can_force(after, goal, path) for after in own
        )
    return any(can_force(after, goal, path) for after in own) or all(can_force(after, goal, path) for after in others)


def is_own(goal: Goal, action: Action) -> bool:
    return bool(goal.side >> action.player & 1)


def player_due(table: Table, actions: list[Action]) -> int:
    """The player on turn; where something has to happen first, the one who may pass, or act at all."""
    players = [action.player for action in actions]
    if table.turn in players:
        return table.turn
    return next((action.player for action in actions if action.verb in (PASS, DRAW)), players[0])


def goal_is_open(table: Table, goal: Goal) -> bool | None:
    """Whether the goal is reached; None while that is open."""
    taken = table.out[goal.begin : goal.end]
    if any(goal.side >> player & 1 for player in taken):
        return True
    if len(table.out) >= goal.end or not table.active & goal.side:
        return False
    if table.active.bit_count() == 1:
        return True
    return False if table.over else None


def position_of(table: Table) -> Position:
    return tuple(value for name, value in snapshot(table).items() if name not in COUNTED_UP)


def legal_steps(table: Table, side: int) -> Iterator[tuple[Action, Table]]:
    """Every legal action with the position after it, and the fouls of the others."""
    notation = table.rules.notation(len(table.hands) - 1)
    legal = legal_actions(table, notation)
    for action in legal:
        yield action, stepped(table, action)
    for player in table.seated:
        if not (side >> player & 1 or table.closed >> player & 1):
            for text in table.rules.sets(table, player):
                after = stepped(table, notation[f"{player} {text}"])
                if after.faults and all(fault.code == "finish_foul" for fault in after.faults):
                    yield notation[f"{player} {text}"], after


def stepped(table: Table, action: Action) -> Table:
    after = table.copy()
    take_actions(after, [action], table.index + 1)
    return after
