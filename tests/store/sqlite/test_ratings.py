"""Ratings are updated step by step, with other writes in between, and tell how far behind they are."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from daifu.data.ratings import timeline
from daifu.data.ratings.values import Feat, Rating
from daifu.data.store.errors import StoreBusy, StoreDamaged, StoreFull, StoreReadOnly, StoreUnusable
from daifu.data.store.sql.ratings import checkpoints, ratings, update
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import Author, RecordFilter
from tests.support.naive_ratings import judged_results, naive_careers, result_deal
from tests.support.stores import ANN, fetch_rows, tamper

GAME = "akagiri"
GAMES = (GAME, "floor13")
WON = result_deal(1, 2, 3)
LOST = result_deal(3, 2, 1)

Interruption = Callable[[Store], object]


@pytest.fixture(autouse=True)
def _in_small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each transaction rates one record."""
    monkeypatch.setattr(ratings, "MAX_DEALS", 1)


def store_daily_sittings(store: Store, days: int, played: dict[str, object] = WON) -> None:
    """Store a sitting of one deal for each of the days."""
    store.add([judged_results(f"{day}", "ABC", played, day=f"2025-04-{day:02}") for day in range(1, days + 1)], ANN)


def expected_ratings(store: Store, rules: str = GAME) -> dict[str, Rating]:
    """The ratings by the naive computation."""
    found = {person: (life.rating, life.deals) for person, life in naive_careers(store, rules).items() if life.deals}
    return {person: Rating(one.mu, one.sigma, one.ordinal(), deals) for person, (one, deals) in found.items()}


def stored_ratings(store: Store, rules: str = GAME) -> dict[str, Rating]:
    """The ratings of the store."""
    return {one.person: one.rating for one in store.ratings.ratings(rules, limit=100).rated}


def deals_behind(store: Store, max_wait: float = 0.0) -> int:
    """How many deals an answer is behind for a reader who waits this long."""
    store.ratings.max_wait = max_wait
    return store.ratings.ratings(GAME).behind


@contextmanager
def run_between_steps(monkeypatch: pytest.MonkeyPatch, path: Path, interruptions: list[Interruption]) -> Iterator[None]:
    """Run an interruption before each transaction of the block but the first."""
    plain = WriteQueue.transaction
    to_come = [lambda _other: None, *interruptions]

    @contextmanager
    def writing(self: WriteQueue) -> Iterator[Transaction]:
        if to_come:
            interruption = to_come.pop(0)
            with closing(Store.open(path)) as other, monkeypatch.context() as patch:
                patch.setattr(WriteQueue, "transaction", plain)
                interruption(other)
        with plain(self) as transaction:
            yield transaction

    with monkeypatch.context() as patch:
        patch.setattr(WriteQueue, "transaction", writing)
        yield
    assert to_come == []


def withdraw(record: int) -> Interruption:
    return lambda store: store.withdraw(record, ANN, expected=len(store.revisions(record)), reason="not ours")


def correct(record: int, rules: str) -> Interruption:
    """Replace a record by a sitting of a day before all others."""
    other = judged_results("other", "CBA", LOST, day="2025-03-01", rules=rules)
    return lambda store: store.revise(record, other, ANN, expected=len(store.revisions(record)), reason="a mistake")


@pytest.mark.parametrize(
    "interruptions",
    [
        [withdraw(1)],
        [withdraw(2)],
        [withdraw(3), withdraw(2)],
        [correct(2, GAME)],
        [correct(2, "floor13")],
        [correct(1, "floor13")],
        [withdraw(2), correct(2, GAME)],
        [withdraw(2), correct(2, "floor13")],
    ],
)
def test_records_that_change_during_an_update_are_rated_as_they_are(
    path: Path, monkeypatch: pytest.MonkeyPatch, interruptions: list[Interruption]
) -> None:
    with closing(Store.open(path)) as store:
        store_daily_sittings(store, 5)
        with run_between_steps(monkeypatch, path, interruptions):
            store.ratings.catch_up(GAME)
        for rules in GAMES:
            assert stored_ratings(store, rules) == expected_ratings(store, rules)


