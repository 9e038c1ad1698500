"""Lists are read through indices."""

from collections.abc import Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from daifu.data.store.sql.records import page_query
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import RecordFilter
from tests.support.stores import fetch_rows

DAY: Final = date(2025, 4, 4)


FILTERS: Final[Mapping[str, RecordFilter]] = {
    "player": RecordFilter(player="Mu"),
    "against": RecordFilter(against="Junko"),
    "rules": RecordFilter(rules="theater"),
    "tournament": RecordFilter(tournament="The league"),
    "legal": RecordFilter(legal=True),
    "not legal": RecordFilter(legal=False),
    "fault": RecordFilter(fault="not_stronger"),
    "since": RecordFilter(since=DAY),
    "until": RecordFilter(until=DAY),
    "withdrawn": RecordFilter(withdrawn=True),
}


@pytest.mark.parametrize("wanted", FILTERS.values(), ids=FILTERS)
def test_every_filter_uses_an_index(path: Path, wanted: RecordFilter) -> None:
    with closing(Store.open(path)):
        plan = _plan(path, wanted)
    assert _scanned(plan) == ["w"]


@pytest.mark.parametrize("one", FILTERS)
@pytest.mark.parametrize("other", FILTERS)
def test_two_filters_together_use_an_index(path: Path, one: str, other: str) -> None:
    asked = {
        name: value
        for filters in (FILTERS[one], FILTERS[other])
        for name, value in filters._asdict().items()
        if value != RecordFilter._field_defaults[name]
    }
    with closing(Store.open(path)):
        plan = _plan(path, RecordFilter(**asked))
    assert _scanned(plan) == ["w"]


def test_only_a_list_by_days_has_to_be_sorted(path: Path) -> None:
    with closing(Store.open(path)):
        sorts = {name: _plan(path, wanted).count("USE TEMP B-TREE FOR ORDER BY") for name, wanted in FILTERS.items()}
    assert {name for name, count in sorts.items() if count > 1} == {"since", "until"}


def _plan(path: Path, wanted: RecordFilter) -> list[str]:
    """The query plan of a page. The page itself is always sorted."""
    statement, values = page_query(wanted, None, 50)
    return [step[-1] for step in fetch_rows(path, f"EXPLAIN QUERY PLAN {statement}", values)]


def _scanned(plan: list[str]) -> list[str]:
    """What is scanned from end to end, lists within a row aside; of the tables it should be the page alone."""
    return [step.split()[1] for step in plan if step.startswith("SCAN") and "json_each" not in step]
