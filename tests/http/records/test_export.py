"""Records are exported: whole ones, one a line, and as tables of Parquet."""

import gzip
import json
from collections.abc import Mapping
from contextlib import closing
from itertools import cycle

import pytest
from flask.testing import FlaskClient

from daifu.api.http.resources import export as export_resource
from daifu.api.http.services import MOST_EXPORTS
from daifu.api.settings import Settings
from daifu.data import export
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import LOCAL_AUTHOR, Author, StoredRecord
from daifu.schemas.judgement import judge_json
from daifu.schemas.parquet.records import TABLES
from daifu.schemas.parquet.table import ExportedRecord
from tests.support.http_app import MakeClient
from tests.support.http_client import EXPORT, Headers, delete_record, post_record, problem_name, store_record
from tests.support.processes import peak_memory
from tests.support.small_records import FAULTY_RECORD, Document, document, json_bytes, theater_record
from tests.support.stores import ON_SQLITE
from tests.support.tables import Row, parquet_of, read_rows, row_group_sizes, rows_of


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


JULY = {"name": "Cup", "date": "2026-07-31"}


def export_table(client: FlaskClient, table: str, **query: str) -> list[Row]:
    answer = client.get(f"/v1/export/{table}.parquet", query_string=query)
    assert (answer.status_code, answer.content_type) == (200, "application/vnd.apache.parquet")
    return read_rows(answer.get_data())


def store_events(store: Store, count: int) -> None:
    """Put `count` records into a store, each with an event of its own."""
    records = (theater_record("1 S5", "2 H6", event={"round": number}) for number in range(count))
    store.add([judge_json(json_bytes(record)) for record in records], Author(LOCAL_AUTHOR))


@pytest.mark.parametrize("table", [name for name in TABLES if name != "records"])
def test_a_table_has_the_rows_of_all_records(client: FlaskClient, scorekeeper: Headers, table: str) -> None:
    records = [document(event=JULY), FAULTY_RECORD, document(rules="dalmuti")]
    for record in records:
        post_record(client, scorekeeper, record)
    assert export_table(client, table) == rows_of(table, *records)


def test_records_have_what_the_store_knows_of_them(client: FlaskClient, scorekeeper: Headers, store: Store) -> None:
    store_record(client, scorekeeper)
    client.post("/v1/records/1/deals", json=document()["deals"][0], headers={**scorekeeper, "If-Match": '"1"'})
    [row] = export_table(client, "records")
    assert (row["record"], row["revision"], row["deals"], row["withdrawn"]) == (1, 2, 2, False)
    assert row["stored_at"] == store.record(1).stored_at


@pytest.mark.parametrize("table", TABLES)
def test_where_nothing_is_found_a_table_has_its_columns(client: FlaskClient, table: str) -> None:
    answer = client.get(f"/v1/export/{table}.parquet")
    assert answer.get_data() == parquet_of(table, [])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"rules": "dalmuti"}, [3]),
        ({"player": "nobody"}, []),
        ({"tournament": "Cup"}, [1]),
        ({"legal": "false"}, [2]),
        ({"fault": "not_stronger"}, [2]),
        ({"from": "2026-07-31", "to": "2026-07-31"}, [1]),
    ],
)
def test_a_table_takes_the_filters_of_lists(
    client: FlaskClient, scorekeeper: Headers, query: dict[str, str], found: list[int]
) -> None:
    for record in (document(event=JULY), FAULTY_RECORD, document(rules="dalmuti"), document(notes="by mistake")):
        address = post_record(client, scorekeeper, record).headers["Location"]
    delete_record(client, scorekeeper, address, revision=1)
    rows = export_table(client, "records", **query)
    assert [row["record"] for row in rows] == found
    assert not any(row["withdrawn"] for row in rows)


def test_a_table_of_withdrawn_records_is_for_scorekeepers(client: FlaskClient, scorekeeper: Headers) -> None:
    address = post_record(client, scorekeeper, document(notes="by mistake")).headers["Location"]
    delete_record(client, scorekeeper, address, revision=1)
    path = "/v1/export/records.parquet?withdrawn=true"
    assert problem_name(client.get(path)) == "not-authenticated"
    [row] = read_rows(client.get(path, headers=scorekeeper).get_data())
    assert (row["record"], row["withdrawn"]) == (1, True)


def test_ratings_are_those_that_are_shown(client: FlaskClient, scorekeeper: Headers) -> None:
    post_record(client, scorekeeper, document())
    shown = client.get("/v1/ratings?rules=theater").get_json()["ratings"]
    rows = export_table(client, "ratings", rules="theater")
    assert [(row["place"], row["person_id"], row["deals"]) for row in rows] == [
        (one["place"], one["player"]["id"], one["deals"]) for one in shown
    ]
    assert [row["mu"] for row in rows] == pytest.approx([one["mu"] for one in shown], abs=0.01)


def test_a_reader_is_needed_where_reading_is_closed(make_client: MakeClient, reader: Headers) -> None:
    client = make_client(Settings(reading="closed"))
    assert problem_name(client.get("/v1/export/deals.parquet")) == "not-authenticated"
    assert client.get("/v1/export/deals.parquet", headers=reader).status_code == 200


def test_a_table_is_sent_row_group_by_row_group(
    client: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_resource, "GROUP_ROWS", 50)
    store_events(store, 30)
    pieces = list(client.get("/v1/export/actions.parquet").iter_encoded())
    assert len(pieces) > 3
    assert row_group_sizes(b"".join(pieces)) == [50, 50, 50, 30]


@pytest.mark.soak
def test_only_the_rows_of_one_group_are_held_in_memory(
    client: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> None:
        assert sum(map(len, client.get("/v1/export/actions.parquet").iter_encoded()))

    store_events(store, 200)
    in_one_group = peak_memory(read)
    monkeypatch.setattr(export_resource, "GROUP_ROWS", 100)
    assert peak_memory(read) < in_one_group / 2


def test_an_answer_that_breaks_off_is_no_parquet(
    client: FlaskClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_resource, "GROUP_ROWS", 10)
    store_events(store, 30)
    read = export.export_record

    def broken(stored: StoredRecord, merged: Mapping[str, str]) -> ExportedRecord:
        if stored.id == 20:
            raise OSError(5, "Input/output error")
        return read(stored, merged)

    monkeypatch.setattr(export, "export_record", broken)
    pieces: list[bytes] = []
    with (
        closing(client.get("/v1/export/actions.parquet")) as answer,
        pytest.raises(OSError, match="Input/output error"),
    ):
        pieces += answer.iter_encoded()
    assert pieces
    with pytest.raises(ValueError, match="not a parquet file"):
        read_rows(b"".join(pieces))


def test_what_is_packed_already_is_not_packed_again(client: FlaskClient, store: Store) -> None:
    store_events(store, 10)
    answer = client.get("/v1/export/actions.parquet", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
    assert len(read_rows(answer.get_data())) == 60


@ON_SQLITE
def test_a_client_who_leaves_a_table_early_leaves_nothing_open(client: FlaskClient, store: Store) -> None:
    store_events(store, 10)
    answer = client.get("/v1/export/actions.parquet")
    next(answer.iter_encoded())
    answer.close()
    store.close()
    store.path.unlink()
