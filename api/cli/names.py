"""Players as people know them."""

from collections.abc import Sequence

from api.cli.printable import printable
from replay.record import Player


def names_of(players: Sequence[Player]) -> list[str]:
    """The name of each player, as it may be printed; where two have the same, their ids tell them apart."""
    names = [player if isinstance(player, str) else player["name"] for player in players]
    return [
        printable(name if names.count(name) == 1 or isinstance(player, str) else f"{name} ({player['id']})")
        for name, player in zip(names, players, strict=True)
    ]
