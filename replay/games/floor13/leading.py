"""Who leads: the limit on leads in a row, and stuck leaders (F-CLEAR-1, F-LEAD3-1, F-STUCK-1)."""

from replay.actions import Action
from replay.combination import Combination
from replay.games.floor13.cards import LONE_ROLES
from replay.games.floor13.finishing import close
from replay.games.floor13.melds import SANDSTORM
from replay.games.floor13.table import Floor13Table
from replay.table import NOBODY


def entitled(table: Floor13Table, player: int) -> int:
    """Who has the lead that would be this player's: he, or the next player if he led too often (F-Q-29)."""
    return table.after[player] if player == table.resting else player


def next_leader(table: Floor13Table) -> int:
    """The owner of the top set leads, or who leads for him (F-CLEAR-1)."""
    return entitled(table, table.owner)


def third_lead(table: Floor13Table, action: Action, combination: Combination | None) -> str:
    """The lead of somebody who may not lead; a sandstorm of his can only be out of turn and is none (F-LEAD3-1)."""
    if action.player != table.resting:
        return ""
    return "" if combination is not None and combination.kind == SANDSTORM else "third_lead"


def pass_lead(table: Floor13Table) -> None:
    """The lead moves to the next player who may have it."""
    table.turn = entitled(table, table.after[table.turn])


def two_in_a_row(table: Floor13Table) -> None:
    """Who has opened two tricks in a row may not open the next (F-LEAD3-1)."""
    owner = table.owner
    table.resting = owner if owner == table.opener else NOBODY
    table.opener = owner


def is_stuck(table: Floor13Table, player: int) -> bool:
    """Whether the player has one card and it is a role, or nobody knows that it is none (F-STUCK-1)."""
    hand, unknown = table.hands[player], table.unknown[player]
    return (unknown == 1 and not hand) or (not unknown and hand in LONE_ROLES)


def stay_stuck(table: Floor13Table) -> None:
    """A stuck leader found the stock empty; when that happened to everybody in a row, the game is closed (F-END-3)."""
    table.stuck += 1
    if table.stuck == len(table.clockwise):
        close(table)
    else:
        pass_lead(table)
