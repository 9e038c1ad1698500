"""Entries that are judged together get the verdicts that each would get alone."""

from itertools import chain

import pytest

from data.judging.batches import DECODED_TOGETHER, JudgeInput, judge_entries, judge_entry
from data.judging.memory import SMALL_RECORD
from schemas.sources.items import Item
from tests.support.processes import BAD_ITEM, UNREADABLE_LINE, comparable, sitting_item, sitting_items


def large_item() -> Item:
    item = sitting_item(9)
    return item._replace(data=item.data + b" " * SMALL_RECORD)


@pytest.mark.parametrize(
    "entries",
    [
        [],
        sitting_items(2 * DECODED_TOGETHER + 1),
        [BAD_ITEM, *sitting_items(2), UNREADABLE_LINE, BAD_ITEM],
        [*sitting_items(2), large_item(), BAD_ITEM, *sitting_items(1)],
    ],
)
def test_entries_get_the_same_verdicts_together_and_alone(entries: list[JudgeInput]) -> None:
    together, alone = list(judge_entries(entries)), list(chain.from_iterable(map(judge_entry, entries)))
    assert [one._replace(judged=None) for one in together] == [one._replace(judged=None) for one in alone]
    assert [comparable(one.judged) for one in together] == [comparable(one.judged) for one in alone]
