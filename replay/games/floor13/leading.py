"""Who leads: the limit on leads in a row, and stuck leaders (F-CLEAR-1, F-LEAD3-1, F-STUCK-1)."""

from typing import Final

from replay.actions import Action
from replay.combination import Combination
from replay.finishing import end
from replay.games.floor13.cards import LONE_ROLES
from replay.games.floor13.melds import SANDSTORM
from replay.games.floor13.table import Floor13Table

MOST_LEADS: Final = 2
NO_LIMIT: Final = float("inf")


def may_not_lead(table: Floor13Table, player: int) -> bool:
    """Whether the player opened the last tricks, as many as anybody may in a row (F-LEAD3-1)."""
    return player == table.opener and table.row >= table.house.most_leads


def entitled(table: Floor13Table, player: int) -> int:
    """Who has the lead that would be this player's: he, or the next player if he led too often (F-Q-29)."""
    return table.after[player] if may_not_lead(table, player) else player


def next_leader(table: Floor13Table) -> int:
    """The owner of the top set leads, or who leads for him (F-CLEAR-1)."""
    return entitled(table, table.owner)


def third_lead(table: Floor13Table, action: Action, combination: Combination | None) -> str:
    """The lead of somebody who may not lead; a sandstorm of his can only be out of turn and is none (F-LEAD3-1)."""
    storm = combination is not None and combination.kind == SANDSTORM
    return "" if storm or not may_not_lead(table, action.player) else "third_lead"


def pass_lead(table: Floor13Table) -> None:
    """The lead moves to the next player who may have it."""
    table.turn = entitled(table, table.after[table.turn])


def count_lead(table: Floor13Table) -> None:
    """Somebody has opened a trick: another one in a row, or his first."""
    table.opened = table.leads
    table.stuck = 0
    table.row = table.row + 1 if table.opener == table.owner else 1
    table.opener = table.owner


def is_stuck(table: Floor13Table, player: int) -> bool:
    """Whether the player has one card and it is a role, or nobody knows that it is none (F-STUCK-1)."""
    hand, unknown = table.hands[player], table.unknown[player]
    return (unknown == 1 and not hand) or (not unknown and hand in LONE_ROLES)


def stay_stuck(table: Floor13Table) -> None:
    """A stuck leader found the stock empty; when that happened to everybody in a row, the game is closed (F-END-3)."""
    table.stuck += 1
    if table.stuck == len(table.clockwise):
        end(table)
    else:
        pass_lead(table)
