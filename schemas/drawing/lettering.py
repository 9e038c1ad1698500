"""How wide text is about, how it is cut, broken into lines and escaped: SVG does none of that itself.

Fonts differ, so widths are those of a wide one: what fits by them fits everywhere.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Final

_WIDE: Final = "WF"
_EMOJI: Final = 0x1F000
_NARROW_SIGNS: Final = frozenset("iIjlt.,:;'|!()[] -f")
_BROAD_SIGNS: Final = frozenset("mwMW@%OQ")
_WIDE_EM, _BROAD_EM, _CAPITAL_EM, _USUAL_EM, _NARROW_EM, _LONGEST_EM = 1.02, 0.98, 0.76, 0.64, 0.42, 1.35
_ELLIPSIS: Final = "…"
_NOT_BEFORE: Final = frozenset("、。）」ー〜？！っゃゅょ：")
_NOT_AFTER: Final = frozenset("（「")
"""Signs that may not begin a Japanese line, and that may not end one."""
_INVISIBLE: Final = {"Mn", "Cf", "Me"}
_PIECES: Final = re.compile(r"[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+|.")
"""What a line may be broken between: Latin words, and single Japanese signs."""

_MOST_KEPT: Final = 10_000
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]")
"""What XML does not take, or what would break a line."""


_SUIT: Final = re.compile("[♠♥♦♣]")
_AS_TEXT: Final = "\\g<0>\N{VARIATION SELECTOR-15}"
"""A sign of a suit is a letter, not a coloured picture."""


def plain(text: str) -> str:
    """The text as markup, without characters that XML refuses."""
    return escape(_SUIT.sub(_AS_TEXT, _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)), quote=True)


@lru_cache(_MOST_KEPT)
def width(text: str) -> float:
    """About how wide a text is, in heights of its font."""
    return sum(map(_advance, text))


def _advance(sign: str) -> float:
    if sign.isascii():
        if sign in _NARROW_SIGNS:
            return _NARROW_EM
        return _BROAD_EM if sign in _BROAD_SIGNS else _CAPITAL_EM if sign.isupper() else _USUAL_EM
    if unicodedata.category(sign) in _INVISIBLE:
        return 0.0
    if ord(sign) >= _EMOJI:
        return _LONGEST_EM
    return _WIDE_EM if unicodedata.east_asian_width(sign) in _WIDE else _CAPITAL_EM


@lru_cache(_MOST_KEPT)
def shortened(text: str, most: float) -> str:
    """The text, cut at its end if it is wider than `most` heights of its font."""
    if width(text) <= most:
        return text
    room, kept = most - 1, ""
    for sign in text:
        room -= _advance(sign)
        if room < 0:
            break
        kept += sign
    return kept.rstrip() + _ELLIPSIS


def lines(text: str, most: float) -> list[str]:
    """The text in lines that are at most `most` heights of its font wide."""
    found, line = [], ""
    for piece in _pieces(text, most):
        if line and width(line + piece.rstrip()) > most:
            found.append(line.rstrip())
            line = ""
        line += piece
    return [*found, line.rstrip()] if line.strip() else found


def _pieces(text: str, most: float) -> Iterator[str]:
    """What lines are made of; a sign that may not begin a line stays with what is before it."""
    held = ""
    for piece in _PIECES.findall(text):
        if held and piece[0] not in _NOT_BEFORE and held[-1] not in _NOT_AFTER:
            yield held
            held = ""
        held += piece if width(held + piece) <= most else shortened(piece, most - width(held))
    if held:
        yield held
