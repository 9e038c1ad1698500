"""What a client writes freely: `options`, `event` and `source` hold any JSON, within limits."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from replay.text import Text
from schemas import limits
from schemas.problems import Finding, Path
from schemas.shape.structs import PROSE
from schemas.shape.wording import wanted

_KEY: Final = Text(
    f"names of at most {limits.NAME_LENGTH} characters, without NUL", f"NUL文字のない{limits.NAME_LENGTH}文字以下の名前"
)
_NUMBER: Final = Text(f"a number from -{limits.WHOLE} to {limits.WHOLE}", f"-{limits.WHOLE}〜{limits.WHOLE}の数")
_TEXT: Final = Text(
    f"text of at most {limits.FREE_LENGTH} characters, without NUL",
    f"NUL文字のない{limits.FREE_LENGTH}文字以下の文字列",
)
_SHALLOW: Final = Text(f"at most {limits.NESTING} levels of nesting", f"{limits.NESTING}段以下の入れ子")

_CONTAINERS: Final = (dict, list, tuple)

_prose: Final = re.compile(PROSE).match


def survey(value: dict[str, Any] | Sequence[Any], path: Path = ()) -> Iterator[Finding]:
    """Whatever in a free object goes beyond the limits."""
    if len(path) >= limits.NESTING:
        yield Finding(path, wanted(_SHALLOW, value))
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(key, str) and not _fits(key, limits.NAME_LENGTH):
            yield Finding(path, wanted(_KEY, key))
        if isinstance(item, _CONTAINERS):
            yield from survey(item, (*path, key))
        elif not _is_sound(item):
            yield Finding((*path, key), wanted(_TEXT if isinstance(item, str) else _NUMBER, item))


def _is_sound(item: object) -> bool:
    if isinstance(item, str):
        return _fits(item, limits.FREE_LENGTH)
    if isinstance(item, int | float):
        return abs(item) <= limits.WHOLE  # which NaN is not
    return item is None


def _fits(text: str, length: int) -> bool:
    return len(text) <= length and "\0" not in text and (text.isascii() or _prose(text) is not None)
