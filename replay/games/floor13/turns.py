"""Turns, leads and draws (F-CLEAR-1, F-LEAD3-1, F-STUCK-1, F-PASS-1 to F-PASS-4).

A pass is written as its draw, and its player may play at once; a bare pass before the draw only announces it.
"""

from typing import Final

from replay.actions import DRAW, PLAY, Action
from replay.engine import clear_trick, counts_as_pass, report_turn
from replay.faults import AS_PASS, STANDS
from replay.games.floor13.sets import LONE_ROLE_HANDS, SANDSTORM
from replay.games.floor13.table import UNKNOWN_CARDS, Floor13Table, close_game
from replay.judge import objections
from replay.melds import Combination
from replay.table import NOBODY


def lead_holder(table: Floor13Table, player: int) -> int:
    """Who has the lead that would be this player's: he, or the next player if he led too often (F-Q-29)."""
    return table.after[player] if player == table.resting else player


def next_leader(table: Floor13Table) -> int:
    """The owner of the top set leads, or who leads for him (F-CLEAR-1)."""
    return lead_holder(table, table.owner)


def ban_on_third_lead(table: Floor13Table, action: Action, combination: Combination | None) -> str:
    """The lead of somebody who may not lead; a sandstorm of his can only be out of turn and is none (F-LEAD3-1)."""
    if action.player != table.resting:
        return ""
    return "" if combination is not None and combination.kind == SANDSTORM else "third_lead"


def pass_lead(table: Floor13Table) -> None:
    """The lead moves to the next player who may have it."""
    table.turn = lead_holder(table, table.after[table.turn])


def count_lead_in_a_row(table: Floor13Table) -> None:
    """Who has opened two tricks in a row may not open the next (F-LEAD3-1)."""
    owner = table.owner
    table.resting = owner if owner == table.opener else NOBODY
    table.opener = owner


def is_stuck(table: Floor13Table, player: int) -> bool:
    """Whether the player has one card and it is a role, or nobody knows that it is none (F-STUCK-1)."""
    hand, unknown = table.hands[player], table.unknown[player]
    return (unknown == 1 and not hand) or (not unknown and hand in LONE_ROLE_HANDS)


def stay_stuck(table: Floor13Table) -> None:
    """A stuck leader found the stock empty; when that happened to everybody in a row, the game is closed (F-END-3)."""
    table.stuck += 1
    if table.stuck == len(table.clockwise):
        close_game(table)
    else:
        pass_lead(table)


def advance_turn(table: Floor13Table) -> None:
    """The turn goes on from him who has just acted; the trick is cleared by an effect, or where it comes to its owner.

    A set that opened a trick is counted as a lead (F-LEAD3-1). Skipped players draw nothing (F-Q-15).
    """
    if table.pending is wait_for_leader:
        table.pending = None
    if table.opened != table.leads:
        table.opened = table.leads
        table.stuck = 0
        table.house_rules.count_lead(table)
    if table.cut:
        clear_trick(table)
        return
    player = player_after_skips(table) if table.stride else table.after[table.turn]
    if player == table.owner:
        clear_trick(table)
    else:
        table.turn = player


def player_after_skips(table: Floor13Table) -> int:
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
        return lead_holder(table, following)
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
        if player == table.drawer and table.house_rules.may_lay_after_draw(table, action):
            table.turn = player
        elif not table.house_rules.takes_effect(table, action, table.turn):
            return
    table.pending = None
    table.drawer = NOBODY


def wait_for_leader(table: Floor13Table, action: Action) -> None:
    """All have passed: the last of them plays at once, or the trick is cleared when its owner or the next leader acts.

    Who is both the last and the next leader follows if his set can follow; otherwise he leads.
    """
    player, house_rules = action.player, table.house_rules
    if player == table.drawer and house_rules.may_lay_after_draw(table, action) and may_follow(table, action):
        table.turn = player
    elif player == table.turn or (player == table.owner and action.verb == PLAY):
        clear_trick(table)
    else:
        if house_rules.takes_effect(table, action, table.turn):
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


def is_set(_table: Floor13Table, action: Action) -> bool:
    """What is laid after the draw of a pass may come from the whole hand (F-PASS-2)."""
    return action.verb == PLAY


