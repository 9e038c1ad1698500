"""What would be accepted in place of what cannot be read: signs that look alike, keys beside each other, near words."""

from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from daifu.schemas.fu.errors import MOST_SUGGESTIONS
from daifu.schemas.fu.spelling import WRITTEN_WORDS
from daifu.schemas.fu.tokens import CARD_NAME, WORD_SIGNS, Token, TokenRefused

_LOOKALIKES: Final = dict(zip("O0lIBZGs口", "TTAA826S-", strict=True))
_SHORT: Final = 4
"""Words of less letters may differ in more of them."""
_KEYS: Final = ("1234567890-", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")


def near_signs(sign: str) -> str:
    """The sign that looks like this one, and those whose keys lie around its key."""
    found = _LOOKALIKES.get(sign, "")
    for row, keys in enumerate(_KEYS):
        if sign and (place := keys.find(sign.upper())) >= 0:
            found += "".join(near[max(0, place - 1) : place + 2] for near in _KEYS[max(0, row - 1) : row + 2])
    return found


def replacements(
    word: str, refused: TokenRefused, read: Callable[[str], Token], hand: Collection[str]
) -> tuple[str, ...]:
    """What can stand in place of the refused part of a word, so that it is read: cards of the hand come first."""
    begin, end = refused.place, refused.place + refused.length
    part = word[begin:end]
    texts: Iterable[str] = ()
    if refused.code == "unknown_word":
        texts = WORD_SIGNS.values()
    elif refused.code == "rank_expected":
        texts = [name for name in hand if name[0] == part[0]]
    elif refused.code == "suit_expected":
        texts = [name for name in hand if name[1:] == part]
    changed = [part[:at] + sign + part[at + 1 :] for at in range(len(part)) for sign in near_signs(part[at])]
    found = {}
    for text in dict.fromkeys([*texts, *changed]):
        try:
            token = read(word[:begin] + text + word[end:])
        except TokenRefused:
            continue
        named = [name for act in token.acts for name in CARD_NAME.findall(act.text)]
        found[text] = all(name in hand for name in named)
    return tuple(sorted(found, key=lambda text: not found[text]))


def near_words(word: str, known: Sequence[str] = WRITTEN_WORDS) -> tuple[str, ...]:
    """The words of a list that differ little from this one, the nearest first."""
    folded = {one.upper(): one for one in known}
    likeness = 0.5 if len(word) < _SHORT else 0.6
    return tuple(folded[one] for one in get_close_matches(word.upper(), folded, MOST_SUGGESTIONS, likeness))
