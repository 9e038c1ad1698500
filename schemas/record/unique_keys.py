"""Whether a JSON text names a field twice, told by its colons: the decoder takes the last of equal names."""

import re
from typing import Final

_find_escaped_colons: Final = re.compile(rb"(\\+)u003[aA]").findall


def has_unique_keys(canonical: bytes, data: bytes) -> bool:
    """Whether no object in `data` names a field twice; `canonical` is the text of what was read from it.

    Every field needs a colon. If both have as many, no name was dropped.
    """
    return _count_colons(data) == canonical.count(b":")


def _count_colons(data: bytes) -> int:
    """The colons in a JSON text, with those that are written as escapes."""
    colons = data.count(b":")
    if b"\\" in data:  # an even number of backslashes is no escape of what follows
        colons += sum(len(backslashes) % 2 for backslashes in _find_escaped_colons(data))
    return colons
