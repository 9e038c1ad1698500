"""The rows of what a deal came to for a player: passes, tricks, cards left, and the result.

Where the deal is alone in its sitting, these rows have the products that follow from them alone.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from replay.counters import CounterRow
from replay.statistics.block_fields import FIELDS
from replay.statistics.products import PASS_RATIOS, RESULT_RATIOS, TRICK_RATIOS, Ratio, products_of
from replay.statistics.results import MOST_RESULTS, PlayerResult, Situation, player_result
from replay.statistics.rows import MOST_ROWS, pass_row, row_with_square, trick_row


class SumRows(NamedTuple):
    """Makes the rows of a deal.

    `passes` takes the numbers of passes with a legal set in hand, of those without one, and of those of unknown hands;
    `tricks` those of tricks that were led, of those won among them, and of all that were taken; `left` that of cards.
    `result` takes what `PlayerResult` does.
    """

    passes: Callable[[int, int, int], CounterRow]
    tricks: Callable[[int, int, int], CounterRow]
    left: Callable[[int], CounterRow]
    result: Callable[..., PlayerResult]


IN_SITTING: Final = SumRows(pass_row, trick_row, partial(row_with_square, "left"), player_result)
"""The rows of a deal of a longer sitting."""


def _add_products(row: CounterRow, ratios: Sequence[Ratio], given: Mapping[str, int]) -> CounterRow:
    """The row with the products of its counters with each other and with those that are given, if there are any.

    Its fields are those that the other products of a single deal need.
    """
    products = products_of(row.own | row.shared, ratios, given)
    if not products:
        return row
    found = CounterRow(row.own | products, row.shared)
    found.fields = FIELDS.deal_fields(found)
    return found


def _with_products(
    make: Callable[..., CounterRow], ratios: Sequence[Ratio], given: Mapping[str, int]
) -> Callable[..., CounterRow]:
    """Makes the same rows with their products."""

    @lru_cache(MOST_ROWS)
    def make_with_products(*numbers: int) -> CounterRow:
        return _add_products(make(*numbers), ratios, given)

    return make_with_products


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
    lru_cache(MOST_RESULTS)(LoneResult),
)
"""The rows of a deal that is alone in its sitting."""
