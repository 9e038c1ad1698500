"""Real logs through the real service: sent, judged, stored and read back unchanged."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest

from daifu.schemas.judgement import judge_item
from daifu.schemas.sources.items import Item
from tests.support.http_client import RECORDS, Json
from tests.support.project import CORPUS
from tests.support.running_service import assert_store_is_sound, http_client, list_records, run_service, upload_in_bulk

LOG_FOLDER = CORPUS / "uecda"
FORMATS = {".log.gz": "uecda", ".dat.gz": "fujigokoro"}
LOGS = sorted(path for path in LOG_FOLDER.glob("*.gz") if path.name.endswith(tuple(FORMATS)))

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not LOG_FOLDER.is_dir(), reason="the corpus of real logs is not beside the project"),
]
each_log = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)


class StoredLogs(NamedTuple):
    """A service that has all logs: a client, the folder of its store, and its answer about each log."""

    client: httpx2.Client
    folder: Path
    answers: dict[Path, Json]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredLogs]:
    folder = tmp_path_factory.mktemp("real logs")
    with run_service(folder) as running, http_client(running) as client:
        answers = {path: upload_in_bulk(client, path.read_bytes())[0] for path in LOGS}
        yield StoredLogs(client, folder, {path: lines[0] for path, lines in answers.items() if len(lines) == 1})


def format_of(path: Path) -> str:
    return next(form for ending, form in FORMATS.items() if path.name.endswith(ending))


@each_log
def test_a_log_is_one_record_and_is_returned_byte_for_byte(stored: StoredLogs, path: Path) -> None:
    answers = stored.answers[path]
    assert answers["status"] == "created"
    answer = stored.client.get(f"{RECORDS}/{answers['id']}", params={"format": format_of(path)})
    assert answer.content == gzip.decompress(path.read_bytes())


@each_log
def test_its_report_is_that_of_the_log(stored: StoredLogs, path: Path) -> None:
    expected = judge_item(Item("-", 1, format_of(path), gzip.decompress(path.read_bytes())))
    assert stored.client.get(f"{RECORDS}/{stored.answers[path]['id']}/report").content == expected.report


@each_log
def test_a_log_that_is_sent_again_alone_exists_already(stored: StoredLogs, path: Path) -> None:
    answer = stored.client.post(RECORDS, content=path.read_bytes(), headers={"Content-Type": "application/gzip"})
    assert (answer.status_code, answer.json()["id"]) == (200, stored.answers[path]["id"])


def test_every_game_of_the_server_is_counted(stored: StoredLogs) -> None:
    known = {path: path.with_name(path.name.replace(".log.", ".expected.json.")) for path in LOGS}
    for record in list_records(stored.client):
        path = next(path for path, answers in stored.answers.items() if answers["id"] == record["id"])
        if known[path] != path:
            assert record["deals"] == len(json.loads(gzip.decompress(known[path].read_bytes()))["games"])


def test_the_store_is_sound(stored: StoredLogs) -> None:
    assert_store_is_sound(stored.folder)
