"""An archive is the same however it is made, and says what a store of its records says."""

import gzip
from collections import defaultdict
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random

import fsspec
import pytest
import zstandard

from daifu.data.archive.archive import make_archive, read_summary
from daifu.data.archive.cluster import Cluster
from daifu.data.archive.totals import sum_game
from daifu.data.export import export_ratings
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import DealFilter, RecordFilter
from daifu.replay.figures.figures import player_figures, table_figures
from daifu.replay.games.catalogue import PROFILES
from tests.store.test_statistics import house_evening
from tests.support.archives import (
    RecordingCluster,
    archive,
    archive_files,
    archive_request,
    local_cluster,
    no_watch,
    sample_lines,
)
from tests.support.small_records import json_bytes
from tests.support.stores import ANN, SITTING_ACTIONS, raw_sitting
from tests.support.tables import Row, rows_in_folder


@pytest.mark.parametrize("workers", [1, 3])
def test_any_number_of_workers_makes_the_same_files(workers: int, games: Path, archived: Path, tmp_path: Path) -> None:
    with local_cluster(workers) as cluster:
        archive(cluster, tmp_path, games)
    assert archive_files(tmp_path) == archive_files(archived)


@pytest.mark.parametrize("share_bytes", [3_000, 40_000])
def test_any_cut_makes_the_same_files(
    share_bytes: int, cluster: Cluster, games: Path, archived: Path, tmp_path: Path
) -> None:
    archive(cluster, tmp_path, games, share_bytes=share_bytes)
    assert archive_files(tmp_path) == archive_files(archived)


def test_any_order_in_any_files_makes_the_same_files(cluster: Cluster, archived: Path, tmp_path: Path) -> None:
    lines = Random(18).sample(sample_lines(), len(sample_lines()))
    inputs = tmp_path / "inputs"
    inputs.mkdir()
    (inputs / "plain.ndjson").write_bytes(b"\n\n".join(lines[:5]))
    (inputs / "gzip.ndjson.gz").write_bytes(gzip.compress(b"".join(lines[5:9])))
    (inputs / "zstd.ndjson.zst").write_bytes(zstandard.compress(b"".join(lines[9:12])))
    (inputs / "one.json").write_bytes(lines[12])
    (tmp_path / "rest.ndjson").write_bytes(b"".join(lines[13:]))
    archive(cluster, tmp_path / "archive", tmp_path / "rest.ndjson", inputs, share_bytes=4_000)
    assert archive_files(tmp_path / "archive") == archive_files(archived)


def test_addresses_are_read_as_files_are(cluster: Cluster, archived: Path, tmp_path: Path) -> None:
    lines = sample_lines()
    with fsspec.open("memory://games/first.ndjson", "wb") as file:
        file.write(b"".join(lines[:7]))
    with fsspec.open("memory://games/second.ndjson.gz", "wb") as file:
        file.write(gzip.compress(b"".join(lines[7:])))
    archive(cluster, tmp_path, "memory://games", share_bytes=8_000)
    assert archive_files(tmp_path) == archive_files(archived)


def test_a_record_that_comes_twice_is_archived_once(
    cluster: Cluster, games: Path, archived: Path, tmp_path: Path
) -> None:
    twice = tmp_path / "twice.ndjson"
    twice.write_bytes(games.read_bytes() + sample_lines()[0])
    summary = archive(cluster, tmp_path / "archive", games, twice)
    assert summary.duplicates == len(sample_lines()) + 1
    tables = {name: data for name, data in archive_files(archived).items() if name != "summary.json"}
    assert archive_files(tmp_path / "archive").items() >= tables.items()


SHARE_BYTES = 20_000
LINES = sample_lines()[:-3]


