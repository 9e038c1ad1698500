"""The engine: turns, top sets, judgement, passes, tricks, and going out. It knows no game and no card by name.

A play is judged first, in the order of the record format, section 4; judging changes nothing on the table.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from daifu.replay.actions import NO_TURN, PASS, PLAY, Action
from daifu.replay.counters import GameTable
from daifu.replay.deal import Deal
from daifu.replay.faults import AS_PASS, IGNORED, STANDS, VOID
from daifu.replay.melds import GROUP, IRREGULAR, LAYERS_OF_RUNS, Combination, irregular_set
from daifu.replay.table import NOBODY, Table
from daifu.replay.text import Text, cards_text


def judge_play(table: Table, action: Action, breaches: list[str]) -> Combination | None:
    """The combination that this play is, or None if it is none.

    Adds the codes of what is wrong with it to `breaches`. The table must be settled (nothing pending) and the player
    still in the deal.
    """
    rules = table.rules
    player = action.player
    if rules.choose is not None:
        combination = rules.choose(table, action)
    else:
        combination = action.only or choose_reading(table, action.readings)
    if player != table.turn and not _may_act_now(table, action, combination):
        breaches.append(rules.passing.breach(table, player))
    top = table.top
    if combination is None:
        breaches.append("not_a_combination")
    elif top is not None:
        breaches += objections(table, top, combination)
    if not table.holds(player, action.cards):
        breaches.append("card_not_held")
    if top is None and (code := rules.lead_ban(table, action, combination)):
        breaches.append(code)
    if table.would_empty(player, action.cards) and (code := rules.finish_ban(table, action, combination)):
        breaches.append(code)
    return combination


def _may_act_now(table: Table, action: Action, combination: Combination | None) -> bool:
    """Whether the player may play without having the turn.

    That is so before anybody has it, unless the known cards tell that another player begins, and where the rules let
    this set interrupt.
    """
    rules, player = table.rules, action.player
    if not table.turn:
        return rules.may_begin(table, player, action.cards)
    return combination is not None and rules.interrupts(table, player, combination)


def choose_reading(table: Table, readings: tuple[Combination, ...]) -> Combination | None:
    """The reading that counts where a meld has several: the strongest legal one.

    On the lead a group comes before a run, otherwise the table's own kind before others (A-JOK-3, A-Q-4, F-JOK-3). If
    none is legal, it is the strongest of the table's own kind, so that the fault named is the nearest one.
    """
    if not readings:
        return None
    top, down = table.top, table.down
    if top is None:
        pool = [reading for reading in readings if reading.kind == GROUP]
    else:
        legal = [reading for reading in readings if not objections(table, top, reading)]
        pool = [reading for reading in legal or readings if reading.kind == top.kind] or legal
    return max(pool or readings, key=lambda reading: reading.floor[down])


def objections(table: Table, top: Combination, combination: Combination) -> list[str]:
    """The codes of what is wrong with laying this combination on that top set."""
    rules = table.rules
    if top.kind == IRREGULAR:
        return [] if combination.count == top.count or rules.free(combination) else ["wrong_count"]
    code = rules.answer(table, top, combination)
    found = [code] if code else []
    if table.lock:
        found += rules.lock(table, top, combination)
    return found


def same_kind_and_count(top: Combination, new: Combination) -> str:
    """`wrong_kind` or `wrong_count` for a set of another kind or count than the top set, or ""."""
    if new.kind != top.kind:
        return "wrong_kind"
    return "" if new.count == top.count else "wrong_count"


def stronger(table: Table, top: Combination, new: Combination) -> str:
    """The code of the fault unless the weakest card of a set of the same kind and count is stronger, or "".

    Rules: D-FOLLOW-1, A-FOLLOW-1 to 4.
    """
    down = table.down
    if new.shape == top.shape and new.floor[down] > top.floor[down]:
        return ""
    return same_kind_and_count(top, new) or "not_stronger"


def wholly_stronger(table: Table, top: Combination, new: Combination) -> str:
    """The code of the fault unless all of the set is above the top set, or "" (T-FOLLOW-1, T-RUN-2, U-FOLLOW-1)."""
    down = table.down
    if new.shape == top.shape and new.floor[down] > top.ceiling[down]:
        return ""
    return same_kind_and_count(top, new) or ("not_stronger" if new.kind == GROUP else "run_overlap")


EVERYBODY: Final = -1
"""The set of all players."""


def take_actions(table: Table, actions: list[Action], first: int = 0) -> None:
    """Take the actions of a deal, also those after its end, counting them from `first`.

    Faults are noted on the table and never raised.
    """
    handlers = table.rules.handlers
    for index, action in enumerate(actions, first):
        table.index = index
        if action.turn != table.turn and (action.turn == NO_TURN or table.closed >> action.player & 1):
            _take_late_or_void(table, action)
        else:
            handlers[action.verb](table, action)


def take_action(table: Table, action: Action, index: int) -> None:
    """Take one action of a deal, which has this index."""
    table.index = index
    if action.turn != table.turn and (action.turn == NO_TURN or table.closed >> action.player & 1):
        _take_late_or_void(table, action)
    else:
        table.rules.handlers[action.verb](table, action)


def _take_late_or_void(table: Table, action: Action) -> None:
    """Take an action that the table took back, or an action of somebody who may not act any more."""
    if table.closed >> action.player & 1:
        if not table.may_still_act(action):
            if not action.void:
                table.speaker = NOBODY
            table.report(action.player, "action_after_end" if table.over else "action_after_out", IGNORED)
            return
        if table.over:  # a word for the set that ended the deal changes nothing any more
            return
    if action.void:
        report_void(table, action)
    else:
        table.rules.handlers[action.verb](table, action)


def report_void(table: Table, action: Action) -> None:
    """Report what would have been wrong with a void action; nothing else changes (record format, section 4)."""
    trial = table.copy()
    if action.verb in (PLAY, PASS):
        settle_pending(trial, action)
    trial.faults.clear()  # what was pending concerns other actions
    table.rules.handlers[action.verb](trial, action)
    for fault in trial.faults:
        if fault.action == table.index:
            fault.resolution = VOID
            table.faults.append(fault)
    table.rules.after_void_action(table, action)


def settle_pending(table: Table, action: Action) -> None:
    """Do what has to happen before this play or pass takes effect."""
    if table.pending is not None:
        table.pending(table, action)


def play(table: Table, action: Action) -> None:
    """Lay a set: if nothing is wrong with it, or if it stands all the same, it becomes the top set.

    Then come its effects, going out, and the next turn or the end of the trick.
    """
    if table.pending is not None:
        table.pending(table, action)
    player = action.player
    combination = action.only
    hand, cards = table.hands[player], action.cards
    left = hand - cards
    top, down = table.top, table.down
    if (  # clearly no fault, so no full judgement is needed
        combination is not None
        and player == table.turn
        and (left == hand ^ cards or table.rules.alphabet.is_usual_part(hand, cards))  # no borrow, or inside of fields
        and (
            not table.rules.lead_ban(table, action, combination)
            if top is None
            else combination.floor[down] > top.bar[down]
            and combination.shape == top.shape
            and (not table.lock or (table.pending is None and not table.rules.lock(table, top, combination)))
        )
        and (left or not table.rules.finish_ban(table, action, combination))
    ):
        table.hands[player] = left
    else:
        combination = _judge_closely(table, action)
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
    if table.hands[player] or table.unknown[player] or _continues_without(table, player, combination):
        (table.advance or advance_turn)(table)


def _judge_closely(table: Table, action: Action) -> Combination | None:
    """The set that a play lays after a full judgement, None if it is turned down.

    The cards of the set have left the hand.
    """
    breaches: list[str] = []
    combination = judge_play(table, action, breaches)
    if breaches:
        combination = table.rules.faulty(table, action, combination, breaches)
    if combination is not None:
        table.take(action.player, action.cards)
    return combination


def _continues_without(table: Table, player: int, combination: Combination) -> bool:
    """Let the player go out with this set; returns whether the deal goes on."""
    table.rules.goes_out(table, player, combination)
    return not table.over


def pass_turn(table: Table, action: Action) -> None:
    """Pass. Without the turn, that is reported and has no effect.

    On the lead it is reported, and the turn moves on without shutting anybody out.
    """
    if table.pending is not None:
        table.pending(table, action)
    player = action.player
    table.speaker = 0
    if player != table.turn and not table.may_have_turn(player):
        report_turn(table, player)
    elif table.top is None:
        table.report(player, "pass_on_lead", AS_PASS)
        table.turn = table.following(player)  # nobody has led, so the pass shuts nobody out
    else:
        table.passed |= 1 << player
        advance_turn(table)


def pass_by(take: Callable[[GameTable, int], None]) -> Callable[[GameTable, Action], None]:
    """The handler of passes of a game that takes those of the player with the turn in its own way."""

    def handle(table: GameTable, action: Action) -> None:
        if table.pending is not None:
            table.pending(table, action)
        player = action.player
        table.speaker = NOBODY
        if player != table.turn and not table.may_have_turn(player):
            report_turn(table, player)
        else:
            take(table, player)

    return handle


def report_turn(table: Table, player: int) -> None:
    """Report that the player acted without the turn."""
    table.report(player, table.rules.passing.breach(table, player), IGNORED, turn_kind(table), turn=table.turn)


def turn_kind(table: Table) -> str:
    """The kind of an action out of turn: none, or that the known cards tell no more than that another player begins."""
    return "" if table.turn else "unknown turn"


def advance_turn(table: Table) -> None:
    """Pass the turn on from the player who has just acted, by the table's own rule if it has one.

    Otherwise the trick is cleared if an effect cut it or nobody is left to answer.
    """
    by_rule = table.advance
    if by_rule is not None:
        by_rule(table)
        return
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
    """End the trick.

    Its cards go, passes are forgotten, and the owner of the top set leads, or the player who leads instead.
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
    """Let a faulty play stand that nobody noticed; what is no combination becomes an irregular top set."""
    report_play(table, action, combination, breaches, STANDS)
    return combination or irregular_set(action.meld.count, cards_label(action))


