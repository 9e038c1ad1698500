"""The tokens of a trick's line: what one player does, with its effects, or passes of several players in a row.

token  = [who] ( passes | {"d"} "d+" body | body )
body   = "(" act ")" marks | act marks | act {suffix}
act    = cards | "-" | "0" | "d" [cards] | "^" [cards] | ">" number ":" cards | "/" cards | "?" rank | word
word   = "!" ["-" | "u" | "d" | "p" | "h" | "s" | "x"] | "~"
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from daifu.replay.actions import DISCARD, DRAW, GIVE, LEAVE, NAME, PASS, PLAY, SAY, SHOW, Action
from daifu.replay.melds import MOST_CACHED, Lexicon
from daifu.schemas.fu.cards import Cards, CardsRefused, CardTexts, card_texts

WORD_SIGNS: Final = {
    "revolution": "!",
    "no-revolution": "!-",
    "up": "!u",
    "down": "!d",
    "partner": "!p",
    "heart": "!h",
    "swap": "!s",
    "flip": "~",
}
"""How the words of records are written."""
_WORDS: Final = {sign: f"say {word}" for word, sign in WORD_SIGNS.items()} | {"!x": LEAVE}

BY_DUE: Final = "due"
"""An act of the player who is due, or who is named."""
BY_SAME: Final = "same"
"""An act of the player of the act before."""

EFFECTS: Final = frozenset({GIVE, DISCARD, NAME, SAY, SHOW})
"""What is written behind the set that it belongs to."""

CARD_NAME: Final = re.compile(r"[SHDC][3-9TJQKA2]")
"""The name of a card with a suit, in the text of an action."""

_ESCAPES: Final = {"\\": "\\\\", "}": "\\}", "\n": "\\n", "\r": "\\r"}
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


class Act(NamedTuple):
    """One act of a token: who does it, its text in a record behind the player's number, and where it stands.

    `place` is the character of the token with which it begins. A plain act has neither marks nor a mark of `void`.
    """

    by: str
    verb: str
    text: str
    place: int
    length: int
    plain: bool = True


class Token(NamedTuple):
    """A token that was read: the player who is named, 0 if none is, whether that is marked as not due, and the acts."""

    player: int
    not_due: bool
    acts: tuple[Act, ...]


class TokenRefused(ValueError):
    """A token that cannot be read: from which character on, and the code of the error."""

    def __init__(self, place: int, length: int, code: str) -> None:
        super().__init__(code)
        self.place = place
        self.length = length
        self.code = code


def act_text(action: Action, texts: CardTexts) -> str:
    """What somebody does, without marks."""
    verb = action.verb
    if verb == PASS:
        return "-"
    if verb == SAY:
        return WORD_SIGNS[action.word]
    if verb == NAME:
        return f"?{action.word}"
    if verb == LEAVE:
        return "!x"
    cards = texts.write(Cards(action.meld.names, action.meld.stand_ins)) if action.meld.names else ""
    sign = {PLAY: "", DRAW: "d", SHOW: "^", DISCARD: "/", GIVE: f">{action.target}:"}[verb]
    return sign + cards


def marked(text: str, action: Action) -> str:
    """The text of an act with its marks: void, time, comment."""
    if action.void:
        text = f"({text})"
    if action.time is not None:
        text += f"@{action.time}"
    if not action.comment:
        return text
    sign = "\\" if action.comment.startswith("=") else ""  # what begins with = is an aid for the eye
    return text + "{" + sign + escape(action.comment) + "}"


def is_plain(action: Action) -> bool:
    """Whether an action has no marks."""
    return not action.void and action.time is None and not action.comment


def record_action(action: Action, texts: CardTexts) -> str:
    """The action as a record writes it in its normal form: cards in printing order, void, time, comment."""
    cards = texts.record_text(Cards(action.meld.names, action.meld.stand_ins))
    body = {
        PASS: "-",
        GIVE: f"give {action.target} {cards}",
        NAME: f"name {action.word}",
        PLAY: cards,
        SAY: f"say {action.word}",
    }.get(action.verb) or f"{action.verb} {cards}".rstrip()
    text = f"{action.player} {body}"
    if action.void:
        text += " void"
    if action.time is not None:
        text += f" @{action.time}"
    return f"{text} # {action.comment}" if action.comment else text


def escape(text: str) -> str:
    """A comment or a note without line ends and closing braces."""
    return "".join(_ESCAPES.get(character, character) for character in text)


def unescape(text: str) -> str:
    """The comment or note that was escaped."""
    return _ESCAPED.sub(lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text)


def split_tokens(line: str) -> list[tuple[int, str]]:
    """The tokens of a line with the characters on which they begin; a blank inside of a comment separates nothing."""
    if "{" not in line:
        place, tokens = 0, []
        for text in line.split(" "):
            if text:
                tokens.append((place, text))
            place += len(text) + 1
        return tokens
    return [(found.start(), found[0]) for found in _TOKEN.finditer(line)]


_COMMENT: Final = r"\{(?:[^\\}]|\\.)*\}"
_TOKEN: Final = re.compile(rf"(?:[^ {{]|{_COMMENT}|\{{)+", re.DOTALL)
_WHO: Final = re.compile(r"([1-9][0-9]{0,3})(!?):")
_PASSES: Final = re.compile(r"-+|(d*)(d\+)|d+")
_CARDS: Final = r"[^\s>/?!~^(){}@+-][^\s>/?!~^(){}@+]*"
_ACT: Final = re.compile(
    rf"(?P<word>![-A-Za-z]?|~)|>(?P<taker>[1-9][0-9]{{0,3}}):(?P<given>{_CARDS})|/(?P<thrown>{_CARDS})"
    rf"|\?(?P<named>[2-9TJQKAX])|\^(?P<shown>{_CARDS})?|d(?P<drawn>{_CARDS})?|(?P<pass>[-0])|(?P<laid>{_CARDS})"
)
_MARKS: Final = re.compile(rf"(?:@([0-9]{{1,12}}))?({_COMMENT})?", re.DOTALL)


class TokenReader:
    """Reads the tokens of a game, and keeps those that it has read: most come again. `texts` reads its cards."""

    def __init__(self, texts: CardTexts) -> None:
        self.texts = texts
        self._read: dict[str, Token] = {}

    def read(self, text: str) -> Token:
        """The token. Raises `TokenRefused`."""
        token = self._read.get(text)
        if token is None:
            if len(self._read) >= MOST_CACHED:
                self._read.clear()
            token = self._read[text] = self._read_token(text)
        return token

    def _read_token(self, text: str) -> Token:
        who = _WHO.match(text)
        place = who.end() if who else 0
        acts: list[Act] = []
        passes = _PASSES.match(text, place)
        if passes is not None and passes.end() == len(text) and not passes[2]:
            verb, body = (PASS, "-") if text[place] == "-" else (DRAW, "draw")
            acts = [Act(BY_DUE, verb, body, at, 1) for at in range(place, len(text))]
        else:
            if passes is not None and passes[2]:
                acts = [Act(BY_DUE, DRAW, "draw", at, 1) for at in range(place, passes.end() - 1)]
                place = passes.end()
            acts += self._read_body(text, place, BY_SAME if acts else BY_DUE)
        return Token(int(who[1]) if who else 0, bool(who and who[2]), tuple(acts))

    def _read_body(self, text: str, place: int, by: str) -> Sequence[Act]:
        begin = place
        void = text.startswith("(", place)
        act, place = self._read_act(text, place + void, by)
        if void:
            if not text.startswith(")", place):
                raise TokenRefused(place, 1, "bad_character")
            place += 1
        marks = _MARKS.match(text, place)
        if void or (marks is not None and marks.end() > place):
            place = marks.end() if marks is not None else place
            if place < len(text):
                raise TokenRefused(place, len(text) - place, "bad_character")
            return [_with_marks(act, begin, place, void=void, marks=marks)]
        acts = [act]
        if act.verb == DRAW and text.startswith("+", place):
            act, place = self._read_act(text, place + 1, BY_SAME)
            acts.append(act)
        while place < len(text):
            act, place = self._read_act(text, place, BY_SAME)
            if act.verb not in EFFECTS:
                raise TokenRefused(act.place, act.length, "bad_character")
            acts.append(act)
        return acts

    def _read_act(self, text: str, place: int, by: str) -> tuple[Act, int]:
        """An act, and the place behind it."""
        found = _ACT.match(text, place)
        if found is None:
            raise TokenRefused(place, max(1, len(text) - place), "bad_character")
        verb, body = self._act_of(found)
        if found["pass"] == "0":
            by = BY_SAME
        return Act(by, verb, body, place, found.end() - place), found.end()

    def _act_of(self, found: re.Match[str]) -> tuple[str, str]:
        """The verb and the text of an act."""
        if found["word"]:
            if found["word"] not in _WORDS:
                raise TokenRefused(found.start(), len(found[0]), "unknown_word")
            return (LEAVE if found["word"] == "!x" else SAY), _WORDS[found["word"]]
        if found["named"]:
            return NAME, f"name {found['named']}"
        if found["pass"]:
            return PASS, "-"
        for group, verb in _CARD_ACTS.items():
            if found[group]:
                cards = self._record_cards(found, group)
                text = {PLAY: cards, GIVE: f"give {found['taker']} {cards}"}.get(verb, f"{verb} {cards}")
                return verb, text
        return (SHOW, SHOW) if found[0] == "^" else (DRAW, DRAW)

    def _record_cards(self, found: re.Match[str], group: str) -> str:
        try:
            return self.texts.record_text(self.texts.read(found[group]))
        except CardsRefused as refused:
            place = found.start(group) + refused.place
            raise TokenRefused(place, refused.length, refused.code) from refused


@cache
def token_reader(lexicon: Lexicon, line: str) -> TokenReader:
    """The reader of the tokens with these cards, and with these ranks in the order of sequences."""
    return TokenReader(card_texts(lexicon, line))


_CARD_ACTS: Final = {"laid": PLAY, "given": GIVE, "thrown": DISCARD, "shown": SHOW, "drawn": DRAW}


def _with_marks(act: Act, begin: int, end: int, *, void: bool, marks: re.Match[str] | None) -> Act:
    """The act with the marks that follow it."""
    text = act.text
    if void:
        text += " void"
    if marks is not None and marks[1]:
        text += f" @{int(marks[1])}"
    if marks is not None and marks[2]:
        text += f" # {unescape(marks[2][1:-1])}"
    return act._replace(text=text, place=begin, length=end - begin, plain=False)
