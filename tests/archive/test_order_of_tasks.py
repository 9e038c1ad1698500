"""In which order the tasks of an archive are handed out."""

import gzip
from itertools import pairwise

import pytest

from daifu.data.archive.archive import make_archive
from daifu.data.archive.cluster import Cluster
from daifu.data.archive.totals import sum_game
from tests.support.archives import RecordingCluster, archive_request, no_watch, sample_lines

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
