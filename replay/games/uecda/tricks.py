"""Passes, leads and what answers what in UECda (U-PASS-1, U-OUT-1, U-FOLLOW-1, U-JOK-1)."""

from collections.abc import Callable

from replay.actions import Action
from replay.cards import STANDARD
from replay.combination import TOP, Combination
from replay.engine import clear_trick, report_play, report_turn
from replay.faults import AS_PASS
from replay.following import beyond, kind_and_count
from replay.games.uecda.table import UecdaTable, shut_out
from replay.suited import card, is_lone_joker, is_single
from replay.table import NOBODY

DIAMOND_3 = STANDARD.one["D3"]
SPADE_3 = card("S3")


def answers(table: UecdaTable, top: Combination, new: Combination) -> str:
    """A set is answered from wholly beyond; a lone joker only by the spade 3."""
    if top.floor[0] != TOP:
        return beyond(table, top, new)
    return "" if is_single(new, SPADE_3) else kind_and_count(top, new) or "not_stronger"


def off_suit(table: UecdaTable, _top: Combination, new: Combination) -> bool:
    """Whether a set leaves the suits that the trick is locked to; a lone joker may (U-LOCK-1)."""
    return new.suits != table.lock and not is_lone_joker(new)


def hand_on_until(left: int) -> Callable[[UecdaTable], None]:
    """How the turn goes on where a trick ends when so many players have not passed, none or one (`trick_end`).

    The owner of the top set is asked like everybody else.
    """

    def hand_on(table: UecdaTable) -> None:
        waiting = table.active & ~table.passed
        if table.cut or not waiting & (waiting - left):
            clear_trick(table)
            return
        after = table.after
        player = after[table.turn]
        while not waiting >> player & 1:
            player = after[player]
        table.turn = player

    return hand_on


def next_leader(table: UecdaTable) -> int:
    """The owner of the top set leads, or the next seat if he is out.

    Before any set, the holder of the diamond 3 (section 4 of the digest).
    """
    owner = table.owner or table.opener
    if not owner or table.active >> owner & 1:
        return owner
    return table.next_active(owner)


def decline(table: UecdaTable, action: Action) -> None:
    """A pass, allowed on an empty table too."""
    player = action.player
    table.speaker = NOBODY
    if player != table.turn and table.turn:
        report_turn(table, player)
    else:
        shut_out(table, player)


def rejects(table: UecdaTable, action: Action, combination: Combination | None, breaches: list[str]) -> None:
    """The server takes a faulty play for a pass (U-ILL-1); out of turn it has no effect."""
    report_play(table, action, combination, breaches, AS_PASS)
    table.speaker = NOBODY
    if action.player == table.turn or not table.turn:
        shut_out(table, action.player)


def find_opener(table: UecdaTable) -> None:
    """The holder of the diamond 3 leads (U-LEAD-1); where no hand names it, whoever acts first."""
    table.opener = table.turn = table.holder(DIAMOND_3)
