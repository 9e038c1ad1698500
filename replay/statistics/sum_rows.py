"""The rows of what a deal came to: passes, tricks, cards left, times and the result of a player, and the length.

Where the deal is alone in its sitting, these rows have the products that follow from them alone.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from replay.counters import CounterRow
from replay.statistics.products import (
    LENGTH_RATIOS,
    PASS_RATIOS,
    RESULT_RATIOS,
    TIME_RATIOS,
    TRICK_RATIOS,
    Ratio,
    products_of,
)
from replay.statistics.results import MOST_RESULTS, PlayerResult, Situation, player_result
from replay.statistics.rows import MOST_ROWS, pass_row, row_with_square, time_row, trick_row


class SumRows(NamedTuple):
    """Makes the rows of a deal.

    `passes` takes the numbers of passes with a legal set in hand, of those without one, and of those of unknown hands;
    `tricks` those of tricks that were led, of those won among them, and of all that were taken; `left` that of cards.
    `times` takes those of all timed actions, in milliseconds, and `result` what `PlayerResult` does. `length` is for
    the table and takes the number of actions.
    """

    passes: Callable[[int, int, int], CounterRow]
    tricks: Callable[[int, int, int], CounterRow]
    left: Callable[[int], CounterRow]
    times: Callable[[Sequence[int]], CounterRow]
    result: Callable[..., PlayerResult]
    length: Callable[[int], CounterRow]


IN_SITTING: Final = SumRows(
    pass_row,
    trick_row,
    partial(row_with_square, "left"),
    time_row,
    player_result,
    partial(row_with_square, "length"),
)
"""The rows of a deal of a longer sitting."""


def _add_products(row: CounterRow, ratios: Sequence[Ratio], given: Mapping[str, int]) -> CounterRow:
    """The row with the products of its counters with each other and with those that are given, if there are any.

    It is cached or not, as the row is.
    """
    products = products_of(row.own | row.shared, ratios, given)
    return type(row)(row.own | products, row.shared) if products else row


def _with_products(
    make: Callable[..., CounterRow], ratios: Sequence[Ratio], given: Mapping[str, int]
) -> Callable[..., CounterRow]:
    """Makes the same rows with their products."""

    @lru_cache(MOST_ROWS)
    def make_with_products(*numbers: int) -> CounterRow:
        return _add_products(make(*numbers), ratios, given)

    return make_with_products


def _times_with_products(times: Sequence[int]) -> CounterRow:
    """The row of times with its products."""
    return _add_products(time_row(times), TIME_RATIOS, {})


@lru_cache(MOST_ROWS)
def _length_with_products(length: int) -> CounterRow:
    """The row of the length of a decided deal with the products of both."""
    counts = IN_SITTING.length(length).own
    return CounterRow(counts | products_of(counts | {"finished": 1}, LENGTH_RATIOS, {}))


@lru_cache(MOST_ROWS)
def _with_result_products(row: CounterRow) -> CounterRow:
    """The row of a result with its products."""
    return _add_products(row, RESULT_RATIOS, {})


class LoneResult(PlayerResult):
    """A result in a deal that is alone in its sitting."""

    def __missing__(self, situation: Situation) -> tuple[CounterRow, ...]:
        rows = self[situation] = tuple(map(_with_result_products, super().__missing__(situation)))
        return rows


ALONE: Final = SumRows(
    _with_products(pass_row, PASS_RATIOS, {"played": 1}),
    _with_products(trick_row, TRICK_RATIOS, {"played": 1}),
    _with_products(IN_SITTING.left, RESULT_RATIOS, {"left.deals": 1}),
    _times_with_products,
    lru_cache(MOST_RESULTS)(LoneResult),
    _length_with_products,
)
"""The rows of a deal that is alone in its sitting."""
