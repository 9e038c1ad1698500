"""An archive that was stopped goes on where it was, and ends with the same files."""

import fcntl
from pathlib import Path

import pytest

from daifu.data.archive import archive as archives
from daifu.data.archive.archive import FILE_NAME, AnotherArchive, Stage, make_archive
from daifu.data.archive.cluster import Cluster
from daifu.data.export import ExportRunning, FolderOccupied
from tests.support.archives import (
    RecordingCluster,
    StopAfter,
    archive,
    archive_files,
    archive_request,
    manifest_lines,
    no_watch,
    sample_lines,
)

SHARE_BYTES = 20_000


@pytest.mark.parametrize("stage", [Stage.READING, Stage.SORTING, Stage.JUDGING])
def test_only_the_work_that_is_left_is_done_again(
    stage: Stage, cluster: Cluster, games: Path, archived: Path, tmp_path: Path
) -> None:
    request = archive_request(tmp_path, games, share_bytes=SHARE_BYTES)
    with pytest.raises(KeyboardInterrupt):
        make_archive(request, cluster, StopAfter(stage, 2))
    done = [line["done"] for line in manifest_lines(tmp_path)]
    recording = RecordingCluster(cluster)
    make_archive(request, recording, no_watch)
    assert archive_files(tmp_path) == archive_files(archived)
    lines = [line["done"] for line in manifest_lines(tmp_path)]
    left = {kind: lines.count(kind) - done.count(kind) for kind in ("share", "partition", "part")}
    assert [left["share"], left["partition"], left["part"]] == [
        len(recording.tasks[work]) for work in ("read_share", "sort_partition", "judge_part")
    ]


def test_a_complete_archive_is_not_made_again(cluster: Cluster, games: Path, tmp_path: Path) -> None:
    first = archive(cluster, tmp_path, games)
    recording = RecordingCluster(cluster)
    assert make_archive(archive_request(tmp_path, games), recording, no_watch) == first
    assert not recording.tasks


def test_a_last_line_that_was_cut_off_is_written_again(
    cluster: Cluster, games: Path, archived: Path, tmp_path: Path
) -> None:
    request = archive_request(tmp_path, games, share_bytes=SHARE_BYTES)
    with pytest.raises(KeyboardInterrupt):
        make_archive(request, cluster, StopAfter(Stage.READING, 2))
    manifest = tmp_path / FILE_NAME
    manifest.write_bytes(manifest.read_bytes()[:-9])
    make_archive(request, cluster, no_watch)
    assert archive_files(tmp_path) == archive_files(archived)


def test_a_file_that_changed_meanwhile_is_read_again(cluster: Cluster, archived: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    file.write_bytes(b"".join(sample_lines()[:-2]))
    request = archive_request(tmp_path / "archive", file)
    with pytest.raises(KeyboardInterrupt):
        make_archive(request, cluster, StopAfter(Stage.JUDGING, 2))
    file.write_bytes(b"".join(sample_lines()))
    make_archive(request, cluster, no_watch)
    assert archive_files(tmp_path / "archive") == archive_files(archived)


def test_a_complete_archive_of_other_inputs_is_refused(cluster: Cluster, games: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.ndjson"
    other.write_bytes(sample_lines()[0])
    archive(cluster, tmp_path / "archive", other)
    with pytest.raises(AnotherArchive):
        archive(cluster, tmp_path / "archive", games)


def test_a_refused_call_leaves_nothing_in_a_complete_archive(cluster: Cluster, games: Path, tmp_path: Path) -> None:
    archive(cluster, tmp_path, games)
    before = archive_files(tmp_path)
    with pytest.raises(AnotherArchive):
        archive(cluster, tmp_path, games, tables=["deals"])
    assert archive_files(tmp_path) == before


def test_an_archive_of_another_version_is_refused(
    cluster: Cluster, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "version", lambda _name: "0.0.1")
    request = archive_request(tmp_path, games)
    with pytest.raises(KeyboardInterrupt):
        make_archive(request, cluster, StopAfter(Stage.READING, 1))
    monkeypatch.undo()
    with pytest.raises(AnotherArchive):
        make_archive(request, cluster, no_watch)


def test_a_folder_with_something_else_is_refused(cluster: Cluster, games: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Aki", "utf-8")
    with pytest.raises(FolderOccupied):
        archive(cluster, tmp_path, games)


def test_two_runs_do_not_write_into_one_folder(cluster: Cluster, games: Path, tmp_path: Path) -> None:
    lock = tmp_path / ".unfinished" / "lock"
    lock.parent.mkdir()
    with lock.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(ExportRunning):
            archive(cluster, tmp_path, games)
