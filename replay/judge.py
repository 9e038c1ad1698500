"""Judging a play: everything that is wrong with it, in the order of the record format, section 4.

Nothing here changes the table.
"""

from daifu.replay.actions import Action
from daifu.replay.melds import GROUP, IRREGULAR, Combination
from daifu.replay.table import Table


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
