"""Notices by Web Push: encrypted for one phone, signed, only to allowed push services, and forgotten in time."""

import base64
import json
import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from daifu.api.push import NotASubscription, add_phone, public_key, read_subscription, tell_phones
from daifu.api.settings import Settings
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Location, PushSubscription
from daifu.data.tournaments.changes import Finished
from tests.support.running_service import Receiver
from tests.support.tournaments.store import append_changes, hand_drawn_round, tournament_with_entrants

NOW = datetime.now(UTC)
SERVICE = Settings(push="push.example", public_url="https://daifu.example/club")
POINT = (Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


class Phone(Receiver):
    """A phone with a browser, and its push service."""

    def __init__(self) -> None:
        super().__init__(201)
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))

    def subscription(self, entrant: int = 1, language: str = "en") -> PushSubscription:
        point = encoded(self.key.public_key().public_bytes(*POINT))
        return PushSubscription(1, entrant, "https://eu.push.example/send/abc", point, encoded(self.secret), language)

    @property
    def notices(self) -> list[Any]:
        """What came, as the browser decrypts it by RFC 8291."""
        return [json.loads(self.decrypt(body)) for _, _, body in self.calls]

    def decrypt(self, body: bytes) -> bytes:
        salt, length, content = body[:16], body[20], body[21:]
        sender, sealed = content[:length], content[length:]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        own = self.key.public_key().public_bytes(*POINT)
        secret = HKDF(SHA256(), 32, self.secret, b"WebPush: info\0" + own + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0").removesuffix(b"\x02")


@pytest.fixture
def phone() -> Iterator[Phone]:
    with Phone().running() as found:
        yield found
        assert {port for _, port in found.asked} <= {443}


@pytest.fixture
def store(locate: Callable[[str], Location]) -> Iterator[Store]:
    opened = open_store(locate("daifu.db"))
    yield opened
    opened.close()


@pytest.fixture
def tell(store: Store, phone: Phone) -> Callable[..., None]:
    """What tells all phones, some hours after the start."""

    def told(hours: float = 0) -> None:
        tell_phones(store, SERVICE, NOW + timedelta(hours=hours), phone.connect)

    return told


@pytest.fixture
def cup(store: Store, phone: Phone) -> int:
    """A tournament in which a phone waits for the first round to be drawn."""
    cup = tournament_with_entrants(store)
    add_phone(store, phone.subscription(), store.tournaments.state(cup), NOW)
    return cup


def test_a_phone_is_told_its_seat_once_the_round_is_drawn(
    store: Store, phone: Phone, cup: int, tell: Callable[..., None]
) -> None:
    tell()
    assert phone.calls == []
    append_changes(store, cup, hand_drawn_round())
    tell()
    tell(1)
    [notice] = phone.notices
    assert notice["title"] == "Round 1: table 1, seat 1"
    assert notice["body"] == "Mu · Winter cup · Preliminaries"
    assert notice["page"] == "tournaments/1/my-table/1"


def test_a_seat_that_the_page_shows_already_is_not_told(
    store: Store, phone: Phone, cup: int, tell: Callable[..., None]
) -> None:
    append_changes(store, cup, hand_drawn_round())
    add_phone(store, phone.subscription(entrant=2), store.tournaments.state(cup), NOW)
    tell()
    assert [notice["page"] for notice in phone.notices] == ["tournaments/1/my-table/1"]


def test_a_notice_is_in_the_language_of_the_phone(
    store: Store, phone: Phone, cup: int, tell: Callable[..., None]
) -> None:
    add_phone(store, phone.subscription(language="ja"), store.tournaments.state(cup), NOW)
    append_changes(store, cup, hand_drawn_round())
    tell()
    assert [notice["title"] for notice in phone.notices] == ["1回戦：1卓1番席"]


def test_a_notice_is_signed_by_the_key_that_browsers_subscribe_with(
    store: Store, phone: Phone, cup: int, tell: Callable[..., None]
) -> None:
    append_changes(store, cup, hand_drawn_round())
    tell()
    [(path, headers, _)] = phone.calls
    token, key = (part.partition("=")[2] for part in headers["Authorization"].removeprefix("vapid ").split(","))
    assert Vapid02.verify(headers["Authorization"])
    assert key == public_key(store.signing_key())
    claims = json.loads(base64.urlsafe_b64decode(f"{token.split('.')[1]}=="))
    assert (claims["aud"], claims["sub"]) == ("https://eu.push.example", "https://daifu.example")
    assert (path, headers["Content-Encoding"]) == ("/send/abc", "aes128gcm")


@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_has_gone_is_forgotten(
    store: Store, phone: Phone, cup: int, tell: Callable[..., None], status: int
) -> None:
    append_changes(store, cup, hand_drawn_round())
    phone.status = status
    tell()
    assert store.push_subscriptions.all() == []


@pytest.mark.parametrize("status", [302, 429, 500])
def test_a_notice_that_was_not_taken_is_sent_again_after_a_pause(
    store: Store, phone: Phone, cup: int, tell: Callable[..., None], status: int
) -> None:
    append_changes(store, cup, hand_drawn_round())
    phone.status = status
    tell()
    tell()
    assert len(phone.calls) == 1
    phone.status = 201
    tell(1)
    tell(2)
    assert len(phone.calls) == 2


def test_a_push_service_that_cannot_be_reached_is_not_tried_for_each_phone(
    store: Store, phone: Phone, cup: int, tell: Callable[..., None]
) -> None:
    add_phone(store, phone.subscription(entrant=2), store.tournaments.state(cup), NOW)
    append_changes(store, cup, hand_drawn_round())
    asked: list[str] = []

    def refuse(host: str, _port: int) -> socket.socket:
        asked.append(host)
        raise ConnectionRefusedError

    tell_phones(store, SERVICE, NOW, refuse)
    assert asked == ["eu.push.example"]
    tell(1)
    assert len(phone.calls) == 2


def test_phones_are_forgotten_when_the_tournament_ends(store: Store, cup: int, tell: Callable[..., None]) -> None:
    append_changes(store, cup, Finished())
    tell()
    assert store.push_subscriptions.all() == []


def test_phones_are_forgotten_with_a_tournament_that_is_removed(store: Store, cup: int) -> None:
    store.tournaments.remove(cup)
    assert store.push_subscriptions.all() == []


def test_of_the_phones_of_an_entrant_the_latest_stay(store: Store, phone: Phone) -> None:
    for number in range(12):
        one = phone.subscription()._replace(endpoint=f"https://push.example/{number:02}")
        store.push_subscriptions.add(one)
    assert len(store.push_subscriptions.all()) == 10


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a",
        "https://evilpush.example/a",
        "https://push.example.evil.example/a",
        "https://push.example:8080/a",
        "https://ann@push.example/a",
        "https://push.example:x/a",
        "https://push.example/" + "a" * 1_000,
        "https://127.0.0.1/a",
        "",
    ],
)
def test_an_address_at_no_push_service_that_is_allowed_is_refused(phone: Phone, endpoint: str) -> None:
    with pytest.raises(NotASubscription):
        read_subscription(phone.subscription()._replace(endpoint=endpoint), SERVICE.push_hosts)


@pytest.mark.parametrize(("key", "secret"), [("AAAA", None), ("é", None), (None, "AAAA"), (None, "*")])
def test_a_key_that_is_none_is_refused(phone: Phone, key: str | None, secret: str | None) -> None:
    asked = phone.subscription()
    asked = asked._replace(key=key or asked.key, secret=secret or asked.secret)
    with pytest.raises(NotASubscription):
        read_subscription(asked, SERVICE.push_hosts)


def test_without_a_public_address_by_https_no_phone_is_told() -> None:
    assert Settings(push="push.example").push_hosts == ()
    assert Settings(push="push.example", public_url="http://daifu.example").push_hosts == ()
