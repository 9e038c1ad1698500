"""The folder of an archive that is not complete, and how its files are written."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from daifu.schemas.parquet.table import Source, Table
from daifu.schemas.parquet.writer import TableWriter


class WorkFolder:
    """The places of the runs, parts, sums and tables of an archive that is not complete."""

    def __init__(self, path: Path) -> None:
        self._runs = path / "runs"
        self._parts = path / "parts"
        self._sums = path / "sums"
        self.tables = path / "tables"

    def run(self, share: str) -> Path:
        """The run of the share with this id."""
        return self._runs / f"{share}.run"

    def refusals(self, share: str) -> Path:
        """What was refused of the share with this id."""
        return self._runs / f"{share}.refused"

    def part(self, partition: str, number: int) -> Path:
        """The records of a part."""
        return self._parts / partition / f"{number}.part"

    def part_sums(self, partition: str, number: int) -> Path:
        """The sums of a part."""
        return self._sums / partition / f"{number}.sums"

    def part_players(self, partition: str, number: int) -> Path:
        """The counts of a part by player."""
        return self._sums / partition / f"{number}.players"

    def part_pairs(self, partition: str, number: int) -> Path:
        """The counts of a part by pair."""
        return self._sums / partition / f"{number}.pairs"

    def game_counts(self, rules: str, by: str) -> Path:
        """The counts of a game by `players` or by `pairs`."""
        return self._sums / f"{rules}.{by}"

    def part_outcomes(self, partition: str, number: int) -> Path:
        """The outcomes of the deals of a part."""
        return self._sums / partition / f"{number}.outcomes"

    def table(self, table: str, partition: str, number: int) -> Path:
        """A file of a table."""
        return self.tables / table / partition / f"part-{number}.parquet"


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A file that gets its name when it is complete and on disk; one of that name is replaced.

    Workers that were given up may still write the same file, on other machines, too: until then its name is random.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    building = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    with building.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    building.replace(path)


@contextmanager
def table_file(path: Path, table: Table[Source]) -> Iterator[TableWriter[Source]]:
    """A file of a table, which gets its name when it is complete."""
    with new_file(path) as file, TableWriter(table, file) as writer:
        yield writer
