"""Playouts beside the judge: a playout's actions, taken on the table that it started from."""

from typing import Final, NamedTuple

from replay.actions import PLAY
from replay.analysis.playout import Playout
from replay.deal import Start
from replay.engine import take_actions
from replay.legal import legal_actions
from replay.table import Table

FORCED_CODES: Final = {"finish_banned", "finish_foul"}
"""What players cannot help who lead with nothing but cards that may not be last."""


class Judged(NamedTuple):
    """The faults that the judge finds in a playout but for those that its player could not help, and both results."""

    faults: list[str]
    judged: list[int] | None
    placed: list[int]


def line_of(playout: Playout, start: Playout) -> list[str]:
    """The actions of one playout, as far as they can be written."""
    playout.restore(start)
    line = playout.line = []
    playout.run()
    return line


def judge_line(start: Start, base: Table, line: list[str], playout: Playout) -> Judged:
    """The judgement of a line that was played out from a settled table."""
    table = base.copy()
    notation = table.rules.notation(len(table.after) - 1)
    faults: list[str] = []
    for index, text in enumerate(line):
        action = notation[text]
        before = table.copy()
        take_actions(table, [action], index)
        codes = {fault.code for fault in table.faults}
        table.faults.clear()
        if codes and not (codes <= FORCED_CODES and not can_play(before, action.player)):
            faults.append(f"{index}: {text} {sorted(codes)}")
    seats = sorted(playout.ring, key=lambda seat: seat.place)
    return Judged(faults, table.rules.sitting.order(table, start.deal), [int(seat.number) for seat in seats])


def can_play(table: Table, player: int) -> bool:
    """Whether the player has a legal set."""
    actions = legal_actions(table, table.rules.notation(len(table.after) - 1))
    return any(action.verb == PLAY and action.player == player for action in actions)
