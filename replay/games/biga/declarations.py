"""Bids, counter-bids and the partner's announcement before the first lead (B-DECL, B-COUNTER, B-DEF, B-OPEN)."""

from collections.abc import Iterator
from typing import Final

from daifu.replay.actions import PLAY, Action
from daifu.replay.deal import Start
from daifu.replay.faults import STANDS
from daifu.replay.games.biga.sets import ACE, ACES, BIGA, COPIES, HEART_ACE
from daifu.replay.games.biga.table import BigATable, find_partner
from daifu.replay.table import NOBODY
from daifu.replay.tricks import refuse

FALSE_DECLARATION: Final = "false_declaration"
LATE_DECLARATION: Final = "late_declaration"


SHOWABLE_ACES: Final = {(suit + ACE,) * count: one for suit, one in ACES.items() for count in range(1, COPIES + 1)}
"""What a player can show before play, one ace or both of a suit, and that ace as a multiset of one."""


def other_candidates(table: BigATable, player: int) -> Iterator[str]:
    """The words and shows that are possible before the first lead."""
    if table.started:
        return
    for names, ace in SHOWABLE_ACES.items():
        if BIGA.holds(table.hands[player], len(names) * ace):
            yield " ".join(("show", *names))
    yield from ("say heart", "say partner")


def show_aces(table: BigATable, action: Action) -> None:
    """Show aces before play: a bid, the declarer's second ace, a counter-bid, or the partner's ace."""
    ace = SHOWABLE_ACES.get(action.meld.names)
    if ace is None:
        refuse(table, action, FALSE_DECLARATION, "not aces")
    elif not table.may_hold(action.player, action.cards):
        refuse(table, action, FALSE_DECLARATION, "not held")
    elif table.started:
        refuse(table, action, LATE_DECLARATION, "second ace" if action.player == table.declarer else "")
    elif not table.declarer:
        _bid(table, action.player, ace, action.meld.count)
    elif action.player == table.declarer:
        _show_second_ace(table, action, ace)
    elif action.meld.count > 1 and table.counterable:
        _bid(table, action.player, ace, action.meld.count)
    elif action.meld.count > 1:
        refuse(table, action, FALSE_DECLARATION, "counter")
    elif ace == table.ace:
        announce_partner(table, action)
    else:
        refuse(table, action, FALSE_DECLARATION, "other ace")


def _bid(table: BigATable, player: int, ace: int, shown: int) -> None:
    """Make a player declarer who shows one ace, or both of a suit to play alone (B-DECL-1, B-DECL-2, B-COUNTER-1)."""
    table.reveal(player, shown * ace)
    table.declare(player, ace, shown)


def _show_second_ace(table: BigATable, action: Action, ace: int) -> None:
    """Show the declarer's second Big A, so that nobody can counter (B-SOLO-1), not even the declarer (B-Q-12)."""
    if ace != table.ace:
        refuse(table, action, FALSE_DECLARATION, "other ace")
    elif table.shown == COPIES or not table.may_hold(action.player, COPIES * ace):
        refuse(table, action, FALSE_DECLARATION, "second ace")
    else:
        _bid(table, action.player, ace, COPIES)


def announce_partner(table: BigATable, action: Action) -> None:
    """Make the holder of the other Big A known as partner before play, by word or by showing it (B-OPEN-1)."""
    player = action.player
    alone = not table.declarer or player == table.declarer or table.shown == COPIES
    if table.started:
        refuse(table, action, LATE_DECLARATION, "partner")
    elif alone or not table.may_hold(player, table.ace):
        refuse(table, action, FALSE_DECLARATION, "not partner")
    else:
        table.reveal(player, table.ace)
        table.announced = player
        table.known = True


def declare_heart(table: BigATable, action: Action, *, counterable: bool) -> None:
    """Take `say heart`, the declaration by default (B-DEF-1), which can be countered or not (B-Q-10)."""
    if table.started:
        refuse(table, action, LATE_DECLARATION, "heart")
    elif table.declarer:
        refuse(table, action, FALSE_DECLARATION, "no default")
    elif not table.may_hold(action.player, HEART_ACE):
        refuse(table, action, FALSE_DECLARATION, "no heart ace")
    else:
        table.reveal(action.player, HEART_ACE)
        table.declare(action.player, HEART_ACE, counterable=counterable)


def await_declaration(table: BigATable, _start: Start) -> None:
    """Begin a deal without a turn: somebody has to declare first."""
    table.pending = before_first_lead


def before_first_lead(table: BigATable, action: Action) -> None:
    """Fix the teams at the first set (B-TEAM-2); without a declaration that is a fault and hearts are Big (B-Q-29)."""
    if table.started:
        table.pending = None
    elif action.verb == PLAY:
        if not table.declarer:
            table.report(action.player, FALSE_DECLARATION, STANDS, "missing")
            _declare_by_default(table, action.player)
        table.partner = find_partner(table)


def _declare_by_default(table: BigATable, leader: int) -> None:
    """Make the first holder of a heart ace from the leader on declarer, or the leader if there is none (B-Q-29).

    A heart ace that is not named may be among the unknown cards of somebody before that holder: then it is uncertain
    who is declarer. A leader who may have it does not lead out of turn; one who cannot does, whoever has it.
    """
    asked = table.ring_from(leader)
    unknown, elsewhere = table.unknown, table.undealt() + sum(table.unknown)
    hidden = BIGA.copies(table.unseen(), HEART_ACE)
    holders = [
        player
        for player in asked
        if BIGA.holds(table.hands[player], HEART_ACE) or hidden > elsewhere - unknown[player]  # not all are elsewhere
    ]
    before = asked[: asked.index(holders[0])] if holders else asked
    table.declare(holders[0] if holders else leader, HEART_ACE, counterable=False)
    table.uncertain = hidden > 0 and any(unknown[player] for player in before)
    if table.uncertain and unknown[leader]:
        table.turn = leader
    elif table.uncertain and not holders and hidden > table.undealt():
        table.turn = NOBODY


def may_lead(table: BigATable, player: int, _cards: int) -> bool:
    """Whether a player can be the first leader, as far as the known cards tell who is declarer (B-Q-29)."""
    return not table.uncertain or table.unknown[player] > 0
