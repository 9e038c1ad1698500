"""When ratings are computed again."""

import pytest

from daifu.data.ratings import invalidation
from daifu.data.ratings.values import Rating
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import Author
from tests.support.naive.ratings import judged_results, result_deal
from tests.support.stores import ANN, fetch_rows, tamper

GAME = "akagiri"


def rating(store: Store) -> Rating:
    """The present rating of A."""
    return store.ratings.history(["A"], GAME).standings[-1].rating


def test_ratings_of_another_version_are_computed_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add([judged_results("1", "ABC", result_deal(1, 2, 3))], ANN)
    due = rating(store)
    tamper(store.path, "UPDATE ratings SET mu = 0")
    assert rating(store).mu == 0
    monkeypatch.setattr(invalidation, "RATING_VERSION", invalidation.RATING_VERSION + 1)
    assert rating(store) == due


def test_ratings_are_computed_again_where_rows_have_other_numbers(store: Store) -> None:
    store.add([judged_results(table, "ABC", result_deal(1, 2, 3)) for table in "12"], ANN)
    due = rating(store)
    tamper(store.path, "UPDATE ratings SET mu = 0", "UPDATE revisions SET rowid = rowid + 10")
    assert rating(store) == due


def test_a_correction_keeps_the_checkpoints_before_it(store: Store) -> None:
    store.add([judged_results(day, "ABC", result_deal(1, 2, 3), day=f"2025-04-0{day}") for day in "123"], ANN)
    store.ratings.catch_up()
    before = fetch_rows(store.path, "SELECT * FROM ratings WHERE checkpoint < 3 AND latest = 0")
    store.withdraw(3, Author("Bo"), expected=1, reason="not ours")
    assert rating(store).mu > 25
    assert fetch_rows(store.path, "SELECT * FROM ratings WHERE latest = 0") == before[:3]
