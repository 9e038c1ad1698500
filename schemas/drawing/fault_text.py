"""Faults as sentences with the names of players."""

import re
from collections.abc import Sequence
from typing import Final

from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.faults import Fault
from daifu.replay.text import Language, Text, say
from daifu.schemas.drawing.cards import Card, card_sign, cards_from_text


def fault_sentence(
    fault: Fault, names: Sequence[str], language: Language, *, signs: bool = False, alone: bool = False
) -> str:
    """The sentence of a fault, with the names of players for their numbers.

    With `signs`, cards are written by their signs; `alone` begins with a capital letter.
    """
    sentence = say(fault.sentence, language)
    details: dict[str, object] = {}
    for name, value in fault.details.items():
        if isinstance(value, list):
            details[name] = ("、" if language == "ja" else ", ").join(_named(number, names) for number in value)
        else:
            told = say(value, language) if isinstance(value, Text) else value
            details[name] = _with_signs(name, told) if signs and isinstance(told, str) else told
    if alone:
        sentence = sentence[:1].upper() + sentence[1:]
    for detail in _PLAYER_NUMBER.findall(sentence):
        player = details[detail]
        if not isinstance(player, int) or not 0 < player <= len(names):
            return say(fault.message, language)
        details[detail] = names[player - 1]
    return _PLAYER_NUMBER.sub(r"{\1}", sentence).format_map(details)


def message_with_names(message: str, names: Sequence[str]) -> str:
    """The message of a report about a fault, with the names of players and the signs of cards."""
    told = _NUMBERED.sub(lambda player: _named(int(player[1]), names), message[:1].upper() + message[1:])
    return _CARD.sub(lambda card: card_sign(Card(card[0])), told)


def _named(number: int, names: Sequence[str]) -> str:
    return names[number - 1] if 0 < number <= len(names) else str(number)


def _with_signs(detail: str, told: str) -> str:
    """A detail with the signs of its cards. In a set, as in `10-J-Q`, a J is a jack and no jester."""
    if detail == "suits":
        return "".join(SUIT_SIGNS.get(suit, suit) for suit in told)
    if detail in _CARDS:
        return " ".join(map(card_sign, cards_from_text(told)))
    return _CARD.sub(lambda card: card_sign(Card(card[0])), told)


_CARDS: Final = {"best", "card", "cards", "laid"}
"""Details of faults that are cards."""
_CARD: Final = re.compile(r"(?<!\w)(?:[SHDC](?:10|[2-9TJQKA])|X[BS]?)(?!\w)", re.ASCII)
"""The name of a card in a text, or in a set by its ranks."""
_PLAYER_NUMBER: Final = re.compile(r"(?:[Pp]layer |プレイヤー)\{(\w+)\}")
"""The number of a player in the sentence of a fault."""
_NUMBERED: Final = re.compile(r"(?:[Pp]layer |プレイヤー)(\d+)")
