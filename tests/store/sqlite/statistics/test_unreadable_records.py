"""The counts of a record cannot be retracted when its text has become unreadable."""

from contextlib import closing

import pytest

from daifu.data.store.errors import StoreBusy
from daifu.data.store.sqlite.store import Store
from daifu.schemas.judged_record import JudgedRecord
from tests.support.evenings import PLAYERS, assert_statistics_agree, judged_results
from tests.support.stores import ANN, fetch_rows, tamper, verification_errors


def evening(table: str, order: tuple[int, ...] = (1, 2, 3, 4, 5)) -> JudgedRecord:
    return judged_results(PLAYERS[:5], [order], event={"table": table})


def deals(store: Store) -> int:
    """How many deals are counted."""
    return store.statistics.profile("dalmuti")[0]["deals"]


@pytest.fixture
def spoilt(store: Store) -> Store:
    """A store of three counted evenings, of which the second is unreadable and withdrawn."""
    store.add([evening("A"), evening("B"), evening("C")], ANN)
    assert deals(store) == 3
    tamper(store.path, "UPDATE revisions SET packed = zeroblob(9) WHERE record = 2")
    store.withdraw(2, ANN, expected=1)
    return store


def test_an_unreadable_record_is_logged(spoilt: Store, log: pytest.LogCaptureFixture) -> None:
    tamper(spoilt.path, "UPDATE revisions SET packed = zeroblob(9) WHERE record = 3")
    spoilt.withdraw(3, ANN, expected=1)
    assert log.messages == ["record 3 cannot be read: all records will be counted anew when the store is next opened"]


def test_its_counts_are_gone_when_the_store_is_opened_again(spoilt: Store) -> None:
    assert deals(spoilt) == 3
    with closing(Store.open(spoilt.path)) as again:
        assert deals(again) == deals(spoilt) == 2
        assert not any("statistics of" in one for one in verification_errors(again))


def test_until_then_the_store_goes_on_counting(spoilt: Store) -> None:
    spoilt.add([evening("late")], ANN)
    assert deals(spoilt) == 4


def test_until_then_the_store_can_be_read(spoilt: Store) -> None:
    with closing(Store.open(spoilt.path, read_only=True)) as reading:
        assert deals(reading) == 3


def test_a_corrected_record_is_counted_again(spoilt: Store) -> None:
    spoilt.revise(2, evening("B", (5, 4, 3, 2, 1)), ANN, expected=2)
    with closing(Store.open(spoilt.path)) as again:
        assert deals(again) == 3
        assert_statistics_agree(again)


def test_it_is_not_withdrawn_during_a_recount(spoilt: Store) -> None:
    tamper(
        spoilt.path,
        "UPDATE statistics_progress SET record = 1",
        "UPDATE revisions SET packed = zeroblob(9) WHERE record = 3",
    )
    with pytest.raises(StoreBusy, match="counted anew"):
        spoilt.withdraw(3, ANN, expected=1)
    assert fetch_rows(spoilt.path, "SELECT record FROM statistics_progress") == [(1,)]
    assert spoilt.latest(3) == 1


def test_all_records_are_counted_again_once(spoilt: Store, log: pytest.LogCaptureFixture) -> None:
    Store.open(spoilt.path).close()
    log.clear()
    Store.open(spoilt.path).close()
    assert log.messages == []
