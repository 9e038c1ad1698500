"""Full disks and read-only stores: writing is refused with a problem, nothing is half written, reading works."""

import json
import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx2
import pytest

from daifu.data.store.open import open_store
from daifu.data.store.values import ADMIN
from tests.support.http_client import BULK, RECORDS, Json, ndjson
from tests.support.running_service import (
    RunningService,
    assert_store_is_sound,
    export_records,
    http_client,
    list_records,
    run_service,
    upload_in_bulk,
)
from tests.support.stores import ANN, judged_sitting, raw_sitting
from tests.support.unprivileged import UNPRIVILEGED_COMMAND

ROOM = 200_000
FIRST = 10


class Disk(NamedTuple):
    """The folder of a store, and a context that leaves it almost no room."""

    folder: Path
    fill: Callable[[RunningService], AbstractContextManager[None]]


def incompressible(number: int) -> Json:
    """A sitting that takes a kilobyte even when it is compressed."""
    record: Json = json.loads(json.dumps(raw_sitting(f"table {number}", notes=Random(number).randbytes(1_000).hex())))
    return record


SITTINGS = [incompressible(number) for number in range(600)]


@contextmanager
def spent_quota(service: RunningService) -> Iterator[None]:
    """Limit the size of the files of the service."""
    largest = max(path.stat().st_size for path in service.log.parent.glob("daifu.db*"))
    workers = service.workers()
    _, hard = resource.prlimit(workers[0], resource.RLIMIT_FSIZE)
    for worker in workers:
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (largest + ROOM, hard))
    yield
    for worker in workers:
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def full_disk(service: RunningService) -> Iterator[None]:
    """Fill the disk with another file."""
    filler = service.log.parent / "filler"
    free = os.statvfs(service.log.parent)
    with filler.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize - ROOM)
    yield
    filler.unlink()


@pytest.fixture(params=[spent_quota, full_disk])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    if request.param is not full_disk:
        yield Disk(tmp_path, request.param)
        return
    mount = shutil.which("mount")
    if not mount or subprocess.run([mount, "-t", "tmpfs", "-o", "size=4m", "tmpfs", tmp_path], check=False).returncode:
        pytest.skip("a disk that can be filled needs the right to mount file systems")
    yield Disk(tmp_path, request.param)
    subprocess.run([shutil.which("umount") or mount, "--lazy", tmp_path], check=True)


def problem(answer: httpx2.Response) -> tuple[int, str]:
    """The status of a problem and its name."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    body: Json = answer.json()
    assert body["request_id"] == answer.headers["X-Request-Id"]
    return answer.status_code, body["type"].removeprefix("urn:daifu:problem:")


def store_until_full(client: httpx2.Client) -> int:
    """Send sittings in bulk and one by one until there is no room. Returns the number that was stored."""
    *lines, last = map(json.loads, client.post(BULK, content=ndjson(SITTINGS)).text.splitlines())
    assert (last["done"], last["problem"]["type"]) == (False, "urn:daifu:problem:store-full")
    for number in range(len(lines), len(SITTINGS)):
        answer = client.post(RECORDS, json=SITTINGS[number])
        if answer.status_code != 201:
            assert problem(answer) == (507, "store-full")
            return number
    raise AssertionError


def test_a_full_disk_is_reported_and_takes_everything_when_it_has_room_again(
    disk: Disk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = str(tmp_path_factory.mktemp("temporary"))
    with run_service(disk.folder, TMPDIR=elsewhere) as running, http_client(running) as client:
        upload_in_bulk(client, ndjson(SITTINGS[:FIRST]))
        with disk.fill(running):
            stored = store_until_full(client)
            large = ndjson(SITTINGS[stored:])
            assert problem(client.post(BULK, content=large)) == (507, "store-full")
            change = client.put(f"{RECORDS}/1?reason=x", content=large.splitlines()[0], headers={"If-Match": '"1"'})
            assert problem(change) == (507, "store-full")
            assert len(list_records(client, limit=500)) == stored > FIRST
            assert export_records(client) == SITTINGS[:stored]
            assert client.get(f"{RECORDS}/{stored}/report").status_code == 200
            assert client.get("/readyz").status_code == 200
        _, sums = upload_in_bulk(client, ndjson(SITTINGS))
        assert (sums["exists"], sums["created"]) == (stored, len(SITTINGS) - stored)
        assert export_records(client) == SITTINGS
    assert_store_is_sound(disk.folder)


@contextmanager
def serve_read_only(folder: Path, books: Path, token: str) -> Iterator[httpx2.Client]:
    """A client of a service that may not write to the store in the folder `books`."""
    modes = {path: path.stat().st_mode for path in (*books.iterdir(), books)}
    for path, mode in modes.items():
        path.chmod(mode & ~0o222)
    with (
        run_service(folder, UNPRIVILEGED_COMMAND, DAIFU_DB=str(books / "daifu.db")) as running,
        http_client(running, token) as client,
    ):
        yield client
    for path, mode in modes.items():
        path.chmod(mode)


@pytest.fixture
def books(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    return folder


def assert_readable(client: httpx2.Client, records: int) -> None:
    """Everything can be read."""
    assert len(list_records(client)) == len(export_records(client)) == records
    for part in ("", "/report", "/revisions", "/deals/1", "/deals/1/positions/2", "/report?rules=uecda"):
        assert client.get(f"{RECORDS}/1{part}").status_code in {200, 422}
    assert client.get("/readyz").status_code == 200
    assert client.get("/metrics").status_code == 200


def assert_not_writable(client: httpx2.Client) -> None:
    """Nothing can be written, and the answers say when to try again."""
    change = {"If-Match": '"1"'}
    for answer in (
        client.post(RECORDS, json=SITTINGS[0]),
        client.post(BULK, content=ndjson(SITTINGS)),
        client.put(f"{RECORDS}/1?reason=x", json=SITTINGS[0], headers=change),
        client.delete(f"{RECORDS}/1?reason=x", headers=change),
        client.post("/v1/tokens", json={"name": "Aki", "role": "reader"}),
        client.delete("/v1/tokens/2"),
    ):
        assert problem(answer) == (503, "read-only")
        assert int(answer.headers["Retry-After"]) > 0
    assert client.post(f"{RECORDS}?dry_run=true", json=SITTINGS[0]).json()["status"] == "judged"


def test_a_read_only_store_can_be_read(tmp_path: Path, books: Path) -> None:
    with closing(open_store(books / "daifu.db")) as store:
        store.add([judged_sitting("A"), judged_sitting("B")], ANN)
        token = store.create_token("Natsu", ADMIN).secret
    with serve_read_only(tmp_path, books, token) as client:
        assert_readable(client, 2)
        assert_not_writable(client)
        assert_readable(client, 2)
    assert_store_is_sound(books)


@pytest.mark.soak
def test_a_read_only_store_can_be_read_after_the_service_was_killed(tmp_path: Path, books: Path) -> None:
    with closing(open_store(books / "daifu.db")) as store:
        token = store.create_token("Natsu", ADMIN).secret
    with run_service(books) as running, http_client(running, token) as client:
        upload_in_bulk(client, ndjson([raw_sitting("A"), raw_sitting("B")]))
        running.kill()
    with serve_read_only(tmp_path, books, token) as client:
        assert_readable(client, 2)
        assert_not_writable(client)
    assert_store_is_sound(books)
