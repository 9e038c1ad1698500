"""Why a record is refused: every reason, with its place and what was expected there."""

from collections.abc import Iterable
from typing import NamedTuple

from replay.text import Text

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
        return Problem(pointer(self.path), self.expected)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in the order of their places, numbers by size."""
    return sorted(findings, key=lambda finding: [_rank(part) for part in finding.path])


class RecordRefused(ValueError):  # noqa: N818 - that it is refused is all there is to say
    """A record that is not of its form; `problems` are all that was found (record format, section 4)."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(
            "; ".join(f"{problem.pointer or 'the record'}: {problem.expected.en}" for problem in self.problems)
        )


def _rank(part: str | int) -> tuple[int, str]:
    return (part, "") if isinstance(part, int) else (-1, str(part))


def pointer(path: Path) -> str:
    """A path as a JSON pointer; the whole document is the empty one. What UTF-8 cannot hold is escaped."""
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "".join("/" + part for part in parts).encode("utf-8", "backslashreplace").decode()
