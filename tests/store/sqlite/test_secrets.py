"""Secrets of tokens are not in the file."""

from data.store.sqlite.store import Store
from data.store.values import ADMIN
from tests.support.stores import fetch_rows


def test_the_secret_is_nowhere_in_the_files(store: Store) -> None:
    secret = store.create_token("Ann", ADMIN).secret.removeprefix("daifu_").encode()
    for file in store.path.parent.iterdir():
        assert secret not in file.read_bytes()


def test_a_secret_is_stored_as_a_hash(store: Store) -> None:
    store.create_token("Ann", ADMIN)
    [(kept,)] = fetch_rows(store.path, "SELECT hash FROM tokens")
    assert len(kept) == 32
