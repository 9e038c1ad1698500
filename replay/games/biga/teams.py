"""Who plays with whom, who knows it, and who leads for a player who is out (B-TEAM, B-WIND)."""

from collections.abc import Callable
from typing import Final

from replay.games.biga.sets import CardSet
from replay.games.biga.table import BigATable
from replay.table import NOBODY

ALL: Final = -1

TeamOf = Callable[[BigATable, int], int]
"""The players who count as one team with a player, as a set of bits; none where an unknown card decides."""


def find_partner(table: BigATable) -> int | None:
    """The holder of the other Big A before the first lead, nobody if the declarer holds both (B-TEAM-1, B-SOLO-1).

    None where it is among the unknown cards of several players.
    """
    if table.big_aces(table.hands[table.declarer]) > 1:
        return NOBODY
    if table.announced:
        return table.announced
    player = table.after[table.declarer]
    while player != table.declarer:
        if table.big_aces(table.hands[player]):
            return player
        player = table.after[player]
    return only_candidate(table)


def only_candidate(table: BigATable) -> int | None:
    """Whose unknown cards hide the other Big A if nobody else has such cards left.

    Nobody if those are the declarer's own, or if there are none at all; None if it can be with several.
    """
    holders = [player for player in table.seated if table.unknown[player]]
    if len(holders) > 1:
        return None
    return NOBODY if holders in ([], [table.declarer]) else holders[0]


def lay_open(table: BigATable, laid: CardSet) -> None:
    """Big As on the table tell who plays with whom, in any set (B-WIND-4).

    Those that were on the table before and came into a hand by capture tell nothing, and count as laid first.
    """
    player = table.owner
    count = table.big_aces(laid.cards)
    captured = min(count, table.captured[player])
    table.captured[player] -= captured
    if count > captured:
        _show_own(table, player, count - captured)


def _show_own(table: BigATable, player: int, count: int) -> None:
    """A player lays so many Big As that he was dealt: this may be the partner, or tell that there is none."""
    if player != table.declarer:
        table.known = True
    else:
        table.displayed += count
        table.known |= table.displayed > 1
    if table.partner is None and table.known:
        table.partner = player if player != table.declarer else NOBODY


def team_is_out(table: BigATable) -> bool:
    """Whether all players of one of the teams are out (B-END-1); not while an unknown card hides the teams."""
    team = true_team(table, table.declarer)
    return bool(team) and (not table.active & team or not table.active & ~team)


def true_team(table: BigATable, player: int) -> int:
    """The team of the player as the cards had it before the first lead (B-TEAM-2)."""
    if table.partner is None:
        return 0
    declarers = 1 << table.declarer | 1 << table.partner
    return declarers if declarers >> player & 1 else ~declarers


def public_team(table: BigATable, player: int) -> int:
    """The team of the player as everybody knows it.

    While the partner is not known, all but the declarer are defenders (B-WIND-2); he counts with everybody (B-WIND-3).
    """
    if table.known:
        return true_team(table, player)
    return ALL if player == table.declarer else ~(1 << table.declarer)


def leader(table: BigATable, team_of: TeamOf) -> int:
    """The owner of the top set leads; if he is out, the nearest player of his team who is not (B-TRICK-1, B-WIND-1).

    Nobody in particular while an unknown card decides: then whoever leads may be the one.
    """
    owner = table.owner
    if table.active >> owner & 1:
        return owner
    heirs = table.active & team_of(table, owner)
    if not heirs:
        return NOBODY
    player = table.after[owner]
    while not heirs >> player & 1:
        player = table.after[player]
    return player
