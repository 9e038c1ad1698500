"""What a player was before a deal, and what the deal made of it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from replay.tallies.common import NONE

KEPT: Final = 1024

Ends = tuple[str | None, str | None]
"""The titles of the first and of the last place of a table."""


class Before:
    """The title with which a player began a deal, None where only others had one, and the `ends` of its table.

    There are no ends where the deal gave nobody a title. It is the same object for all who began alike.
    """

    __slots__ = ("_ends", "title")

    def __init__(self, title: str | None, ends: Ends | None) -> None:
        self.title = title
        self._ends = ends

    @property
    def name(self) -> str:
        """What results of those who began so are counted under."""
        return f"before.{self.title or NONE}"

    def turned(self, place: int, title: str | None) -> Iterator[str]:
        """The counters that grow when a deal begun so ended on this place, 0 for none, with this title.

        Who has no place may be last or not: of him nothing is said about the bottom.
        """
        if self._ends is None:
            return
        if self.title and title:
            yield f"turn.{self.title}.{title}"
        top, bottom = self._ends
        yield from self._at_top(top, title)
        if place:
            yield from self._at_bottom(bottom, title)

    def _at_top(self, top: str | None, title: str | None) -> Iterator[str]:
        was_there = self.title == top
        yield "top.begun" if was_there else "top.below"
        if title == top:
            yield "top.kept" if was_there else "top.taken"

    def _at_bottom(self, bottom: str | None, title: str | None) -> Iterator[str]:
        was_there = self.title == bottom
        yield "bottom.begun" if was_there else "bottom.above"
        if was_there != (title == bottom):
            yield "bottom.left" if was_there else "bottom.reached"


UNRANKED: Final = Before(None, None)
"""Whoever began a deal in which nobody had a title."""

_before: Final = lru_cache(KEPT)(Before)


@lru_cache(KEPT)
def begun(ranking: tuple[int, ...], titles: tuple[str | None, ...], count: int, *, titled: bool) -> tuple[Before, ...]:
    """How each of so many players began a deal with this ranking, by player, with one for nobody.

    `titles` are those of its table by place, `titled` tells whether the deal gave any.
    """
    found = [UNRANKED] * (count + 1)
    if any(titles):
        ends = (titles[0], titles[-1]) if titled else None
        for player, title in zip(ranking, titles, strict=True):
            found[player] = _before(title, ends)
    return tuple(found)
