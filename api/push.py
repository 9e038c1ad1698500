"""Notices by Web Push: a player who asked for it is told by their phone where they sit, once a round is drawn.

A message is encrypted for the browser (RFC 8291) and goes to its push service, signed by the service (RFC 8292). It
goes only to the hosts that the operator allows in `DAIFU_PUSH`, by the same connections as hooks.
"""

import base64
import hmac
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from http import HTTPStatus
from http.client import HTTPException
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from daifu.api.hooks import LOG, MOST_ATTEMPTS, Connect, post
from daifu.api.languages import LANGUAGES, say
from daifu.api.settings import Settings
from daifu.data.store.store import Store
from daifu.data.store.values import PushSubscription
from daifu.data.tournaments.open_tasks import NextSeat, next_seat
from daifu.data.tournaments.state import State
from daifu.replay.text import Text

LONGEST_ENDPOINT: Final = 1_000
"""The most characters of an address at a push service."""
_KEY_BYTES: Final = 65
_SECRET_BYTES: Final = 16
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""
_KEPT_SECONDS: Final = 3_600
"""How long a push service keeps a notice for a phone that is off: after that it helps nobody."""
_SIGNED_SECONDS: Final = 12 * 3_600
_GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class NotASubscription(ValueError):
    """What a browser sent is no subscription, or one at a push service that is not allowed."""


def public_key(signing_key: bytes) -> str:
    """The key that browsers subscribe with, as they take it."""
    point = _private_key(signing_key).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


@cache
def _private_key(signing_key: bytes) -> ec.EllipticCurvePrivateKey:
    """The key that signs messages. It follows from the key of the store, so that a copy goes on with it."""
    number = int.from_bytes(hmac.digest(signing_key, b"web push", "sha512"), "big")
    # A private key is from 1 to the order less 1; with 512 bits, no key is noticeably more likely than another.
    return ec.derive_private_key(number % (_ORDER - 1) + 1, ec.SECP256R1())


def read_subscription(phone: PushSubscription, hosts: Iterable[str]) -> PushSubscription:
    """The subscription that a browser sent, at one of these push services. Raises `NotASubscription`."""
    try:
        address = urlsplit(phone.endpoint)
        key = _decoded(phone.key)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
        is_allowed = (
            address.scheme == "https"
            and len(phone.endpoint) <= LONGEST_ENDPOINT
            and phone.endpoint.isascii()
            and address.port in {None, 443}
            and address.username is None
            and any(f".{address.hostname}".endswith(f".{host}") for host in hosts)
            and len(key) == _KEY_BYTES
            and len(_decoded(phone.secret)) == _SECRET_BYTES
            and phone.language in LANGUAGES
        )
    except ValueError as error:
        raise NotASubscription from error
    if not is_allowed:
        raise NotASubscription
    return phone


def seat_version(seat: NextSeat) -> int:
    """A number that tells a seat from all others of a tournament."""
    return int("".join(f"{number:04}" for number in (*seat.at, seat.table or 0, seat.seat)))


def add_phone(store: Store, phone: PushSubscription, state: State, now: datetime) -> None:
    """Keep a phone. It needs no notice of the seat that the page shows already."""
    store.push_subscriptions.add(phone)
    seat = next_seat(state, phone.entrant)
    if seat is not None:
        store.hook_calls.take(phone.hook, phone.subject, seat_version(seat), int(now.timestamp()))
        store.hook_calls.done(phone.hook, phone.subject, seat_version(seat))


def tell_phones(store: Store, settings: Settings, now: datetime, connect: Connect) -> None:
    """Tell each phone what it was not told yet. What fails is tried again later. Raises `StoreUnusable`."""
    silent: set[str] = set()  # push services that cannot be reached: others shall not wait for them
    for tournament, phones in groupby(store.push_subscriptions.all(), lambda one: one.tournament):
        state = store.tournaments.state(tournament)
        if state.finished:
            store.push_subscriptions.end(tournament)
            continue
        for phone in phones:
            host = urlsplit(phone.endpoint).hostname or ""
            seat = next_seat(state, phone.entrant)
            if seat is None or host in silent:
                continue
            version = seat_version(seat)
            failed = store.hook_calls.take(phone.hook, phone.subject, version, int(now.timestamp()))
            if failed is None:
                continue
            try:
                headers = _headers(store.signing_key(), settings.public_url, host, now)
                status = post(phone.endpoint, _encrypted(phone, _notice(state, seat, phone)), headers, connect)
                answer = f"it answered {status}"
            except (OSError, HTTPException) as error:
                silent.add(host)
                status, answer = 0, str(error)
            if status in _GONE:
                store.push_subscriptions.remove(phone)
                continue
            is_told = HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES
            if not is_told:
                LOG.warning("%s did not take a notice for a phone: %s", host, answer)
            if is_told or failed + 1 >= MOST_ATTEMPTS:
                store.hook_calls.done(phone.hook, phone.subject, version)


def _notice(state: State, seat: NextSeat, phone: PushSubscription) -> dict[str, str]:
    """What the phone shows, and the page that it opens, below the root of the service."""
    number, table = seat.at.round, seat.table
    title = (
        Text(f"Round {number}: you sit out", f"{number}回戦は不戦です")
        if table is None
        else Text(f"Round {number}: table {table}, seat {seat.seat}", f"{number}回戦：{table}卓{seat.seat}番席")
    )
    stage = state.stages[seat.at.stage - 1].name
    return {
        "title": say(title, "ja" if phone.language == "ja" else "en"),
        "body": f"{state.entrants[phone.entrant - 1].name} · {state.name} · {stage}",
        "page": f"tournaments/{phone.tournament}/my-table/{phone.entrant}",
    }


def _encrypted(phone: PushSubscription, notice: Mapping[str, str]) -> bytes:
    found: bytes = http_ece.encrypt(
        json.dumps(notice, ensure_ascii=False).encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(phone.key),
        auth_secret=_decoded(phone.secret),
    )
    return found


def _headers(signing_key: bytes, public_url: str, host: str, now: datetime) -> dict[str, str]:
    """The headers of a message, by which the push service knows who sent it."""
    until = int(now.timestamp()) + _SIGNED_SECONDS
    claims = {"aud": f"https://{host}", "exp": until, "sub": f"https://{urlsplit(public_url).hostname}"}
    return {
        **Vapid02(private_key=_private_key(signing_key)).sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(_KEPT_SECONDS),
        "Urgency": "high",
        "User-Agent": "daifu",
    }


def _decoded(text: str) -> bytes:
    # Browsers leave the signs of padding out.
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars="-_", validate=True)
