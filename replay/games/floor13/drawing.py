"""Draws: passes, and what a stuck leader does (F-PASS-1 to F-PASS-4, F-STUCK-1).

A pass is written as its draw, and its player may play at once; a bare pass before the draw only announces it.
"""

from typing import Final

from replay.actions import DRAW, Action
from replay.combination import Combination
from replay.engine import passes, report_turn
from replay.faults import AS_PASS, STANDS
from replay.games.floor13.leading import entitled, is_stuck, pass_lead, stay_stuck
from replay.games.floor13.table import Floor13Table
from replay.games.floor13.turns import advance, due_after, end_draw, offer_play
from replay.table import NOBODY

STUCK: Final = "stuck"
"""The kind of a draw that a stuck leader owes."""

FROM_STUCK: Final = 1


def draw(table: Floor13Table, action: Action) -> None:
    """A pass, the draw of a stuck leader, or neither; cards that a faulty draw names move all the same."""
    if table.pending is not None:
        table.pending(table, action)
    table.speaker = NOBODY
    top = table.top
    if action.player != table.turn:
        refuse(table, action)
    elif top is None:
        draw_on_lead(table, action)
    else:
        take(table, action, top.count, "")
        offer_play(table)


def take(table: Floor13Table, action: Action, wanted: int, kind: str) -> None:
    """The cards of a draw: those named, or so many from the top, as far as there are any (F-PASS-4)."""
    if not action.cards:
        table.drawn = table.stock.deal(action.player, wanted, table.hands, table.unknown)
        return
    owed = table.stock.due(wanted)
    if action.meld.count != owed:
        table.report(action.player, "wrong_draw_count", STANDS, kind, found=action.meld.count, owed=owed)
    take_named(table, action)


def take_named(table: Floor13Table, action: Action) -> None:
    """The named cards come into the hand, also those that cannot have been on top of the stock (F-Q-33)."""
    if action.cards and not table.stock.hand_out(action.cards, table.hands):
        table.report_deck(" ".join(action.meld.names))
    table.hands[action.player] += action.cards
    table.drawn = action.cards


def refuse(table: Floor13Table, action: Action) -> None:
    """A draw without the turn."""
    report_turn(table, action.player)
    take_named(table, action)


def draw_on_lead(table: Floor13Table, action: Action) -> None:
    """On an empty table only a stuck leader draws, one card; the lead moves on (F-STUCK-1, F-Q-7)."""
    if not is_stuck(table, action.player):
        refuse_pass(table, action)
        return
    owed = table.stock.due(FROM_STUCK)
    take(table, action, FROM_STUCK, STUCK)
    if owed or action.cards:
        table.stuck = 0
        pass_lead(table)
    else:
        stay_stuck(table)


def refuse_pass(table: Floor13Table, action: Action) -> None:
    """A leader who is not stuck has to play; the lead moves on all the same (F-LEAD-1)."""
    table.report(action.player, "pass_on_lead", AS_PASS)
    take_named(table, action)
    table.stuck = 0
    pass_lead(table)


def decline(table: Floor13Table, action: Action) -> None:
    """A bare pass: before the draw it announces that, after it says that its player does not play."""
    player = action.player
    if player == table.drawer:
        end_draw(table)
        return
    if table.pending is not None:
        table.pending(table, action)
    table.speaker = NOBODY
    if player != table.turn:
        report_turn(table, player)
    elif table.top is not None:
        announce(table)
    elif not is_stuck(table, player):
        refuse_pass(table, action)
    elif table.stock.due(FROM_STUCK):
        announce(table)
    else:
        stay_stuck(table)


def announce(table: Floor13Table) -> None:
    """The draw comes with the next action, or not at all."""
    table.announced = table.index
    table.pending = wait_for_draw


def wait_for_draw(table: Floor13Table, action: Action) -> None:
    """The draw of an announced pass comes, or the pass was made without it; then the turn moves on."""
    if action.player == table.turn and action.verb == DRAW:
        table.pending = None
    elif action.player == table.turn or table.house.takes_effect(table, action, due_after(table)):
        table.pending = None
        miss_draw(table)
        move_on(table)


def move_on(table: Floor13Table) -> None:
    """A pass without a draw hands the turn on, or the lead."""
    if table.top is None:
        table.stuck = 0
        pass_lead(table)
    else:
        advance(table)


def miss_draw(table: Floor13Table) -> None:
    """Note that an announced pass was made without its draw, if there was anything to draw (F-PASS-1)."""
    top = table.top
    owed, kind = (FROM_STUCK, STUCK) if top is None else (top.count, "")
    if due := table.stock.due(owed):
        table.report_at(table.announced, table.turn, "wrong_draw_count", STANDS, kind, found=0, owed=due)


def unfinished_pass(table: Floor13Table) -> None:
    """At the end of a record, an announced pass has had no draw."""
    if table.pending is wait_for_draw and not table.over:
        miss_draw(table)


def passes_undrawn(
    table: Floor13Table, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination | None:
    """A faulty play counts as a pass without a draw (option `illegal_play`)."""
    passes(table, action, combination, breaches)
    if table.top is None:
        table.stuck = 0
        table.turn = entitled(table, table.turn)
    return None
