"""The changes of a tournament as they are made: server-sent events."""

import json
from collections.abc import Iterator
from dataclasses import replace
from socket import socketpair
from threading import Event
from time import monotonic

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.api.http.resources.tournaments.log import event_stream, waiting_stream
from daifu.api.http.services import StreamTiming
from daifu.api.http.streaming import PAUSE, STOPPING, disconnection_check
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreBusy
from daifu.data.tournaments.changes import Entered
from daifu.data.tournaments.log import Entry
from tests.support.http_app import MakeClient
from tests.support.http_client import Headers, HttpScorekeeper, play_one_round, problem_name

QUICK = StreamTiming(poll=0.01, heartbeat=0.05, end=0.2)


@pytest.fixture
def app(app: Flask) -> Flask:
    """The app, whose streams end soon."""
    app.extensions["daifu"] = replace(app.extensions["daifu"], timing=QUICK)
    return app


def read_events(answer: TestResponse) -> list[tuple[int, str, dict[str, object]]]:
    """The events of a stream that has ended: id, type and what they tell."""
    assert answer.mimetype == "text/event-stream"
    found = []
    for block in answer.get_data().decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "id" in fields:
            found.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return found


def test_a_stream_says_at_once_that_it_is_there(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    answer = client.get(f"{keeper.address}/events", buffered=False)
    first = next(iter(answer.response))
    answer.close()
    assert first == b": listening\nretry: 2000\n\n"


def test_events_are_the_entries_of_the_log(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    found = read_events(client.get(f"{keeper.address}/events", query_string={"after": 0}))
    entries = keeper.reads("/log")["entries"]
    assert [number for number, _, _ in found] == list(range(1, keeper.version + 1))
    assert [told for _, _, told in found] == [
        {name: value for name, value in entry.items() if name not in {"before", "after"}} for entry in entries
    ]
    assert [name for _, name, _ in found][:2] == ["created", "entered"]


def test_without_a_place_to_begin_only_what_is_new_comes(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    assert read_events(client.get(f"{keeper.address}/events")) == []


def test_a_stream_goes_on_behind_the_last_event_that_came(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    headers = {"Last-Event-ID": str(keeper.version - 1)}
    found = read_events(client.get(f"{keeper.address}/events", headers=headers, query_string={"after": 0}))
    assert [number for number, _, _ in found] == [keeper.version]


def test_what_is_no_number_of_an_event_is_refused(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    answer = client.get(f"{keeper.address}/events", headers={"Last-Event-ID": "x"})
    assert (answer.status_code, problem_name(answer)) == (400, "bad-request")


def test_listeners_beyond_their_number_are_refused(make_client: MakeClient, scorekeeper: Headers) -> None:
    client = make_client(Settings(listeners=2))
    keeper = HttpScorekeeper(client, scorekeeper)
    address = f"{keeper.address}/events"
    open_ = [client.get(address, buffered=False) for _ in range(2)]
    refused = client.get(address)
    assert (refused.status_code, problem_name(refused), refused.headers["Retry-After"]) == (
        503,
        "too-many-listeners",
        "10",
    )
    open_.pop().close()
    again = client.get(address, buffered=False)
    assert again.status_code == 200
    for answer in (*open_, again):
        answer.close()


def test_a_stream_that_was_refused_takes_no_place(client: FlaskClient) -> None:
    for _ in range(10):
        assert client.get("/v1/tournaments/9/events").status_code == 404


def stream(entries: list[Entry], timing: StreamTiming, stopping: Event | None = None) -> Iterator[bytes]:
    """The stream of a log that has these entries, for a server that does not know pauses."""
    stops = stopping or Event()
    pieces = event_stream(lambda after: entries[after : after + 2], 0, timing, stops, lambda: False, lambda: True)
    return waiting_stream(pieces, timing.poll, stops)


def entry(number: int) -> Entry:
    """An entry of a log."""
    return Entry(number=number, at=0, author="Haru", change=Entered(name=f"Player {number}"))


def test_entries_come_while_one_listens() -> None:
    entries = [entry(1)]
    pieces = stream(entries, QUICK._replace(end=60.0))
    assert b"listening" in next(pieces)
    assert b"id: 1\n" in next(pieces)
    entries.append(entry(2))
    assert next(piece for piece in pieces if b"id:" in piece).startswith(b"id: 2\nevent: entered\n")


def test_signs_of_life_come_while_nothing_happens() -> None:
    pieces = stream([], QUICK._replace(end=60.0))
    assert [next(pieces) for _ in range(3)][1:] == [b": still here\n\n"] * 2


def test_a_stream_ends_after_a_while() -> None:
    begin = monotonic()
    assert list(stream([], QUICK))
    assert monotonic() - begin >= QUICK.end


def test_a_stream_ends_when_the_service_stops() -> None:
    stopping = Event()
    pieces = stream([], StreamTiming(), stopping)
    assert next(pieces)
    stopping.set()
    assert list(pieces) == []
    assert not STOPPING.is_set()


def test_a_store_that_cannot_be_read_ends_a_stream() -> None:
    def busy(_after: int) -> list[Entry]:
        raise StoreBusy

    assert len(list(event_stream(busy, 0, QUICK, Event(), lambda: False, lambda: True))) == 1


def test_a_stream_ends_when_its_listener_has_gone() -> None:
    ours, theirs = socketpair()
    with ours:
        pieces = event_stream(
            lambda _: [], 0, StreamTiming(poll=0.01), Event(), disconnection_check(ours), lambda: True
        )
        assert next(pieces)
        assert next(pieces) is PAUSE
        theirs.close()
        assert list(pieces) == []


def test_a_stream_pauses_where_there_is_nothing_new() -> None:
    entries = [entry(1)]
    pieces = event_stream(lambda after: entries[after:], 0, StreamTiming(), Event(), lambda: False, lambda: True)
    assert [next(pieces)[:5] for _ in range(3)] == [b": lis", b"id: 1", PAUSE]
    entries.append(entry(2))
    assert next(pieces).startswith(b"id: 2")
