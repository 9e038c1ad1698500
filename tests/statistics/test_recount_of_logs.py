"""Real logs of the UECda server are counted as the slow count finds them, one by one and in a store."""

import gzip
from io import StringIO
from pathlib import Path

import msgspec
import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import Author
from daifu.schemas.fujigokoro.importer import import_fujigokoro
from daifu.schemas.judgement import judge_raw
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.model import RawRecord
from daifu.schemas.uecda.importer import import_server_log
from tests.support.project import CORPUS
from tests.support.recount.store import record_differences, store_differences

LOG_FOLDER = CORPUS / "uecda"
MOST_BYTES = 10_000
"""Packed, of logs that are counted each time; the others are when asked to soak."""
LOGS = sorted(LOG_FOLDER.glob("*.log.gz"))
SHORT = [path for path in LOGS if path.stat().st_size < MOST_BYTES]

pytestmark = pytest.mark.skipif(not LOG_FOLDER.is_dir(), reason="the corpus of real logs is not beside the project")


def read_log(path: Path) -> StringIO:
    return StringIO(gzip.decompress(path.read_bytes()).decode(), newline="\n")


def first_games(raw: RawRecord, deals: int) -> RawRecord:
    """The beginning of a long record."""
    return {**raw, "deals": raw["deals"][:deals]}


@pytest.mark.parametrize("path", SHORT, ids=lambda path: path.name)
def test_a_short_log_is_counted_as_the_slow_count_finds(path: Path) -> None:
    assert record_differences(load_raw_record(import_server_log(read_log(path)).record)) == []


@pytest.mark.parametrize("path", [path for path in LOGS if path not in SHORT], ids=lambda path: path.name)
def test_the_beginning_of_a_long_log_is_counted_as_the_slow_count_finds(path: Path) -> None:
    assert record_differences(load_raw_record(first_games(import_server_log(read_log(path)).record, 20))) == []


@pytest.mark.soak
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_a_log_is_counted_as_the_slow_count_finds(path: Path) -> None:
    assert record_differences(load_raw_record(import_server_log(read_log(path)).record)) == []


@pytest.mark.soak
def test_games_of_a_champion_are_counted_as_the_slow_count_finds() -> None:
    record = import_fujigokoro(read_log(LOG_FOLDER / "blaux5.dat.gz")).record
    assert record_differences(load_raw_record(record)) == []


def test_a_store_has_the_sum_of_all_logs(store: Store) -> None:
    for path in LOGS:
        raw = first_games(import_server_log(read_log(path)).record, 5)
        store.add([judge_raw(msgspec.to_builtins(raw))], Author())
    assert store_differences(store, "uecda") == []
