"""JSON as the slow reader takes it: what is wrong with the text as such, and which objects name a field twice."""

import codecs
import json
import math
from collections.abc import Iterator
from typing import Any, Final

from replay.text import Text
from schemas import limits
from schemas.problems import Finding, Path
from schemas.shape.wording import AN_OBJECT, wanted

LONGEST_SHOWN: Final = 20

_UTF8: Final = Text("UTF-8", "UTF-8")
_ONCE: Final = Text("each field once", "各項目は1回だけ")
_TOO_DEEP: Final = Text(
    f"expected at most {limits.NESTING} levels of nesting, found far more",
    f"入れ子は{limits.NESTING}段以下のはずですが、はるかに深くなっています",
)
_EMPTY: Final = Text("expected a record, found nothing at all", "記録が必要ですが、何もありません")
_MARK: Final = Text(
    "expected UTF-8 without a byte order mark, found one", "BOMのないUTF-8が必要ですが、BOMが付いています"
)


class NotJson(ValueError):  # noqa: N818 - what it is, as in "not JSON"
    """A text that is no JSON document; `text` says why and where."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Doubled(dict[str, Any]):
    """An object of which some fields were written twice; it has the last value of each."""

    names: tuple[str, ...] = ()


def parse(data: bytes) -> object:
    """The document that the text holds; objects that name a field twice are `Doubled`. Raises `NotJson`."""
    if not data.strip():
        raise NotJson(_EMPTY)
    if data.startswith(codecs.BOM_UTF8):
        raise NotJson(_MARK)
    try:
        return json.loads(data.decode(), object_pairs_hook=_object, parse_int=_whole)
    except UnicodeDecodeError as error:
        raise NotJson(_not_utf8(data, error.start)) from error
    except json.JSONDecodeError as error:
        raise NotJson(_malformed(error)) from error
    except RecursionError as error:
        raise NotJson(_TOO_DEEP) from error


def doubled(document: object) -> Iterator[Finding]:
    """The fields that were written twice."""
    waiting: list[tuple[Path, object]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, Doubled):
            for name in value.names:
                yield Finding((*path, name), ...)
