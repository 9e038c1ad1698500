"""Cards as people draw them: suits as signs, the ten in full, jokers by their names."""

from collections.abc import Iterable
from typing import Final

from rich.text import Text as Plain

from api.cli.language import Language, say
from replay.actions import Action
from replay.cards import JOKER, SUITS
from replay.text import Text

_SIGNS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
_RED: Final = "HD"
_NAMED: Final = {
    JOKER: Text("Joker", "ジョーカー"),
    "XB": Text("BigJoker", "大ジョーカー"),
    "XS": Text("SmallJoker", "小ジョーカー"),
    "J": Text("Jester", "道化師"),
}
"""Cards that are called by a name: the jokers, and the jester of the game whose other cards are plain numbers."""


def card(name: str, language: Language) -> Plain:
    """One card, red if its suit is."""
    if name in _NAMED:
        return Plain(say(_NAMED[name], language), style="bold")
    if name[0] not in _SIGNS:
        return Plain(name)
    return Plain(_SIGNS[name[0]] + name[1:].replace("T", "10"), style="red" if name[0] in _RED else "")


def cards(names: Iterable[str], language: Language, unknown: int = 0) -> Plain:
    """Cards side by side, and how many others nobody knows."""
    drawn = [card(name, language) for name in names]
    if unknown:
        drawn.append(Plain("?" if unknown == 1 else f"?×{unknown}"))
    return Plain(" ").join(drawn)


def laid(action: Action, language: Language) -> Plain:
    """The cards of an action, each joker with what it stands for."""
    stand_ins = iter(action.meld.stand_ins)
    drawn = []
    for name in action.meld.names:
        one = card(name, language)
        if name == JOKER and (stand_in := next(stand_ins, "")):
            one = Plain.assemble(one, "=", card(stand_in, language))
        drawn.append(one)
    return Plain(" ").join(drawn)
