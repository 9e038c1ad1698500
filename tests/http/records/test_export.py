"""`GET /v1/records/export`: whole records, one a line."""

import gzip
import json
from itertools import cycle

from flask.testing import FlaskClient

from daifu.api.http.services import MOST_EXPORTS
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import LOCAL_AUTHOR, Author
from daifu.schemas.judgement import judge_json
from tests.support.http_client import EXPORT, Headers, delete_record, problem_name, store_record
from tests.support.processes import peak_memory
from tests.support.small_records import Document, document, json_bytes
from tests.support.stores import ON_SQLITE


def export_lines(client: FlaskClient, headers: Headers | None = None, **query: str) -> list[Document]:
    answer = client.get("/v1/records/export", query_string=query, headers=headers)
    assert answer.content_type == "application/x-ndjson"
    return [json.loads(line) for line in answer.get_data().splitlines()]


def store_many(store: Store, count: int, length: int) -> None:
    """Put `count` records with notes of this length into a store. Each has a player whose name is its number."""
    table = ["Mu", "Junko", "Shimo"]
    records = (document(players=[f"{number}", *table], notes="x" * length) for number in range(count))
    store.add([judge_json(json_bytes(record)) for record in records], Author(LOCAL_AUTHOR))


def test_it_has_records_that_were_withdrawn_only_when_asked(client: FlaskClient, scorekeeper: Headers) -> None:
    store_record(client, scorekeeper)
    address = store_record(client, scorekeeper, notes="by mistake")
    delete_record(client, scorekeeper, address, revision=1)
    assert export_lines(client) == [document()]
    assert export_lines(client, scorekeeper, withdrawn="true") == [document(notes="by mistake")]


def test_memory_stays_flat_however_much_there_is(client: FlaskClient, store: Store) -> None:
    store_many(store, 400, length=20_000)

    def read() -> int:
        return sum(map(len, client.get("/v1/records/export").iter_encoded()))

    assert read() > 8_000_000
    assert peak_memory(read) < 2_000_000


def test_it_comes_in_gzip_where_the_client_takes_it(client: FlaskClient, store: Store) -> None:
    store_many(store, 100, length=2_000)
    plain = client.get("/v1/records/export", headers={"Accept-Encoding": "gzip;q=0"})
    packed = client.get("/v1/records/export", headers={"Accept-Encoding": "gzip"})
    assert ("Content-Encoding" in plain.headers, packed.headers["Content-Encoding"]) == (False, "gzip")
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 10


@ON_SQLITE
def test_a_client_who_leaves_early_leaves_nothing_open(client: FlaskClient, store: Store) -> None:
    store_many(store, 200, length=2_000)
    answer = client.get("/v1/records/export")
    next(answer.iter_encoded())
    answer.close()
    store.close()
    store.path.unlink()


@ON_SQLITE
def test_only_so_many_exports_are_under_way_at_a_time(client: FlaskClient, store: Store) -> None:
    store_many(store, 1, 9)
    addresses = cycle((EXPORT, "/v1/export/seats.parquet"))
    answers = [client.get(address) for address, _number in zip(addresses, range(MOST_EXPORTS), strict=False)]
    refused = client.get(EXPORT)
    assert problem_name(refused) == "busy"
    assert refused.headers["Retry-After"] == "1"
    for answer in answers:
        answer.close()
    assert client.get(EXPORT).status_code == 200
