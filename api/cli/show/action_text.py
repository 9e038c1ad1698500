"""Cards and actions as text on a terminal."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text as Plain

from daifu.api.cli.program.output import printable
from daifu.api.languages import Language, say
from daifu.replay.actions import Action
from daifu.replay.cards import SUIT_SIGNS
from daifu.replay.text import Text
from daifu.schemas.drawing.cards import NAMED_MARKS, RED_SUITS, Card
from daifu.schemas.drawing.words import Part, action_parts

_SPACE: Final = Plain(" ")


def card_text(name: str) -> Plain:
    """A card, in red if its suit is red."""
    if name in NAMED_MARKS:
        return Plain(NAMED_MARKS[name], style="bold")
    if name[0] not in SUIT_SIGNS:
        return Plain(name)
    return Plain(SUIT_SIGNS[name[0]] + name[1:].replace("T", "10"), style="red" if name[0] in RED_SUITS else "")


def hand_text(cards: Iterable[Card], unknown: int = 0) -> Plain:
    """Cards side by side, and the number of unknown ones."""
    drawn = [_shown_card(card) for card in cards]
    if unknown:
        drawn.append(Plain("?" if unknown == 1 else f"?×{unknown}"))
    return _SPACE.join(drawn)


def _shown_card(card: Card) -> Plain:
    drawn = card_text(card.name)
    return Plain.assemble(drawn, "=", card_text(card.stands_for)) if card.stands_for else drawn


def action_text(action: Action, names: list[str], language: Language) -> Plain:
    """An action as a sentence with the names of the players, and its comment."""
    text = parts_text(action_parts(action, language), names, language)
    if action.comment:
        text.append(f"  # {printable(action.comment)}", style="dim")
    return text


def parts_text(parts: Iterable[Part], names: list[str], language: Language) -> Plain:
    """A sentence in parts, with the names of the players."""
    return Plain().join(_drawn_parts(parts, names, language))


def _drawn_parts(parts: Iterable[Part], names: list[str], language: Language) -> Iterator[Plain]:
    for part in parts:
        if isinstance(part, int):
            yield Plain(names[part - 1], style="bold")
        elif isinstance(part, Text):
            yield Plain(say(part, language))
        elif isinstance(part, str):
            yield Plain(part)
        else:
            yield hand_text(part)
