"""Files at addresses that fsspec understands, such as `s3://bucket/games.ndjson` or `memory://games`.

fsspec is of the extra `cluster`. It is loaded when the first address is read.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import Any, Final

from daifu.schemas.sources import messages

_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+(?:::|://)")


class AddressRefused(Exception):
    """An address that cannot be read on this machine; `args[0]` is the `Text` that says why."""


def is_address(path: str) -> bool:
    """Whether a path is an address and not the path of a file."""
    return _ADDRESS.match(path) is not None


@contextmanager
def open_address(address: str) -> Iterator[BufferedReader]:
    """The file at an address, open for reading. Raises `AddressRefused` and kinds of `OSError`.

    What fsspec opens on S3 or a web server has no `read1`, and a `readline` without a size: the reader adds both.
    """
    files, path = _file_system(address)
    with BufferedReader(files.open(path, "rb")) as file:
        yield file


def files_below(address: str) -> list[str] | None:
    """The addresses of all files in a folder, sorted; None where the address is not that of a folder.

    Raises `AddressRefused` and kinds of `OSError`.
    """
    files, path = _file_system(address)
    if not files.isdir(path):
        return None
    return sorted(files.unstrip_protocol(found) for found in files.find(path))


def size_and_version(address: str) -> tuple[int, str]:
    """The number of bytes at an address, and a text that changes with its content.

    Raises `AddressRefused` and kinds of `OSError`.
    """
    files, path = _file_system(address)
    return int(files.size(path) or 0), str(files.ukey(path))


def _file_system(address: str) -> tuple[Any, str]:
    """What fsspec reads an address with, and the path there."""
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 - of an extra
    except ImportError as error:
        raise AddressRefused(messages.NO_FSSPEC) from error
    try:
        files, path = url_to_fs(address)
    except (ImportError, ValueError) as error:  # there is no such kind, or its library is missing
        raise AddressRefused(messages.unknown_address(error)) from error
    return files, str(path)