@pytest.fixture(scope="module")
def recording(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> RecordingCluster:
    """The tasks of an archive of two files, with more records of Dalmuti than of UECda."""
    folder = tmp_path_factory.mktemp("order")
    files = [folder / "few.ndjson.gz", folder / "many.ndjson"]
    files[0].write_bytes(gzip.compress(b"".join(LINES[:1])))
    files[1].write_bytes(b"".join(LINES[1:]))
    made = RecordingCluster(cluster)
    make_archive(archive_request(folder / "archive", *files, share_bytes=SHARE_BYTES), made, no_watch)
    return made


def test_the_largest_shares_are_read_first(recording: RecordingCluster) -> None:
    sizes = [share.size for _, share, *_ in recording.tasks["read_share"]]
    assert len(set(sizes)) > 1
    assert sizes == sorted(sizes, reverse=True)


def test_parts_with_most_records_are_judged_first(recording: RecordingCluster) -> None:
    tasks = [task for _, task in recording.tasks["judge_part"]]
    first = sorted(task.first for task in tasks)
    records = {one: following - one for one, following in pairwise([*first, len(LINES) + 1])}
    judged = [records[task.first] for task in tasks]
    assert len(set(judged)) > 1
    assert judged == sorted(judged, reverse=True)


def test_games_of_most_parts_are_summed_up_first(recording: RecordingCluster) -> None:
    parts = [len(found) for work, *_, found in recording.tasks["call"] if work is sum_game]
    assert len(set(parts)) > 1
    assert parts == sorted(parts, reverse=True)


every_game = pytest.mark.parametrize("rules", PROFILES)


@pytest.fixture(scope="module")
def figures(every_archived: Path) -> dict[tuple[str, str | None], dict[str, tuple[object, ...]]]:
    """The figures of the archive by game and player."""
    found: defaultdict[tuple[str, str | None], dict[str, tuple[object, ...]]] = defaultdict(dict)
    for row in rows_in_folder(every_archived / "figures"):
        values = (row["numerator"], row["denominator"], row["value"], row["low"], row["high"])
        found[row["rules"], row["player_id"]][row["figure"]] = values
    return found


@every_game
def test_the_summary_has_the_counters_and_the_figures_of_each_game(
    rules: str, every_archived: Path, store: Store
) -> None:
    found = read_summary(every_archived).games[rules]
    deals, players = store.statistics.profile(rules)
    assert (found.deal_counts, found.player_counts) == (deals, players)
    assert found.figures == table_figures(rules, deals, players)


@every_game
def test_every_player_has_the_figures_of_the_store(
    rules: str, store: Store, figures: dict[tuple[str, str | None], dict[str, tuple[object, ...]]]
) -> None:
    _deals, game = store.statistics.profile(rules)
    everybody = list(store.statistics.everybody(rules))
    assert {player for of, player in figures if of == rules and player} == {player for player, _counts in everybody}
    for player, counts in everybody:
        assert figures[rules, player] == player_figures(rules, counts, game)


@every_game
def test_counts_of_players_add_up_by_day_event_and_number_of_players(
    rules: str, every_archived: Path, store: Store
) -> None:
    rows = rows_in_folder(every_archived / "player_counts" / f"rules={rules}")
    for row in rows:
        wanted = DealFilter(row["day"], row["day"], row["tournament"], row["players"]) if row["day"] else None
        if wanted:
            assert _sum(_same_deals(rows, row)) == store.statistics.player([row["player_id"]], rules, wanted)


@every_game
def test_pairs_have_the_counts_of_the_store(rules: str, every_archived: Path, store: Store) -> None:
    rows = rows_in_folder(every_archived / "pair_counts" / f"rules={rules}")
    for player in {row["player_id"] for row in rows}:
        found = {row["other_id"]: _counts(row) for row in rows if row["player_id"] == player}
        assert found == dict(store.statistics.opponents([player], rules))


def test_ratings_are_those_of_a_store_that_has_the_same_order(every_archived: Path, store: Store) -> None:
    expected = [rating._asdict() for rating in export_ratings(store, None)]
    assert rows_in_folder(every_archived / "ratings") == sorted(expected, key=lambda one: (one["rules"], one["place"]))


def test_each_house_has_the_ratings_of_the_store(cluster: Cluster, tmp_path: Path) -> None:
    evenings = [house_evening((1, 2, 3)), house_evening((3, 2, 1), "other", 2), house_evening((2, 1, 3), None, 3)]
    games, folder = tmp_path / "games.ndjson", tmp_path / "archive"
    games.write_bytes(b"".join(one.record + b"\n" for one in evenings))
    archive(cluster, folder, games)
    with closing(open_store(str(tmp_path / "club.db"))) as club:
        club.add(evenings, ANN)
        expected = [rating._asdict() for rating in export_ratings(club, None)]
    assert rows_in_folder(folder / "ratings") == sorted(expected, key=lambda one: (one["rules"], one["place"]))
    assert read_summary(folder).rows["ratings"] == len(expected) == 9


def test_of_a_sitting_in_several_states_the_last_one_is_archived(cluster: Cluster, tmp_path: Path) -> None:
    states = [json_bytes(raw_sitting(table, actions)) for table in "AB" for actions in range(len(SITTING_ACTIONS))]
    file = tmp_path / "states.ndjson"
    file.write_bytes(b"\n".join(reversed(states)))
    summary = archive(cluster, tmp_path / "archive", file, store=str(tmp_path / "games.db"))
    assert (summary.records, summary.continued) == (2, len(states) - 2)
    with closing(open_store(tmp_path / "games.db")) as store:
        assert [one.actions for one in store.page(RecordFilter()).records] == [len(SITTING_ACTIONS) - 1] * 2


def test_records_go_into_a_store_as_well(every_archived: Path, store: Store) -> None:
    with closing(open_store(every_archived.with_name("games.db"))) as found:
        texts = [sorted(one.record for one in each.each(RecordFilter())) for each in (found, store)]
    assert texts[0] == texts[1]


def _same_deals(rows: list[Row], row: Row) -> list[Row]:
    """The rows of the same player in the same deals, which several parts of a month may have."""
    same = ("day", "tournament", "players", "player_id")
    return [one for one in rows if all(one[name] == row[name] for name in same)]


def _sum(rows: list[Row]) -> dict[str, int]:
    total: defaultdict[str, int] = defaultdict(int)
    for row in rows:
        for name, count in _counts(row).items():
            total[name] += count
    return {name: count for name, count in total.items() if count}


def _counts(row: Row) -> dict[str, int]:
    """The counters of a row that are not 0."""
    keys = {"rules", "day", "tournament", "players", "player_id", "other_id"}
    return {name: int(count) for name, count in row.items() if name not in keys and count}