def counts_as_pass(table: Table, action: Action, combination: Combination | None, breaches: list[str]) -> None:
    """Count a faulty play as a pass (option `illegal_play`): without the turn it has no effect."""
    report_play(table, action, combination, breaches, AS_PASS)
    player = action.player
    table.speaker = 0
    if not table.may_have_turn(player, action.cards):
        return
    if table.top is None:
        table.turn = table.following(player)
    else:
        table.passed |= 1 << player
        advance_turn(table)


ON_TABLE: Final = (Text("on the table", "場の"), Text("on the table in the reversed order", "強弱が逆の場の"))
"""Where the top set lies, in words, for each order that may be in force."""


def report_play(
    table: Table, action: Action, combination: Combination | None, breaches: list[str], resolution: str
) -> None:
    """Report what is wrong with a play, each breach as a fault of its own."""
    rules, top = table.rules, table.top
    kind, laid = (
        (rules.flaw(action.meld), cards_label(action)) if combination is None else (combination.form, combination.label)
    )
    details: dict[str, object] = {"set": laid, "turn": table.turn}
    if top is not None:
        details["top"] = top.label
        details["where"] = ON_TABLE[table.down]
        if combination is not None and "wrong_count" in breaches:
            details["found"] = size_text(combination.kind, combination.count)
            details["owed"] = size_text(top.kind, top.count)
    if "card_not_held" in breaches:
        details["cards"] = " ".join(table.missing(action.player, action.meld.cards))
    if table.lock:
        details["laid"] = cards_label(action)
        details["suits"] = table.lock_label()
    for code in breaches:
        if rules.explain is not None:
            special, more = rules.explain(table, action, combination, code)
            if special:
                table.report(action.player, code, resolution, special, **details, **more)
                continue
        table.report(action.player, code, resolution, turn_kind(table) if code == "out_of_turn" else kind, **details)


