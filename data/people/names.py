"""Names that look the same, and names of which one may have been meant for another."""

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from daifu.replay.text import fold_name

_HIRAGANA: Final = range(0x3041, 0x3097)
_TO_KATAKANA: Final = {code: code + 0x60 for code in _HIRAGANA}
_LEFT_OUT: Final = frozenset(("Cc", "Cf", "Mn", "Me", "Zs", "Zl", "Zp"))
"""Characters that are not seen, blanks, and what is written above or below a letter."""
_DOTS: Final = frozenset(".,'’`・·-‐_")
_ALIKE: Final = 0.75
"""How alike two names are, as `difflib` measures it, of which one may be a slip for the other."""


def look_of(name: str) -> str:
    """What is left of a name without that in which names differ that look the same.

    Case, width, blanks, characters that are not seen, composition, accents, dots, and hiragana or katakana. A name that
    has nothing else stays as it is.
    """
    letters = (one for one in fold_name(name) if unicodedata.category(one) not in _LEFT_OUT and one not in _DOTS)
    return "".join(map(_without_accent, letters)).translate(_TO_KATAKANA) or fold_name(name)


def _without_accent(letter: str) -> str:
    """A Latin letter without its accent; kana keep their marks, which make them other letters."""
    bare = unicodedata.normalize("NFD", letter)[0]
    return bare if bare.isascii() else letter


def similar_names(name: str, known: Iterable[str], most: int = 5) -> list[str]:
    """The known names that look the same as a name, then those of which it may be a slip or a short form.

    At most `most`; the name itself is not among them. One who types a name is asked about these, and nothing is
    decided for them.
    """
    look = look_of(name)
    found = [(-_likeness(look, look_of(other)), other) for other in known if other != name]
    return [other for measure, other in sorted(found) if measure][:most]


def _likeness(one: str, other: str) -> float:
    """How alike two looks are: 2 for the same, at most 1 for others, 0 where nobody would ask."""
    if one == other:
        return 2.0
    short, long = sorted((one, other), key=len)
    if not short or short.rstrip("0123456789") == long.rstrip("0123456789"):
        return 0.0  # Player 1 and Player 10 are two people
    if long.startswith(short) and (len(short) > 1 or not short.isascii()):
        return 1.0
    ratio = SequenceMatcher(None, one, other, autojunk=False).ratio() if len(short) > 3 else 0.0  # noqa: PLR2004 - a word
    return ratio if ratio >= _ALIKE else 0.0
