"""Cards and actions as text for people."""

from collections.abc import Iterable
from typing import Final

from rich.text import Text as Plain

from api.cli.output import printable
from api.languages import Language, say
from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW, Action
from replay.cards import JOKER, SUITS
from replay.text import Text

_SUIT_SIGNS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
_RED_SUITS: Final = "HD"
_NAMED_CARDS: Final = {
    JOKER: Text("Joker", "ジョーカー"),
    "XB": Text("BigJoker", "大ジョーカー"),
    "XS": Text("SmallJoker", "小ジョーカー"),
    "J": Text("Jester", "道化師"),
}
"""Cards with names: the jokers, and the jester of dalmuti."""


def card_text(name: str, language: Language) -> Plain:
    """A card, in red if its suit is red."""
    if name in _NAMED_CARDS:
        return Plain(say(_NAMED_CARDS[name], language), style="bold")
    if name[0] not in _SUIT_SIGNS:
        return Plain(name)
    return Plain(_SUIT_SIGNS[name[0]] + name[1:].replace("T", "10"), style="red" if name[0] in _RED_SUITS else "")


def cards_text(names: Iterable[str], language: Language, unknown: int = 0) -> Plain:
    """Cards side by side, and the number of unknown ones."""
    drawn = [card_text(name, language) for name in names]
    if unknown:
        drawn.append(Plain("?" if unknown == 1 else f"?×{unknown}"))
    return Plain(" ").join(drawn)


def meld_text(action: Action, language: Language) -> Plain:
    """The cards of an action; jokers with the card that they stand for."""
    stand_ins = iter(action.meld.stand_ins)
    drawn = []
    for name in action.meld.names:
        one = card_text(name, language)
        if name == JOKER and (stand_in := next(stand_ins, "")):
            one = Plain.assemble(one, "=", card_text(stand_in, language))
        drawn.append(one)
    return Plain(" ").join(drawn)


_SENTENCES: Final = {
    PLAY: Text("{who} plays {cards}", "{who}が{cards}を出す"),
    PASS: Text("{who} passes", "{who}がパス"),
    GIVE: Text("{who} gives {cards} to {target}", "{who}が{cards}を{target}に渡す"),
    DRAW: Text("{who} draws {cards}", "{who}が{cards}を引く"),
    DISCARD: Text("{who} discards {cards}", "{who}が{cards}を捨てる"),
    NAME: Text("{who} names {word}", "{who}が{word}を指名"),
    SAY: Text("{who} says “{word}”", "{who}が「{word}」と宣言"),
    SHOW: Text("{who} shows {cards}", "{who}が{cards}を見せる"),
}
_FROM_STOCK: Final = Text("from the stock", "山札")
_WHOLE_HAND: Final = Text("the whole hand", "手札すべて")
_UNNAMED_CARDS: Final = {DRAW: _FROM_STOCK, SHOW: _WHOLE_HAND}
"""The words for cards that the record does not name."""

_TAKEN_BACK: Final = Text(" (taken back)", "（取り消し）")


def action_text(action: Action, names: list[str], language: Language) -> Plain:
    """An action as a sentence with the names of the players, and its comment."""
    text = Plain()
    parts = {"who": Plain(names[action.player - 1], style="bold"), "word": Plain(action.word)}
    parts["target"] = Plain(names[action.target - 1] if action.target else "")
    parts["cards"] = meld_text(action, language) or Plain(say(_UNNAMED_CARDS.get(action.verb, Text("", "")), language))
    for piece in say(_SENTENCES[action.verb], language).replace("}", "{").split("{"):
        text.append_text(parts.get(piece) or Plain(piece))
    if action.void:
        text.append(say(_TAKEN_BACK, language))
    if action.comment:
        text.append(f"  # {printable(action.comment)}", style="dim")
    return text