@cache
def size_text(kind: str, count: int) -> Text:
    """The number of cards of a set in words, by layers if it is a run of several."""
    layers = LAYERS_OF_RUNS.get(kind, 1)
    if layers == 1:
        return cards_text(count)
    return Text(f"{layers} runs of {count // layers} cards", f"{count // layers}枚の階段{layers}組")


def cards_label(action: Action) -> str:
    """The label of a meld that is no combination: its cards."""
    return " ".join(action.meld.names)


def goes_out(table: Table, player: int, _combination: Combination) -> None:
    """Give a player without cards the next free place; the deal ends when one player is left."""
    table.out.append(player)
    leave_deal(table, player)


def sink(table: Table, player: int) -> None:
    """Give the player the last free place, above those who sank before."""
    table.sunk.append(player)
    leave_deal(table, player)


def leave(table: Table, action: Action) -> None:
    """Let a player leave the deal with cards in hand, which are out of play; turns pass over the player from then on.

    It is no fault. The player takes the last free place (record format, section 3).
    """
    settle_pending(table, action)
    player = action.player
    sink_with_hand(table, player)
    if table.turn != player or table.over:
        return
    if table.top is None:
        table.turn = table.following(player)
    else:
        advance_turn(table)


def sink_with_hand(table: Table, player: int) -> None:
    """Give a player who leaves the last free place; nothing that the player could still say or do is owed any more."""
    table.speaker = NOBODY
    table.left |= 1 << player
    sink(table, player)


def leave_deal(table: Table, player: int) -> None:
    """End the player's part in the deal; with the last but one the deal ends."""
    table.active &= ~(1 << player)
    table.closed |= 1 << player
    if table.active & (table.active - 1) == 0:
        end_deal(table)


def end_deal(table: Table) -> None:
    """End the deal: it is decided, and nobody may act any more."""
    table.over = True
    table.turn = NOBODY
    table.closed = -1


def finishing_order(table: Table) -> list[int]:
    """All players of a decided deal, best first: those who went out, the one who was left, those who sank."""
    active = table.active
    left = [player for player in range(len(table.after)) if active >> player & 1]
    return table.out + left + table.sunk[::-1]


def played_order(table: Table, _deal: Deal) -> list[int] | None:
    """The players best first if the deal was played to its end, None while it is undecided."""
    return finishing_order(table) if table.over else None
