"""What pyarrow reads in files of Parquet."""

import io
from typing import Any

from pyarrow import parquet

Row = dict[str, Any]


def read(file: bytes) -> list[Row]:
    """The rows of a file."""
    found: list[Row] = parquet.read_table(io.BytesIO(file)).to_pylist()
    return found


def columns_of(file: bytes) -> list[tuple[str, str, bool]]:
    """The columns of a file: name, type, and whether there may be nothing in it."""
    schema = parquet.read_schema(io.BytesIO(file))
    return [(field.name, _said(field.type), field.nullable) for field in schema]


def _said(type_: object) -> str:
    """A type as columns are described."""
    return str(type_).replace("element: ", "").replace(" not null", "")
