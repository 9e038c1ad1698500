"""The client of a tournament's event stream: connections that break off, and services that ask for a pause."""

import time
from collections.abc import Callable, Iterator

import httpx2
import pytest

from daifu.api.client import ClientError
from daifu.api.client.connection import Connection
from daifu.api.client.remote import RemoteTransport
from daifu.api.client.tournaments import Tournaments

ADDRESS = "http://club.example"

ENTRY = (
    b'{"number": %d, "at": "2026-01-02T03:04:05Z", "author": "Aki", "reason": null, "change": {"change": "finished"}}'
)

Answer = Callable[[], httpx2.Response]


class Service:
    """Gives one answer after the other, and remembers behind which entry each was asked for."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = iter(answers)
        self.asked: list[str] = []
        self.told: list[tuple[str, float]] = []

    def numbers(self, after: int = 0) -> Iterator[int]:
        """The numbers of the entries that a listener gets."""
        client = httpx2.Client(base_url=ADDRESS, transport=httpx2.MockTransport(self._answer))
        tournaments = Tournaments(Connection(RemoteTransport(client), ADDRESS, "en"))
        for entry in tournaments.follow(1, after=after, on_pause=self._tell):
            yield entry.number

    def _tell(self, error: ClientError, seconds: float) -> None:
        self.told.append((str(error), seconds))

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(request.headers["Last-Event-ID"])
        return next(self._answers)()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that are made, none of which takes time."""
    found: list[float] = []
    monkeypatch.setattr(time, "sleep", found.append)
    return found


def stream(*numbers: int, then: Exception | None = None) -> Answer:
    """Events of these entries, and how the stream ends."""

    def pieces() -> Iterator[bytes]:
        yield b": listening\nretry: 2000\n\n"
        for number in numbers:
            yield b": still here\n\n"
            yield b"id: %d\nevent: entered\ndata: %b\n\n" % (number, ENTRY % number)
        if then is not None:
            raise then

    return lambda: httpx2.Response(200, headers={"Content-Type": "text/event-stream"}, content=pieces())


def refusal(status: int, **headers: str) -> Answer:
    """A problem."""
    problem = {"type": "urn:daifu:problem:unavailable", "title": "No", "detail": "not now"}
    return lambda: httpx2.Response(status, json=problem, headers={"Retry-After": "0", **headers})


def unreachable() -> httpx2.Response:
    """Nobody is there."""
    raise httpx2.ConnectError("refused")


def test_a_stream_that_has_ended_is_asked_for_anew_behind_what_came(pauses: list[float]) -> None:
    service = Service(stream(4, 5), stream(), stream(6))
    numbers = service.numbers(3)
    assert [next(numbers) for _ in range(3)] == [4, 5, 6]
    assert service.asked == ["3", "5", "5"]
    assert (pauses, service.told) == ([2, 2], [])


def test_a_broken_connection_is_reported_and_continues_where_it_was(pauses: list[float]) -> None:
    service = Service(stream(1, then=httpx2.ReadError("reset")), stream(2))
    numbers = service.numbers()
    assert [next(numbers) for _ in range(2)] == [1, 2]
    assert service.asked == ["0", "1"]
    assert service.told == [(f"no connection to {ADDRESS}: reset", 2)]
    assert pauses == [2]


def test_pauses_grow_until_something_comes(pauses: list[float]) -> None:
    service = Service(*[unreachable] * 7, stream(1), unreachable, stream(2))
    numbers = service.numbers()
    assert [next(numbers) for _ in range(2)] == [1, 2]
    assert pauses == [2, 4, 8, 16, 32, 60, 60, 2, 2]


def test_a_service_that_wants_a_rest_gets_it(pauses: list[float]) -> None:
    service = Service(refusal(503, **{"Retry-After": "10"}), refusal(429), refusal(500), stream(1))
    assert next(service.numbers()) == 1
    assert pauses == [10, 4, 8]
    assert service.told[0] == ("No: not now", 10)


@pytest.mark.usefixtures("pauses")
@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_for_good_ends_it(status: int) -> None:
    service = Service(stream(1), refusal(status))
    numbers = service.numbers()
    assert next(numbers) == 1
    with pytest.raises(ClientError, match="No: not now"):
        next(numbers)


def test_what_is_no_stream_is_tried_again(pauses: list[float]) -> None:
    service = Service(lambda: httpx2.Response(200, text="please sign in"), stream(1))
    assert next(service.numbers()) == 1
    assert pauses == [2]
