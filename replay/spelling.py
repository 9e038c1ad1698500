"""What was probably meant by a card or word that a record spells in another way, for the sentence that refuses it.

Nothing is read by these suggestions: a record is what it says.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Final

from daifu.replay.text import Text, expected

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
