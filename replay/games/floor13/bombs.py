"""Queen bombers: the name that each queen owes, and what it hits (F-QBOMB-1, F-QBOMB-2, F-END-2, F-OUTBAN-3)."""

from collections.abc import Iterator, Sequence
from typing import Final

from replay.actions import NAME, Action
from replay.faults import STANDS
from replay.games.floor13.cards import NAMED, names_of
from replay.games.floor13.finishing import win
from replay.games.floor13.table import Floor13Table
from replay.words import refuse

GIVEN: Final = 0
"""A name once given stands among the rights of its set: whoever has unknown cards may discard such ones."""


def demand_names(table: Floor13Table, action: Action) -> None:
    """With the next draw, pass or play that takes effect, each name still owed is missing (F-QBOMB-2)."""
    if not table.house.takes_effect(table, action, table.turn):
        return
    table.pending = None
    for _ in range(table.rights[NAME]):
        table.report_at(table.bomb, table.owner, "effect_missing", STANDS)


def name(table: Floor13Table, action: Action) -> None:
    """A queen's player names a card; the cards of that name leave all hands."""
    if not table.right(action.player, NAME):
        refuse(table, action, "effect_not_owed", NAME)
        return
    table.rights[NAME] -= 1
    if not table.rights[NAME]:
        table.pending = None
    table.rights[action.word] = GIVEN
    emptied = explode(table, NAMED[action.word])
    if action.player in emptied:
        table.report(action.player, "finish_banned", STANDS, NAME, set=action.text)
        win(table, action.player)
    elif emptied:
        win(table, next(player for player in around(table, action.player) if player in emptied))


def explode(table: Floor13Table, named: int) -> list[int]:
    """The named cards are gone; the players who had no others."""
    hands, emptied = table.hands, []
    for player in table.house.victims(table):
        hit = hands[player] & named
        if hit:
            hands[player] -= hit
            table.stock.set_aside(hit)
            if table.is_empty(player):
                emptied.append(player)
    return emptied


def around(table: Floor13Table, bomber: int) -> Iterator[int]:
    """The players after the bomber, nearest first, in the direction at the queen's effect (F-END-2)."""
    player = table.blast[bomber]
    while player != bomber:
        yield player
        player = table.blast[player]


def everybody(table: Floor13Table) -> Sequence[int]:
    """A queen hits all players (F-QBOMB-1)."""
    return table.clockwise


def everybody_else(table: Floor13Table) -> Sequence[int]:
    """A queen spares her own player (option `qbomb_self` false, F-Q-20)."""
    return [player for player in table.clockwise if player != table.owner]


def reveals(table: Floor13Table, action: Action) -> bool:
    """Whether a discard shows unknown cards that a queen has just hit."""
    player = action.player
    if action.meld.count > table.unknown[player] or not table.speaker:
        return False
    return names_of(action.meld.names) <= table.rights.keys() and player in table.house.victims(table)


def reveal(table: Floor13Table, action: Action) -> None:
    """Unknown cards turn out to be such as were named, and leave; whoever has no others wins (F-END-2)."""
    table.unknown[action.player] -= action.meld.count
    table.stock.set_aside(action.cards)
    if table.is_empty(action.player):
        win(table, action.player)
