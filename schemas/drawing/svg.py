"""Elements of SVG, and what SVG does not do itself: how wide text is about, how it is cut, broken and escaped.

Fonts differ, so widths are those of a wide one: what fits by them fits everywhere.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Final

from daifu.schemas.drawing.layout import Box
from daifu.schemas.drawing.style import player_class

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


def frame(box: Box, kind: str = "", radius: float = 8) -> str:
    """A rectangle with round corners, of a class."""
    named = f' class="{kind}"' if kind else ""
    size = f'x="{box.x:.4g}" y="{box.y:.4g}" width="{box.width:.4g}" height="{box.height:.4g}"'
    return f'<rect{named} {size} rx="{radius:.4g}"/>'


def text(told: str, x: float, y: float, font: float, kind: str) -> str:
    """A line of text of a class."""
    return f'<text class="{kind}" x="{x:.4g}" y="{y:.4g}" font-size="{font:.3g}">{plain(told)}</text>'


def named_text(colour: int, told: str, x: float, y: float, font: float) -> str:
    """A line about a player after a dot in their colour, about the middle `x`."""
    dot_sign = f'<tspan class="{player_class(colour)}">●</tspan>'
    return f'<text class="d-middle" x="{x:.4g}" y="{y:.4g}" font-size="{font:.3g}">{dot_sign} {plain(told)}</text>'


def dot(colour: int, x: float, y: float, radius: float) -> str:
    """A circle in the colour of a player."""
    return f'<circle class="{player_class(colour)}" cx="{x:.4g}" cy="{y:.4g}" r="{radius:.3g}"/>'


def cross(x: float, y: float) -> str:
    """The sign of a fault."""
    path = f'<path d="M{x - 3.5:.4g} {y - 3.5:.4g}l7 7m0-7l-7 7"/>'
    return f'<g class="d-cross"><circle cx="{x:.4g}" cy="{y:.4g}" r="8"/>{path}</g>'
