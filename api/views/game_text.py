"""Words and sentences about games that the command line and the pages share: cards, actions, faults and names.

Sentences are given in parts, because each interface draws players and cards in its own way.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from daifu.api.languages import Language, say
from daifu.replay.actions import DISCARD, DRAW, GIVE, LEAVE, NAME, PASS, PLAY, SAY, SHOW, Action
from daifu.replay.cards import JOKER
from daifu.replay.faults import AS_PASS, FOUL, IGNORED, ILLEGAL, NOTICE, RECORD, STANDS, VOID, Fault
from daifu.replay.text import Text
from daifu.schemas.record.model import player_name

if TYPE_CHECKING:
    from daifu.replay.match import Player

RED_SUITS: Final = "HD"
NAMED_CARDS: Final = {
    JOKER: Text("Joker", "ジョーカー"),
    "XB": Text("BigJoker", "大ジョーカー"),
    "XS": Text("SmallJoker", "小ジョーカー"),
    "J": Text("Jester", "道化師"),
}
"""Cards with names: the jokers, and the jester of dalmuti."""

SEVERITIES: Final = {
    ILLEGAL: Text("illegal", "反則"),
    FOUL: Text("foul", "反則上がり"),
    RECORD: Text("record", "棋譜の矛盾"),
    NOTICE: Text("notice", "注意"),
}
RESOLUTIONS: Final = {
    STANDS: Text("stands", "有効のまま"),
    VOID: Text("void", "取り消し"),
    AS_PASS: Text("counts as a pass", "パス扱い"),
    IGNORED: Text("ignored", "無視"),
}


class Card(NamedTuple):
    """A card by its name in records; a joker may have the card that it stands for."""

    name: str
    stands_for: str = ""


Cards = tuple[Card, ...]

Part = int | str | Text | Cards
"""A part of a sentence: a player by number, words, or cards."""


def cards_from_text(text: str) -> Cards:
    """The known cards in a hand or a set as positions write them, such as `D3 X=S4 ?*2`."""
    named = (word.partition("=") for word in text.split() if not word.startswith("?"))
    return tuple(Card(name, stands_for) for name, _, stands_for in named)


def meld_cards(action: Action) -> Cards:
    """The cards of an action, jokers with what they stand for if that was said."""
    stand_ins = iter(action.meld.stand_ins)
    return tuple(Card(name, next(stand_ins, "") if name == JOKER else "") for name in action.meld.names)


_SENTENCES: Final = {
    PLAY: Text("{who} plays {cards}", "{who}が{cards}を出す"),
    PASS: Text("{who} passes", "{who}がパス"),
    GIVE: Text("{who} gives {cards} to {target}", "{who}が{cards}を{target}に渡す"),
    DRAW: Text("{who} draws {cards}", "{who}が{cards}を引く"),
    DISCARD: Text("{who} discards {cards}", "{who}が{cards}を捨てる"),
    NAME: Text("{who} names {word}", "{who}が{word}を指名"),
    SAY: Text("{who} says “{word}”", "{who}が「{word}」と宣言"),
    SHOW: Text("{who} shows {cards}", "{who}が{cards}を見せる"),
    LEAVE: Text("{who} leaves the deal", "{who}が途中で抜ける"),
}
_UNNAMED_CARDS: Final = {
    DRAW: Text("from the stock", "山札"),
    SHOW: Text("the whole hand", "手札すべて"),
}
"""The words for cards that the record does not name."""

_TAKEN_BACK: Final = Text(" (taken back)", "（取り消し）")


def sentence_parts(sentence: Text, parts: Mapping[str, Part], language: Language) -> Iterator[Part]:
    """A sentence in the language, with these parts in place of their names in braces."""
    for piece in say(sentence, language).replace("}", "{").split("{"):
        yield parts.get(piece, piece)


def action_parts(action: Action, language: Language) -> Iterator[Part]:
    """An action as a sentence in the language, without its comment."""
    parts: dict[str, Part] = {
        "who": action.player,
        "target": action.target,
        "word": action.word,
        "cards": meld_cards(action) or _UNNAMED_CARDS.get(action.verb, ""),
    }
    yield from sentence_parts(_SENTENCES[action.verb], parts, language)
    if action.void:
        yield _TAKEN_BACK


def fault_sentence(fault: Fault, names: Sequence[str], language: Language) -> str:
    """The sentence of a fault, with the names of players where the catalogue has their numbers."""
    sentence = say(fault.sentence, language)
    details = {
        name: say(value, language) if isinstance(value, Text) else value for name, value in fault.details.items()
    }
    for detail in _PLAYER_NUMBER.findall(sentence):
        player = details[detail]
        if not isinstance(player, int) or not 0 < player <= len(names):
            return say(fault.message, language)
        details[detail] = names[player - 1]
    return _PLAYER_NUMBER.sub(r"{\1}", sentence).format_map(details)


_PLAYER_NUMBER: Final = re.compile(r"(?:player |プレイヤー)\{(\w+)\}")
"""The number of a player in the sentence of a fault."""

_NAME_SUFFIX: Final = re.compile(r"(#\d)?")
"""The rest of an id that is a name, or a name with a number for players of the same name in a log."""


def player_names(players: Sequence["Player"]) -> list[str]:
    """The name of each player of a record; players of the same name get their ids as well."""
    often = Counter(map(player_name, players))
    return [player_name(player) if often[player_name(player)] == 1 else name_with_id(player) for player in players]


def name_with_id(player: "str | Mapping[str, str]") -> str:
    """The name with the id, or the id alone where it contains the name, as ids from server logs do."""
    if isinstance(player, str):
        return player
    name, own = player["name"], player["id"]
    says_name = own.startswith(name) and _NAME_SUFFIX.fullmatch(own, len(name))
    return own if says_name else f"{name} ({own})"


_ELLIPSES: Final = re.compile(r"…(\s*…)+")


class _Placeholders(dict[str, str]):
    """Ellipses for the details that only an actual fault has."""

    def __missing__(self, _detail: str) -> str:
        return "…"


def kind_sentence(sentence: Text) -> Text:
    """The sentence of a kind of faults, with ellipses for the details of a fault."""
    return Text(*(_ELLIPSES.sub("…", text.format_map(_Placeholders())) for text in (sentence.en, sentence.ja)))
