"""Files at addresses are read like files of this machine, whatever fsspec opens for them."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem
from fsspec.spec import AbstractBufferedFile

from daifu.schemas.sources.streams import FileSource, open_part, open_stream

LINES = [f"line {number}\n".encode() for number in range(30_000)]
TEXT = b"".join(LINES)


class BlockFile(AbstractBufferedFile):  # type: ignore[misc]  # fsspec has no types
    """A file that is fetched by ranges of bytes, as those of S3 and of web servers are."""

    def _fetch_range(self, start: int, end: int) -> bytes:
        return bytes(self.fs.store[self.path].getvalue()[start:end])


class BlockFileSystem(MemoryFileSystem):  # type: ignore[misc]
    """Files in memory, which are read as `BlockFile`."""

    protocol = "blocks"
    store: dict[str, Any] = {}  # noqa: RUF012 - as in MemoryFileSystem

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return "/" + path.removeprefix("blocks://").strip("/")

    def _open(self, path: str, mode: str = "rb", **options: Any) -> Any:  # noqa: ANN401
        return BlockFile(self, path) if mode == "rb" else super()._open(path, mode, **options)


@pytest.fixture(params=["file", "memory", "blocks"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a folder of each kind."""
    fsspec.register_implementation("blocks", BlockFileSystem, clobber=True)
    yield f"file://{tmp_path}" if request.param == "file" else f"{request.param}://folder"
    MemoryFileSystem.store.clear()
    BlockFileSystem.store.clear()


def write(address: str, data: bytes) -> None:
    with fsspec.open(address, "wb") as file:
        file.write(data)


def lines(source: FileSource) -> list[bytes]:
    return list(iter(lambda: source.readline(1 << 20), b""))


def test_a_file_at_an_address_has_the_lines_that_were_written(folder: str) -> None:
    write(f"{folder}/games.ndjson", TEXT)
    with open_stream(f"{folder}/games.ndjson", lambda _count: None) as stream:
        assert lines(stream) == LINES


def test_a_compressed_file_at_an_address_is_decompressed(folder: str) -> None:
    write(f"{folder}/games.ndjson.gz", gzip.compress(TEXT))
    with open_stream(f"{folder}/games.ndjson.gz", lambda _count: None) as stream:
        assert lines(stream) == LINES


def test_the_parts_of_a_file_at_an_address_have_each_line_once(folder: str) -> None:
    write(f"{folder}/games.ndjson", TEXT)
    found = []
    for begin, end in ((0, 100_000), (100_000, 200_000), (200_000, len(TEXT))):
        with open_part(f"{folder}/games.ndjson", begin, end) as stream:
            found += lines(stream)
    assert found == LINES
