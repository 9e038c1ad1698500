"""Requests made to break the service are answered with a problem, and memory stays flat."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from daifu.schemas.record.limits import DEALS, RECORD_VALUES
from tests.support.http_client import BULK, GZIP, RECORDS, TOURNAMENTS, Json
from tests.support.processes import WAIT_SECONDS
from tests.support.running_service import RunningService, connect, http_client, run_at_once, run_service, upload_in_bulk
from tests.support.small_records import document

MEBIBYTE = 1 << 20
JSON = {"Content-Type": "application/json"}
DEEP = 1_000_000
MANY = 100_000


@pytest.fixture(autouse=True, scope="module")
def _no_failures(service: RunningService) -> Iterator[None]:
    """None of these requests makes the service fail, and none brings the secret of its token into the log."""
    since = service.log.stat().st_size
    yield
    lines = service.log.read_bytes()[since:].decode().splitlines()
    assert lines
    assert [line for line in lines if json.loads(line)["level"] == "ERROR"] == []
    assert service.token not in "".join(lines)


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx2.Client]:
    with http_client(service) as called:
        yield called


def problem(answer: httpx2.Response) -> int:
    """The status of an answer, which must be a problem."""
    assert answer.headers["Content-Type"] == "application/problem+json", answer.text[:300]
    body = answer.json()
    assert (body["status"], body["request_id"]) == (answer.status_code, answer.headers["X-Request-Id"])
    return answer.status_code


def record(**texts: str) -> bytes:
    """A record, some of whose fields have this JSON."""
    fields = {name: json.dumps(value) for name, value in document().items()} | texts
    return "{{{}}}".format(",".join(f'"{name}":{text}' for name, text in fields.items())).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[" * DEEP + b"]" * DEEP,
        b'{"a":' * DEEP + b"1" + b"}" * DEEP,
        record(event='{"a":' * 40 + "1" + "}" * 40),
        record(event='{"round": 1e400}'),
        record(event=f'{{"round": {"9" * 5_000}}}'),
        record(event='{"round": NaN}'),
        record(event='{"name": "\\ud800"}'),
        record(event='{"\\udfff": 1}'),
        record(event='{"name": "\\u0000"}'),
        record(players='["Mu", "Ju\\u0000", "Shimo", "Aki"]'),
        record(deals='[{"result": {"order": [1e400]}}]'),
        record(deals='[{"result": {"points": [1e308, -1e308, 0, 0]}}]'),
        record(deals=f"[{','.join(['{}'] * 300_000)}]"),
        record(players=json.dumps([f"player {number}" for number in range(MANY)])),
        record(options=json.dumps(dict.fromkeys(map(str, range(MANY))))),
        record(**{f"field {number}": "1" for number in range(MANY)}),
        record() + b"\0",
        record().decode().encode("utf-16-le"),
        record(notes='"\xfc"').decode().encode("latin-1"),
        gzip.compress(gzip.compress(record(), mtime=0), mtime=0),
    ],
    ids=lambda body: f"{len(body)} {body[:40]!r}",
)
def test_bodies_that_are_not_records_are_refused(client: httpx2.Client, body: bytes) -> None:
    assert problem(client.post(RECORDS, content=body, headers=JSON)) == 422
    assert client.post(BULK, content=body + b"\n" + record()).status_code in {200, 422}


@pytest.mark.parametrize("coding", ["br", "deflate", "gzip, gzip", "x" * 5_000])
def test_an_unknown_coding_is_refused(client: httpx2.Client, coding: str) -> None:
    answer = client.post(RECORDS, content=record(), headers=JSON | {"Content-Encoding": coding})
    assert problem(answer) == 415


@pytest.mark.parametrize(
    "query",
    [
        "cursor=",
        "cursor=-1",
        f"cursor={'f' * 16}",
        f"cursor={'9' * 5_000}",
        "limit=1e3",
        "limit=5&limit=5",
        "legal=TRUE",
        "from=2026-02-30",
        "%00=1",
        "=",
        "player=a&player=b",
    ],
)
def test_a_malformed_query_is_a_bad_request(client: httpx2.Client, query: str) -> None:
    assert problem(client.get(f"{RECORDS}?{query}")) == 400


@pytest.mark.parametrize("query", ["player=%00", "player=%ff", "player=%ED%A0%80", "tournament=", f"cursor={'f' * 15}"])
def test_a_query_that_no_record_matches_is_answered(client: httpx2.Client, query: str) -> None:
    assert client.get(f"{RECORDS}?{query}").status_code == 200


@pytest.mark.parametrize("options", ["[", "[" * 1_000, '{"a": 1e400}', '{"a": "\\ud800"}', "null"])
def test_malformed_options_are_a_bad_request(client: httpx2.Client, options: str) -> None:
    upload_in_bulk(client, record())
    assert problem(client.get(f"{RECORDS}/1/report", params={"options": options})) == 400


@pytest.mark.parametrize("number", ["0", "-1", "01", "1.0", f"{2**63}", f"{2**64}", "9" * 5_000, "%00", "٣", "1%2F2"])
def test_an_impossible_number_is_not_found(client: httpx2.Client, number: str) -> None:
    for address in (f"{RECORDS}/{number}", f"{RECORDS}/1/deals/{number}", f"{RECORDS}/1/revisions/{number}/report"):
        assert problem(client.get(address)) == 404


ADDRESSES = ("", "/bulk", "/export", "/1", "/1/report", "/1/deals", "/1/deals/1", "/1/revisions", "/1/revisions/1")
PAGES = ("/", "/docs", "/openapi.yaml", "/healthz", "/readyz", "/metrics", "/v1/rules", "/v1/tokens")


@pytest.mark.parametrize("address", [*PAGES, *(RECORDS + part for part in ADDRESSES)])
def test_methods_that_an_address_does_not_have_are_refused(client: httpx2.Client, address: str) -> None:
    allowed = client.options(address).headers["Allow"].split(", ")
    assert not client.head(address).content
    for method in ("TRACE", "PATCH", "CONNECT", "FOO"):
        answer = client.request(method, address)
        assert problem(answer) == 405
        assert sorted(answer.headers["Allow"].split(", ")) == sorted(allowed)


def raw_answer(service: RunningService, *lines: str) -> tuple[int, Json]:
    """The status and the problem that answer these lines."""
    head = [f"Authorization: Bearer {service.token}", "Connection: close"]
    with connect(service) as connection:
        connection.sendall("\r\n".join((lines[0], *head, *lines[1:])).encode("latin-1"))
        answer, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    assert b"application/problem+json" in answer, answer
    found: Json = json.loads(body)
    return int(answer.split()[1]), found


HOST = "Host: localhost"
GET = f"GET {RECORDS} HTTP/1.1"
POST = f"POST {RECORDS} HTTP/1.1"


@pytest.mark.parametrize(
    "lines",
    [
        (POST, HOST, "Content-Length: 5", "Transfer-Encoding: chunked", "", "0", "", GET, HOST, "", ""),
        (POST, HOST, "Content-Length: 5", "Content-Length: 6", "", "{}    "),
        (POST, HOST, "Transfer-Encoding: xchunked", "", "0", "", ""),
        (POST, HOST, "Content-Length: -5", "", ""),
        (POST, HOST, "Transfer-Encoding: chunked", "", "2;\x00", "{}", "0", "", ""),
        (POST, HOST, "Transfer-Encoding: chunked", "", "1" * 20_000),
        (GET, HOST, "X-A : b", "", ""),
        (GET, HOST, "X-A: b", " c", "", ""),
        (GET, HOST, "X-A: b\x00c", "", ""),
        ("GET / HTTP/9.9", HOST, "", ""),
        ("PRI * HTTP/2.0", "", "SM", "", ""),
        ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "", ""),
    ],
    ids=lambda lines: " ".join(lines)[:60].encode("unicode_escape").decode(),
)
def test_malformed_requests_are_bad_requests(service: RunningService, lines: tuple[str, ...]) -> None:
    status, body = raw_answer(service, *lines)
    assert (status, body["type"]) == (400, "urn:daifu:problem:bad-request")
    assert body["request_id"]


def test_more_header_fields_than_are_taken_are_too_large(service: RunningService) -> None:
    status, body = raw_answer(service, GET, HOST, *(f"X-{number}: a" for number in range(300)), "", "")
    assert (status, body["type"]) == (431, "urn:daifu:problem:headers-too-large")


def test_a_huge_content_length_is_too_large(service: RunningService) -> None:
    assert raw_answer(service, POST, HOST, f"Content-Length: {'9' * 30}", "", "")[0] == 413
    assert raw_answer(service, f"POST {BULK} HTTP/1.1", HOST, f"Content-Length: {'9' * 30}", "", "")[0] == 413


def test_after_a_refused_upload_the_next_request_is_answered(service: RunningService) -> None:
    with httpx2.Client(base_url=service.url, timeout=WAIT_SECONDS) as stranger:
        for _attempt in range(5):
            answer = stranger.post(RECORDS, content=bytes(MEBIBYTE), headers=JSON)
            assert (problem(answer), answer.headers["Connection"]) == (401, "close")
            assert stranger.get("/v1/rules").status_code == 200


MOST = 300
PARTS = (b"{}", b"[]", b"1.5", b"0", b'""', b'{"a":1}', b'{"result":{"order":[1,2,3,4]}}', b'{"actions":["3"]}')
DEAL = b'{"result":{"order":[1,2,3,4],"points":[1,2,3,4]}}'


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with one worker."""
    folder = tmp_path_factory.mktemp("memory")
    with run_service(folder, DAIFU_WORKERS="1", DAIFU_RATE="0", DAIFU_RATE_ADDRESS="0") as running:
        yield running


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


