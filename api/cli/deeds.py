"""What a player did, in a few words."""

from typing import Final

from rich.text import Text as Plain

from api.cli.cards import laid
from api.cli.language import Language, say
from api.cli.printable import printable
from replay.actions import DISCARD, DRAW, GIVE, NAME, PASS, PLAY, SAY, SHOW, Action
from replay.text import Text

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
_DRAWN: Final = Text("from the stock", "山札")
_SHOWN: Final = Text("the whole hand", "手札すべて")
_UNNAMED: Final = {DRAW: _DRAWN, SHOW: _SHOWN}
"""What is said in place of cards that the record does not name."""

_TAKEN_BACK: Final = Text(" (taken back)", "（取り消し）")


def deed(action: Action, names: list[str], language: Language) -> Plain:
    """The action as a sentence with the names of the players, and its comment."""
    text = Plain()
    parts = {"who": Plain(names[action.player - 1], style="bold"), "word": Plain(action.word)}
    parts["target"] = Plain(names[action.target - 1] if action.target else "")
    parts["cards"] = laid(action, language) or Plain(say(_UNNAMED.get(action.verb, Text("", "")), language))
    for piece in say(_SENTENCES[action.verb], language).replace("}", "{").split("{"):
        text.append_text(parts.get(piece) or Plain(piece))
    if action.void:
        text.append(say(_TAKEN_BACK, language))
    if action.comment:
        text.append(f"  # {printable(action.comment)}", style="dim")
    return text