def is_set_with_drawn_card(table: Floor13Table, action: Action) -> bool:
    """What is laid after the draw of a pass must hold a drawn card, so far as these are known (F-Q-6)."""
    drawn = table.drawn
    return action.verb == PLAY and (drawn == UNKNOWN_CARDS or table.rules.alphabet.common(drawn, action.cards) > 0)


def stands_or_on_turn(_table: Floor13Table, action: Action, turn: int) -> bool:
    """Whatever is laid stands; a draw or a pass without the turn has no effect."""
    return action.verb == PLAY or action.player == turn


def interrupts_or_on_turn(table: Floor13Table, action: Action, turn: int) -> bool:
    """Without the turn only an interrupting set has an effect (option `illegal_play` pass)."""
    interrupting = (table.rules.interrupts(table, action.player, reading) for reading in action.readings)
    return action.player == turn or (action.verb == PLAY and any(interrupting))


STUCK_DRAW: Final = "stuck"
"""The kind of a draw that a stuck leader owes."""

CARDS_FOR_STUCK: Final = 1


def draw(table: Floor13Table, action: Action) -> None:
    """A pass, the draw of a stuck leader, or neither; cards that a faulty draw names move all the same."""
    if table.pending is not None:
        table.pending(table, action)
    table.speaker = NOBODY
    top = table.top
    if action.player != table.turn:
        refuse_draw(table, action)
    elif top is None:
        draw_on_lead(table, action)
    else:
        take_draw(table, action, top.count, "")
        offer_play(table)


def take_draw(table: Floor13Table, action: Action, wanted: int, kind: str) -> None:
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


def refuse_draw(table: Floor13Table, action: Action) -> None:
    """A draw without the turn."""
    report_turn(table, action.player)
    take_named(table, action)


def draw_on_lead(table: Floor13Table, action: Action) -> None:
    """On an empty table only a stuck leader draws, one card; the lead moves on (F-STUCK-1, F-Q-7)."""
    if not is_stuck(table, action.player):
        refuse_pass(table, action)
        return
    owed = table.stock.due(CARDS_FOR_STUCK)
    take_draw(table, action, CARDS_FOR_STUCK, STUCK_DRAW)
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


def pass_turn(table: Floor13Table, action: Action) -> None:
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
        announce_draw(table)
    elif not is_stuck(table, player):
        refuse_pass(table, action)
    elif table.stock.due(CARDS_FOR_STUCK):
        announce_draw(table)
    else:
        stay_stuck(table)


def announce_draw(table: Floor13Table) -> None:
    """The draw comes with the next action, or not at all."""
    table.announced = table.index
    table.pending = wait_for_draw


def wait_for_draw(table: Floor13Table, action: Action) -> None:
    """The draw of an announced pass comes, or the pass was made without it; then the turn moves on."""
    if action.player == table.turn and action.verb == DRAW:
        table.pending = None
    elif action.player == table.turn or table.house_rules.takes_effect(table, action, due_after(table)):
        table.pending = None
        report_missed_draw(table)
        go_on_without_draw(table)


def go_on_without_draw(table: Floor13Table) -> None:
    """A pass without a draw hands the turn on, or the lead."""
    if table.top is None:
        table.stuck = 0
        pass_lead(table)
    else:
        advance_turn(table)


def report_missed_draw(table: Floor13Table) -> None:
    """Note that an announced pass was made without its draw, if there was anything to draw (F-PASS-1)."""
    top = table.top
    owed, kind = (CARDS_FOR_STUCK, STUCK_DRAW) if top is None else (top.count, "")
    if due := table.stock.due(owed):
        table.report_at(table.announced, table.turn, "wrong_draw_count", STANDS, kind, found=0, owed=due)


def end_announced_pass(table: Floor13Table) -> None:
    """At the end of a record, an announced pass has had no draw."""
    if table.pending is wait_for_draw and not table.over:
        report_missed_draw(table)


def counts_as_pass_without_draw(
    table: Floor13Table, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination | None:
    """A faulty play counts as a pass without a draw (option `illegal_play`)."""
    counts_as_pass(table, action, combination, breaches)
    if table.top is None:
        table.stuck = 0
        table.turn = lead_holder(table, table.turn)
    return None
