"""The manifest of an archive: which shares of the work are done. A run that was stopped goes on from there.

It is a file with a line of JSON for each share, partition and part. A line is written when its work is on disk.
"""

import os
from pathlib import Path
from typing import Any, Final

import msgspec

from daifu.data.archive.judged_parts import PartSummary
from daifu.data.archive.partitions import SortedPartition
from daifu.data.archive.runs import RunSummary

FILE_NAME: Final = "manifest.ndjson"


class Settings(msgspec.Struct, frozen=True):
    """What an archive depends on besides its inputs."""

    archive: str
    version: str
    format: str
    codec: str
    tables: list[str]
    store: bool


class ShareDone(msgspec.Struct, frozen=True, tag="share", tag_field="done"):
    """A share was read into the run of this id."""

    id: str
    files: list[str]
    begin: int
    end: int | None
    summary: RunSummary


class PartitionDone(msgspec.Struct, frozen=True, tag="partition", tag_field="done"):
    """A partition was sorted; the id covers its runs."""

    id: str
    partition: str
    summary: SortedPartition


class PartDone(msgspec.Struct, frozen=True, tag="part", tag_field="done"):
    """A part was judged; the id covers its records and their numbers."""

    id: str
    partition: str
    number: int
    summary: PartSummary


class Finished(msgspec.Struct, frozen=True, tag="archive", tag_field="done"):
    """The archive is complete; the id covers its shares."""

    id: str


Done = ShareDone | PartitionDone | PartDone | Finished

_settings: Final = msgspec.json.Decoder(Settings)
_done: Final = msgspec.json.Decoder(Done)


class AnotherArchive(Exception):
    """The folder has an archive that was begun with other settings, or by another version of daifu."""


class Manifest:
    """The lines of a manifest by their ids. Lines are appended, and are on disk when `add` returns."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Open or begin the manifest in a folder. Raises `AnotherArchive`."""
        self._path = folder / FILE_NAME
        self._done: dict[str, Done] = {}
        lines = self._path.read_bytes().splitlines(keepends=True) if self._path.exists() else []
        complete = [line for line in lines if line.endswith(b"\n")]  # the last one was cut off if the power failed
        if complete and complete[0] != msgspec.json.encode(settings) + b"\n":
            raise AnotherArchive
        for line in complete[1:]:
            self._keep(_done.decode(line))
        self._file = self._path.open("r+b" if self._path.exists() else "xb")
        self._file.truncate(sum(map(len, complete)))
        self._file.seek(0, os.SEEK_END)
        if not complete:
            self._write(settings)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def finished(self) -> str:
        """The id of a complete archive, or an empty text."""
        return next((done.id for done in self._done.values() if isinstance(done, Finished)), "")

    def find(self, id: str) -> Done | None:
        """The line with this id, or None."""
        return self._done.get(id)

    def summary(self, id: str) -> Any:  # noqa: ANN401 - each kind of line has its own
        """The summary in the line with this id."""
        done = self._done[id]
        if isinstance(done, Finished):
            raise TypeError(done)
        return done.summary

    def add(self, done: Done) -> None:
        """Write that work is done."""
        self._write(done)
        self._keep(done)

    def _keep(self, done: Done) -> None:
        self._done[done.id] = done

    def _write(self, line: Settings | Done) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
