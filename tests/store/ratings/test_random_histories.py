"""Whatever happens to records and people, ratings equal those of rating all deals again in the order of time."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.ratings import timeline
from daifu.data.ratings.values import Best, DayRating, DealPlace, Feat, FeatHolder, Rating, RecentForm
from daifu.data.store.errors import NoSuchMerge, NoSuchPlayer, OnePerson, SatTogether
from daifu.data.store.open import open_store
from daifu.data.store.sql import transactions
from daifu.data.store.sql.ratings import checkpoints, ratings
from daifu.data.store.store import Store
from tests.support.naive.ratings import UNDECIDED, Career, judged_results, naive_careers, paid_deal, result_deal
from tests.support.stores import ANN

NAMES: Final = "ABCDEFG"
GAMES: Final = ("akagiri", "biga")
REFUSALS: Final = (NoSuchMerge, NoSuchPlayer, OnePerson, SatTogether)

TIMES: Final = ("", "", "T09:00", "T21:30:15", "T01:00+09:00", "T22:00-05:00")
days = st.none() | st.builds("2025-04-{:02}{}".format, st.integers(1, 5), st.sampled_from(TIMES))
players = {
    "akagiri": st.lists(st.sampled_from(NAMES), unique=True, min_size=3, max_size=3).map("".join),
    "biga": st.lists(st.sampled_from(NAMES), unique=True, min_size=5, max_size=5).map("".join),
}
orders = st.permutations([1, 2, 3]).flatmap(lambda order: st.integers(1, 3).map(lambda end: result_deal(*order[:end])))
deals = {
    "akagiri": st.lists(orders | st.just(UNDECIDED), min_size=1, max_size=4),
    "biga": st.lists(
        st.permutations([6, 3, -3, -3, -3]).map(lambda points: paid_deal(*points))
        | st.just(paid_deal(0, 0, 0, 0, 0))
        | st.permutations([1, 2, 3]).map(lambda order: result_deal(*order)),
        min_size=1,
        max_size=3,
    ),
}
sittings = st.sampled_from(GAMES).flatmap(lambda game: st.tuples(st.just(game), players[game], deals[game], days))
changes = st.one_of(
    st.tuples(st.just("add"), sittings),
    st.tuples(st.just("add"), sittings),
    st.tuples(st.just("correct"), st.integers(0, 9), sittings),
    st.tuples(st.just("withdraw"), st.integers(0, 9)),
    st.tuples(st.just("merge"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("undo"), st.integers(1, 5)),
    st.tuples(st.just("wait")),
)
reads = st.tuples(st.just("read"), st.sampled_from([inf, inf, 0.0]))
histories = st.lists(changes | reads, min_size=10, max_size=25)


class World:
    """A store, and the changes that can be made to it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = datetime(2025, 4, 2, tzinfo=UTC)
        self.tables = 0

    def add(self, sitting: tuple[str, str, list[dict[str, Any]], str | None]) -> None:
        self.store.add([self._judged(sitting)], ANN)

    def correct(self, number: int, sitting: tuple[str, str, list[dict[str, Any]], str | None]) -> None:
        """Correct a record, which restores a withdrawn one."""
        if record := self._record(number):
            expected = len(self.store.revisions(record))
            self.store.revise(record, self._judged(sitting), ANN, expected=expected, reason="a test")

    def withdraw(self, number: int) -> None:
        record = self._record(number)
        if record and self.store.revisions(record)[-1].report is not None:
            self.store.withdraw(record, ANN, expected=len(self.store.revisions(record)), reason="a test")

    def merge(self, player: str, into: str) -> None:
        with suppress(*REFUSALS):
            self.store.people.merge(player, into, ANN, "a test")

    def undo(self, merge: int) -> None:
        with suppress(*REFUSALS):
            self.store.people.undo(merge, ANN, "a test")

    def wait(self) -> None:
        self.time += timedelta(days=1)

    def read(self, max_wait: float) -> None:
        assert self.store.ratings.catch_up(max_wait=max_wait) or not max_wait

    def _record(self, number: int) -> int | None:
        count = self.store.counts().records
        return number % count + 1 if count else None

    def _judged(self, sitting: tuple[str, str, list[dict[str, Any]], str | None]) -> Any:  # noqa: ANN401
        rules, seated, played, day = sitting
        self.tables += 1
        return judged_results(f"T{self.tables}", seated, *played, day=day, rules=rules)


