"""The reasons why a record is refused, each with its place and a sentence on what was expected there."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from daifu.replay.text import Text, quoted
from daifu.schemas.record import limits

Path = tuple[str | int, ...]
"""A place in a document: the names of fields and the 0-based places in lists that lead to it."""


class Problem(NamedTuple):
    """A reason: a JSON pointer (RFC 6901) such as `/deals/3/actions/17`, and the sentence on what was expected."""

    pointer: str
    expected: Text


class Finding(NamedTuple):
    """A problem whose place is counted from some value inside the document."""

    path: Path
    expected: Text

    def under(self, *path: str | int) -> "Finding":
        """The same finding, its place counted from a value that contains this one at `path`."""
        return Finding((*path, *self.path), self.expected)

    @property
    def problem(self) -> Problem:
        """The finding as a problem; its place must be counted from the root of the document."""
        return Problem(json_pointer(self.path), self.expected)


def sort_findings(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in the order of their places, numbers by size."""
    return sorted(
        findings,
        key=lambda finding: [(part, "") if isinstance(part, int) else (-1, str(part)) for part in finding.path],
    )


MOST_IN_A_SENTENCE: Final = 5
"""The most problems that an exception says as a text; `problems` has all of them."""


def _sentence(problems: Sequence[Problem], whole: str) -> str:
    """The first problems, and how many more there are. `whole` is the name of a place that has no pointer."""
    told = [f"{one.pointer or whole}: {one.expected.en}" for one in problems[:MOST_IN_A_SENTENCE]]
    more = len(problems) - len(told)
    return "; ".join([*told, f"and {more} more"] if more else told)


class RecordRefused(ValueError):
    """A record that is not of the format; `problems` are all that was found (record format, section 4)."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(_sentence(self.problems, "the record"))

    def __reduce__(self) -> tuple[object, ...]:
        """As another process gets it that had the record judged."""
        return RecordRefused, (self.problems,)


class HouseRefused(ValueError):
    """A document that is no house rules; `problems` are all that were found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(_sentence(self.problems, "the document"))


def json_pointer(path: Path) -> str:
    """A path as a JSON pointer, empty for the whole document. Lone surrogates, which UTF-8 cannot hold, are escaped."""
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "".join("/" + part for part in parts).encode("utf-8", "backslashreplace").decode()


class InvalidRecord(ValueError):
    """A record that has to be refused; the reasons are found afterwards."""


def raise_if_any(findings: Iterable[Finding]) -> None:
    """Raise `InvalidRecord` if there is any finding; only the first is computed."""
    for finding in findings:
        raise InvalidRecord(finding.expected.en)


MISSING: Final = Text("expected this field, found nothing", "この項目が必要ですが、ありません")
AN_OBJECT: Final = Text("an object", "オブジェクト")
A_LIST: Final = Text("a list", "配列")
TOO_LARGE: Final = Text("a number too large", "大きすぎる数")

_CONSTANTS: Final = {"None": "null", "True": "true", "False": "false", "nan": "NaN"}


def mismatch_text(want: Text, value: object) -> Text:
    """The sentence that `want` was expected and the value was found."""
    seen = _found_text(value)
    return Text(f"expected {want.en}, found {seen.en}", f"{want.ja}が必要ですが、{seen.ja}となっています")


def one_of(names: Iterable[str]) -> Text:
    """The phrase "one of" and the words."""
    known = list(names)
    return Text(f"one of {', '.join(known)}", f"{'、'.join(known)}のどれか")


def _found_text(value: object) -> Text:
    if isinstance(value, list | tuple):
        return A_LIST
    if isinstance(value, dict):
        return AN_OBJECT
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | float) and (value in {math.inf, -math.inf} or abs(value) > limits.LARGEST_INTEGER):
        return TOO_LARGE
    shown = _CONSTANTS.get(str(value), str(value))
    return Text(shown, shown)
