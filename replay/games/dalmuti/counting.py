"""What is counted of Dalmuti deals beyond what every game has."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from replay.actions import SAY, Action
from replay.cards import FIELD, MOST_COPIES
from replay.counters import CANNOT_TELL, SEATS_AND_TABLES, AnswerTest, Collector, Family, family
from replay.games.dalmuti.sets import DALMUTI, JESTER, NUMBERS
from replay.melds import IRREGULAR
from replay.rules import CountingRules
from replay.table import Table

TITLES: Final = ("greater_dalmuti", "lesser_dalmuti", "merchant", "lesser_peon", "greater_peon")
KINDS: Final = ("single", "group")

FAMILIES: Final[tuple[Family, ...]] = (
    family(
        "revolutions.greater",
        SEATS_AND_TABLES,
        "Revolutions of the Greater Peon, which turn all places; ordinary ones only call off the taxes.",
        "大貧民（グレーターピーオン）が起こし、全員の席次を逆にした革命の数。普通の革命は税をなくすだけである。",
    ),
)

ORDER: Final = (*((str(number),) for number in reversed(NUMBERS)), (JESTER,))
"""The lower the number, the stronger the card; the jester, which joins every set, is worth most of all."""

JESTER_OFFSET: Final = FIELD * len(NUMBERS)
"""Where the count of jesters stands in a hand."""
ONE_PER_NUMBER: Final = sum(DALMUTI.one[str(number)] for number in NUMBERS)
COUNT_GUARD: Final = MOST_COPIES + 1


def answer_test(table: Table) -> AnswerTest:
    """How hands are asked for cards of a lower number than those on the table (D-FOLLOW-1)."""
    top = table.top
    if top is None or top.kind == IRREGULAR:
        return CANNOT_TELL
    return lower_number_test(top.count, top.ranks[0])


@cache
def lower_number_test(count: int, rank: int) -> AnswerTest:
    """How hands are asked for so many cards of one lower number, jesters joined."""
    lower = (1 << FIELD * (rank - 1)) - 1 & ONE_PER_NUMBER * MOST_COPIES
    guards = COUNT_GUARD * ONE_PER_NUMBER

    def asked(hand: int) -> int:
        needed = max(1, count - (hand >> JESTER_OFFSET))
        return ((hand & lower) + (COUNT_GUARD - needed) * ONE_PER_NUMBER) & guards

    return AnswerTest(asked, lower)


def count_revolution(clerk: Collector, table: Table, action: Action) -> Iterator[None]:
    """A revolution calls off the taxes; that of the Greater Peon also turns the places (D-REV-1, D-REV-3)."""
    greater = action.player == table.places[-1]
    yield
    clerk.revolution(table, action.player)
    if greater:
        clerk.add(action.player, "revolutions.greater")


def counting_rules() -> CountingRules:
    """What Dalmuti says about its counters."""
    return CountingRules(
        titles=TITLES,
        kinds=KINDS,
        families=FAMILIES,
        order=ORDER,
        jokers=frozenset({JESTER}),
        action_hooks={SAY: count_revolution},
        asking=answer_test,
    )
