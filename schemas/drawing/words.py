"""What people say of a position: whose turn it is, what is owed, what may be done, its facts, and its faults."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from daifu.replay.actions import DISCARD, DRAW, GIVE, LEAVE, NAME, PASS, PLAY, SAY, SHOW, Action
from daifu.replay.cards import JOKER, SUIT_SIGNS
from daifu.replay.faults import Fault
from daifu.replay.position import Position as ReachedPosition
from daifu.replay.table import ANY_CARDS, BEST_CARDS, BLIND_SWAP, DEALT_CARDS, WEAKEST_CARDS
from daifu.replay.text import Language, Text, cards_text, say
from daifu.replay.tricks import DECLARED
from daifu.schemas.drawing.cards import Card, Cards, card_sign, cards_from_text
from daifu.schemas.position import (
    COUNTER,
    LEFT,
    ORDERS,
    PASSED,
    SHUT_OUT,
    SUNK,
    Owed,
    Position,
    Right,
    Seated,
    Strength,
)

Part = int | str | Text | Cards
"""A part of a sentence: a player by number, words, or cards."""

_NORMAL, _TURNED = ORDERS
_ORDER_TEXTS: Final = {
    (_NORMAL, _NORMAL): Text("normal", "通常"),
    (_TURNED, _TURNED): Text("turned", "逆転"),
    (_TURNED, _NORMAL): Text("turned for this trick", "この場だけ逆転"),
    (_NORMAL, _TURNED): Text("normal for this trick", "この場だけ通常"),
}
"""By the order in this trick and in the next."""
_STATES: Final = {
    PASSED: Text("passed", "パス"),
    SHUT_OUT: Text("passed, out of this trick", "パス（この場は休み）"),
    SUNK: Text("sunk", "転落"),
    LEFT: Text("left", "途中で退席"),
}
_OWED: Final = {
    "gift": Text("{giver} gives {taker} {cards}: {choice}", "{giver}が{taker}に{cards}を渡す（{choice}）"),
    "discard": Text("{giver} lays {cards} aside", "{giver}が{cards}を捨てる"),
    "name": Text("{giver} names {times}", "{giver}が{times}を指名する"),
    "draw": Text("{giver} draws {cards}", "{giver}が{cards}を引く"),
    "declaration": Text("the declaration", "宣言"),
}
_SOMEBODY: Final = Text("somebody", "だれか")
_CHOICES: Final = {
    BEST_CARDS: Text("the strongest ones", "強いものから"),
    WEAKEST_CARDS: Text("the weakest ones", "弱いものから"),
    DEALT_CARDS: Text("of the hand as dealt", "配られた手札から"),
    ANY_CARDS: Text("any", "任意"),
    BLIND_SWAP: Text("drawn blindly", "見ないで引く"),
}
_RIGHTS: Final = {
    **DECLARED,
    GIVE: Text("give cards away", "カードを渡す"),
    DISCARD: Text("discard cards", "カードを捨てる"),
    NAME: Text("name a rank", "数字を指名する"),
    DRAW: Text("draw", "引く"),
    SHOW: Text("show cards", "カードを見せる"),
}
"""What the last set lets its player do, by the word of the right."""
_ACTIONS: Final = {
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

_CARDS: Final = {"best", "card", "cards", "laid"}
"""Details of faults that are cards."""
_CARD: Final = re.compile(r"(?<!\w)(?:[SHDC](?:10|[2-9TJQKA])|X[BS]?)(?!\w)", re.ASCII)
"""The name of a card in a text, or in a set by its ranks."""
_PLAYER_NUMBER: Final = re.compile(r"(?:[Pp]layer |プレイヤー)\{(\w+)\}")
"""The number of a player in the sentence of a fault."""
_NUMBERED: Final = re.compile(r"(?:[Pp]layer |プレイヤー)(\d+)")


def sentence_parts(sentence: Text, parts: Mapping[str, Part], language: Language) -> Iterator[Part]:
    """A sentence in the language, with these parts in place of their names in braces."""
    for piece in say(sentence, language).replace("}", "{").split("{"):
        yield parts.get(piece, piece)


def sentence(parts: Sequence[Part], names: Sequence[str], language: Language) -> str:
    """A sentence in parts as plain text; `names` are those of the players."""
    return "".join(_part(part, names, language) for part in parts)


def _part(part: Part, names: Sequence[str], language: Language) -> str:
    if isinstance(part, int):
        return names[part - 1]
    if isinstance(part, Text):
        return say(part, language)
    return part if isinstance(part, str) else " ".join(map(card_sign, part))


def meld_cards(action: Action) -> Cards:
    """The cards of an action, jokers with what they stand for if that was said."""
    stand_ins = iter(action.meld.stand_ins)
    return tuple(Card(name, next(stand_ins, "") if name == JOKER else "") for name in action.meld.names)


def action_parts(action: Action, language: Language) -> Iterator[Part]:
    """An action as a sentence in the language, without its comment."""
    parts: dict[str, Part] = {
        "who": action.player,
        "target": action.target,
        "word": action.word,
        "cards": meld_cards(action) or _UNNAMED_CARDS.get(action.verb, ""),
    }
    yield from sentence_parts(_ACTIONS[action.verb], parts, language)
    if action.void:
        yield _TAKEN_BACK


def order_text(strength: Strength) -> Text:
    """Which cards are strong now."""
    return _ORDER_TEXTS[strength.now, strength.next_trick]


def state_text(seated: Seated) -> Text | None:
    """What has become of a player in words; None if the player is in, or is out with a place."""
    return _STATES.get(seated.state)


def place_text(place: int) -> Text:
    """A place that was taken."""
    return Text(f"place {place}", f"{place}位")


def owed_sentences(position: Position, language: Language) -> Iterator[list[Part]]:
    """What has to happen before the play goes on, each as a sentence; answers to a cut are a fact of their game."""
    return (owed_sentence(owed, language) for owed in position.owed if owed.what != COUNTER)


def owed_sentence(owed: Owed, language: Language) -> list[Part]:
    """What has to happen before the play goes on, as a sentence in parts."""
    times = owed.times or 1
    parts: dict[str, Part] = {
        "giver": owed.giver or _SOMEBODY,
        "taker": owed.taker or _SOMEBODY,
        "cards": cards_text(owed.cards or 0),
        "choice": _CHOICES[owed.choice] if owed.choice else "",
        "times": Text("a rank" if times == 1 else f"{times} ranks", f"数字{times}つ"),
    }
    return list(sentence_parts(_OWED[owed.what], parts, language))


def right_sentence(right: Right) -> list[Part]:
    """What the last set lets its player do, as a sentence in parts."""
    may = _RIGHTS.get(right.word) or Text(right.word, right.word)
    times = f" ×{right.times}" if right.times > 1 else ""
    return [right.player, Text(" may ", "："), may, times]


def game_facts(reached: ReachedPosition) -> Iterator[tuple[Text, list[Part]]]:
    """What only this game has on its table: each a heading and a sentence in parts."""
    for heading, parts in reached.table.rules.position.facts(reached.table):
        yield heading, [tuple(map(Card, part)) if isinstance(part, list) else part for part in parts]


def turn_text(position: Position, names: Sequence[str]) -> Text:
    """Whose turn it is."""
    if position.over:
        return Text("the deal is over", "この回は終了")
    if position.turn is None:
        return Text("turn: the first to act", "手番：最初に出す人（未定）")
    name = names[position.turn - 1]
    return Text(f"{name} is on turn", f"{name}の手番")


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
