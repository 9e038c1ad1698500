"""How the turn goes on after a set and after a draw (F-CLEAR-1, F-PASS-2, F-5)."""

from replay.actions import PLAY, Action
from replay.engine import clear_trick
from replay.games.floor13.leading import entitled, next_leader
from replay.games.floor13.stock import UNKNOWN
from replay.games.floor13.table import Floor13Table
from replay.judge import objections
from replay.table import NOBODY


def advance(table: Floor13Table) -> None:
    """The turn goes on from him who has just acted; the trick is cleared by an effect, or where it comes to its owner.

    A set that opened a trick is counted as a lead (F-LEAD3-1). Skipped players draw nothing (F-Q-15).
    """
    if table.pending is wait_for_leader:
        table.pending = None
    if table.opened != table.leads:
        table.opened = table.leads
        table.stuck = 0
        table.house.count_lead(table)
    if table.cut:
        clear_trick(table)
        return
    player = skipping(table) if table.stride else table.after[table.turn]
    if player == table.owner:
        clear_trick(table)
    else:
        table.turn = player


def skipping(table: Floor13Table) -> int:
    """The player to whom the turn jumps; to pass over oneself clears nothing (F-Q-14)."""
    player = table.turn
    for _ in range(table.stride):
        player = table.after[player]
    table.stride = 0
    return player


def due_after(table: Floor13Table) -> int:
    """Whose turn it is when the player on turn has passed."""
    following = table.after[table.turn]
    if table.top is None:
        return entitled(table, following)
    return next_leader(table) if following == table.owner else following


def offer_play(table: Floor13Table) -> None:
    """The player on turn has drawn and the turn moves on, but he may still play (F-PASS-2).

    When everybody has passed, the trick stays open for him until its owner or the next leader acts.
    """
    drawer = table.drawer = table.turn
    following = table.after[drawer]
    if following == table.owner:
        table.turn = next_leader(table)
        table.pending = wait_for_leader
    else:
        table.turn = following
        table.pending = wait_for_drawer


def wait_for_drawer(table: Floor13Table, action: Action) -> None:
    """The player who drew plays at once, or anybody else does something and it is too late for him."""
    player = action.player
    if player != table.turn:
        if player == table.drawer and table.house.lays_after_draw(table, action):
            table.turn = player
        elif not table.house.takes_effect(table, action, table.turn):
            return
    table.pending = None
    table.drawer = NOBODY


def wait_for_leader(table: Floor13Table, action: Action) -> None:
    """All have passed: the last of them plays at once, or the trick is cleared when its owner or the next leader acts.

    Who is both the last and the next leader follows if his set can follow; otherwise he leads.
    """
    player, house = action.player, table.house
    if player == table.drawer and house.lays_after_draw(table, action) and may_follow(table, action):
        table.turn = player
    elif player == table.turn or (player == table.owner and action.verb == PLAY):
        clear_trick(table)
    else:
        if house.takes_effect(table, action, table.turn):
            table.drawer = NOBODY
        return
    table.pending = None
    table.drawer = NOBODY


def end_draw(table: Floor13Table) -> None:
    """Whoever drew does not play; if all have passed, the trick is cleared."""
    everybody_passed = table.pending is wait_for_leader
    table.pending = None
    table.drawer = NOBODY
    if everybody_passed:
        clear_trick(table)


def may_follow(table: Floor13Table, action: Action) -> bool:
    """Whether a set follows the top set: of the next leader it does so only if it answers it in some reading."""
    top = table.top
    if action.player != table.turn:
        return True
    return top is not None and any(not objections(table, top, reading) for reading in action.readings)


def any_set(_table: Floor13Table, action: Action) -> bool:
    """What is laid after the draw of a pass may come from the whole hand (F-PASS-2)."""
    return action.verb == PLAY


def set_with_drawn_card(table: Floor13Table, action: Action) -> bool:
    """What is laid after the draw of a pass must hold a drawn card, so far as these are known (F-Q-6)."""
    drawn = table.drawn
    return action.verb == PLAY and (drawn == UNKNOWN or table.rules.alphabet.common(drawn, action.cards) > 0)


def stands_or_on_turn(_table: Floor13Table, action: Action, turn: int) -> bool:
    """Whatever is laid stands; a draw or a pass without the turn has no effect."""
    return action.verb == PLAY or action.player == turn


def interrupts_or_on_turn(table: Floor13Table, action: Action, turn: int) -> bool:
    """Without the turn only an interrupting set has an effect (option `illegal_play` pass)."""
    interrupting = (table.rules.interrupts(table, action.player, reading) for reading in action.readings)
    return action.player == turn or (action.verb == PLAY and any(interrupting))
