"""Parts of records as text for people: players, faults, the place of a record, and why one cannot be read."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from api.cli import wording
from api.cli.output import printable
from api.languages import Language, comma_separated, say
from replay.faults import Fault
from replay.match import Player
from schemas.sources.items import SourceProblem


def unreadable_line(unread: SourceProblem, language: Language) -> str:
    """The line about something that cannot be read."""
    place = source_place(unread.file, unread.line)
    pointer = f"{printable(unread.pointer)}: " if unread.pointer else ""
    return f"{place}: {pointer}{printable(say(unread.expected, language))}"


def fault_line(fault: Fault, language: Language) -> str:
    """A fault in a sentence, with its code, severity, rule and resolution."""
    marks = (fault.code, say(wording.SEVERITIES[fault.severity], language), fault.rule)
    resolution = say(wording.RESOLUTIONS[fault.resolution], language)
    return f"{printable(say(fault.message, language))} [{comma_separated((*marks, resolution), language)}]"


def source_place(file: str, line: int) -> str:
    """A file, and a line of it where there is one."""
    return f"{printable(file)}:{line}" if line else printable(file)


_NAME_SUFFIX: Final = re.compile(r"(#\d)?")
"""What an id has behind the name where it is the name, or one that was made of it to tell namesakes in a log apart."""


def player_names(players: Sequence[Player]) -> list[str]:
    """The name of each player, as it may be printed; those who share a name are told apart by their ids."""
    often = Counter(map(_player_name, players))
    return [
        printable(_player_name(player) if often[_player_name(player)] == 1 else _name_with_id(player))
        for player in players
    ]


def player_label(told: Mapping[str, str]) -> str:
    """A player as the service tells of him, by his name, and by his id where that says more."""
    return printable(_name_with_id({"id": told["id"], "name": told["name"]}))


def _player_name(player: Player) -> str:
    return player if isinstance(player, str) else player["name"]


def _name_with_id(player: Player) -> str:
    """The id alone where it says the name, as those that are made of server logs do."""
    if isinstance(player, str):
        return player
    name, own = player["name"], player["id"]
    says_name = own.startswith(name) and _NAME_SUFFIX.fullmatch(own, len(name))
    return own if says_name else f"{name} ({own})"
