"""Turns, leads and draws (F-CLEAR-1, F-LEAD3-1, F-STUCK-1, F-PASS-1 to F-PASS-4).

A pass is written as its draw, after which its player may play at once; a bare pass before the draw only announces it.
"""

from typing import Final

from daifu.replay.actions import DRAW, NAME, PLAY, Action
from daifu.replay.cards import STANDARD
from daifu.replay.engine import clear_trick, counts_as_pass, objections, report_turn, sink_with_hand
from daifu.replay.faults import AS_PASS, IGNORED, STANDS
from daifu.replay.games.floor13.effects import report_missing_names, takes_effect
from daifu.replay.games.floor13.sets import LONE_ROLE_HANDS, ROLE_CARDS, SANDSTORM
from daifu.replay.games.floor13.table import UNKNOWN_CARDS, Floor13Table, close_game, win_game
from daifu.replay.melds import Combination
from daifu.replay.options import Value
from daifu.replay.rules import Fact, PositionRules
from daifu.replay.table import NOBODY
from daifu.replay.text import Text, cards_text


def lead_holder(table: Floor13Table, player: int) -> int:
    """The player who gets this player's lead: the next one if they led too often (F-Q-29), else themselves."""
    return table.next_active(player) if player == table.resting else player


def next_leader(table: Floor13Table) -> int:
    """The next leader: the owner of the top set, or the player who leads instead (F-CLEAR-1)."""
    return lead_holder(table, table.owner)


def ban_on_third_lead(table: Floor13Table, action: Action, combination: Combination | None) -> str:
    """The code if the player may not lead, or "" (F-LEAD3-1). A sandstorm of such a player is at most out of turn."""
    if action.player != table.resting:
        return ""
    return "" if combination is not None and combination.kind == SANDSTORM else "third_lead"


def pass_lead(table: Floor13Table, stuck: int = 0) -> None:
    """Move the lead to the next player who may have it; so many players in a row were stuck and drew nothing."""
    table.stuck = stuck
    table.turn = lead_holder(table, table.next_active(table.turn))


def is_stuck(table: Floor13Table, player: int) -> bool:
    """Whether the player has one card, which is a role card or may be one (F-STUCK-1)."""
    hand, unknown = table.hands[player], table.unknown[player]
    if unknown:
        return unknown == 1 and not hand and STANDARD.part(table.unseen(), ROLE_CARDS) > 0
    return hand in LONE_ROLE_HANDS


def stay_stuck(table: Floor13Table) -> None:
    """Note a stuck leader who found the stock empty; after all players in a row the game ends (F-END-3)."""
    pass_lead(table, table.stuck + 1)
    if table.stuck >= table.active.bit_count():
        close_game(table)


def advance_turn(table: Floor13Table) -> None:
    """Pass the turn on from the player who has just acted, or clear the trick.

    The trick is cleared if an effect cut it or the turn is back at its owner. Who opened two tricks in a row may not
    open the next (F-LEAD3-1). Skipped players draw nothing (F-Q-15).
    """
    if table.pending is not None and table.pending is wait_for_leader:
        table.pending = None
    if table.opened != table.leads:
        table.opened = table.leads
        table.stuck = 0
        if table.rules.options["two_in_a_row_limit"]:
            table.resting = table.owner if table.owner == table.opener else NOBODY
            table.opener = table.owner
    if table.cut:
        clear_trick(table)
        return
    player = table.next_active(table.turn)
    if table.stride:
        for _ in range(table.stride - 1):  # a skip past the owner clears nothing (F-Q-14)
            player = table.next_active(player)
        table.stride = 0
    if player == table.owner:
        clear_trick(table)
    else:
        table.turn = player


def due_after(table: Floor13Table) -> int:
    """The player who has the turn after a pass of the player on turn."""
    following = table.next_active(table.turn)
    if table.top is None:
        return lead_holder(table, following)
    return next_leader(table) if following == table.owner else following


def wait_for_drawer(table: Floor13Table, action: Action) -> None:
    """Let the player who drew play at once; any other action ends that chance."""
    player = action.player
    if player != table.turn:
        if player == table.drawer and may_lay_after_draw(table, action):
            table.turn = player
        elif not takes_effect(table, action, table.turn):
            return
    table.pending = None
    table.drawer = NOBODY


DRAWER_MAY_PLAY: Final = wait_for_drawer
"""What is pending after most draws; the compiled engine need not look a constant up."""


