"""What 7s and 10s let their player do with his own cards (F-7, F-10, F-OUTBAN-2)."""

from replay.actions import DISCARD, GIVE, Action
from replay.cards import STANDARD
from replay.faults import STANDS
from replay.games.floor13.bombs import reveal, reveals
from replay.games.floor13.finishing import win
from replay.games.floor13.table import Floor13Table
from replay.table import NOBODY


def give(table: Floor13Table, action: Action) -> None:
    """Cards go to another player: one for each 7, to the neighbour. A gift to somebody else does not use up the 7."""
    neighbour = action.target == table.receiver
    came = part_with(table, action, table.right(action.player, GIVE) if neighbour else 0)
    table.hands[action.target] += came
    check_hand(table, action)


def discard(table: Floor13Table, action: Action) -> None:
    """Cards are thrown away: one for each 10, or unknown ones that a queen has hit."""
    if reveals(table, action):
        reveal(table, action)
        return
    part_with(table, action, table.right(action.player, DISCARD))
    table.stock.set_aside(action.cards)
    check_hand(table, action)


def part_with(table: Floor13Table, action: Action, allowed: int) -> int:
    """Use the right up, as far as there is one; note what is wrong. The cards, which move all the same."""
    player, count = action.player, action.meld.count
    if table.speaker != player:
        table.speaker = NOBODY
    if allowed:
        table.rights[action.verb] = max(0, allowed - count)
    if count > allowed:
        table.report(player, "effect_not_owed", STANDS, action.verb, cards=" ".join(action.meld.names))
    held = table.hands[player]
    came = table.take(player, action.cards)
    if came != action.cards:
        missing = " ".join(STANDARD.list(STANDARD.lacking(held, action.cards)))
        table.report(player, "card_not_held", STANDS, action.verb, cards=missing)
    return came


def check_hand(table: Floor13Table, action: Action) -> None:
    """Nobody may part with his last card like that; if he does, the game is over and he has won (F-OUTBAN-2)."""
    if table.is_empty(action.player):
        table.report(action.player, "finish_banned", STANDS, action.verb, set=" ".join(action.meld.names))
        win(table, action.player)
