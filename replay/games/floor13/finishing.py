"""The end of a game: bans on going out, the winner, and the order of the others (F-OUTBAN-1, F-END, F-Q-31)."""

from replay.actions import Action
from replay.combination import Combination
from replay.deal import Deal
from replay.finishing import end
from replay.games.floor13.cards import ROLES, worth
from replay.games.floor13.melds import SANDSTORM
from replay.games.floor13.table import Floor13Table
from replay.table import NOBODY


def role_last(_table: Floor13Table, action: Action, combination: Combination | None) -> str:
    """A set with a role card, or a sandstorm, may not be the last one (F-OUTBAN-1, F-Q-11)."""
    storm = combination is not None and combination.kind == SANDSTORM
    return "finish_banned" if storm or action.cards & ROLES else ""


def goes_out(table: Floor13Table, player: int, _combination: Combination) -> None:
    """The game ends the moment somebody has no cards (F-END-1); only what his set lets him do may still be said."""
    if not table.rights:
        table.speaker = NOBODY
    win(table, player)


def win(table: Floor13Table, player: int) -> None:
    """The player has no cards, and the game is over."""
    table.out.append(player)
    close(table)


def close(table: Floor13Table) -> None:
    """The game is over, and the hands are counted (F-END, F-PT-1)."""
    table.costs = list(map(worth, table.hands))
    end(table)


def order(table: Floor13Table, _deal: Deal) -> list[int] | None:
    """The winner, then the others by hand points; None while the game is undecided (F-Q-31).

    Of equals the nearest clockwise of the winner stands last; without a winner they stand as they sit (F-END-3). Where
    an unknown card decides about places, nobody behind the winner has one.
    """
    if not table.over:
        return None
    others = behind(table)
    if len(others) > 1 and any(map(table.unknown.__getitem__, others)):
        return list(table.out)
    return table.out + sorted(others, key=table.costs.__getitem__)


def behind(table: Floor13Table) -> list[int]:
    """All but the winner, the farthest clockwise of him first; without one, all as they sit."""
    if not table.out:
        return list(table.clockwise)
    place = table.clockwise.index(table.out[0])
    return list(table.clockwise[place + 1 :] + table.clockwise[:place])[::-1]
