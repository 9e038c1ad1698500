"""Ittsu: a whole hand of each rank once, shown before the opening lead for an immediate place (T-ITTSU)."""

from replay.actions import Action
from replay.cards import JOKER, RANKS, STANDARD
from replay.finishing import leave
from replay.games.theater.table import ANYBODY, TheaterTable
from replay.words import refuse


def show(table: TheaterTable, action: Action) -> None:
    """The handler of `show`: an ittsu takes the next place at once, anything else is reported and ignored."""
    if table.started:
        refuse(table, action, "late_declaration")
    elif not _is_settled(table, action.player):
        refuse(table, action, "false_declaration", "unsettled")
    elif not _is_shown(table, action):
        refuse(table, action, "false_declaration")
    else:
        _win(table, action.player)


def is_ittsu(cards: int) -> bool:
    """Whether the cards are each rank once, and perhaps a joker besides (T-ITTSU-2)."""
    names = STANDARD.list(cards)
    ranks = [name[1] for name in names if name != JOKER]
    return sorted(ranks) == sorted(RANKS) and len(names) - len(ranks) <= 1


def _is_settled(table: TheaterTable, player: int) -> bool:
    """Whether the hand is final: no gift is still owed by the player or to him (T-ITTSU-1, T-Q-26)."""
    exchange = table.exchange
    return exchange is None or not any(
        player in (gift.giver, gift.taker) for giver, gift in exchange.owed.items() if giver not in exchange.made
    )


def _is_shown(table: TheaterTable, action: Action) -> bool:
    """Whether the whole hand, named or not, is an ittsu; of unknown cards that nobody names it is believed."""
    player = action.player
    if action.meld.count:
        whole = table.holds(player, action.cards) and table.would_empty(player, action.cards)
        return whole and is_ittsu(action.cards)
    return table.unknown[player] > 0 or is_ittsu(table.hands[player])


def _win(table: TheaterTable, player: int) -> None:
    """The hand leaves play; if the diamond 3 was in it, the next player leads what he likes (T-ITTSU-3, T-OPEN-3)."""
    table.hands[player] = table.unknown[player] = 0
    table.out.append(player)
    leave(table, player)
    if table.opener == player:
        table.opener = ANYBODY
    if table.turn == player and not table.over:
        table.turn = table.next_active(player)