def wait_for_leader(table: Floor13Table, action: Action) -> None:
    """After all have passed, let the last of them play at once, or clear the trick when its owner or next leader acts.

    A player who is both last and next leader follows if the set can follow, and otherwise leads.
    """
    player = action.player
    if player == table.drawer and may_lay_after_draw(table, action) and may_follow(table, action):
        table.turn = player
    elif player == table.turn or (player == table.owner and action.verb == PLAY):
        clear_trick(table)
    else:
        if takes_effect(table, action, table.turn):
            table.drawer = NOBODY
        return
    table.pending = None
    table.drawer = NOBODY


def end_draw(table: Floor13Table) -> None:
    """End the chance to play after a draw; if all have passed, clear the trick."""
    everybody_passed = table.pending is wait_for_leader
    table.pending = None
    table.drawer = NOBODY
    if everybody_passed:
        clear_trick(table)


def may_follow(table: Floor13Table, action: Action) -> bool:
    """Whether a set follows the top set; that of the next leader does so only if some reading beats it."""
    top = table.top
    if action.player != table.turn:
        return True
    return top is not None and any(not objections(table, top, reading) for reading in action.readings)


def may_lay_after_draw(table: Floor13Table, action: Action) -> bool:
    """Whether the action is a set that may be laid after a draw: by default from the whole hand (F-PASS-2).

    By the option `pass_needs_drawn` it has a drawn card, as far as these are known, or is a sandstorm (F-Q-6).
    """
    if action.verb != PLAY or not table.rules.options["pass_needs_drawn"]:
        return action.verb == PLAY
    drawn = table.drawn
    storms = (reading.kind == SANDSTORM for reading in action.readings)
    return drawn == UNKNOWN_CARDS or table.rules.alphabet.common(drawn, action.cards) > 0 or any(storms)


def draw(table: Floor13Table, action: Action) -> None:
    """Draw: a pass, the draw of a stuck leader, or neither. Cards that a faulty draw names move in any case.

    Who draws for a pass may still play (F-PASS-2). If everybody has passed, the trick stays open for them until its
    owner or the next leader acts.
    """
    pending = table.pending
    if pending is DRAWER_MAY_PLAY:
        wait_for_drawer(table, action)  # called by its name: most draws follow another one
    elif pending is not None:
        pending(table, action)
    table.speaker = NOBODY
    if NAME in table.rights:
        forget_names(table)
    if action.player != table.turn:
        report_turn(table, action.player)
        take_named(table, action)
    elif table.top is None:
        draw_on_lead(table, action)
    else:
        take_draw(table, action)
        table.drawer = action.player
        following = table.next_active(action.player)
        if following == table.owner:
            table.turn = next_leader(table)
            table.pending = wait_for_leader
        else:
            table.turn = following
            table.pending = DRAWER_MAY_PLAY


def forget_names(table: Floor13Table) -> None:
    """End the time to discard unknown cards that the queens of the last set have hit, and drop what is used up."""
    table.rights = {word: times for word, times in table.rights.items() if times}


def wanted_cards(table: Floor13Table) -> int:
    """How many cards a pass draws if there are enough: as many as lie there, or one of a stuck leader (F-PASS-1)."""
    top = table.top
    return 1 if top is None else top.count


def take_draw(table: Floor13Table, action: Action) -> None:
    """Take the cards of a draw: those named, or those wanted from the top, as far as there are any (F-PASS-4)."""
    if not action.cards:
        table.drawn = table.stock.deal(action.player, wanted_cards(table), table.hands, table.unknown)
        return
    check_draw(table, table.index, action.player, action.meld.count)
    take_named(table, action)
    table.drawn = action.cards


def check_draw(table: Floor13Table, index: int, player: int, found: int) -> None:
    """Report the draw or the announced draw of this action unless as many cards came as are due (F-PASS-1)."""
    owed = table.stock.due(wanted_cards(table))
    if found != owed:
        kind = "stuck" if table.top is None else ""
        counts = {"found": cards_text(found), "owed": cards_text(owed)}
        table.report_at(index, player, "wrong_draw_count", STANDS, kind, **counts)


def take_named(table: Floor13Table, action: Action) -> None:
    """Take the named cards into the hand, even if they cannot have been on top of the stock (F-Q-33).

    That is reported unless the deck is known to be bad.
    """
    impossible = action.cards and not table.stock.hand_out(action.cards, table.hands)
    if impossible and all(fault.code != "bad_deck" for fault in table.faults):
        cards = " ".join(action.meld.names)
        table.report_at(None, None, "bad_deck", STANDS, "draw", drawer=action.player, cards=cards)
    alphabet = table.rules.alphabet
    table.hands[action.player] = alphabet.add(table.hands[action.player], action.cards)


def draw_on_lead(table: Floor13Table, action: Action) -> None:
    """Draw on an empty table, as only a stuck leader does: one card, and the lead moves on (F-STUCK-1, F-Q-7)."""
    if not is_stuck(table, action.player):
        refuse_pass(table, action)
        return
    owed = table.stock.due(1)
    take_draw(table, action)
    if owed or action.cards:
        pass_lead(table)
    else:
        stay_stuck(table)


