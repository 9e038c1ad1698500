"""The running service as its clients call it, and what they are told."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx

from tests.support.command_line import daifu
from tests.support.served import PATIENCE, Served
from tests.support.service import bearer

Json = dict[str, Any]

RECORDS = "/v1/records"
BULK = "/v1/records/bulk"
EXPORT = "/v1/records/export"
GZIP = {"Content-Encoding": "gzip"}


def caller(service: Served, token: str | None = None) -> httpx.Client:
    """A client that has the token with which the service began, or another one."""
    return httpx.Client(base_url=service.url, headers=bearer(token or service.token), timeout=PATIENCE)


def ndjson(records: Iterable[object]) -> bytes:
    """Records, one a line."""
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def sent_in_bulk(client: httpx.Client, body: bytes, **settings: Any) -> tuple[list[Json], Json]:  # noqa: ANN401 - the client's own
    """What is told of each record of an upload, and the sums."""
    answer = client.post(BULK, content=body, **settings)
    assert answer.status_code == 200, answer.text
    *lines, last = map(json.loads, answer.text.splitlines())
    assert last["done"], last
    return lines, last


def pages(client: httpx.Client, **query: str | int) -> Iterator[list[Json]]:
    """A list of records, page by page, as its links lead."""
    address: str | None = str(httpx.URL(RECORDS, params=query))
    while address:
        answer = client.get(address)
        assert answer.status_code == 200, answer.text
        yield answer.json()["records"]
        address = answer.links.get("next", {}).get("url")


def listed(client: httpx.Client, **query: str | int) -> list[Json]:
    """The whole list."""
    return [record for page in pages(client, **query) for record in page]


def exported(client: httpx.Client, **query: str) -> list[Json]:
    """All records, as an export has them."""
    answer = client.get(EXPORT, params=query)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def assert_whole(folder: Path) -> None:
    """Let `daifu verify` look at the store in the folder of a service."""
    result = daifu("verify", "--db", folder / "daifu.db")
    assert result.exit_code == 0, result.output