@contextmanager
def world() -> Iterator[World]:
    """A store whose ratings are updated in small steps."""
    with (
        TemporaryDirectory() as folder,
        closing(open_store(Path(folder, "test.db"))) as store,
        pytest.MonkeyPatch.context() as patch,
    ):
        found = World(store)
        patch.setattr(timeline, "MAX_CHECKPOINT_DEALS", 4)
        patch.setattr(ratings, "MAX_DEALS", 3)
        patch.setattr(checkpoints, "MAX_REVISIONS", 3)
        patch.setattr(timeline, "MAX_DROPPED", 8)
        patch.setattr(transactions, "current_time", lambda: found.time)
        yield found


@given(histories)
def test_ratings_are_those_of_all_records_in_the_order_of_time(done: list[tuple[Any, ...]]) -> None:
    with world() as one:
        for name, *values in done:
            getattr(one, name)(*values)
        for rules in GAMES:
            due = naive_careers(one.store, rules)
            assert_same(one.store, rules, due)


def assert_same(store: Store, rules: str, due: dict[str, Career]) -> None:
    """Compare everything that ratings tell of a game with the naive computation."""
    for person, life in due.items():
        assert store.ratings.form([person], rules) == form(life)
        assert history(store, person, rules) == life.history
    everybody = {found.person: (found.form, day_by_day(found.history)) for found in store.ratings.everybody(rules)}
    assert everybody == {person: (form(life), life.history) for person, life in due.items()}
    listed = {one.person: one.rating for one in store.ratings.ratings(rules, limit=100).rated}
    assert listed == {person: rating(life) for person, life in due.items() if life.deals}
    assert store.ratings.records(rules, limit=3) == (holders(due), 0)


def rating(life: Career) -> Rating | None:
    skill = life.rating.ordinal()
    return Rating(life.rating.mu, life.rating.sigma, skill, life.deals) if life.deals else None


def history(store: Store, person: str, rules: str) -> dict[date, tuple[float, float, int]]:
    standings, behind = store.ratings.history([person], rules)
    assert behind == 0
    return day_by_day(standings)


def day_by_day(standings: list[DayRating]) -> dict[date, tuple[float, float, int]]:
    return {day: (rating.mu, rating.sigma, rating.deals) for day, rating in standings}


def form(life: Career) -> RecentForm:
    return RecentForm(
        places=[DealPlace(*place) for place in life.places[-20:]],
        first=life.first.now,
        last=life.last.now,
        longest_first=best(life.first.best),
        longest_last=best(life.last.best),
        longest_reign=best(life.reign.best),
        peak=best(life.peak),
        behind=0,
    )


def best(found: tuple[float, int, date] | None) -> Best | None:
    return Best(*found) if found else None


def holders(due: dict[str, Career]) -> dict[Feat, list[FeatHolder]]:
    """The best three holders of each feat."""
    feats: dict[Feat, Mapping[str, tuple[float, int, date] | None]] = {
        Feat.FIRST: {person: life.first.best for person, life in due.items()},
        Feat.LAST: {person: life.last.best for person, life in due.items()},
        Feat.REIGN: {person: life.reign.best for person, life in due.items()},
        Feat.SKILL: {person: life.peak for person, life in due.items()},
    }
    return {feat: three(found) for feat, found in feats.items()}


def three(found: Mapping[str, tuple[float, int, date] | None]) -> list[FeatHolder]:
    all_holders = [FeatHolder(person, Best(*one)) for person, one in found.items() if one]
    return sorted(all_holders, key=lambda one: (-one.best.value, one.best.day, one.best.record, one.person))[:3]