def test_ratings_are_right_while_others_write(path: Path) -> None:
    with closing(Store.open(path)) as store, closing(Store.open(path)) as other:
        store_daily_sittings(store, 20)

        def write() -> None:
            for number in range(60):
                record = 1 + number * 7 % 20
                withdraw(record)(other)
                day = f"2025-04-{(record + number) % 20 + 1:02}"
                played = judged_results(f"{number}", "BCA", LOST, day=day, rules=GAMES[number % 3 // 2])
                other.revise(record, played, ANN, expected=len(other.revisions(record)), reason="ours after all")

        writer = threading.Thread(target=write)
        writer.start()
        while writer.is_alive():
            store.ratings.catch_up(max_wait=0)
        for rules in GAMES:
            assert stored_ratings(store, rules) == expected_ratings(store, rules)


def test_a_reader_waits_no_longer_than_the_most(store: Store) -> None:
    store_daily_sittings(store, 4)
    assert [deals_behind(store) for _ in range(5)] == [3, 2, 1, 0, 0]
    assert stored_ratings(store) == expected_ratings(store)


def test_after_a_reader_has_waited_in_vain_the_next_one_does_not(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    def wait_in_vain(_ratings: ratings.Ratings, _rules: str | None, max_wait: float) -> bool:
        waited.append(max_wait)
        return False

    monkeypatch.setattr(ratings.Ratings, "catch_up", wait_in_vain)
    for _ in range(3):
        deals_behind(store, max_wait=60)
    assert waited == [60]


def test_a_reader_with_time_waits_until_all_is_done(store: Store) -> None:
    store_daily_sittings(store, 4)
    assert store.ratings.catch_up()
    assert deals_behind(store) == 0


def test_every_answer_says_how_far_behind_it_is(store: Store) -> None:
    store_daily_sittings(store, 4)
    store.ratings.max_wait = 0
    form = store.ratings.form(["A"], GAME)
    assert (form.behind, len(form.places)) == (3, 1)
    history = store.ratings.history(["A"], GAME)
    assert (history.behind, len(history.standings)) == (2, 2)
    records = store.ratings.records(GAME)
    assert (records.behind, {one.best.value for one in records.holders[Feat.FIRST]}) == (1, {3})


def test_answers_on_the_way_are_those_of_a_store_without_the_rest(store: Store, tmp_path: Path) -> None:
    store_daily_sittings(store, 4)
    store.ratings.max_wait = 0
    with closing(Store.open(tmp_path / "smaller.db")) as smaller:
        store_daily_sittings(smaller, 2)
        assert stored_ratings(store) != stored_ratings(store) == stored_ratings(smaller)


def test_a_correction_of_an_old_record_rates_again_from_there(store: Store) -> None:
    store_daily_sittings(store, 5)
    store.ratings.catch_up()
    correct(2, GAME)(store)
    assert [deals_behind(store) for _ in range(5)] == [4, 3, 2, 1, 0]
    assert stored_ratings(store) == expected_ratings(store)


def test_two_processes_take_steps_in_turn(path: Path) -> None:
    with closing(Store.open(path)) as one, closing(Store.open(path)) as other:
        store_daily_sittings(one, 6)
        assert [deals_behind(store) for store in (one, one, other, one, other, other)] == [5, 4, 3, 2, 1, 0]
        assert stored_ratings(one) == stored_ratings(other) == expected_ratings(one)


def test_a_step_that_was_taken_back_leaves_no_trace(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store_daily_sittings(store, 3)
    assert deals_behind(store) == 2
    with monkeypatch.context() as patch:
        patch.setattr(update, "write_checkpoints", fail_as_full)
        assert deals_behind(store) == 2
    assert deals_behind(store) == 1
    store.ratings.catch_up()
    assert stored_ratings(store) == expected_ratings(store)


def fail_as_full(*_values: object) -> None:
    """Fail as a write to a full disk does."""
    raise StoreFull


def test_many_checkpoints_are_dropped_step_by_step_from_the_last_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeline, "MAX_DROPPED", 6)
    store_daily_sittings(store, 6)
    store.ratings.catch_up()
    withdraw(2)(store)
    store.ratings.max_wait = 0
    assert len(store.ratings.form(["A"], GAME).places) == 4
    assert len(store.ratings.form(["A"], GAME).places) == 2
    assert store.ratings.ratings(GAME).behind == 3
    store.ratings.catch_up()
    assert stored_ratings(store) == expected_ratings(store)


def test_deals_to_be_taken_out_count_as_behind(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store_daily_sittings(store, 3)
        store.ratings.catch_up()
        withdraw(3)(store)
    with closing(Store.open(path, read_only=True)) as store:
        assert deals_behind(store) == 1
        assert stored_ratings(store)["A"].deals == 3


def test_deals_of_a_merged_person_count_as_behind(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store.add(
            [judged_results("1", "ABC", WON, day="2025-04-01"), judged_results("2", "DBC", WON, day="2025-04-02")], ANN
        )
        store.ratings.catch_up()
        store.people.merge("D", "A", ANN, "one and the same")
    with closing(Store.open(path, read_only=True)) as store:
        assert deals_behind(store) == 1


def test_changes_in_another_game_leave_nothing_behind(path: Path) -> None:
    with closing(Store.open(path)) as store:
        store_daily_sittings(store, 3)
        store.ratings.catch_up()
        store.add([judged_results("1", "ABC", WON, rules="floor13")], ANN)
    with closing(Store.open(path, read_only=True)) as store:
        assert deals_behind(store) == 0


def test_many_revisions_are_read_step_by_step(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "MAX_REVISIONS", 2)
    store_daily_sittings(store, 5)
    assert [deals_behind(store) for _ in range(7)] == [5, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("refusal", [StoreFull, StoreBusy, StoreReadOnly])
def test_a_store_that_cannot_be_written_answers_with_its_latest_ratings(
    store: Store, monkeypatch: pytest.MonkeyPatch, refusal: type[StoreUnusable]
) -> None:
    store_daily_sittings(store, 2)
    store.ratings.catch_up()
    before = stored_ratings(store)
    store.add([judged_results("3", "ABC", LOST, day="2025-04-03")], ANN)
    with monkeypatch.context() as patch:
        patch.setattr(WriteQueue, "transaction", refused_writing(refusal))
        assert (stored_ratings(store), deals_behind(store)) == (before, 1)
        with pytest.raises(refusal):
            store.ratings.catch_up()
    assert stored_ratings(store) == expected_ratings(store) != before


def test_a_damaged_record_is_an_error(store: Store) -> None:
    store_daily_sittings(store, 2)
    tamper(store.path, "UPDATE revisions SET packed = x'00' WHERE record = 2")
    with pytest.raises(StoreDamaged):
        store.ratings.catch_up()
    with pytest.raises(StoreDamaged):
        store.ratings.ratings(GAME)


def test_others_can_write_during_an_update(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Store.open(path)) as store:
        store_daily_sittings(store, 3)
        added = judged_results("4", "ABC", LOST, day="2025-04-04")
        with run_between_steps(monkeypatch, path, [lambda other: other.add([added], ANN)]):
            store.ratings.catch_up()
        assert len(list(store.each(RecordFilter()))) == 4
        assert stored_ratings(store) == expected_ratings(store)


def refused_writing(refusal: type[StoreUnusable]) -> object:
    """A transaction that is always refused."""

    def writing(_self: WriteQueue) -> object:
        raise refusal

    return writing


def rating(store: Store) -> Rating:
    """The present rating of A."""
    return store.ratings.history(["A"], GAME).standings[-1].rating


def test_ratings_of_another_version_are_computed_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add([judged_results("1", "ABC", result_deal(1, 2, 3))], ANN)
    due = rating(store)
    tamper(store.path, "UPDATE ratings SET mu = 0")
    assert rating(store).mu == 0
    monkeypatch.setattr(timeline, "RATING_VERSION", timeline.RATING_VERSION + 1)
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
