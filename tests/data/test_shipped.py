"""The sample games as a new store begins with them."""

from pathlib import Path

from data.shipped import load_samples
from data.store import Store
from data.store.asked import Wanted
from schemas.sources import AUTO, Item, Log, expand, items
from tests.support.samples import FOLDER


def test_every_sample_is_stored_once_however_often_they_are_loaded(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "new.db")
    there_are = sum(isinstance(one, Item | Log) for one in items(expand([str(FOLDER)]), AUTO, lambda _count: None))
    assert [load_samples(store) for _ in range(2)] == [there_are] * 2
    assert store.counts().records == there_are


def test_the_samples_are_of_every_game(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "new.db")
    load_samples(store)
    games = {record.rules for record in store.page(Wanted(), limit=500).records}
    assert games == {"akagiri", "biga", "dalmuti", "floor13", "theater", "uecda"}
