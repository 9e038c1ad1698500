"""The counters of Dalmuti deals beyond those of every game."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from daifu.replay.actions import SAY, Action
from daifu.replay.counters import CANNOT_TELL, SEATS_AND_TABLES, AnswerTest, Collector, Family, family
from daifu.replay.games.dalmuti.sets import DALMUTI, JESTER, NUMBERS
from daifu.replay.games.dalmuti.sitting import TITLES
from daifu.replay.melds import IRREGULAR
from daifu.replay.rules import CountingRules
from daifu.replay.table import Table

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "revolutions.greater",
        SEATS_AND_TABLES,
        "Revolutions of the Greater Peon, which turn all places; ordinary ones only call off the taxes.",
        "大貧民（グレーターピーオン）が起こし、全員の席次を逆にした革命の数。普通の革命は税をなくすだけである。",
    ),
)

ORDER: Final = (*((str(number),) for number in reversed(NUMBERS)), (JESTER,))
"""The lower the number, the stronger the card; the jester joins every set and is worth most."""

JESTER_OFFSET: Final = DALMUTI.shift[JESTER]
"""The position of the count of jesters in a hand."""
MOST_JESTERS: Final = DALMUTI.mask([JESTER]) >> JESTER_OFFSET
"""The most jesters that a hand in its usual form can have."""


def answer_test(table: Table) -> AnswerTest:
    """The test of hands for cards of a lower number than those on the table (D-FOLLOW-1)."""
    top = table.top
    if top is None or top.kind == IRREGULAR:
        return CANNOT_TELL
    return lower_number_test(top.count, top.ranks[0])


@cache
def lower_number_test(count: int, rank: int) -> AnswerTest:
    """The test of hands for `count` cards of one lower number, with jesters."""
    lower = DALMUTI.mask(str(number) for number in range(1, rank))
    enough = [_enough_of_one(count - jesters, rank, lower) for jesters in range(MOST_JESTERS + 1)]

    def asked(hand: int) -> int | None:
        if hand >= DALMUTI.wide:
            return None
        added, carries = enough[hand >> JESTER_OFFSET]
        return (hand & lower) + added & carries

    return AnswerTest(asked, lower | DALMUTI.wide)


def _enough_of_one(needed: int, rank: int, lower: int) -> tuple[int, int]:
    """What to add to the `lower` cards of a hand, and the bits that are set then if `needed` of a number are there."""
    if needed <= 1:
        return 0, lower
    added = carries = 0
    for number in range(1, rank):
        carry = 1 << number.bit_length()
        if needed < carry:
            added |= carry - needed << DALMUTI.shift[str(number)]
            carries |= carry << DALMUTI.shift[str(number)]
    return added, carries


def count_revolution(collector: Collector, table: Table, action: Action) -> Iterator[None]:
    """Count a revolution, which cancels the taxes; the Greater Peon's also reverses the places (D-REV-1, D-REV-3)."""
    greater = action.player == table.places[-1]
    yield
    collector.revolution(table, action.player)
    if greater:
        collector.add(action.player, "revolutions.greater")


def counting_rules() -> CountingRules:
    """The counting rules of Dalmuti."""
    return CountingRules(
        titles=TITLES,
        kinds=("single", "group"),
        families=FAMILIES,
        order=ORDER,
        gift_order=((JESTER,), *ORDER[:-1]),  # as a gift the jester is the worst card (D-RANK-1, D-TAX-2)
        jokers=frozenset({JESTER}),
        action_hooks={SAY: count_revolution},
        asking=answer_test,
    )
