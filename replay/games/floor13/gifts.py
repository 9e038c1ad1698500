"""What 7s and 10s let their player do with his own cards (F-7, F-10, F-OUTBAN-2)."""

from replay.actions import DISCARD, GIVE, Action
from replay.faults import STANDS
from replay.games.floor13.bombs import reveal, reveals
from replay.games.floor13.finishing import win
from replay.games.floor13.table import Floor13Table
from replay.table import NOBODY


def give(table: Floor13Table, action: Action) -> None:
    """Cards go to another player: one for each 7, to the neighbour. A gift to somebody else does not use up the 7."""
    neighbour = action.target == table.receiver
    part_with(table, action, table.right(action.player, GIVE) if neighbour else 0)
    came = table.take(action.player, action.cards)
    table.hands[action.target] += came
    check_hand(table, action)


def discard(table: Floor13Table, action: Action) -> None:
    """Cards are thrown away: one for each 10, or unknown ones that a queen has hit."""
    if reveals(table, action):
        reveal(table, action)
        return
    part_with(table, action, table.right(action.player, DISCARD))
    table.take(action.player, action.cards)
    table.stock.set_aside(action.meld.count)
    check_hand(table, action)


def part_with(table: Floor13Table, action: Action, allowed: int) -> None:
    """Use the right up, as far as there is one; note what is wrong. The cards move all the same."""
    cards = " ".join(action.meld.names)
    if table.speaker != action.player:
        table.speaker = NOBODY
    if action.meld.count > allowed:
        table.report(action.player, "effect_not_owed", STANDS, action.verb, cards=cards)
    if allowed:
        table.rights[action.verb] = max(0, allowed - action.meld.count)
    if not table.holds(action.player, action.cards):
        missing = " ".join(table.missing(action.player, action.cards))
        table.report(action.player, "card_not_held", STANDS, action.verb, cards=missing)


def check_hand(table: Floor13Table, action: Action) -> None:
    """Nobody may part with his last card like that; if he does, the game is over and he has won (F-OUTBAN-2)."""
    if table.is_empty(action.player):
        table.report(action.player, "finish_banned", STANDS, action.verb, set=" ".join(action.meld.names))
        win(table, action.player)
