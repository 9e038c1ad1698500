"""Parts of a record that an address names by their numbers."""

from collections.abc import Sequence
from typing import TypeVar

from api.http import kinds
from api.http.problems import HttpProblem
from replay.text import Text

T = TypeVar("T")


def numbered(deals: Sequence[T], number: int) -> T:
    """The deal of this number, counted from 1. Raises the problem `not-found`, which says how many there are."""
    if number > len(deals):
        count = len(deals)
        detail = Text(f"the deals are 1 to {count}, not {number}", f"回は1〜{count}だけで、{number}回目はありません")
        raise HttpProblem(kinds.NOT_FOUND, detail)
    return deals[number - 1]
