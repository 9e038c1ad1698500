"""Parts of records as text for people: players, faults, places in files, and reasons why one cannot be read."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from api.cli import wording
from api.cli.output import printable
from api.languages import Language, comma_separated, say
from replay.faults import Fault

if TYPE_CHECKING:  # a run that replays nothing prints these sentences, too
    from replay.match import Player
    from schemas.sources.items import SourceProblem


def unreadable_line(unread: "SourceProblem", language: Language) -> str:
    """The line that says where and why something cannot be read."""
    place = source_place(unread.file, unread.line)
    pointer = f"{printable(unread.pointer)}: " if unread.pointer else ""
    return f"{place}: {pointer}{printable(say(unread.expected, language))}"


def fault_line(fault: Fault, language: Language) -> str:
    """A fault as a sentence with its code, severity, rule and resolution."""
    marks = (fault.code, say(wording.SEVERITIES[fault.severity], language), fault.rule)
    resolution = say(wording.RESOLUTIONS[fault.resolution], language)
    return f"{printable(say(fault.message, language))} [{comma_separated((*marks, resolution), language)}]"


def source_place(file: str, line: int) -> str:
    """`file:line`, or the file alone where there is no line."""
    return f"{printable(file)}:{line}" if line else printable(file)


_NAME_SUFFIX: Final = re.compile(r"(#\d)?")
"""The rest of an id that is a name, or a name with a number for players of the same name in a log."""


def player_names(players: Sequence["Player"]) -> list[str]:
    """The printable name of each player; players of the same name get their ids as well."""
    often = Counter(map(_player_name, players))
    return [
        printable(_player_name(player) if often[_player_name(player)] == 1 else _name_with_id(player))
        for player in players
    ]


def player_label(player: Mapping[str, str]) -> str:
    """A player of an answer: the name, and the id where it differs."""
    return printable(_name_with_id({"id": player["id"], "name": player["name"]}))


def _player_name(player: "Player") -> str:
    return player if isinstance(player, str) else player["name"]


def _name_with_id(player: "Player") -> str:
    """The name with the id, or the id alone where it contains the name, as ids from server logs do."""
    if isinstance(player, str):
        return player
    name, own = player["name"], player["id"]
    says_name = own.startswith(name) and _NAME_SUFFIX.fullmatch(own, len(name))
    return own if says_name else f"{name} ({own})"
