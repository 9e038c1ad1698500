"""The files of an archive follow from the records alone: not from the workers, the cut, or the order of the inputs."""

import gzip
from pathlib import Path
from random import Random

import fsspec
import pytest
import zstandard

from daifu.data.archive.cluster import Cluster
from tests.support.archives import archive, archive_files, local_cluster, sample_lines


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
