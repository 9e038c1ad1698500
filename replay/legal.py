"""The legal actions of a position: what a player could try, as far as the judge accepts it."""

from collections.abc import Iterator
from typing import Final

from replay.actions import DRAW, PASS, Action, Notation
from replay.engine import run, settle
from replay.judge import judge_play
from replay.rules import never
from replay.table import NOBODY, Table

FOR_THE_TURN: Final = frozenset({PASS, DRAW})
"""What nobody may do without the turn, whatever the rules let him lay."""


def legal_actions(table: Table, notation: Notation) -> list[Action]:
    """Every action that anybody may take now without a fault: sets, passes, gifts, words; none when the deal is over.

    First the sets of each player, in player order, then what else each may do; equal positions give equal lists. Sets
    of a player with unknown cards are those of his known ones. Sets that the rules do not tell apart stand once where
    a game says so.
    """
    if table.over:
        return []
    on_turn = _may_have_the_turn(table)
    laying = on_turn if table.rules.interrupts is never else _in_the_deal(table)
    found = [action for player in laying for action in _sets(table, notation, player)]
    for player in table.seated:
        found += _others(table, notation, player, on_turn=player in on_turn)
    return found


def is_legal(table: Table, action: Action) -> bool:
    """Whether taking this action now would be without a fault; the table stays as it is."""
    trial = table.copy()
    run(trial, [action], table.index)
    return not trial.faults


def may_lay(table: Table, player: int) -> bool:
    """Whether the player, whose turn it is, holds a set that he may lay now; his unknown cards are not looked at."""
    notation = table.rules.notation(len(table.after) - 1)
    return any(True for _set in _sets(table, notation, player))


def _may_have_the_turn(table: Table) -> list[int]:
    """Who is on turn: anybody may be as long as nobody is, or while something has still to happen first."""
    return _in_the_deal(table) if table.turn == NOBODY or table.pending is not None else [table.turn]


def _in_the_deal(table: Table) -> list[int]:
    return [player for player in table.seated if not table.closed >> player & 1]


def _sets(table: Table, notation: Notation, player: int) -> Iterator[Action]:
    """The legal sets of a player; most of the others are turned down by the judge alone, which takes less time."""
    for text in table.rules.sets(table, player):
        action = notation[f"{player} {text}"]
        if _accepted(table, action) and is_legal(table, action):
            yield action


def _accepted(table: Table, action: Action) -> bool:
    """Whether the judge has nothing against a set, once what has to happen first has happened without a fault."""
    if table.pending is not None:
        table = table.copy()
        settle(table, action)
        if table.faults:
            return False
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return not breaches


def _others(table: Table, notation: Notation, player: int, *, on_turn: bool) -> Iterator[Action]:
    """Whatever else a player may do."""
    texts = [f"{player} -", *(f"{player} {offer}" for offer in table.rules.offers(table, player))]
    for action in map(notation.__getitem__, texts):
        if (on_turn or action.verb not in FOR_THE_TURN) and is_legal(table, action):
            yield action
