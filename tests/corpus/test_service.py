"""Real logs, through the real service: they are sent, judged, kept and handed out as they came."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from schemas.intake.item import Item
from schemas.judged import judge_item
from tests.support.calling import RECORDS, Json, assert_whole, caller, listed, sent_in_bulk
from tests.support.served import served

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "uecda"
FORMATS = {".log.gz": "uecda", ".dat.gz": "fujigokoro"}
LOGS = sorted(path for path in CORPUS.glob("*.gz") if path.name.endswith(tuple(FORMATS)))

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real logs is not beside the project")
each_log = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)


class Kept(NamedTuple):
    """A service that has all logs: who calls it, where its store is, and what it told of each log."""

    client: httpx.Client
    folder: Path
    told: dict[Path, Json]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    folder = tmp_path_factory.mktemp("real logs")
    with served(folder) as running, caller(running) as client:
        told = {path: sent_in_bulk(client, path.read_bytes())[0] for path in LOGS}
        yield Kept(client, folder, {path: lines[0] for path, lines in told.items() if len(lines) == 1})


def form(path: Path) -> str:
    return next(form for ending, form in FORMATS.items() if path.name.endswith(ending))


@each_log
def test_a_log_is_one_record_that_is_handed_out_byte_for_byte(kept: Kept, path: Path) -> None:
    told = kept.told[path]
    assert told["status"] == "created"
    answer = kept.client.get(f"{RECORDS}/{told['id']}", params={"format": form(path)})
    assert answer.content == gzip.decompress(path.read_bytes())


@each_log
def test_its_report_is_that_of_the_log(kept: Kept, path: Path) -> None:
    expected = judge_item(Item("-", 1, form(path), gzip.decompress(path.read_bytes())))
    assert kept.client.get(f"{RECORDS}/{kept.told[path]['id']}/report").content == expected.report


@each_log
def test_a_log_that_is_sent_alone_is_there_already(kept: Kept, path: Path) -> None:
    answer = kept.client.post(RECORDS, content=path.read_bytes(), headers={"Content-Type": "application/gzip"})
    assert (answer.status_code, answer.json()["id"]) == (200, kept.told[path]["id"])


def test_every_game_of_the_server_is_counted(kept: Kept) -> None:
    known = {path: path.with_name(path.name.replace(".log.", ".expected.json.")) for path in LOGS}
    for record in listed(kept.client):
        path = next(path for path, told in kept.told.items() if told["id"] == record["id"])
        if known[path] != path:
            assert record["deals"] == len(json.loads(gzip.decompress(known[path].read_bytes()))["games"])


def test_the_store_is_whole(kept: Kept) -> None:
    assert_whole(kept.folder)