@pytest.mark.soak
@pytest.mark.parametrize("part", PARTS)
def test_the_largest_bodies_of_small_parts(client: httpx2.Client, part: bytes) -> None:
    body = gzip.compress(with_field("deals", listed(part, 8 * MEBIBYTE - 1000)), 1)
    assert client.post(RECORDS, content=body, headers=JSON | GZIP).status_code == 422
    lines, _ = upload_in_bulk(client, body, headers=GZIP)
    assert [line["status"] for line in lines] == ["refused"]


@pytest.mark.soak
@pytest.mark.parametrize("part", PARTS)
def test_as_many_values_as_are_allowed(client: httpx2.Client, part: bytes) -> None:
    deals, event = (
        with_field("deals", many_values(part, RECORD_VALUES - 10_000)),
        b'{"a":%b}' % many_values(part, RECORD_VALUES - 10_000),
    )
    assert client.post(RECORDS, content=deals, headers=JSON).status_code in {201, 422}
    assert client.post(RECORDS, content=with_field("event", event), headers=JSON).status_code == 201


@pytest.mark.soak
def test_bodies_of_as_many_values_as_are_allowed_at_once(client: httpx2.Client) -> None:
    bodies = [with_field("deals", many_values(part, RECORD_VALUES - 10_000)) for part in PARTS]
    answers = run_at_once(
        *(lambda body=body: client.post(RECORDS, content=body, headers=JSON) for body in bodies),
        *(lambda body=body: client.post(BULK, content=body) for body in bodies),
    )
    assert {answer.status_code for answer in answers} <= {200, 201, 422}


