"""Why a record is refused: every reason, with its place and a sentence on what was expected there."""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from replay.text import Text, quoted
from schemas.record import limits

Path = tuple[str | int, ...]
"""A place in a document: the names of fields and the 0-based places in lists that lead to it."""


class Problem(NamedTuple):
    """One reason: a JSON pointer (RFC 6901) such as `/deals/3/actions/17`, and the sentence on what was expected."""

    pointer: str
    expected: Text


class Finding(NamedTuple):
    """A problem as long as its place may still be only a part of the way from the root."""

    path: Path
    expected: Text

    def under(self, *path: str | int) -> "Finding":
        """The same finding seen from further up."""
        return Finding((*path, *self.path), self.expected)

    @property
    def problem(self) -> Problem:
        """The finding as a problem of the whole document."""
        return Problem(json_pointer(self.path), self.expected)


def sort_findings(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in the order of their places, numbers by size."""
    return sorted(findings, key=lambda finding: [_path_part_key(part) for part in finding.path])


class RecordRefused(ValueError):
    """A record that is not of its form; `problems` are all that was found (record format, section 4)."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(
            "; ".join(f"{problem.pointer or 'the record'}: {problem.expected.en}" for problem in self.problems)
        )


def _path_part_key(part: str | int) -> tuple[int, str]:
    return (part, "") if isinstance(part, int) else (-1, str(part))


def json_pointer(path: Path) -> str:
    """A path as a JSON pointer; the whole document is the empty one. What UTF-8 cannot hold is escaped."""
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "".join("/" + part for part in parts).encode("utf-8", "backslashreplace").decode()


class InvalidRecord(ValueError):
    """Something in a record is not as it has to be."""


def raise_if_any(findings: Iterable[Finding]) -> None:
    """Raise `InvalidRecord` if there is any finding; no more than the first is looked for."""
    for finding in findings:
        raise InvalidRecord(finding.expected.en)


MISSING: Final = Text("expected this field, found nothing", "この項目が必要ですが、ありません")
AN_OBJECT: Final = Text("an object", "オブジェクト")
A_LIST: Final = Text("a list", "配列")
TOO_LARGE: Final = Text("a number too large", "大きすぎる数")

_CONSTANTS: Final = {"None": "null", "True": "true", "False": "false", "nan": "NaN"}


def mismatch_text(want: Text, value: object) -> Text:
    """The sentence that something else was expected than the value found; `want` names what."""
    seen = _found_text(value)
    return Text(f"expected {want.en}, found {seen.en}", f"{want.ja}が必要ですが、{seen.ja}となっています")


def one_of(names: Iterable[str]) -> Text:
    """Any of some words of the record format."""
    known = ", ".join(names)
    return Text(f"one of {known}", f"{known}のどれか")


def number_list(players: Iterable[int]) -> str:
    """Player numbers, or how many cards each has, in a sentence."""
    return " ".join(map(str, players))


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
