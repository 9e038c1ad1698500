"""The statistics' part of the benchmark: sittings, stores without statistics, and what rounds come to."""

from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bench import large_stores, statistics
from bench.service.clients import Laps
from bench.service.uploads import PLAYERS, SEATS
from bench.statistics import (
    LEADERBOARD,
    PLAYER,
    RATINGS,
    ROW,
    IngestRates,
    ReadTimings,
    ingest_rates_with_and_without,
    measure_statistics,
    read_figures,
    statistics_off,
)
from daifu.data.store.open import open_store
from daifu.data.store.values import Author
from daifu.schemas.judgement import judge_json
from tests.support.processes import comparable

RULES = "uecda"


def test_a_sitting_of_other_players_is_the_one_that_judging_gives() -> None:
    for sitting in islice(large_stores.endless_sittings(Random(1)), 3):
        assert comparable(sitting) == comparable(judge_json(sitting.record))
        assert sitting.facts.legal


def test_all_players_play_before_one_plays_again() -> None:
    tables = islice(large_stores.endless_sittings(Random(1)), len(PLAYERS) // SEATS)
    assert sorted(player for sitting in tables for player, _name in sitting.facts.players) == sorted(PLAYERS)


def test_no_two_sittings_are_alike() -> None:
    some = list(islice(large_stores.endless_sittings(Random(1)), 50))
    assert len({sitting.content for sitting in some}) == len(some)


def test_a_store_without_statistics_keeps_the_same_records_and_counts_nothing(tmp_path: Path) -> None:
    with statistics_off(), closing(open_store(tmp_path / "test.db")) as store:
        judged = list(islice(large_stores.endless_sittings(Random(1)), 2))
        again = [judge_json(sitting.record) for sitting in judged]
        store.add(again, Author())
        assert [one.report for one in again] == [one.report for one in judged]
        assert store.counts().records == len(judged)
        assert store.statistics.profile(RULES) == ({}, {})


def test_statistics_are_counted_again_afterwards(tmp_path: Path) -> None:
    with statistics_off():
        pass
    with closing(open_store(tmp_path / "test.db")) as store:
        [sitting] = islice(large_stores.endless_sittings(Random(1)), 1)
        store.add([judge_json(sitting.record)], Author())
        assert store.statistics.profile(RULES)[0]["deals"] == sitting.facts.deals


def laps(rate: float) -> Laps:
    return Laps(1 / rate, [0.001])


def test_statistics_are_compared_with_a_row_and_with_those_of_fewer_deals() -> None:
    small = {ROW: laps(1_000), PLAYER: laps(1_000), LEADERBOARD: laps(800), RATINGS: laps(500)}
    large = {ROW: laps(1_000), PLAYER: laps(900), LEADERBOARD: laps(800), RATINGS: laps(600)}
    fresh = {kind: Laps(0.02, [0.02]) for kind in small}, {kind: Laps(0.025, [0.025]) for kind in small}
    first = dict.fromkeys(small, 0.05)
    read = ReadTimings([small], [large], fresh, first)
    reached = {(one.name, one.against): one.reached for one in read_figures(read, 1_000_000)}
    assert reached == {
        (PLAYER, ROW): pytest.approx(0.9),
        (LEADERBOARD, ROW): pytest.approx(0.8),
        (RATINGS, ROW): pytest.approx(0.6),
        (PLAYER, "of 100,000 deals"): pytest.approx(0.9),
        (LEADERBOARD, "of 100,000 deals"): pytest.approx(1),
        (RATINGS, "of 100,000 deals"): pytest.approx(1.2),
        (f"{PLAYER}, after an upload", "of 100,000 deals"): pytest.approx(0.8),
        (f"{LEADERBOARD}, after an upload", "of 100,000 deals"): pytest.approx(0.8),
        (f"{RATINGS}, after an upload", "of 100,000 deals"): pytest.approx(0.8),
        (f"{PLAYER}, first answer", ""): 0.05,
        (f"{LEADERBOARD}, first answer", ""): 0.05,
        (f"{RATINGS}, first answer", ""): 0.05,
    }


@pytest.fixture
def small_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "WARM_UP_GAMES", 10)
    monkeypatch.setattr(statistics, "GAMES", 100)
    monkeypatch.setattr(statistics, "SINGLE_GAMES", 5)
    monkeypatch.setattr(statistics, "REQUESTS", 50)
    monkeypatch.setattr(statistics, "UPLOADS", 2)
    monkeypatch.setattr(statistics, "OFFSETS", (0, 5))
    for module in (statistics, large_stores):
        monkeypatch.setattr(module, "PLAYERS", PLAYERS[: 2 * SEATS])


@pytest.mark.usefixtures("small_sizes")
def test_games_are_stored_with_statistics_and_without_them(tmp_path: Path) -> None:
    with_them, without = ingest_rates_with_and_without(tmp_path / "test.db", Random(1), 1)
    assert all(rate > 0 for kept in (with_them, without) for rate in kept)
    assert isinstance(with_them, IngestRates)


@pytest.mark.soak
@pytest.mark.usefixtures("small_sizes")
def test_statistics_are_measured_as_the_service_answers_them(tmp_path: Path) -> None:
    assert all(one.reached > 0 for one in measure_statistics(tmp_path, Random(1), rounds=1, deals=4_000))


@pytest.mark.soak
@pytest.mark.usefixtures("small_sizes")
@pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR")
def test_they_are_measured_on_postgresql_too(tmp_path: Path) -> None:
    from bench.postgresql import measure_postgresql_statistics  # noqa: PLC0415 - the import warns

    assert all(one.reached > 0 for one in measure_postgresql_statistics(tmp_path, Random(1), rounds=1, deals=4_000))
