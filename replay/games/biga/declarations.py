"""Bids, counter-bids and the partner's announcement before the first lead (B-DECL, B-COUNTER, B-DEF, B-OPEN)."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from replay.actions import PLAY, Action
from replay.faults import STANDS
from replay.games.biga.sets import ACE, ACES, COPIES, HEART_ACE
from replay.games.biga.table import BigATable, find_partner
from replay.words import refuse

FALSE_DECLARATION: Final = "false_declaration"
LATE_DECLARATION: Final = "late_declaration"

WordHandler = Callable[[BigATable, Action], None]


class ShownAces(NamedTuple):
    """Aces that a player shows: which one, as a multiset of one, and how many of it."""

    ace: int
    shown: int


SHOWABLE_ACES: Final[Mapping[tuple[str, ...], ShownAces]] = {
    (suit + ACE,) * count: ShownAces(one, count) for suit, one in ACES.items() for count in range(1, COPIES + 1)
}
"""What a player can show before play: one ace, or both of a suit."""


def show_aces(table: BigATable, action: Action) -> None:
    """Show aces before play: a bid, the declarer's second ace, a counter-bid, or the partner's ace."""
    claim = SHOWABLE_ACES.get(action.meld.names)
    if claim is None or not table.holds(action.player, action.cards):
        refuse(table, action, FALSE_DECLARATION)
    elif table.started:
        refuse(table, action, LATE_DECLARATION, "second ace" if action.player == table.declarer else "")
    elif not table.declarer:
        table.reveal(action.player, action.cards)
        table.declare(action.player, claim.ace, claim.shown, counterable=claim.shown == 1)
    elif action.player == table.declarer:
        _show_second_ace(table, action, claim)
    elif claim.shown > 1:
        _counter_bid(table, action, claim)
    elif claim.ace == table.ace:
        announce_partner(table, action)
    else:
        refuse(table, action, FALSE_DECLARATION, "other ace")


def _show_second_ace(table: BigATable, action: Action, claim: ShownAces) -> None:
    """Show the declarer's second Big A, so that nobody can counter (B-SOLO-1), not even the declarer (B-Q-12)."""
    both = COPIES * table.ace
    if claim.ace != table.ace:
        refuse(table, action, FALSE_DECLARATION, "other ace")
    elif table.shown == COPIES or not table.holds(action.player, both):
        refuse(table, action, FALSE_DECLARATION, "second ace")
    else:
        table.reveal(action.player, both)
        table.declare(action.player, table.ace, COPIES, counterable=False)


def _counter_bid(table: BigATable, action: Action, claim: ShownAces) -> None:
    """Replace a declaration by one ace with two equal aces (B-COUNTER-1)."""
    if not table.counterable:
        refuse(table, action, FALSE_DECLARATION, "counter")
        return
    table.reveal(action.player, action.cards)
    table.declare(action.player, claim.ace, COPIES, counterable=False)


def announce_partner(table: BigATable, action: Action) -> None:
    """Make the holder of the other Big A known as partner before play, by word or by showing it (B-OPEN-1)."""
    player = action.player
    alone = not table.declarer or player == table.declarer or table.shown == COPIES
    if table.started:
        refuse(table, action, LATE_DECLARATION, "partner")
    elif alone or not table.holds(player, table.ace):
        refuse(table, action, FALSE_DECLARATION, "partner")
    else:
        table.reveal(player, table.ace)
        table.announced = player
        table.known = True


def heart_declaration(*, counterable: bool) -> WordHandler:
    """The handler of `say heart`, the declaration by default (B-DEF-1), which can be countered or not (B-Q-10)."""

    def say(table: BigATable, action: Action) -> None:
        if table.started:
            refuse(table, action, LATE_DECLARATION, "heart")
        elif table.declarer or not table.holds(action.player, HEART_ACE):
            refuse(table, action, FALSE_DECLARATION, "heart")
        else:
            table.reveal(action.player, HEART_ACE)
            table.declare(action.player, HEART_ACE, 1, counterable=counterable)

    return say


def before_first_lead(table: BigATable, action: Action) -> None:
    """Fix the teams at the first set (B-TEAM-2); without a declaration that is a fault and hearts are Big (B-Q-29)."""
    if table.started:
        table.pending = None
    elif action.verb == PLAY:
        if not table.declarer:
            table.report(action.player, FALSE_DECLARATION, STANDS, "missing")
            table.declare(_first_holder(table, action.player), HEART_ACE, 1, counterable=False)
        table.partner = find_partner(table)


def _first_holder(table: BigATable, leader: int) -> int:
    """The first player from the leader on who can hold a heart ace; the leader if nobody can."""
    player = leader
    while not table.holds(player, HEART_ACE):
        player = table.after[player]
        if player == leader:
            break
    return player
