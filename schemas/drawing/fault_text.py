"""Faults as sentences with the names of players."""

import re
from collections.abc import Sequence
from typing import Final

from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.faults import Fault
from daifu.replay.text import Language, Text, say
from daifu.schemas.drawing.cards import card_sign, cards_from_text


def fault_sentence(fault: Fault, names: Sequence[str], language: Language, *, signs: bool = False) -> str:
    """The sentence of a fault, with the names of players for their numbers, and `signs` of suits for their letters."""
    sentence = say(fault.sentence, language)
    details: dict[str, object] = {}
    for name, value in fault.details.items():
        if isinstance(value, list):
            details[name] = ("、" if language == "ja" else ", ").join(_named(number, names) for number in value)
        else:
            details[name] = say(value, language) if isinstance(value, Text) else value
            if signs and isinstance(value, str) and name in _CARDS:
                details[name] = " ".join(map(card_sign, cards_from_text(value)))
            if signs and isinstance(value, str) and name == "suits":
                details[name] = "".join(SUIT_SIGNS.get(suit, suit) for suit in value)
    for detail in _PLAYER_NUMBER.findall(sentence):
        player = details[detail]
        if not isinstance(player, int) or not 0 < player <= len(names):
            return say(fault.message, language)
        details[detail] = names[player - 1]
    return _PLAYER_NUMBER.sub(r"{\1}", sentence).format_map(details)


def _named(number: int, names: Sequence[str]) -> str:
    return names[number - 1] if 0 < number <= len(names) else str(number)


_CARDS: Final = {"best", "card", "cards", "laid", "set", "top"}
"""Details of faults that are cards."""
_PLAYER_NUMBER: Final = re.compile(r"(?:player |プレイヤー)\{(\w+)\}")
"""The number of a player in the sentence of a fault."""
