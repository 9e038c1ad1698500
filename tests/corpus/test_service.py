"""Real logs through the real service: sent, judged, stored and read back unchanged."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from schemas.judgement import judge_item
from schemas.sources.items import Item
from tests.support.http_client import RECORDS, Json
from tests.support.running_service import assert_store_is_sound, http_client, list_records, run_service, upload_in_bulk

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "uecda"
FORMATS = {".log.gz": "uecda", ".dat.gz": "fujigokoro"}
LOGS = sorted(path for path in CORPUS.glob("*.gz") if path.name.endswith(tuple(FORMATS)))

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real logs is not beside the project")
each_log = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)


class StoredLogs(NamedTuple):
    """A service that has all logs: who calls it, where its store is, and what it told of each log."""

    client: httpx.Client
    folder: Path
    told: dict[Path, Json]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredLogs]:
    folder = tmp_path_factory.mktemp("real logs")
    with run_service(folder) as running, http_client(running) as client:
        told = {path: upload_in_bulk(client, path.read_bytes())[0] for path in LOGS}
        yield StoredLogs(client, folder, {path: lines[0] for path, lines in told.items() if len(lines) == 1})


def format_of(path: Path) -> str:
    return next(form for ending, form in FORMATS.items() if path.name.endswith(ending))


@each_log
def test_a_log_is_one_record_that_is_handed_out_byte_for_byte(kept: StoredLogs, path: Path) -> None:
    told = kept.told[path]
    assert told["status"] == "created"
    answer = kept.client.get(f"{RECORDS}/{told['id']}", params={"format": format_of(path)})
    assert answer.content == gzip.decompress(path.read_bytes())


@each_log
def test_its_report_is_that_of_the_log(kept: StoredLogs, path: Path) -> None:
    expected = judge_item(Item("-", 1, format_of(path), gzip.decompress(path.read_bytes())))
    assert kept.client.get(f"{RECORDS}/{kept.told[path]['id']}/report").content == expected.report


@each_log
def test_a_log_that_is_sent_alone_is_there_already(kept: StoredLogs, path: Path) -> None:
    answer = kept.client.post(RECORDS, content=path.read_bytes(), headers={"Content-Type": "application/gzip"})
    assert (answer.status_code, answer.json()["id"]) == (200, kept.told[path]["id"])


def test_every_game_of_the_server_is_counted(kept: StoredLogs) -> None:
    known = {path: path.with_name(path.name.replace(".log.", ".expected.json.")) for path in LOGS}
    for record in list_records(kept.client):
        path = next(path for path, told in kept.told.items() if told["id"] == record["id"])
        if known[path] != path:
            assert record["deals"] == len(json.loads(gzip.decompress(known[path].read_bytes()))["games"])


def test_the_store_is_whole(kept: StoredLogs) -> None:
    assert_store_is_sound(kept.folder)
