"""A cluster for all tests of archives, and an archive of the sample games."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.archive import sorting
from data.archive.cluster import Cluster
from tests.support.archives import archive, local_cluster, sample_lines


@pytest.fixture(autouse=True, scope="session")
def _small_parts() -> Iterator[None]:
    """Cut months into several parts, and do not wait until the disk has written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorting, "PART_BYTES", 10_000)
        patch.setattr(os, "fsync", lambda _file: None)
        yield


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A cluster of two threads."""
    with local_cluster(2) as opened:
        yield opened


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games of two kinds."""
    file = tmp_path_factory.mktemp("games") / "games.ndjson"
    file.write_bytes(b"".join(sample_lines()))
    return file


@pytest.fixture(scope="session")
def archived(cluster: Cluster, games: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of these games."""
    folder = tmp_path_factory.mktemp("archive") / "games"
    archive(cluster, folder, games)
    return folder
