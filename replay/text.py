"""Sentences for people, in English and in Japanese, and what they probably meant by a word that is refused.

Nothing is read by these suggestions: a record is what it says.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, NamedTuple

Language = Literal["en", "ja"]


class Text(NamedTuple):
    """The same sentence in English and in Japanese."""

    en: str
    ja: str


def say(text: Text, language: Language) -> str:
    """A sentence in the language."""
    return text.ja if language == "ja" else text.en


def filled(text: Text, /, *places: object, **values: object) -> Text:
    """The sentence with values in place of its braces; a value that is a `Text` stands there in each language."""

    def said(value: object, language: int) -> object:
        return value[language] if isinstance(value, Text) else value

    en, ja = (
        sentence.format(*(said(one, at) for one in places), **{name: said(one, at) for name, one in values.items()})
        for at, sentence in enumerate(text)
    )
    return Text(en, ja)


def joined(parts: Iterable[Text]) -> Text:
    """Words one after another, with the comma of each language."""
    listed = list(parts)
    return Text(", ".join(part.en for part in listed), "、".join(part.ja for part in listed))


def cards_text(count: int) -> Text:
    """The number of cards in words: `no cards`, `1 card`, `2 cards`."""
    number = "no" if not count else str(count)
    return Text(f"{number} card" if count == 1 else f"{number} cards", f"{count}枚")


LONGEST_SHOWN: Final = 40
"""The longest text that is quoted in full in a sentence."""


def expected(en: str, ja: str, found: str) -> Text:
    """The sentence that a text of a record is not what was expected."""
    shown = quoted(found)
    return Text(f"expected {en}, found {shown.en}", f"{ja}が必要ですが、{shown.ja}とあります")


def quoted(text: str) -> Text:
    """The text in quotation marks: cut if it is long, with escapes for characters that cannot be printed."""
    shown = repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")
    return Text(shown, f"「{shown[1:-1]}」")


class ReadError(ValueError):
    """Raised for a text of a record that cannot be read; `text` says what was expected, in both languages."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def number_range(low: int, high: int) -> Text:
    """The numbers from `low` to `high`, or the only one."""
    return Text(str(low), str(low)) if low == high else Text(f"{low} to {high}", f"{low}〜{high}")


def fold_name(text: str) -> str:
    """The text in the form in which names are compared, without case, width and composition (NFKC, case-folded)."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


PASS_SIGN: Final = "-"

SUITS_WRITTEN: Final = {
    "S": ("♠", "♤", "スペード", "スペ", "SPADES", "SPADE"),
    "H": ("♥", "♡", "ハート", "HEARTS", "HEART"),
    "D": ("♦", "♢", "◆", "◇", "ダイヤモンド", "ダイヤ", "DIAMONDS", "DIAMOND"),
    "C": ("♣", "♧", "クラブ", "クローバー", "CLUBS", "CLUB"),
}
"""How suits are written, wherever they stand."""
JOKERS_WRITTEN: Final = ("ジョーカー", "★", "🃏", "JOKER", "JKR")
JOKER_WORDS: Final = ("JO", "JK")
"""How jokers are written: wherever they stand, and as words of their own."""
PASSES_WRITTEN: Final = ("パス", "ぱす", "PASS")
PASS_WORDS: Final = ("P", "ー", "—", "–", "−")
"""How passes are written: wherever they stand, and as words of their own."""

_SIGNS: Final = {sign: suit for suit, signs in SUITS_WRITTEN.items() for sign in signs} | dict.fromkeys(
    "\N{VARIATION SELECTOR-16}\N{VARIATION SELECTOR-15}", ""
)
_JOKERS: Final = frozenset({*JOKERS_WRITTEN, *JOKER_WORDS, "X"})
_PASSES: Final = frozenset({*PASSES_WRITTEN, *PASS_WORDS, "--"})
_WORDS: Final = {"革命": "revolution", "ハート": "heart", "上": "up", "下": "down", "渡す": "give", "捨てる": "discard"}
_RANK_FIRST: Final = re.compile("(10|[2-9TJQKA])([SHDC])")
_SUITED: Final = re.compile("[SHDC](?:10|[2-9TJQKA])")
_SEPARATORS: Final = re.compile("[,、，.・+/]+")


def meant_card(word: str, spellings: Mapping[str, str]) -> str:
    """The card, or the pass, that a word probably means; empty if that is not clear."""
    folded = _folded(word)
    if folded in _PASSES:
        return PASS_SIGN
    parts = [part for part in _SEPARATORS.split(folded) if part]
    if len(parts) > 1:
        cards = [meant_card(part, spellings) for part in parts]
        return " ".join(cards) if all(cards) else ""
    rank_first = _RANK_FIRST.fullmatch(folded)
    card = rank_first[2] + rank_first[1] if rank_first is not None else "X" if folded in _JOKERS else folded
    if card in spellings:
        return spellings[card]
    run_together = _SUITED.findall(folded)
    if len(run_together) > 1 and "".join(run_together) == folded and all(one in spellings for one in run_together):
        return " ".join(spellings[one] for one in run_together)
    return ""


def meant_word(word: str, known: Collection[str]) -> str:
    """The word of a list that another one probably means; empty if that is not clear."""
    folded = unicodedata.normalize("NFKC", word)
    for candidate in (folded, folded.lower(), folded.upper(), _WORDS.get(folded, "")):
        if candidate in known:
            return candidate
    return ""


def refused_cards(
    en: str, ja: str, words: list[str], spellings: Mapping[str, str], known: Collection[str] = ()
) -> Text:
    """The sentence that words are no cards: what was probably meant, and how cards are written.

    `known` are words that may stand there instead.
    """
    meant = [meant_word(word, known) or meant_card(word, spellings) for word in words]
    sentence = expected(en, ja, " ".join(words))
    if all(meant):
        shown = " ".join(meant)
        sentence = Text(f"{sentence.en}: did you mean {shown}?", f"{sentence.ja}（{shown}のことですか？）")
    else:
        sentence = Text(f"{sentence.en}.", f"{sentence.ja}。")
    written = _how_written(spellings)
    return Text(f"{sentence.en} {written.en}", f"{sentence.ja}{written.ja}")


def refused_word(refusal: Text, word: str, known: Collection[str]) -> Text:
    """The sentence that refuses a word, with what was probably meant."""
    meant = meant_word(word, known)
    if not meant:
        return refusal
    return Text(f"{refusal.en}: did you mean {meant}?", f"{refusal.ja}（{meant}のことですか？）")


def _how_written(spellings: Mapping[str, str]) -> Text:
    """How the cards of a game and a pass are written."""
    if "S5" not in spellings:
        return Text(
            "A card is written as its number from 1 to 12, a jester as J, a pass as -",
            "カードは1〜12の数字、道化師はJ、パスは-と書きます",
        )
    jokers = "XB, XS" if "XB" in spellings else "X"
    return Text(
        "A card is written S5: a suit S H D C, then a rank 3 to 9 T J Q K A 2; a joker "
        f"{jokers.replace(', ', ' or ')}, a pass -",
        "カードはS5のようにマーク（S H D C）、数字（3〜9 T J Q K A 2）の順に、ジョーカーは"
        f"{jokers.replace(', ', 'か')}、パスは-と書きます",
    )


def _folded(word: str) -> str:
    """A word in capital letters of usual width, with the suits as letters."""
    folded = unicodedata.normalize("NFKC", word).upper()
    for sign in sorted(_SIGNS, key=len, reverse=True):
        folded = folded.replace(sign, _SIGNS[sign])
    return folded
