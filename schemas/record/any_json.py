"""Free JSON objects in a record, and the limits of what they may hold."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from daifu.replay.text import Text
from daifu.schemas.record import limits
from daifu.schemas.record.errors import Finding, Path, mismatch_text
from daifu.schemas.record.model import PROSE_PATTERN

_KEY_TEXT: Final = Text(
    f"names of at most {limits.NAME_LENGTH} characters, without NUL", f"NUL文字のない{limits.NAME_LENGTH}文字以下の名前"
)
_NUMBER_TEXT: Final = Text(
    f"a number from -{limits.LARGEST_INTEGER} to {limits.LARGEST_INTEGER}",
    f"-{limits.LARGEST_INTEGER}〜{limits.LARGEST_INTEGER}の数",
)
_FREE_TEXT: Final = Text(
    f"text of at most {limits.FREE_TEXT_LENGTH} characters, without NUL",
    f"NUL文字のない{limits.FREE_TEXT_LENGTH}文字以下の文字列",
)
_NESTING_TEXT: Final = Text(f"at most {limits.NESTING} levels of nesting", f"{limits.NESTING}段以下の入れ子")

_CONTAINERS: Final = (dict, list, tuple)

_matches_prose: Final = re.compile(PROSE_PATTERN).match


def check_any_json(value: dict[str, Any] | Sequence[Any], path: Path = ()) -> Iterator[Finding]:
    """The values of a free object that exceed the limits."""
    if len(path) >= limits.NESTING:
        yield Finding(path, mismatch_text(_NESTING_TEXT, value))
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(key, str) and not _text_fits(key, limits.NAME_LENGTH):
            yield Finding(path, mismatch_text(_KEY_TEXT, key))
        if isinstance(item, _CONTAINERS):
            yield from check_any_json(item, (*path, key))
        elif not _scalar_fits(item):
            yield Finding((*path, key), mismatch_text(_FREE_TEXT if isinstance(item, str) else _NUMBER_TEXT, item))


def _scalar_fits(item: object) -> bool:
    if isinstance(item, str):
        return _text_fits(item, limits.FREE_TEXT_LENGTH)
    if isinstance(item, int | float):
        return abs(item) <= limits.LARGEST_INTEGER  # false for NaN
    return item is None


def _text_fits(text: str, length: int) -> bool:
    return len(text) <= length and "\0" not in text and (text.isascii() or _matches_prose(text) is not None)
