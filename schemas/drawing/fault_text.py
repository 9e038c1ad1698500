"""Faults as sentences with the names of players."""

import re
from collections.abc import Sequence
from typing import Final

from daifu.replay.faults import BAD_SEATING, Fault
from daifu.replay.text import Language, Text, say


def fault_sentence(fault: Fault, names: Sequence[str], language: Language) -> str:
    """The sentence of a fault, with the names of players where the catalogue has their numbers."""
    sentence = say(fault.sentence, language)
    details = {
        name: say(value, language) if isinstance(value, Text) else value for name, value in fault.details.items()
    }
    if fault.code == BAD_SEATING:
        details |= {name: _listed(str(details[name]), names, language) for name in ("found", "owed")}
    for detail in _PLAYER_NUMBER.findall(sentence):
        player = details[detail]
        if not isinstance(player, int) or not 0 < player <= len(names):
            return say(fault.message, language)
        details[detail] = names[player - 1]
    return _PLAYER_NUMBER.sub(r"{\1}", sentence).format_map(details)


def _listed(numbers: str, names: Sequence[str], language: Language) -> str:
    """The names of players whose numbers have spaces between them."""
    listed = [names[int(number) - 1] if int(number) <= len(names) else number for number in numbers.split()]
    return ("、" if language == "ja" else ", ").join(listed)


_PLAYER_NUMBER: Final = re.compile(r"(?:player |プレイヤー)\{(\w+)\}")
"""The number of a player in the sentence of a fault."""
