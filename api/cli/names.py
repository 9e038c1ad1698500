"""Players as people know them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from api.cli.printable import printable
from replay.record import Player

_SAYS_NAME: Final = re.compile(r"(#\d)?")
"""What an id has behind the name where it is the name, or one that was made of it to tell namesakes in a log apart."""


def names_of(players: Sequence[Player]) -> list[str]:
    """The name of each player, as it may be printed; those who share a name are told apart by their ids."""
    often = Counter(map(_name, players))
    return [printable(_name(player) if often[_name(player)] == 1 else _with_id(player)) for player in players]


def person(told: Mapping[str, str]) -> str:
    """A player as the service tells of him, by his name, and by his id where that says more."""
    return printable(_with_id({"id": told["id"], "name": told["name"]}))


def _name(player: Player) -> str:
    return player if isinstance(player, str) else player["name"]


def _with_id(player: Player) -> str:
    """The id alone where it says the name, as those that are made of server logs do."""
    if isinstance(player, str):
        return player
    name, own = player["name"], player["id"]
    says_name = own.startswith(name) and _SAYS_NAME.fullmatch(own, len(name))
    return own if says_name else f"{name} ({own})"
