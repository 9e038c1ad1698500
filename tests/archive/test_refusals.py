"""What an archive refuses is listed with its place and its reason, and the rest is archived."""

import gzip
import json
from pathlib import Path

import pytest
import zstandard

from daifu.data.archive.cluster import Cluster
from tests.support.archives import archive, archive_files, refused_places, sample_lines
from tests.support.samples import SAMPLES_FOLDER

BROKEN = b'{"format":"daifu/1"}\n'
MARKED = b"\xef\xbb\xbf" + BROKEN


@pytest.mark.parametrize("share_bytes", [9_000, 1 << 20])
def test_refused_records_have_the_lines_of_their_file(share_bytes: int, cluster: Cluster, tmp_path: Path) -> None:
    lines = list(sample_lines())
    for place in (0, 7, 8, len(lines)):
        lines.insert(place, BROKEN)
    lines.insert(5, b"\n\n \n")
    file = tmp_path / "games.ndjson"
    file.write_bytes(b"".join(lines))
    summary = archive(cluster, tmp_path / "archive", file, share_bytes=share_bytes)
    places = [number for number, line in enumerate(file.read_bytes().split(b"\n"), 1) if line + b"\n" == BROKEN]
    assert sorted(set(refused_places(tmp_path / "archive"))) == [("games.ndjson", place) for place in places]
    assert (summary.records, summary.refused) == (len(sample_lines()), 4)


def test_the_list_does_not_depend_on_the_cut(cluster: Cluster, tmp_path: Path) -> None:
    inputs = tmp_path / "inputs"
    inputs.mkdir()
    (inputs / "b.ndjson").write_bytes((sample_lines()[0] + MARKED + b"\xef\xbb\xbf\n" + BROKEN) * 30)
    for name in "ac":
        (inputs / f"{name}.ndjson").write_bytes(BROKEN)
    for number, share_bytes in enumerate([3_000, 1 << 20]):
        archive(cluster, tmp_path / str(number), inputs, tmp_path / "missing.ndjson", share_bytes=share_bytes)
    assert archive_files(tmp_path / "0") == archive_files(tmp_path / "1")


def test_a_refusal_names_the_field_and_what_was_expected(cluster: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    file.write_bytes(
        b'{"format":"daifu/1","rules":"chess","players":["Aki","Bo"],"deals":[{"result":{"order":[1,2]}}]}'
    )
    archive(cluster, tmp_path / "archive", file)
    [line] = (tmp_path / "archive" / "refused.ndjson").read_bytes().splitlines()
    refusal = json.loads(line)
    assert (refusal["file"], refusal["line"], refusal["pointer"]) == (str(file), 1, "/rules")
    assert "dalmuti" in refusal["expected"]["en"]
    assert "dalmuti" in refusal["expected"]["ja"]


@pytest.mark.parametrize(
    ("name", "compress"), [("games.ndjson.gz", gzip.compress), ("games.ndjson.zst", zstandard.compress)]
)
def test_a_compressed_file_that_is_cut_off_is_refused_at_its_end(
    name: str, compress: "type[bytes]", cluster: Cluster, tmp_path: Path
) -> None:
    lines = sample_lines()[:3]
    file = tmp_path / name
    file.write_bytes(compress(b"".join(lines))[:-5])
    summary = archive(cluster, tmp_path / "archive", file)
    assert summary.refused == 1


def test_the_games_before_the_end_of_a_cut_log_are_archived(cluster: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "games.log.gz"
    file.write_bytes((SAMPLES_FOLDER / "uecda-server.log.gz").read_bytes()[:-8])
    summary = archive(cluster, tmp_path / "archive", file)
    assert (summary.records, summary.refused) == (1, 1)


def test_an_address_of_an_unknown_kind_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    summary = archive(cluster, tmp_path, "carrier-pigeon://club/games.ndjson")
    assert (summary.refused, summary.records) == (1, 0)
    assert "carrier-pigeon" in (tmp_path / "refused.ndjson").read_text("utf-8")


def test_without_any_record_there_are_no_tables(cluster: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    file.write_bytes(BROKEN)
    archive(cluster, tmp_path / "archive", file)
    assert set(archive_files(tmp_path / "archive")) == {"summary.json", "refused.ndjson"}
