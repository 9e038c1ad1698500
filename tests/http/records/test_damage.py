"""A damaged text is a problem that names the record; everything else can be read, and a good text puts it right."""

import io
from pathlib import Path
from typing import cast

import pytest
from flask.testing import FlaskClient
from pyarrow import parquet
from werkzeug.test import TestResponse

from daifu.data.store.sqlite.store import Store as SqliteStore
from daifu.data.store.store import Store
from tests.support.http_client import BULK, RECORDS, Headers, Json, if_match, ndjson, post_record, problem_name
from tests.support.small_records import document
from tests.support.stores import ON_SQLITE, tamper

pytestmark = ON_SQLITE


def json_of(answer: TestResponse) -> Json:
    """The body of an answer."""
    return cast("Json", answer.get_json())


@pytest.fixture
def damaged(client: FlaskClient, store: Store, scorekeeper: Headers) -> FlaskClient:
    """A client of a service on a store in which the second of three records is damaged."""
    for notes in ("one", "two", "three"):
        post_record(client, scorekeeper, document(notes=notes))
    assert isinstance(store, SqliteStore)
    tamper(Path(store.path), "UPDATE revisions SET packed = substr(packed, 1, 90) WHERE record = 2")
    return client


@pytest.mark.parametrize("part", ["", "/report", "/revisions", "/revisions/1", "/deals/1"])
def test_a_read_of_a_damaged_text_names_the_record(damaged: FlaskClient, part: str) -> None:
    answer = damaged.get(f"{RECORDS}/2{part}")
    assert (answer.status_code, problem_name(answer)) == (503, "unavailable")
    assert json_of(answer)["record"] == 2
    assert "the text of record 2, revision 1, is damaged" in json_of(answer)["detail"]
    assert damaged.get(f"{RECORDS}/3{part}").status_code == 200


def test_the_export_leaves_it_out_and_says_so(damaged: FlaskClient) -> None:
    *lines, last = damaged.get(f"{RECORDS}/export").data.splitlines()
    assert len(lines) == 2
    assert last == b'{"left_out":[2]}'


def test_a_table_leaves_it_out_and_says_so(damaged: FlaskClient) -> None:
    file = parquet.ParquetFile(io.BytesIO(damaged.get("/v1/export/records.parquet").data))
    assert file.read()["record"].to_pylist() == [1, 3]
    assert file.metadata.metadata[b"left_out"] == b"[2]"


def test_the_same_text_puts_it_right(damaged: FlaskClient, scorekeeper: Headers) -> None:
    answer = post_record(damaged, scorekeeper, document(notes="two"))
    assert (answer.status_code, json_of(answer)["status"], json_of(answer)["id"]) == (200, "repaired", 2)
    assert json_of(damaged.get(f"{RECORDS}/2"))["notes"] == "two"


def test_the_same_text_in_bulk_puts_it_right(damaged: FlaskClient, scorekeeper: Headers) -> None:
    lines = damaged.post(BULK, data=ndjson([document(notes="two"), document(notes="one")]), headers=scorekeeper)
    assert [b'"status":"repaired"' in line for line in lines.data.splitlines()] == [True, False, False]
    assert damaged.get(f"{RECORDS}/2").status_code == 200


def test_a_correction_puts_it_right(damaged: FlaskClient, scorekeeper: Headers) -> None:
    url = f"{RECORDS}/2?reason=x"
    assert damaged.put(url, json=document(notes="new"), headers=if_match(scorekeeper, 1)).status_code == 200
    assert json_of(damaged.get(f"{RECORDS}/2"))["notes"] == "new"


def test_it_can_be_withdrawn_and_restored(damaged: FlaskClient, scorekeeper: Headers) -> None:
    url = f"{RECORDS}/2?reason=x"
    assert damaged.delete(url, headers=if_match(scorekeeper, 1)).status_code == 204
    assert damaged.put(url, json=document(notes="two"), headers=if_match(scorekeeper, 2)).status_code == 200
    assert json_of(damaged.get(f"{RECORDS}/2"))["notes"] == "two"
