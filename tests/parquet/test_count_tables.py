"""The tables of counters have a column for each counter, and leave out what no column can hold."""

from datetime import date

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import counters_of
from daifu.schemas.parquet.statistics import PAIR_COUNTS, DealCounts, PairCounts, deal_counts_table, player_counts_table

DAY = date(2026, 7, 31)


@pytest.mark.parametrize("rules", PROFILES)
def test_every_counter_is_a_column(rules: str) -> None:
    for table, whose in ((player_counts_table(rules), "seat"), (deal_counts_table(rules), "table")):
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names)
        assert set(counters_of(rules, whose)) < set(names)


def test_what_was_not_counted_is_0() -> None:
    [row] = PAIR_COUNTS.rows(PairCounts("biga", "Aki", "Bo", {"deals": 3, "points": -7}))
    found = dict(zip([column.name for column in PAIR_COUNTS.columns], row, strict=True))
    assert found == {
        "rules": "biga",
        "player_id": "Aki",
        "other_id": "Bo",
        "deals": 3,
        "points": -7,
        **dict.fromkeys(("higher", "lower", "equal", "scored", "partners", "opponents"), 0),
    }


def test_a_count_that_no_column_can_hold_is_null() -> None:
    counts = {"deals": 2, "points": 10**20, "points_squared": 10**38}
    table = player_counts_table("uecda")
    [row] = table.rows(DealCounts("uecda", DAY, None, 5, "Aki", counts))
    found = dict(zip([column.name for column in table.columns], row, strict=True))
    assert (found["deals"], found["points"], found["points_squared"], found["first"]) == (2, 10**20, None, 0)
