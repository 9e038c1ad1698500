"""Ratings, streaks and reigns equal those of rating all deals anew, whatever happens to records and people."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from math import inf
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.ratings import timeline
from daifu.data.ratings.values import Best, DayRating, DealPlace, Feat, FeatHolder, Rating, RecentForm
from daifu.data.store.errors import NoSuchMerge, NoSuchPlayer, OnePerson, SatTogether, StoreReadOnly
from daifu.data.store.open import open_store
from daifu.data.store.sql import transactions
from daifu.data.store.sql.ratings import checkpoints, ratings
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from daifu.replay.figures.figures import player_figures
from tests.support.naive_ratings import UNDECIDED, Career, judged_results, naive_careers, paid_deal, result_deal
from tests.support.stores import ANN

GAME = "akagiri"


def strength(store: Store, player: str, rules: str = GAME) -> float:
    """The estimated strength of a player."""
    found = rating(store, player, rules)
    assert found is not None
    return found.mu


def rating(store: Store, player: str, rules: str = GAME) -> Rating | None:
    """The rating of a player at the end of the last day on which they played."""
    standings = store.ratings.history([player], rules).standings
    return standings[-1].rating if standings else None


def places(store: Store, player: str) -> list[DealPlace]:
    return store.ratings.form([player], GAME).places


def test_a_player_without_deals_has_no_rating(store: Store) -> None:
    assert rating(store, "A") is None
    assert store.ratings.form(["A"], GAME) == RecentForm([], 0, 0, None, None, None, None, behind=0)
    assert store.ratings.ratings(GAME).rated == []


def test_a_better_place_makes_a_better_rating(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(2, 3, 1))], ANN)
    assert strength(store, "B") > strength(store, "C") > strength(store, "A")


def test_the_interval_lies_around_the_estimate(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(2, 3, 1))], ANN)
    found = rating(store, "B")
    assert found is not None
    low, high = found.interval
    assert found.skill < low < found.mu < high
    assert (low + high) / 2 == pytest.approx(found.mu)


def test_players_without_a_place_come_last_together(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(2))], ANN)
    assert strength(store, "A") == strength(store, "C") < strength(store, "B")


def test_players_without_a_place_have_the_mean_of_the_places_left(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(2)), judged_results("2", "ABCD", result_deal(4))], ANN)
    assert (places(store, "A"), places(store, "B")) == ([(2.5, 3), (3, 4)], [(1, 3), (3, 4)])


def test_form_and_mean_place_agree_on_players_without_a_place(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(2)), judged_results("2", "ABCD", result_deal(1, 2))], ANN)
    counts = store.statistics.player(["C"], GAME)
    assert counts is not None
    shown = places(store, "C")
    assert player_figures(GAME, counts, {})["place.mean"].value == fmean(place for place, _ in shown) == 3


def test_a_player_without_a_place_is_last_only_alone(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(2)), judged_results("2", "ABD", result_deal(1, 2))], ANN)
    assert [store.ratings.form([player], GAME).last for player in "CD"] == [0, 1]


def test_an_undecided_deal_counts_for_nothing(store: Store) -> None:
    store.add([judged_results("1", "ABC", UNDECIDED)], ANN)
    assert rating(store, "A") is None
    assert places(store, "A") == []


def test_games_have_ratings_of_their_own(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(1, 2, 3))], ANN)
    assert rating(store, "A", "dalmuti") is None


def test_partners_win_and_lose_together(store: Store) -> None:
    store.add([judged_results("1", "ABCDE", paid_deal(6, 3, -3, -3, -3), rules="biga")], ANN)
    assert strength(store, "A", "biga") == strength(store, "B", "biga") > 25
    assert strength(store, "C", "biga") == strength(store, "D", "biga") < 25


def test_a_draw_between_unknown_teams_changes_no_rating(store: Store) -> None:
    store.add([judged_results("1", "ABCDE", paid_deal(0, 0, 0, 0, 0), rules="biga")], ANN)
    assert rating(store, "A", "biga") is None
    assert len(store.ratings.form(["A"], "biga").places) == 1


def test_equal_skills_share_a_place_in_the_list(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(2))], ANN)
    assert [one.place for one in store.ratings.ratings(GAME).rated] == [1, 2, 2]


@pytest.mark.parametrize("first", ["ABC", "CBA"])
def test_equal_skills_are_in_the_order_of_the_ids_whichever_came_first(store: Store, first: str) -> None:
    """A store that is filled anew numbers its players in another order."""
    store.add([judged_results("0", f"{first}D", UNDECIDED), judged_results("1", "ABC", result_deal(2))], ANN)
    assert [one.person for one in store.ratings.ratings(GAME).rated] == ["B", "A", "C"]


def test_the_list_comes_in_pages(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(2, 3, 1))], ANN)
    first = store.ratings.ratings(GAME, limit=2)
    assert first.after is not None
    second = store.ratings.ratings(GAME, limit=2, cursor=first.after)
    assert [one.person for one in first.rated + second.rated] == ["B", "C", "A"]
    assert second.after is None


def test_the_list_may_leave_out_players_with_few_deals(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(1, 2, 3)), judged_results("2", "ABD", result_deal(1, 2, 3))], ANN)
    assert {one.person for one in store.ratings.ratings(GAME, least_deals=2).rated} == {"A", "B"}


def test_the_history_has_the_rating_of_each_day_at_its_end(store: Store) -> None:
    store.add(
        [
            judged_results(f"{number}", "ABC", result_deal(1, 2, 3), day=f"2025-04-0{number // 2}")
            for number in range(2, 6)
        ],
        ANN,
    )
    history = store.ratings.history(["A"], GAME).standings
    assert [(one.day, one.rating.deals) for one in history] == [(date(2025, 4, 1), 2), (date(2025, 4, 2), 4)]
    assert history[-1].rating == rating(store, "A")


def test_of_equal_feats_the_older_one_comes_first(store: Store) -> None:
    won, lost = result_deal(1, 2, 3), result_deal(2, 1, 3)
    store.add(
        [judged_results("1", "ABC", lost, day="2025-04-02"), judged_results("2", "ABC", won, day="2025-04-01")], ANN
    )
    assert [holder.person for holder in store.ratings.records(GAME).holders[Feat.REIGN]] == ["A", "B"]


@given(st.permutations([f"2026-05-01T{hour:02}:00+0{zone}:00" for hour in range(7) for zone in (0, 9)]))
def test_any_order_of_upload_gives_the_same_ratings(times: list[str]) -> None:
    found = []
    for uploaded in (times, sorted(times)):
        with TemporaryDirectory() as folder, closing(open_store(Path(folder) / "a.db")) as store:
            orders = {time: ([1, 2, 3], [3, 1, 2], [2, 3, 1])[number % 3] for number, time in enumerate(sorted(times))}
            store.add([judged_results(time, "ABC", result_deal(*orders[time]), day=time) for time in uploaded], ANN)
            found.append(store.ratings.ratings(GAME).rated)
    assert found[0] == found[1]


def test_the_version_grows_with_changes_alone(store: Store) -> None:
    store.add([judged_results("1", "ABC", result_deal(1, 2, 3))], ANN)
    before = store.ratings.version(GAME)
    store.ratings.ratings(GAME)
    assert store.ratings.version(GAME) == before
    store.add([judged_results("2", "ABC", result_deal(1, 2, 3))], ANN)
    assert store.ratings.version(GAME) > before


def test_a_read_only_store_answers_with_its_latest_ratings(location: Location) -> None:
    with closing(open_store(location)) as store:
        store.add([judged_results("1", "ABC", result_deal(1, 2, 3))], ANN)
        due = rating(store, "A")
        store.add([judged_results("2", "ABC", result_deal(3, 2, 1))], ANN)
    with closing(open_store(location, read_only=True)) as store:
        assert rating(store, "A") == due
        assert store.ratings.ratings(GAME).behind == 1
        with pytest.raises(StoreReadOnly):
            store.ratings.catch_up()


def test_many_readers_may_read_at_once(store: Store) -> None:
    store.add(
        [judged_results(f"{table}", "ABC", result_deal(1, 2, 3), result_deal(3, 2, 1)) for table in range(20)], ANN
    )
    with ThreadPoolExecutor(4) as threads:
        found = set(threads.map(lambda _: rating(store, "A"), range(8)))
    assert found == {rating(store, "A")}


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
    assert listed == {person: replayed_rating(life) for person, life in due.items() if life.deals}
    assert store.ratings.records(rules, limit=3) == (holders(due), 0)


def replayed_rating(life: Career) -> Rating | None:
    skill = life.rating.ordinal()
    return Rating(life.rating.mu, life.rating.sigma, skill, life.deals) if life.deals else None


def history(store: Store, person: str, rules: str) -> dict[date, tuple[float, float, int]]:
    standings, behind = store.ratings.history([person], rules)
    assert behind == 0
    return day_by_day(standings)


def day_by_day(standings: list[DayRating]) -> dict[date, tuple[float, float, int]]:
    return {
        day: (replayed_rating.mu, replayed_rating.sigma, replayed_rating.deals) for day, replayed_rating in standings
    }


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
