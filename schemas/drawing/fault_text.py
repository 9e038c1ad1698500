"""Faults as sentences with the names of players."""

import re
from collections.abc import Sequence
from typing import Final

from daifu.replay.faults import Fault
from daifu.replay.text import Language, Text, say


def fault_sentence(fault: Fault, names: Sequence[str], language: Language) -> str:
    """The sentence of a fault, with the names of players where the catalogue has their numbers."""
    sentence = say(fault.sentence, language)
    details: dict[str, object] = {}
    for name, value in fault.details.items():
        if isinstance(value, list):
            details[name] = ("、" if language == "ja" else ", ").join(_named(number, names) for number in value)
        else:
            details[name] = say(value, language) if isinstance(value, Text) else value
    for detail in _PLAYER_NUMBER.findall(sentence):
        player = details[detail]
        if not isinstance(player, int) or not 0 < player <= len(names):
            return say(fault.message, language)
        details[detail] = names[player - 1]
    return _PLAYER_NUMBER.sub(r"{\1}", sentence).format_map(details)


def _named(number: int, names: Sequence[str]) -> str:
    return names[number - 1] if 0 < number <= len(names) else str(number)


_PLAYER_NUMBER: Final = re.compile(r"(?:player |プレイヤー)\{(\w+)\}")
"""The number of a player in the sentence of a fault."""
