"""Iteration over records and the write-ahead log."""

from pathlib import Path

from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import RecordFilter
from tests.support.stores import ANN, judged_sitting, tamper


def test_a_closed_stream_releases_the_file(store: Store) -> None:
    store.add([judged_sitting(table) for table in "ABC"], ANN)
    stream = store.each(RecordFilter())
    next(stream)
    stream.close()
    tamper(store.path, "PRAGMA wal_checkpoint(TRUNCATE)")
    assert Path(f"{store.path}-wal").stat().st_size == 0
