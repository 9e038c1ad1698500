"""What people write in place of the notation: signs and names of suits, full width, counts, words, arrows.

A line that the grammar does not read is spelt anew here, word by word. Every character keeps its place in the line.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from daifu.replay.text import JOKER_WORDS, JOKERS_WRITTEN, PASS_WORDS, PASSES_WRITTEN, SUITS_WRITTEN

AID: Final = "{="
"""How an aid for the eye begins, which is no comment and is not read."""
END_OF_TRICK: Final = "\ue000"
"""The word that stands for a trick that is over."""

CLAIMS: Final = {
    "revolution": ("革命返し", "革命", "REVOLUTION"),
    "cut": ("8切り", "八切り", "8切", "CUT"),
    "lock": ("激縛り", "激しばり", "数字縛り", "色縛り", "片縛り", "縛り", "しばり", "LOCK"),
    "flip": ("11バック", "Jバック", "イレブンバック", "BACK"),
    "up": ("上げ",),
    "down": ("下げ",),
    "spade3": ("スペ3返し", "スペード3返し", "スペサン"),
    "out": ("上がり", "あがり", "OUT"),
    "fallen": ("都落ち",),
    "no-revolution": ("革命なし",),
}
"""What people say happened, and how they write it."""
_CLAIM_SIGNS: Final = {name: chr(0xE001 + place) for place, name in enumerate(CLAIMS)}
CLAIM_OF: Final = {sign: name for name, sign in _CLAIM_SIGNS.items()}

_SIGNS: Final = {
    **{sign: suit for suit, signs in SUITS_WRITTEN.items() for sign in signs},
    **dict.fromkeys(JOKERS_WRITTEN, "X"),
    "エース": "A",
    "キング": "K",
    "クイーン": "Q",
    "ジャック": "J",
    "道化師": "J",
    "道化": "J",
    "★J": "J",
    **dict.fromkeys(PASSES_WRITTEN, " - "),
    **dict.fromkeys(("ドロー", "引く", "DRAW"), " \ue100 "),
    **dict.fromkeys(("、", ",", ";", "→", "⇒", "->", "=>", "。", "\t", "\u00a0", "・"), " "),
    **dict.fromkeys(("流れ", "流し", "流", "CLEAR"), f" {END_OF_TRICK} "),
    **{word: f" {_CLAIM_SIGNS[name]} " for name, words in CLAIMS.items() for word in words},
}
"""What is replaced wherever it stands; of two that begin alike the longer one comes first."""
WRITTEN_WORDS: Final = tuple(word for word in _SIGNS if len(word) > 1 and (word.isalpha() or word[0].isdigit()))
"""The words that are read."""
_DRAW: Final = "\ue100"
_LATIN: Final = re.compile("[A-Z]")
_MIDDLE_DOT: Final = "・"
_BY_LENGTH: Final = sorted(_SIGNS, key=len, reverse=True)
_FIRST: Final = frozenset(sign[0] for sign in _SIGNS)

_BRACKETS: Final = {"[": "]", "「": "」", "『": "』", "【": "】", "〔": "〕"}
_JAPANESE_COUNTS: Final = {"一": "1", "二": "2", "三": "3", "四": "4", "五": "5"}


class Word(NamedTuple):
    """A word that was spelt anew: its text, and the place of each of its characters in the line."""

    text: str
    places: Sequence[int]


def is_unchanged(word: "Word", written: str) -> bool:
    """Whether a word is what stands in the line but for capital letters: a name, for example, has become a number."""
    return word.text.replace(_DRAW, "d").casefold() == written.casefold()


def respell(line: str, players: Sequence[str], *, draws: bool) -> list[Word]:
    """The words of a line as the notation writes them.

    `players` are the names by which somebody may be named; `draws` tells whether a small d is the draw of the game.
    """
    signs = _fold(line, draws=draws)
    signs = _name_players(signs, players)
    signs = _replace(signs)
    return [Word("".join(sign for sign, _ in word), [place for _, place in word]) for word in _words(signs) if word]


_Signs = list[tuple[str, int]]

_VOICED: Final = re.compile("[\u3099\u309a\uff9e\uff9f]")
"""The marks of voiced syllables where they are characters of their own: they belong to the one before."""

_COUNTS: Final = re.compile("(?<=[0-9０-９])[xｘ](?=[0-9０-９])")
"""A small x between two numbers is a count. A large one there might be a joker."""


def _fold(line: str, *, draws: bool) -> _Signs:
    """The characters in capital letters of usual width, without those that are not seen; comments stay as they are."""
    signs: _Signs = []
    place = 0
    while place < len(line):
        if line[place] in "{｛":
            end = _end_of_comment(line, place)
            signs += [(line[at], at) for at in range(place, end)]
            signs[-(end - place)] = ("{", place)
            if line[end - 1] == "｝":
                signs[-1] = ("}", end - 1)
            place = end
            continue
        if line[place] == "．":
            signs.append((" ", place))
            place += 1
            continue
        voiced = _VOICED.match(line, place + 1) is not None
        for sign in unicodedata.normalize("NFKC", line[place : place + 1 + voiced]):
            if unicodedata.category(sign) in {"Cf", "Cc", "Mn"}:
                continue
            if sign == "x" and _COUNTS.match(line, place):
                signs.append(("×", place))
            elif draws and sign == "d":
                signs.append((_DRAW if _is_lone_d(line, place) else "D", place))
            else:
                signs.append((sign.upper() if len(sign.upper()) == 1 else sign, place))
        place += 1 + voiced
    return signs


def _end_of_comment(line: str, place: int) -> int:
    while place < len(line):
        if line[place] == "\\":
            place += 1
        elif line[place] in "}｝":
            return place + 1
        place += 1
    return len(line)


_LETTER_OR_DIGIT: Final = re.compile("[A-Za-z0-9エクキジ]")
"""What goes on with a letter, among them the first characters of the names of ranks."""


def _is_lone_d(line: str, place: int) -> bool:
    return not any(map(_LETTER_OR_DIGIT.match, (line[place - 1 : place] if place else "", line[place + 1 : place + 2])))


def _name_players(signs: _Signs, players: Sequence[str]) -> _Signs:
    """Write numbers for the names of players before a colon, が or は, and for the forms 3番 and 3さん."""
    text = "".join(sign for sign, _ in signs)
    edits = [(found.start(), found.end(), f"{found[1]}:") for found in _NUMBERED_PLAYER.finditer(text)]
    for found in _NAMED_PLAYER.finditer(text):
        number = 0 if found[1].isdigit() else _player_named(found[1], players)
        edits += [(found.start(), found.end(), f"{number}{'!' if '!' in found[2] else ''}:")] * (number > 0)
    for begin, end, new in sorted(edits, reverse=True):
        signs[begin:end] = [(sign, signs[begin][1]) for sign in new + " "]
    return signs


_NUMBERED_PLAYER: Final = re.compile(r"(?<![^\s、,;。→])(\d+)(?:番|さん)(?:さん)?[:がは]?")
_NAMED_PLAYER: Final = re.compile(r"(?<![^\s、,;。→])([^\s:!が、,;。→]{1,40}?)(?:さん)?(!?:|が|は(?=\s))")


def _player_named(word: str, players: Sequence[str]) -> int:
    """The number of the only player with this name, or whose name begins so; 0 if there is none."""
    folded = [unicodedata.normalize("NFKC", name).upper() for name in players]
    if word in folded:
        return folded.index(word) + 1
    begins = [number for number, name in enumerate(folded, 1) if len(word) > 1 and name.startswith(word)]
    return begins[0] if len(begins) == 1 else 0


def _replace(signs: _Signs) -> _Signs:
    """Write the signs of the notation for those of people."""
    text = "".join(sign for sign, _ in signs)
    found: _Signs = []
    place = 0
    while place < len(text):
        if text[place] == "{":
            end = _end_of_comment(text, place)
            found += signs[place:end]
            place = end
            continue
        sign = next((one for one in _BY_LENGTH if text.startswith(one, place)), "") if text[place] in _FIRST else ""
        if sign and _LATIN.match(sign) and not _stands_alone(text, place, len(sign)):
            sign = ""
        if sign == _MIDDLE_DOT and found and found[-1][0] in "SHDC":  # between suits that share a rank
            place += 1
        elif sign:
            found += [(one, signs[place][1]) for one in _SIGNS[sign]]
            place += len(sign)
        else:
            found.append(signs[place])
            place += 1
    return found


def _stands_alone(text: str, place: int, size: int) -> bool:
    """Whether Latin letters have no others around them."""
    around = text[place - 1 : place] if place else "", text[place + size : place + size + 1]
    return not any(map(_LATIN.match, around))


def _words(signs: _Signs) -> Iterator[_Signs]:
    """The words between blanks; what stands in brackets is one word."""
    word: _Signs = []
    closing = ""
    inside = False
    for number, (sign, place) in enumerate(signs):
        if sign == "{":
            inside = True
        if inside:
            word.append((sign, place))
            inside = sign != "}"
        elif not closing and sign in _BRACKETS and any(one == _BRACKETS[sign] for one, _ in signs[number:]):
            if word and word[-1][0] != ":":
                yield word
                word = []
            closing = _BRACKETS[sign]
        elif closing and sign == closing:
            closing = ""
            yield word
            word = []
        elif sign == " ":
            if word and not closing:
                yield word
                word = []
        else:
            word.append((sign, place))
    if word:
        yield word


class Spelt(NamedTuple):
    """A word as a token: who acts, empty if that is not said, the act, and the place of each character of both.

    `ranks` are those of a set of which only the ranks were written.
    """

    who: str
    act: str
    places: Sequence[int]
    ranks: str = ""


_WHO: Final = re.compile(r"([1-9][0-9]{0,3}!?:)")
_NUMBERS: Final = {"1": "A", "11": "J", "12": "Q", "13": "K"}
_RANKS: Final = "3456789TJQKA2"
_RANK_FIRST: Final = re.compile(rf"(?:[{_RANKS}][SHDC])+")
_COUNT: Final = re.compile(rf"([{_RANKS}])(?:[×*]|(?<![0-9T])X|[がの]?)([1-9一二三四五])(枚?)")
_COUNT_FIRST: Final = re.compile(rf"([1-9一二三四五])枚の?([{_RANKS}])")
_NUMBERED_COUNT: Final = re.compile(r"([0-9]+)(?:枚の?|[×*])([0-9]+)")
_WORDS: Final = dict.fromkeys(JOKER_WORDS, "X") | dict.fromkeys(PASS_WORDS, "-") | dict.fromkeys("〜～", "~")


def spell(word: Word, *, suited: bool) -> Spelt:
    """A word as the notation writes it, as far as it can be told without the table."""
    found = _WHO.match(word.text)
    size = found.end() if found else 0
    act = _Editor(word.text[size:], list(word.places[size:]))
    act.replace(r"!([UDPHSX])", lambda sign: sign[0].lower())
    act.replace(_DRAW, lambda _sign: "d")
    if act.text in _WORDS:
        act.replace(re.escape(act.text), lambda sign: _WORDS[sign[0]])
    ranks = _spell_suited(act) if suited else _spell_numbered(act)
    return Spelt(word.text[:size], act.text, [*word.places[:size], *act.places], ranks)


def spell_joined(text: str, players: Sequence[str], *, suited: bool) -> Word:
    """The words of cards, or of a gift, as one token."""
    joint = "" if suited else "."
    spelt = [spell(word, suited=suited) for word in respell(text, players, draws=False)]
    places = [place for one in spelt for place in [*one.places, *list(one.places[-1:]) * len(joint)]]
    return Word(joint.join(one.who + one.act for one in spelt), places)


_TEN: Final = r"(?<![0-9>@?])1[0O](?![0-9:])"


def letters_for_zeros(word: Word) -> list[int]:
    """The places in the line of what is read as a ten and was written with the letter O."""
    written = word.text.partition("{")[0]
    return [word.places[found.start()] for found in re.finditer(_TEN, written) if found[0].endswith("O")]


def _spell_suited(act: "_Editor") -> str:
    """Spell cards of suits and ranks. Returns the ranks if nothing else is written."""
    act.replace(r"(?<=[SHDC])の", lambda _sign: "")
    act.replace(_TEN, lambda _sign: "T")
    act.replace(r"(?<=[SHDC])(1[123]?)(?=$|[SHDCX])", lambda sign: _NUMBERS[sign[1]])
    act.replace(r"^(1[123]?)$", lambda sign: _NUMBERS[sign[1]])
    act.replace(r"^1+$", lambda sign: "A" * len(sign[0]))
    act.replace(r"[ー—–−〜～](?=[3-9TJQKA2])", lambda _sign: "-")
    if _RANK_FIRST.fullmatch(act.text):
        act.replace(r"(.)([SHDC])", lambda sign: sign[2] + sign[1])
    if counted := _COUNT.fullmatch(act.text):
        if counted[3] or not act.text[1].isdigit():
            return counted[1] * int(_JAPANESE_COUNTS.get(counted[2], counted[2]))
    elif counted := _COUNT_FIRST.fullmatch(act.text):
        return counted[2] * int(_JAPANESE_COUNTS.get(counted[1], counted[1]))
    return act.text if act.text and not act.text.strip(_RANKS) else ""


def _spell_numbered(act: "_Editor") -> str:
    """Spell numbers and jesters; always all of a card is written."""
    if act.text == "X":
        act.replace("X", lambda _sign: "J")
    if counted := _NUMBERED_COUNT.fullmatch(act.text):
        one, other = sorted(map(int, counted.groups()))
        act.replace(r".+", lambda _sign: f"{one}x{other}")
    elif len(act.text) > 1 and len(set(act.text)) == 1 and act.text.isdigit() and act.text != "11":
        act.replace(r".+", lambda sign: f"{len(sign[0])}x{sign[0][0]}")
    act.replace(r"(?<=[0-9])(?:[×*](?=[0-9J])|X(?=J))", lambda _sign: "x")
    return ""


class _Editor:
    """A text that is changed while each of its characters keeps its place."""

    def __init__(self, text: str, places: list[int]) -> None:
        self.text = text
        self.places = places

    def replace(self, pattern: str, new: Callable[[re.Match[str]], str]) -> None:
        """Put something else in place of all that is found."""
        for found in reversed(list(re.finditer(pattern, self.text))):
            text = new(found)
            self.text = self.text[: found.start()] + text + self.text[found.end() :]
            last = found.end() - found.start() - 1
            self.places[found.start() : found.end()] = [
                self.places[found.start() + min(at, last)] for at in range(len(text))
            ]
