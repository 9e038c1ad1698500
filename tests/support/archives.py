"""Archives for tests: the games, a cluster in the test's process, and what is in the folder of an archive."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import distributed

from daifu.data.archive.archive import FILE_NAME, Advance, ArchiveRequest, ArchiveSummary, Stage, make_archive
from daifu.data.archive.cluster import Cluster
from daifu.schemas.parquet.records import EXPORTED_TABLES
from tests.support.samples import SAMPLES_FOLDER

FEW: Final = ("dalmuti", "uecda")
"""Games of most tests: each game takes a while, because its tables have hundreds of columns."""


@cache
def sample_lines(*rules: str) -> Sequence[bytes]:
    """The shortest sample records of these games, a line each."""
    lines: list[bytes] = []
    for game in rules or FEW:
        records = (SAMPLES_FOLDER / f"{game}.ndjson").read_bytes().splitlines()
        lines += sorted((line + b"\n" for line in records if line.strip()), key=len)[:7]
    return lines


@contextmanager
def local_cluster(workers: int) -> Iterator[Cluster]:
    """A cluster whose workers are threads of this process."""
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0", protocol="inproc"
    ) as local:
        cluster = Cluster(local.scheduler_address)
        try:
            yield cluster
        finally:
            cluster.close()


class RecordingCluster:
    """A cluster that notes the arguments of the tasks of each function, in the order in which they were handed out."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self.tasks: dict[str, list[Any]] = {}

    def run(self, work: Any, tasks: Any, finish: Any) -> None:  # noqa: ANN401 - as `Cluster.run`
        self.tasks[work.__name__] = list(tasks.values())
        self._cluster.run(work, tasks, finish)


@contextmanager
def no_watch(_stage: Stage, _total: int) -> Iterator[Advance]:
    """Shows no progress."""
    yield lambda _count: None


def archive_request(folder: Path, *paths: object, **fields: Any) -> ArchiveRequest:  # noqa: ANN401 - see `ArchiveRequest`
    """A request for all tables."""
    request = ArchiveRequest([str(path) for path in paths], folder, "auto", list(EXPORTED_TABLES))
    return request._replace(**fields)


def archive(cluster: Cluster, folder: Path, *paths: object, **fields: Any) -> ArchiveSummary:  # noqa: ANN401
    """Make an archive of these inputs."""
    return make_archive(archive_request(folder, *paths, **fields), cluster, no_watch)


def archive_files(folder: Path) -> dict[str, bytes]:
    """All files of an archive but its manifest."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != FILE_NAME
    }


def refused_places(folder: Path) -> list[tuple[str, int]]:
    """The name of the file and the line of everything that was refused."""
    lines = map(json.loads, (folder / "refused.ndjson").read_bytes().splitlines())
    return [(Path(line["file"]).name, line["line"]) for line in lines]


def manifest_lines(folder: Path) -> list[dict[str, Any]]:
    """The lines of the manifest but for the settings."""
    return [json.loads(line) for line in (folder / FILE_NAME).read_bytes().splitlines()[1:]]


class StopAfter:
    """A watch that interrupts the work of one stage after a number of tasks, as Ctrl-C does."""

    def __init__(self, stage: Stage, tasks: int) -> None:
        self._stage = stage
        self._left = tasks

    @contextmanager
    def __call__(self, stage: Stage, _total: int) -> Iterator[Advance]:
        yield self._advance if stage == self._stage else lambda _count: None

    def _advance(self, _count: int) -> None:
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt
