"""A cluster for all tests of archives, and an archive of the sample games."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daifu.data.archive import parts
from daifu.data.archive.cluster import Cluster
from daifu.data.archive.shares import run_record
from daifu.data.ingest import Ingest
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.sources.items import DAIFU, Item
from tests.support.archives import archive, local_cluster, sample_lines


@pytest.fixture(autouse=True, scope="session")
def _small_parts() -> Iterator[None]:
    """Cut months into several parts, and do not wait until the disk has written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "PART_BYTES", 10_000)
        patch.setattr(os, "fsync", lambda _file: None)
        yield


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster of two threads. It is closed early, because it watches over itself as long as it lives."""
    with local_cluster(2) as opened:
        yield opened


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games of two kinds."""
    file = tmp_path_factory.mktemp("games") / "games.ndjson"
    file.write_bytes(b"".join(sample_lines()))
    return file


@pytest.fixture(scope="session")
def archived(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of these games."""
    folder = tmp_path_factory.mktemp("archive") / "games"
    with local_cluster(2) as cluster:
        archive(cluster, folder, games)
    return folder


@pytest.fixture(scope="session")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games of every kind."""
    file = tmp_path_factory.mktemp("games") / "games.ndjson"
    file.write_bytes(b"".join(sample_lines(*PROFILES)))
    return file


@pytest.fixture(scope="session")
def every_archived(every_game: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of games of every kind, whose records went into a store beside it as well."""
    folder = tmp_path_factory.mktemp("archive") / "games"
    with local_cluster(2) as cluster:
        archive(cluster, folder, every_game, store=str(folder.with_name("games.db")))
    return folder


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store that took the same games in one by one, in the order of archives."""
    items = [Item("games", 1, DAIFU, line) for line in sample_lines(*PROFILES)]
    in_order = sorted(items, key=lambda item: (run_record(item)[0], run_record(item)[1].key))
    with closing(open_store(tmp_path_factory.mktemp("store") / "games.db")) as opened:
        for item in in_order:
            Ingest(opened, Author()).one(item)
        yield opened
