"""Hooks: addresses that are told of evenings, once nothing changes in them any more, and of rounds of tournaments.

The operator names them in `DAIFU_HOOKS`. Discord gets a message, others get JSON, signed as Standard Webhooks has it.
Only public addresses are called, by https, and no redirect is followed.
"""

import base64
import hmac
import ipaddress
import json
import logging
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b
from http import HTTPStatus
from http.client import HTTPException, HTTPSConnection
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from daifu.api.http.access import Keys, reading_of
from daifu.api.languages import environment_language, say
from daifu.api.settings import Settings
from daifu.api.views.game_tables import match_table
from daifu.api.views.reports import ranking, without_markdown
from daifu.data.rulebooks.rules import load_rulebook
from daifu.data.store.errors import RecordDamaged
from daifu.data.store.store import Store
from daifu.data.store.values import BY_LINK, RecordFilter, RecordSummary, TournamentSummary
from daifu.replay.text import Text
from daifu.schemas.record.decode import load_record

LOG: Final = logging.getLogger("daifu.hooks")

PAUSE_SECONDS: Final = 10.0
"""Seconds after which it is looked again whether there is something to tell."""
MOST_ATTEMPTS: Final = 12
"""After so many calls that failed, in a day and a half, one is given up."""
_DAYS: Final = timedelta(days=3)
"""What was played or changed earlier is not told: past seasons come in by imports."""
_RECORDS: Final = 100
_TOURNAMENTS: Final = 20
_SECONDS: Final = 10.0
_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""Addresses of IPv6 that are public, and those behind which a network has all of IPv4."""
_DISCORD: Final = ("discord.com", "discordapp.com")
_MOST_CHARACTERS: Final = 2_000
"""The longest message that Discord takes."""

Connect = Callable[[str, int], socket.socket]


class News(NamedTuple):
    """What hooks are told, as data and as lines of text."""

    kind: str
    data: dict[str, Any]
    lines: list[Text]


class Subject(NamedTuple):
    """Of what hooks are told in which version, and what makes the news."""

    name: str
    version: int
    news: Callable[[], News]


def tell_hooks(store: Store, settings: Settings, now: datetime, connect: Connect) -> None:
    """Tell each hook what it was not told yet, by connections that `connect` makes. What fails is tried again later.

    Raises `StoreUnusable`.
    """
    for subject in _subjects(store, settings, now):
        for hook in settings.hooks.split():
            key = blake2b(hook.partition("#")[0].encode(), digest_size=8).hexdigest()
            failed = store.hook_calls.take(key, subject.name, subject.version, int(now.timestamp()))
            if failed is None:
                continue
            if _is_told(hook, settings.hook_secret, subject, now, connect) or failed + 1 >= MOST_ATTEMPTS:
                store.hook_calls.done(key, subject.name, subject.version)


def _is_told(hook: str, secret: str, subject: Subject, now: datetime, connect: Connect) -> bool:
    """Tell a hook; whether it took the news. The log says why not, without the address, which may be secret."""
    try:
        status = _send(hook, secret, subject, now, connect)
    except (OSError, HTTPException, RecordDamaged) as error:
        reason = str(error)
    else:
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            return True
        reason = f"it answered {status}"
    LOG.warning("a hook of %s was not told of %s: %s", urlsplit(hook).hostname, subject.name, reason)
    return False


def _subjects(store: Store, settings: Settings, now: datetime) -> Iterator[Subject]:
    """The evenings in which nothing changes any more, and the tournaments that came on."""
    quiet, first = now - timedelta(seconds=settings.hook_quiet), now - _DAYS
    for record in store.page(RecordFilter(), limit=_RECORDS).records:
        if record.date is not None and record.date >= first.date().isoformat() and record.stored_at <= quiet:
            news = partial(_of_record, store, record, partial(_address, store, settings))
            yield Subject(f"record {record.id}", record.revision, news)
    for tournament in store.tournaments.page(limit=_TOURNAMENTS).tournaments:
        stages = store.tournaments.state(tournament.id).stages if tournament.changed_at >= first else ()
        closed = [(stage.name, number) for stage in stages for number, one in enumerate(stage.rounds, 1) if one.closed]
        if closed:
            news = partial(_of_tournament, tournament, *closed[-1], partial(_address, store, settings))
            yield Subject(f"tournament {tournament.id}", 2 * len(closed) + tournament.finished, news)


def _address(store: Store, settings: Settings, path: str) -> str:
    """The address of a page, with the key that opens it where the club shows only what it hands on."""
    is_keyed = reading_of(settings, store.club.find()) == BY_LINK
    return settings.public_url + (Keys(store).added_to(path) if is_keyed else path)


def _of_record(store: Store, record: RecordSummary, address_of: Callable[[str], str]) -> News:
    stored = store.record(record.id)
    names = [name for _, name in record.players]
    table = match_table(load_record(stored.record), stored.report, 1, None)
    data = {
        "id": record.id,
        "revision": record.revision,
        "rules": record.rules,
        "event": record.tournament,
        "date": record.date,
        "players": [{"id": id, "name": name} for id, name in record.players],
        "totals": table.totals,
        "ranks": table.ranks,
        "address": address_of(f"/games/{record.id}"),
    }
    title = " · ".join(part for part in (record.tournament, record.date) if part)
    game = load_rulebook(record.rules).title
    return News("record", data, [Text(f"{title} · {game.en}", f"{title} · {game.ja}"), *ranking(names, table)])


def _of_tournament(tournament: TournamentSummary, stage: str, number: int, address_of: Callable[[str], str]) -> News:
    """The last round that is closed, or the end."""
    name = tournament.name
    data = {
        "id": tournament.id,
        "name": name,
        "rules": tournament.rules,
        "stage": stage,
        "round": number,
        "finished": tournament.finished,
        "address": address_of(f"/tournaments/{tournament.id}"),
    }
    if tournament.finished:
        return News("tournament", data, [Text(f"{name} is over", f"{name}が終わりました")])
    line = Text(f"{name}: round {number} ({stage}) is closed", f"{name}：{stage}の{number}回戦が確定しました")
    return News("tournament", data, [line])


def _send(hook: str, secret: str, subject: Subject, now: datetime, connect: Connect) -> int:
    """Send news; the status of the answer. Raises OSError, HTTPException and `RecordDamaged`."""
    news = subject.news()
    address = urlsplit(hook)
    host = address.hostname or ""
    event = {"type": f"{news.kind}.changed", "timestamp": now.isoformat(), "data": news.data}
    body = json.dumps(_message(news) if host in _DISCORD else event, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "daifu"}
    secrets = address.fragment.split(",") if address.fragment else [secret]
    if any(secrets) and host not in _DISCORD:
        headers |= signature(secrets, f"{subject.name}.{subject.version}".replace(" ", "_"), int(now.timestamp()), body)
    return post(hook, body, headers, connect)


def post(url: str, body: bytes, headers: Mapping[str, str], connect: Connect) -> int:
    """Send a body to an address; the status of the answer. Raises OSError and HTTPException."""
    address = urlsplit(url)
    host, port = address.hostname or "", address.port or 443
    path = address._replace(scheme="", netloc="", path=address.path or "/", fragment="").geturl()
    with closing(HTTPSConnection(host, port, timeout=_SECONDS)) as connection:
        connection.sock = connect(host, port)
        connection.request("POST", path, body, headers)
        return connection.getresponse().status


def connect_publicly(host: str, port: int) -> socket.socket:
    """A TLS connection to a host. Raises OSError, also where one of its addresses is not public."""
    places = [str(place[0]) for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not all(map(_is_public, map(ipaddress.ip_address, places))):
        raise PermissionError(f"{host} is not a public address")
    # To the address that was looked at: asked for again, the name of the host might give another.
    plain = socket.create_connection((places[0], port), timeout=_SECONDS)
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _is_public(place: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is public, also that of IPv4 which may stand in one of IPv6."""
    if isinstance(place, ipaddress.IPv6Address):
        if place in _TRANSLATED or place.ipv4_mapped:
            return _is_public(ipaddress.IPv4Address(place.packed[-4:]))
        if place not in _UNICAST or place.sixtofour or place.teredo:
            return False
    return place.is_global and not place.is_multicast


def signature(secrets: Sequence[str], id: str, at: int, body: bytes) -> dict[str, str]:
    """The headers by which a receiver knows who sent a body (Standard Webhooks), who has one of these secrets."""
    text = f"{id}.{at}.".encode() + body
    signed = (base64.b64encode(hmac.digest(secret.encode(), text, "sha256")).decode() for secret in secrets)
    return {
        "webhook-id": id,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(f"v1,{one}" for one in signed),
    }


def _message(news: News) -> dict[str, Any]:
    language = environment_language()
    head, *rest = (without_markdown(say(line, language)) for line in news.lines)
    address = news.data["address"]
    text = "\n".join([f"**{head}**", *rest])
    link = f"\n{address}" if address.startswith("http") else ""
    return {"content": text[: _MOST_CHARACTERS - len(link)] + link, "allowed_mentions": {"parse": []}}