def refuse_pass(table: Floor13Table, action: Action) -> None:
    """Report a pass of a leader who is not stuck; the lead moves on all the same (F-LEAD-1)."""
    table.report(action.player, "pass_on_lead", AS_PASS)
    take_named(table, action)
    pass_lead(table)


def pass_turn(table: Floor13Table, action: Action) -> None:
    """Pass without cards: before the draw it announces it, after the draw it gives up playing."""
    player = action.player
    if player == table.drawer:
        leads = player == table.turn  # everybody has passed, and this is a pass of the next leader
        end_draw(table)
        if not leads:
            return
    if table.pending is not None:
        table.pending(table, action)
    table.speaker = NOBODY
    if NAME in table.rights:
        forget_names(table)
    if player != table.turn:
        report_turn(table, player)
    elif table.pending is wait_for_draw:
        table.report(player, "out_of_turn", IGNORED, turn=due_after(table))
    elif table.top is None and not is_stuck(table, player):
        refuse_pass(table, action)
    elif table.top is None and not table.stock.due(1):
        stay_stuck(table)
    else:  # the draw comes with the next action, or not at all
        table.announced = table.index
        table.pending = wait_for_draw


def wait_for_draw(table: Floor13Table, action: Action) -> None:
    """Take the draw of an announced pass, or report that it did not come; then the turn moves on.

    A second announcement changes nothing.
    """
    announcer = action.player == table.turn
    if announcer and action.verb == DRAW:
        table.pending = None
    elif (announcer and action.verb == PLAY) or takes_effect(table, action, due_after(table)):
        table.pending = None
        check_draw(table, table.announced, table.turn, 0)
        if table.top is None:
            pass_lead(table)
        else:
            advance_turn(table)


def leave_game(table: Floor13Table, action: Action) -> None:
    """Leave the game with cards in hand. A draw or a name that the player still owes is not owed any more.

    Who drew last may no longer play. A trick that the player was to win is that of the next one.
    """
    player = action.player
    if table.drawer:
        end_draw(table)
    if table.pending is wait_for_draw and player == table.turn:
        table.pending = None
    elif table.pending is report_missing_names and player == table.owner:
        table.pending = None
        table.rights[NAME] = 0
    on_turn = player == table.turn
    sink_with_hand(table, player)
    if table.over:
        win_game(table, table.active.bit_length() - 1)
        return
    following = table.next_active(player)
    if table.top is None:
        if on_turn:
            pass_lead(table, table.stuck)
    elif player == table.owner:
        table.owner = following
    elif on_turn and following == table.owner:
        clear_trick(table)
    elif on_turn:
        table.turn = following


def counts_as_pass_without_draw(
    table: Floor13Table, action: Action, combination: Combination | None, breaches: list[str]
) -> Combination | None:
    """Count a faulty play as a pass without a draw (option `illegal_play`); without the turn it has no effect."""
    on_turn = action.player == table.turn
    counts_as_pass(table, action, combination, breaches)
    if on_turn and table.top is None:
        table.stuck = 0
        table.turn = lead_holder(table, table.turn)
    return None


def settled(table: Floor13Table) -> tuple[int, bool] | None:
    """Who has the turn once the chance of the last drawer is over, and whether the trick is open then.

    None while anything else is pending.
    """
    pending = table.pending
    if pending is DRAWER_MAY_PLAY:
        return table.turn, table.top is not None
    return (table.turn, False) if pending is wait_for_leader else None


def position_fields(table: Floor13Table) -> dict[str, Value]:
    """How many cards are left to draw, and who may still play after drawing (F-PASS-1, F-PASS-2)."""
    return {"stock": table.stock.left, "drawer": table.drawer or None}


def position_facts(table: Floor13Table) -> list[Fact]:
    """How many cards are left to draw."""
    left = table.stock.left
    return [Fact(Text("stock", "山札"), [Text(f"{left} card{'' if left == 1 else 's'}", f"{left}枚")])]


def pending_actions(table: Floor13Table) -> list[dict[str, Value]]:
    """The names that queens still need, or the draw of a pass that was announced (F-QBOMB-2, F-PASS-1)."""
    if table.pending is report_missing_names:
        return [{"what": "name", "from": table.owner, "times": table.rights[NAME]}]
    if table.pending is wait_for_draw:
        return [{"what": "draw", "from": table.turn, "cards": table.stock.due(wanted_cards(table))}]
    return []


POSITION_RULES: Final = PositionRules(fields=position_fields, facts=position_facts, pending=pending_actions)
