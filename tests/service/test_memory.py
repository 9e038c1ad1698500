"""No body makes a worker take 300 MiB of memory, accepted or refused, alone or with others at once."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from daifu.schemas.record.limits import DEALS, RECORD_VALUES
from tests.support.http_client import BULK, GZIP, RECORDS, TOURNAMENTS
from tests.support.running_service import RunningService, http_client, run_at_once, run_service, upload_in_bulk
from tests.support.small_records import document

MEBIBYTE = 1 << 20
MOST = 300
JSON = {"Content-Type": "application/json"}
pytestmark = pytest.mark.soak
PARTS = (b"{}", b"[]", b"1.5", b"0", b'""', b'{"a":1}', b'{"result":{"order":[1,2,3,4]}}', b'{"actions":["3"]}')
DEAL = b'{"result":{"order":[1,2,3,4],"points":[1,2,3,4]}}'


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with one worker."""
    folder = tmp_path_factory.mktemp("memory")
    with run_service(folder, DAIFU_WORKERS="1", DAIFU_RATE="0", DAIFU_RATE_ADDRESS="0") as running:
        yield running


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx2.Client]:
    with http_client(service) as called:
        yield called


@pytest.fixture(autouse=True)
def _measured(service: RunningService) -> Iterator[None]:
    """Measures the peak of the worker during each test."""
    [worker] = service.workers()
    Path(f"/proc/{worker}/clear_refs").write_text("5", encoding="ascii")
    yield
    [peak] = re.findall(r"VmHWM:\s+([0-9]+) kB", Path(f"/proc/{worker}/status").read_text(encoding="ascii"))
    assert int(peak) >> 10 < MOST


def listed(part: bytes, size: int) -> bytes:
    """A list of this part again and again, of this size in bytes."""
    return b"[" + b",".join([part] * (size // (len(part) + 1))) + b"]"


def with_field(name: str, value: bytes) -> bytes:
    """A record with this JSON as one of its fields."""
    return json.dumps(document(**{name: "@"})).encode().replace(b'"@"', value)


def many_values(part: bytes, values: int) -> bytes:
    """A list of this part again and again, with about this number of values."""
    each = sum(map(part.count, (b",", b"[", b"{"))) + 1
    return b"[" + b",".join([part] * (values // each - 1)) + b"]"


def deals(number: int) -> bytes:
    """So many deals."""
    return b"[" + b",".join([DEAL] * number) + b"]"


@pytest.mark.parametrize("part", PARTS)
def test_the_largest_bodies_of_small_parts(client: httpx2.Client, part: bytes) -> None:
    body = gzip.compress(with_field("deals", listed(part, 8 * MEBIBYTE - 1000)), 1)
    assert client.post(RECORDS, content=body, headers=JSON | GZIP).status_code == 422
    lines, _ = upload_in_bulk(client, body, headers=GZIP)
    assert [line["status"] for line in lines] == ["refused"]


@pytest.mark.parametrize("part", PARTS)
def test_as_many_values_as_are_allowed(client: httpx2.Client, part: bytes) -> None:
    deals, event = (
        with_field("deals", many_values(part, RECORD_VALUES - 10_000)),
        b'{"a":%b}' % many_values(part, RECORD_VALUES - 10_000),
    )
    assert client.post(RECORDS, content=deals, headers=JSON).status_code in {201, 422}
    assert client.post(RECORDS, content=with_field("event", event), headers=JSON).status_code == 201


def test_bodies_of_as_many_values_as_are_allowed_at_once(client: httpx2.Client) -> None:
    bodies = [with_field("deals", many_values(part, RECORD_VALUES - 10_000)) for part in PARTS]
    answers = run_at_once(
        *(lambda body=body: client.post(RECORDS, content=body, headers=JSON) for body in bodies),
        *(lambda body=body: client.post(BULK, content=body) for body in bodies),
    )
    assert {answer.status_code for answer in answers} <= {200, 201, 422}


def test_the_largest_record_that_is_accepted(client: httpx2.Client) -> None:
    body = with_field("deals", deals(DEALS))
    assert client.post(RECORDS, content=body, headers=JSON).status_code == 201
    report = client.get(f"{client.get(RECORDS).json()['records'][0]['address']}/report")
    assert report.status_code == 200


def test_large_records_at_once(client: httpx2.Client) -> None:
    bodies = [with_field("deals", deals(DEALS - number)) for number in range(3)]
    answers = run_at_once(
        *(lambda body=body: client.post(RECORDS, content=body, headers=JSON) for body in bodies),
        *(lambda body=body: client.post(BULK, content=body) for body in bodies),
    )
    assert {answer.status_code for answer in answers} <= {200, 201}


@pytest.mark.parametrize("part", PARTS)
def test_bodies_of_changes(client: httpx2.Client, part: bytes) -> None:
    made = client.post(TOURNAMENTS, json={"name": f"Cup {part!r}", "rules": "dalmuti"})
    body = gzip.compress(listed(part, 8 * MEBIBYTE - 1000), 1)
    headers = JSON | GZIP | {"If-Match": '"1"'}
    assert client.post(f"{made.headers['Location']}/changes", content=body, headers=headers).status_code == 422
    assert client.post("/v1/players/a/merges", content=body, headers=JSON | GZIP).status_code in {404, 405, 413}
    form = b'{"records":%b}' % listed(part, MEBIBYTE - 1000)
    assert client.post(f"{made.headers['Location']}/landings", content=form, headers=JSON).status_code >= 400


def spaces(begin: bytes = b"") -> bytes:
    """The beginning and a gigabyte of spaces, compressed to very little."""
    return gzip.compress(begin) + 64 * gzip.compress(bytes(16 * MEBIBYTE).replace(b"\0", b" "))


@pytest.mark.parametrize("headers", [JSON | GZIP, {"Content-Type": "application/gzip"}])
def test_a_gigabyte_of_spaces_in_gzip(client: httpx2.Client, headers: dict[str, str]) -> None:
    assert client.post(RECORDS, content=spaces(), headers=headers).status_code == 413


def test_gzip_within_gzip(client: httpx2.Client) -> None:
    assert client.post(RECORDS, content=gzip.compress(spaces()), headers=JSON | GZIP).status_code == 422


def test_a_line_of_a_gigabyte_is_refused(client: httpx2.Client) -> None:
    begin = json.dumps(document()).encode()[:-1]
    [refused], _sums = upload_in_bulk(client, spaces(begin), headers=GZIP)
    assert refused["problem"]["errors"][0]["detail"] == "expected a record of at most 8 MiB, found a longer one"
