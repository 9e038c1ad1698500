"""Sittings that are put together from counted deals have the counters of their records."""

from collections import Counter
from random import Random

import pytest

from daifu.replay.counters import SEAT
from daifu.replay.statistics.record import count_record
from daifu.schemas.record.decode import load_raw_record
from tests.support.drawn_sittings import draw_record, draw_tables
from tests.support.recount.store import products


@pytest.mark.soak
@pytest.mark.parametrize("sitting", [1, 9])
@pytest.mark.parametrize("rules", ["biga", "dalmuti"])
def test_what_is_added_up_for_a_table_is_what_its_records_count(rules: str, sitting: int) -> None:
    deals, tables = 9, 1
    drawn = draw_tables(rules, deals, sitting, tables, Random(5))
    rng = Random(5)
    for table in drawn.tables:
        counts = [Counter[str]() for _ in table]
        for _ in range(deals // sitting):
            seats = count_record(load_raw_record(draw_record(rules, sitting, rng)))[1].seats
            for (player, _), found in seats.items():
                counts[player - 1].update(found)
                counts[player - 1].update(products(found, rules, SEAT))
        assert table == [{name: value for name, value in found.items() if value} for found in counts]