@pytest.mark.soak
def test_the_largest_record_that_is_accepted(client: httpx2.Client) -> None:
    body = with_field("deals", deals(DEALS))
    assert client.post(RECORDS, content=body, headers=JSON).status_code == 201
    report = client.get(f"{client.get(RECORDS).json()['records'][0]['address']}/report")
    assert report.status_code == 200


@pytest.mark.soak
def test_large_records_at_once(client: httpx2.Client) -> None:
    bodies = [with_field("deals", deals(DEALS - number)) for number in range(3)]
    answers = run_at_once(
        *(lambda body=body: client.post(RECORDS, content=body, headers=JSON) for body in bodies),
        *(lambda body=body: client.post(BULK, content=body) for body in bodies),
    )
    assert {answer.status_code for answer in answers} <= {200, 201}


@pytest.mark.soak
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


@pytest.mark.soak
@pytest.mark.parametrize("headers", [JSON | GZIP, {"Content-Type": "application/gzip"}])
def test_a_gigabyte_of_spaces_in_gzip(client: httpx2.Client, headers: dict[str, str]) -> None:
    assert client.post(RECORDS, content=spaces(), headers=headers).status_code == 413


@pytest.mark.soak
def test_gzip_within_gzip(client: httpx2.Client) -> None:
    assert client.post(RECORDS, content=gzip.compress(spaces()), headers=JSON | GZIP).status_code == 422


@pytest.mark.soak
def test_a_line_of_a_gigabyte_is_refused(client: httpx2.Client) -> None:
    begin = json.dumps(document()).encode()[:-1]
    [refused], _sums = upload_in_bulk(client, spaces(begin), headers=GZIP)
    assert refused["problem"]["errors"][0]["detail"] == "expected a record of at most 8 MiB, found a longer one"
