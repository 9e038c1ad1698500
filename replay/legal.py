"""The legal actions of a position: what a player could try, as far as the judge accepts it."""

from collections.abc import Iterator

from replay.actions import Action, Notation
from replay.engine import run
from replay.judge import judge_play
from replay.table import Table


def legal_actions(table: Table, notation: Notation) -> list[Action]:
    """Every action that anybody may take now without a fault: sets, passes, gifts, words; none when the deal is over.

    Sets of a player with unknown cards are those of his known ones. Sets that the rules do not tell apart stand
    once where a game says so.
    """
    if table.over:
        return []
    players = [player for player in table.seated if not table.closed >> player & 1]
    found = [action for player in players for action in _plays(table, notation, player)]
    return found + [action for player in table.seated for action in _others(table, notation, player)]


def is_legal(table: Table, action: Action) -> bool:
    """Whether taking this action now would be without a fault; the table stays as it is."""
    trial = table.copy()
    run(trial, [action], table.index)
    return not trial.faults


def _plays(table: Table, notation: Notation, player: int) -> Iterator[Action]:
    """The legal sets of a player; where nothing is waiting to happen first, the judge alone turns most of them down."""
    for text in table.rules.sets(table, player):
        action = notation[f"{player} {text}"]
        if (table.pending is not None or _accepted(table, action)) and is_legal(table, action):
            yield action


def _accepted(table: Table, action: Action) -> bool:
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return not breaches


def _others(table: Table, notation: Notation, player: int) -> Iterator[Action]:
    texts = [f"{player} -", *(f"{player} {offer}" for offer in table.rules.offers(table, player))]
    return (action for action in map(notation.__getitem__, texts) if is_legal(table, action))
