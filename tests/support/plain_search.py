"""A plain search for what a player can force: every legal action of everybody, no order, no memory, no shortcut.

It is the referee of the proofs: slow, short, and made of nothing but the engine's legal actions.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from daifu.replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW, Action
from daifu.replay.analysis.moves import hashable
from daifu.replay.analysis.proofs import obstacle
from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.rules import Rules
from daifu.replay.table import Table

WORDS: Final = frozenset({SAY, GIVE, NAME, DISCARD, SHOW})
SETTLED: Final = (
    "index",
    "faults",
    "passes",
    "announced",
    "bomb",
    "dealt",
    "rules",
    "stock",
    "house_rules",
)
"""Fields that tell equal positions apart only by what was before, or that do not change any more."""
DEEPEST: Final = 150
"""The most positions in a row. Each takes up to five calls, of which Python allows 1,000 inside each other."""

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


class TooLong(Exception):
    """The search would take more steps than it may, in all or in a row."""


class PlainSearch:
    """A search that lists the legal actions of at most `most` positions, `DEEPEST` in a row; then it is `TooLong`."""

    def __init__(self, goal: Goal, most: int) -> None:
        self.goal = goal
        self.left = most

    def can_force(self, table: Table, before: tuple[Position, ...] = ()) -> bool:
        """Whether the side reaches the goal against all others; a position that comes again does not lead there."""
        reached = goal_is_reached(table, self.goal)
        if reached is not None:
            return reached
        here = position_of(table)
        if here in before:
            return False
        if len(before) == DEEPEST:
            raise TooLong
        path = (*before, here)
        actions = self._legal_steps(table)
        words = [step for step in actions if step[0].verb in WORDS]
        turns = [step for step in actions if step[0].verb not in WORDS]
        if words and is_own(self.goal, words[0][0]):
            return any(self.can_force(after, path) for _word, after in words) or self._decide(table, turns, path)
        others_words = [after for _word, after in words if position_of(after) not in path]
        if not all(self.can_force(after, path) for after in others_words):
            return False
        return self._decide(table, turns, path) if turns else bool(words)

    def _decide(self, table: Table, turns: list[tuple[Action, Table]], path: tuple[Position, ...]) -> bool:
        """Whether the side reaches the goal if nothing more is said: who may act out of turn is asked first."""
        if not turns:
            return False
        due = player_due(table, [action for action, _after in turns])
        own = [after for action, after in turns if is_own(self.goal, action)]
        others = [after for action, after in turns if not is_own(self.goal, action)]
        if self.goal.side >> due & 1:
            return all(self.can_force(after, path) for after in others) and self._any(own, path)
        return self._any(own, path) or all(self.can_force(after, path) for after in others)

    def _any(self, tables: list[Table], path: tuple[Position, ...]) -> bool:
        return any(self.can_force(after, path) for after in tables)

    def _legal_steps(self, table: Table) -> list[tuple[Action, Table]]:
        if not self.left:
            raise TooLong
        self.left -= 1
        return list(legal_steps(table, self.goal.side))


def can_force(table: Table, player: int, places: int = 1, most: int = 3_000) -> bool:
    """Whether the player or their team can take one of the next places. Raises `TooLong`."""
    return PlainSearch(goal_of(table, player, places), most).can_force(table)


def is_own(goal: Goal, action: Action) -> bool:
    """Whether an action is one of the side."""
    return bool(goal.side >> action.player & 1)


def player_due(table: Table, actions: list[Action]) -> int:
    """The player on turn; where something has to happen first, the one who may pass, or act at all."""
    players = [action.player for action in actions]
    if table.turn in players:
        return table.turn
    return next((action.player for action in actions if action.verb in (PASS, DRAW)), players[0])


def goal_is_reached(table: Table, goal: Goal) -> bool | None:
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
    """The position, without what was before it."""
    return tuple(hashable(getattr(table, name)) for name in table.fields if name not in SETTLED)


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
    """The position after an action."""
    after = table.copy()
    take_actions(after, [action], table.index + 1)
    return after


def small_positions(rules: Rules, players: int, cards: int, rng: Random) -> list[Table]:
    """The positions of a deal of this many cards each, without a stock, while legal actions are taken at random.

    The cards are neighbours in the pack, so that they make many sets.
    """
    names = rules.sitting.pack(players).alphabet.list(rules.sitting.pack(players).cards)
    cut = rng.randrange(len(names))
    dealt = rng.sample((names[cut:] + names[:cut])[: cards * players], cards * players)
    hands = [Hand.of(rules.alphabet, rules.alphabet.pack(dealt[place::players])) for place in range(players)]
    match = Match(rules, players)
    table = match.open(match.start(Deal(hands=hands, first=1, dealer=1, stock=()), []))
    notation = rules.notation(players)
    found: list[Table] = []
    while legal := legal_actions(table, notation):
        if obstacle(table) is None:
            found.append(table.copy())
        sets = [action for action in legal if action.verb == PLAY]
        take_actions(table, [rng.choice(sets if sets and rng.random() < PLAYED else legal)], table.index + 1)
    return found


PLAYED: Final = 0.5
"""How often the players of small deals lay a set rather than anything."""
