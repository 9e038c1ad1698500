"""Tokens are found by their secrets until they are revoked."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from daifu.data.store.errors import NoSuchToken, TokenNameTaken, TokenRevoked
from daifu.data.store.sql import tokens, transactions
from daifu.data.store.store import Store
from daifu.data.store.token_secrets import secret_hash
from daifu.data.store.values import READER, SCOREKEEPER, Author
from tests.support.stores import judged_sitting


def test_a_secret_leads_to_its_token(store: Store) -> None:
    minted = store.create_token("Ann", SCOREKEEPER)
    assert store.find_token(minted.secret) == minted.token
    assert (minted.token.name, minted.token.role, minted.token.revoked_at) == ("Ann", SCOREKEEPER, None)


def test_another_secret_leads_to_no_token(store: Store) -> None:
    secret = store.create_token("Ann", SCOREKEEPER).secret
    for other in ("", secret[:-1], secret + "x", secret.upper(), "daifu_", "\ud800"):
        assert store.find_token(other) is None


def test_secrets_differ_and_are_recognised(store: Store) -> None:
    secrets = {store.create_token(f"Ann {number}", READER).secret for number in range(20)}
    assert len(secrets) == 20
    assert all(secret.startswith("daifu_") and len(secret) >= 43 for secret in secrets)


def test_equal_secrets_have_equal_hashes_of_32_bytes() -> None:
    assert secret_hash("daifu_a") == secret_hash("daifu_a") != secret_hash("daifu_b")
    assert len(secret_hash("\ud800")) == 32


def test_a_revoked_token_is_not_found(store: Store) -> None:
    minted = store.create_token("Ann", SCOREKEEPER)
    assert store.revoke(minted.token.id).revoked_at is not None
    assert store.find_token(minted.secret) is None


def test_a_token_ends_after_its_days(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    minted = store.create_token("Ann", SCOREKEEPER, 7)
    token, end = minted.token, minted.token.made_at + timedelta(days=7)
    assert (token.expires_at, store.find_token(minted.secret), store.tokens()) == (end, token, [token])
    for now, found in ((end - timedelta(seconds=1), token), (end, None)):
        monkeypatch.setattr(tokens, "current_time", lambda now=now: now)
        assert (store.find_token(minted.secret), store.valid_token(token.id)) == (found, found)
    with pytest.raises(TokenRevoked):
        store.add([judged_sitting("A")], Author("Ann", token.id))


def test_the_name_of_a_token_that_has_ended_may_come_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    later = store.create_token("Ann", SCOREKEEPER, 1).token.made_at + timedelta(days=2)
    monkeypatch.setattr(transactions, "current_time", lambda: later)
    assert store.create_token("Ann", READER).token.id == 2


def test_a_token_is_revoked_once(store: Store) -> None:
    token = store.create_token("Ann", SCOREKEEPER).token
    assert store.revoke(token.id) == store.revoke(token.id)


def test_all_tokens_are_listed_also_those_that_were_revoked(store: Store) -> None:
    ann, bo = (store.create_token(name, READER).token for name in ("Ann", "Bo"))
    revoked = store.revoke(ann.id)
    assert store.tokens() == [revoked, bo]


@pytest.mark.parametrize("number", [0, 1, 2**63])
def test_a_token_that_is_not_there_cannot_be_revoked(store: Store, number: int) -> None:
    with pytest.raises(NoSuchToken):
        store.revoke(number)


@pytest.mark.parametrize("name", ["Ann", "ANN", "Ａｎｎ"])
def test_no_two_valid_tokens_have_one_name(store: Store, name: str) -> None:
    first = store.create_token("Ann", SCOREKEEPER)
    with pytest.raises(TokenNameTaken, match=f"token {first.token.id} is valid"):
        store.create_token(name, READER)
    store.revoke(first.token.id)
    second = store.create_token(name, SCOREKEEPER)
    assert store.find_token(second.secret) == second.token


WRITES: list[Callable[[Store, Author], object]] = [
    lambda store, author: store.add([judged_sitting("B")], author),
    lambda store, author: store.revise(1, judged_sitting("B"), author, expected=1),
    lambda store, author: store.withdraw(1, author, expected=1),
]


@pytest.mark.parametrize("write", WRITES)
def test_a_token_that_is_revoked_during_an_upload_writes_no_more(
    store: Store, write: Callable[[Store, Author], object]
) -> None:
    token = store.create_token("Ann", SCOREKEEPER).token
    author = Author(token.name, token.id)
    store.add([judged_sitting("A")], author)
    store.revoke(token.id)
    with pytest.raises(TokenRevoked):
        write(store, author)
    assert store.counts().revisions == 1


def test_a_number_leads_to_its_token_until_it_is_revoked(store: Store) -> None:
    token = store.create_token("Ann", SCOREKEEPER).token
    assert store.valid_token(token.id) == token
    store.revoke(token.id)
    assert store.valid_token(token.id) is None


@pytest.mark.parametrize("number", [0, 1, 2**63])
def test_a_number_of_no_token_leads_to_none(store: Store, number: int) -> None:
    assert store.valid_token(number) is None


def test_the_signing_key_stays_when_the_store_is_opened_again(store: Store) -> None:
    key = store.signing_key()
    store.close()
    assert store.signing_key() == key
    assert len(key) == 32
