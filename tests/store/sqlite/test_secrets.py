"""Secrets of tokens are not in the file, and the key of a store is its own."""

from pathlib import Path

from daifu.data.store.sqlite.connections import open_location
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import ADMIN
from tests.support.stores import fetch_rows


def test_the_secret_is_nowhere_in_the_files(store: Store) -> None:
    secret = store.create_token("Ann", ADMIN).secret.removeprefix("daifu_").encode()
    for file in store.path.parent.iterdir():
        assert secret not in file.read_bytes()


def test_a_secret_is_stored_as_a_hash(store: Store) -> None:
    store.create_token("Ann", ADMIN)
    [(kept,)] = fetch_rows(store.path, "SELECT hash FROM tokens")
    assert len(kept) == 32


def test_no_two_stores_have_one_signing_key(tmp_path: Path) -> None:
    keys = set()
    for name in ("a.db", "b.db"):
        open_location(tmp_path / name, read_only=False)
        keys.update(fetch_rows(tmp_path / name, "SELECT key FROM signing_key"))
    assert len(keys) == 2
