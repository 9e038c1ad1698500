"""Whether every object of a text names each of its fields once; the fast reader would take the last and say nothing."""

from typing import Final

from schemas.shape.json_text import parse

_MAYBE_A_COLON: Final = b"\\u003"
"""How an escaped colon begins."""


def written_once(text: bytes, data: bytes) -> bool:
    """Whether nothing was written twice in `data`; `text` is what was read from it, written again without escapes.

    Every field needs one colon, so where the one has no more of them than the other, nothing was dropped. What spells a
    colon as an escape is read again, slowly.
    """
    escaped = b"\\" in data and _MAYBE_A_COLON in data  # one byte is looked for much faster than six
    if not escaped and data.count(b":") == text.count(b":"):
        return True
    return not parse(data).doubled
