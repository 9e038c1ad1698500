"""Tables become files that any reader of Parquet takes: with exact types, in row groups of bounded size."""

import gc
import io
import sys
from typing import Any

import pytest
from pyarrow import parquet

from daifu.schemas.parquet import writer as parquet_writer
from daifu.schemas.parquet.records import TABLES
from daifu.schemas.parquet.table import ExportedRecord
from tests.support.processes import peak_memory
from tests.support.small_records import document, json_bytes, theater_record
from tests.support.tables import NOBODY_MERGED, parquet_of, read_rows, row_group_sizes, stored_version

every_table = pytest.mark.parametrize("name", TABLES)


@every_table
def test_a_table_without_rows_is_a_file_with_its_columns(name: str) -> None:
    file = parquet_of(name, [])
    assert read_rows(file) == []
    assert parquet.read_schema(io.BytesIO(file)).equals(parquet_writer.arrow_schema(TABLES[name]))


@every_table
def test_the_types_are_those_that_are_described(name: str) -> None:
    schema = parquet.read_schema(io.BytesIO(parquet_of(name, [document()])))
    described = [(column.name, column.type.value, column.optional) for column in TABLES[name].columns]
    assert [(field.name, described_type(field.type), field.nullable) for field in schema] == described


def described_type(type_: object) -> str:
    """What pyarrow calls a type, said as it is described."""
    names = {
        "date32[day]": "date32",
        "list<element: string not null>": "list<string>",
        "list<element: int16 not null>": "list<int16>",
        "list<element: int16>": "list<int16 or null>",
        "list<element: double>": "list<double or null>",
    }
    return names.get(str(type_), str(type_))


@every_table
def test_no_two_columns_share_a_name(name: str) -> None:
    names = [column.name for column in TABLES[name].columns]
    assert len(set(names)) == len(names)


def test_a_row_group_is_limited_in_rows_also_within_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_writer, "MOST_ROWS", 4)
    file = parquet_of("actions", [theater_record("1 S5", "2 H6"), theater_record("1 S5")])
    assert row_group_sizes(file) == [4, 4, 3]
    assert [row["action"] for row in read_rows(file)] == [*range(6), *range(5)]


def test_a_row_group_is_limited_in_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_writer, "MOST_BYTES", 25_000)
    records = [document(notes="x" * 10_000)] * 7
    assert row_group_sizes(parquet_of("records", records)) == [3, 3, 1]


def test_rows_are_counted() -> None:
    with parquet_writer.TableWriter(TABLES["seats"], io.BytesIO()) as writer:
        writer.add(ExportedRecord(stored_version(1), json_bytes(document()), NOBODY_MERGED))
    assert writer.rows == 4


class Full(io.BytesIO):
    """A file on a disk that has room for its beginning alone."""

    def write(self, data: Any, /) -> int:  # noqa: ANN401 - any buffer
        if self.tell():
            raise OSError(28, "No space left on device")
        return super().write(data)


def test_a_write_error_is_raised_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a second time by pyarrow, when it lets go of what it had."""
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    with pytest.raises(OSError, match="No space left"), parquet_writer.TableWriter(TABLES["seats"], Full()) as writer:
        writer.add(ExportedRecord(stored_version(1), json_bytes(document()), NOBODY_MERGED))
    del writer
    gc.collect()
    assert told == []


def test_the_same_records_give_the_same_bytes() -> None:
    assert parquet_of("seats", [document()] * 3) == parquet_of("seats", [document()] * 3)


class Nowhere(io.BytesIO):
    """Takes whatever is written and keeps none of it."""

    def write(self, data: Any, /) -> int:  # noqa: ANN401 - any buffer
        return len(data)


@pytest.mark.soak
def test_only_the_rows_of_one_group_are_held_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    record = json_bytes(theater_record("1 S5 # said", "2 H6"))

    def write() -> None:
        with parquet_writer.TableWriter(TABLES["actions"], Nowhere()) as writer:
            for number in range(200):
                writer.add(ExportedRecord(stored_version(number), record, NOBODY_MERGED))

    in_one_group = peak_memory(write)
    monkeypatch.setattr(parquet_writer, "MOST_ROWS", 100)
    assert peak_memory(write) < in_one_group / 2
