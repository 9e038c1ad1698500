"""The engine: turns, top sets, passes and tricks. It knows no game and no card by name."""

from collections.abc import Sequence
from typing import Final

from replay.actions import NO_TURN, PASS, PLAY, Action
from replay.combination import Combination, irregular
from replay.faults import AS_PASS, IGNORED, STANDS, VOID
from replay.judge import judge_play
from replay.table import Table

EVERYBODY: Final = -1
"""The set of all players, whoever they are."""


def run(table: Table, actions: Sequence[Action], first: int = 0) -> None:
    """Take actions of a deal, to its end and beyond, counting them from `first`.

    A fault is noted on the table, never raised.
    """
    handlers = table.rules.handlers
    for index, action in enumerate(actions, first):
        table.index = index
        if action.turn != table.turn and (action.turn == NO_TURN or table.closed >> action.player & 1):
            _step_aside(table, action)
        else:
            handlers[action.verb](table, action)


def _step_aside(table: Table, action: Action) -> None:
    """An action of somebody who may not act any more, or one that the table took back."""
    if table.closed >> action.player & 1:
        if table.speaker == action.player and action.verb in table.rules.of_a_set:
            if not table.over:
                table.rules.handlers[action.verb](table, action)
        else:
            table.report(action.player, "action_after_end" if table.over else "action_after_out", IGNORED)
    else:
        take_back(table, action)


def take_back(table: Table, action: Action) -> None:
    """A void action.

    What would have been wrong with it is reported, and nothing has changed (record format, section 4).
    """
    trial = table.copy()
    if action.verb in (PLAY, PASS):
        settle(trial, action)
    trial.faults.clear()
    table.rules.handlers[action.verb](trial, action)
    for fault in trial.faults:
        if fault.action == table.index:
            fault.resolution = VOID
            table.faults.append(fault)
    table.rules.taken_back(table, action)


def settle(table: Table, action: Action) -> None:
    """Let happen what has to happen before this play or pass takes effect."""
    if table.pending is not None:
        table.pending(table, action)


def play(table: Table, action: Action) -> None:
    """A set is laid: if nothing is wrong with it, or if it stands all the same, it becomes the top set.

    Its effects follow, an empty hand, and the next turn or the end of the trick.
    """
    if table.pending is not None:
        table.pending(table, action)
    player = action.player
    combination = action.only
    left = table.hands[player] - action.cards
    top, down = table.top, table.down
    if (  # plain that nothing is wrong, so nobody looks closely; a card that he has not has borrowed a guard bit
        combination is not None
        and player == table.turn
        and not left & table.rules.alphabet.guard
        and (
            not table.rules.lead_ban(table, action, combination)
            if top is None
            else combination.floor[down] > top.bar[down] and combination.shape == top.shape and not table.lock
        )
        and (left or not table.rules.finish_ban(table, action, combination))
    ):
        table.hands[player] = left
    else:
        combination = _judged(table, action)
        if combination is None:
            return
    table.under = top
    if top is None:
        table.leads += 1
        table.cleared = None
    table.top = combination
    table.owner = table.speaker = table.turn = player
    if table.rights:
        table.rights = {}
    if table.passed:
        table.passed &= table.rules.passing.kept
    table.passes = 0
    if combination.effects:
        for effect in combination.effects:
            effect(table, combination)
    if table.hands[player] or table.unknown[player] or _goes_on_without(table, player, combination):
        advance = table.advance  # called by a name of its own, which Python 3.11 does faster
        advance(table)


def _judged(table: Table, action: Action) -> Combination | None:
    """The set that a play lays when it is looked at closely, None where it is turned down.

    The cards of the set have left the hand.
    """
    breaches: list[str] = []
    combination = judge_play(table, action, breaches)
    if breaches:
        combination = table.rules.faulty(table, action, combination, breaches)
    if combination is not None:
        table.take(action.player, action.cards)
    return combination


def _goes_on_without(table: Table, player: int, combination: Combination) -> bool:
    """The player goes out with this set; whether there is still a deal."""
    table.rules.goes_out(table, player, combination)
    return not table.over


def decline(table: Table, action: Action) -> None:
    """A pass. Without the turn it is reported and has no effect.

    On the lead it is reported and the turn moves on, locking nobody.
    """
    if table.pending is not None:
        table.pending(table, action)
    player = action.player
    table.speaker = 0
    if player != table.turn and table.turn:
        report_turn(table, player)
    elif table.top is None:
        table.report(player, "pass_on_lead", AS_PASS)
        table.turn = table.following(player)
    else:
        table.passed |= 1 << player
        advance = table.advance
        advance(table)


def report_turn(table: Table, player: int) -> None:
    """Note that the player acted without the turn."""
    table.report(player, table.rules.passing.breach(table, player), IGNORED, turn=table.turn)


def hand_on(table: Table) -> None:
    """The turn goes on from him who has just acted.

    The trick is cleared if an effect cut it or nobody is left to answer.
    """
    skipped = table.closed | table.passed
    if table.cut or skipped | 1 << table.owner == EVERYBODY:
        clear_trick(table)
        return
    after = table.after
    player = after[table.turn]
    while skipped >> player & 1:
        player = after[player]
    table.turn = player


def clear_trick(table: Table) -> None:
    """The trick ends.

    Its cards go, passes are forgotten, and the owner of the top set or who leads for him has the lead.
    """
    rules = table.rules
    table.cleared = table.top
    table.top = table.under = None
    table.cut = False
    table.passed = 0
    table.lock = 0
    table.down = table.turned
    if rules.clear is not None:
        rules.clear(table)
    table.turn = rules.next_leader(table)


def stands(table: Table, action: Action, combination: Combination | None, breaches: list[str]) -> Combination:
    """A faulty play that nobody noticed stands; what is no combination becomes an irregular top set."""
    report_play(table, action, combination, breaches, STANDS)
    return combination or irregular(action.meld.count, label(action))


def passes(table: Table, action: Action, combination: Combination | None, breaches: list[str]) -> None:
    """A faulty play counts as a pass (option `illegal_play`): on the turn it is one, out of turn it has no effect."""
    report_play(table, action, combination, breaches, AS_PASS)
    player = action.player
    table.speaker = 0
    if player != table.turn and table.turn:
        return
    if table.top is None:
        table.turn = table.following(player)
    else:
        table.passed |= 1 << player
        table.advance(table)


def report_play(
    table: Table, action: Action, combination: Combination | None, breaches: list[str], resolution: str
) -> None:
    """Note what is wrong with a play, each breach as a fault of its own."""
    rules = table.rules
    kind, laid = (
        (rules.flaw(action.meld), label(action)) if combination is None else (combination.form, combination.label)
    )
    details: dict[str, object] = {"set": laid, "turn": table.turn}
    if table.top is not None:
        details["top"] = table.top.label
    if "card_not_held" in breaches:
        details["cards"] = " ".join(table.missing(action.player, action.meld.cards))
    if table.lock:
        details["suits"] = table.lock_label()
    for code in breaches:
        table.report(action.player, code, resolution, kind, **details)


def label(action: Action) -> str:
    """How a meld is called that is no combination: its cards."""
    return " ".join(action.meld.names)
