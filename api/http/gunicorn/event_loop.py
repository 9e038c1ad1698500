"""The event loop of a worker: it holds all connections, and gives a thread to a request once it is here.

A client that is idle, that sends slowly, or that takes its response slowly costs a connection and the bytes kept for
it, but no thread. Where connections run short, the client that has been waited for longest is dropped. Where bytes
run short, it is the one for which most are kept.

The threads belong to lanes (`api/http/lanes.py`). What waits in a lane for what takes long is made only if its client
is still there.
"""

import errno
import socket
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import Final, NamedTuple

from gunicorn.workers.gthread import PollableMethodQueue

from daifu.api.http.gunicorn.connections import ClientConnection, Part
from daifu.api.http.gunicorn.exchange import Exchange, Site, Step, timeout_response
from daifu.api.http.lanes import MOST_WAITING, THREADS, THREADS_EACH, Lane
from daifu.data.store.values import ChangeListener

MOST_KEPT: Final = 64 << 20
"""The most bytes that are kept for all clients that are waited for."""
LEAST_TAKEN: Final = 1 << 16
"""How many bytes of a response a client has to take in the seconds for which it may be silent, if there are as many."""
PAUSE_SECONDS: Final = 0.5
"""Seconds until a response goes on whose app had nothing to send."""
LONG_PAUSE_SECONDS: Final = 5.0
"""The same where the store says when there is something."""
SHORTEST_PAUSE_SECONDS: Final = 0.1
"""The least seconds between two times at which responses go on, however often there is something."""

_TURN_SECONDS: Final = 1.0
_FAREWELL_SECONDS: Final = 2.0
_FAREWELL_BYTES: Final = 4 << 20
"""How long and how much the service receives after its last response. If it closed a connection on which the client
still sends, the client might not get the response."""
_LAST_REQUEST_SECONDS: Final = 2.0
"""How long a worker that stops waits for a request that may be on its way on a connection that was used before."""
_OTHER_THREADS: Final = 2
"""Threads that belong to no lane: for responses that wait for events, and for the ends of those whose clients left."""
_READS: Final = frozenset({Lane.PROBES, Lane.READS})
"""Lanes in which a client that has left is dropped if others wait behind it. One that has only ended its own side, as
`nc -N` does, looks the same, and gets its response where nobody waits."""
_NO_MORE_FILES: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class Limits(NamedTuple):
    """How many threads and connections a worker has, and for how many seconds it waits for a client."""

    threads: int
    connections: int
    silence: float
    """In the middle of a body or a response."""
    head: float
    """From the first byte of a head to its last one."""
    keep_alive: float
    """Between two requests."""


class _Client:
    """A connection in the event loop, with the exchange that is under way on it."""

    def __init__(self, connection: ClientConnection, server: object) -> None:
        self.connection = connection
        self.server = server
        self.exchange: Exchange | None = None
        self.lane = Lane.READS
        self.events = 0
        self.is_leaving = False
        self.kept = 0
        self.taken = 0
        self.discarded = 0
        self.deadline = 0.0
        self.heard = 0


class _Queue:
    """The clients that wait in a lane, and how many of its threads are free."""

    def __init__(self, threads: int) -> None:
        self.free = threads
        self.clients: deque[_Client] = deque()


class EventLoop:
    """Accepts connections and serves them for as long as `is_wanted`, which is asked about once a second, is true."""

    def __init__(
        self, listeners: list[socket.socket], limits: Limits, site: Site, is_wanted: Callable[[], bool]
    ) -> None:
        self._listeners = listeners
        self._limits = limits
        self._site = site
        self._is_wanted = is_wanted
        threads = {**THREADS, **{lane: limits.threads * each for lane, each in THREADS_EACH.items()}}
        self._pool = ThreadPoolExecutor(sum(threads.values()) + _OTHER_THREADS)
        self._queues = {lane: _Queue(count) for lane, count in threads.items()}
        self._selector = DefaultSelector()
        self._calls = PollableMethodQueue()
        self._calls.init()
        self._selector.register(self._calls.fileno(), EVENT_READ, (self._calls.run_callbacks, None))
        self._clients: set[_Client] = set()
        self._waiting: dict[_Client, None] = {}
        """The clients that are waited for, the one that was waited for longest first."""
        self._kept = 0
        self._paused: list[_Client] = []
        self._resume_at = 0.0
        self._resumed_at = 0.0
        self._heard = 0
        """How often the store has said that there is a change."""
        self._changes: ChangeListener | None = None
        self._expire_at = 0.0
        self._is_accepting = False
        self._is_stopping = False

    def run(self) -> None:
        """Serve until the loop is no longer wanted."""
        self._set_accepting(is_accepting=True)
        while self._is_wanted():
            self._take_turn()

    def listen(self, listen: Callable[[Callable[[], None]], ChangeListener | None]) -> None:
        """Let responses that wait for changes go on when the store says that there is one, if it does.

        `listen` is the method of the store that calls a function after each change.
        """
        self._changes = listen(partial(self._calls.defer, self._hear))

    def _hear(self) -> None:
        self._heard += 1
        self._resume_soon()

    def _resume_soon(self) -> None:
        self._resume_at = min(self._resume_at, self._resumed_at + SHORTEST_PAUSE_SECONDS)

    def stop(self, seconds: float) -> None:
        """Take no more connections, and complete the exchanges that are under way, for some seconds at most."""
        end = monotonic() + seconds
        self._is_stopping = True
        self._set_accepting(is_accepting=False)
        for listener in self._listeners:
            listener.close()
        last_request = monotonic() + _LAST_REQUEST_SECONDS
        for client in list(self._waiting):
            if client.exchange is None:
                client.deadline = min(client.deadline, last_request)
        self._resume_at = 0.0
        while self._clients and monotonic() < end:
            self._is_wanted()  # which gives a sign of life
            self._take_turn()
        for client in self._clients:
            with suppress(OSError):
                client.connection.shutdown(socket.SHUT_RDWR)  # a thread that waits for the client goes on
        self._pool.shutdown(wait=False)
        if self._changes is not None:
            self._changes.close()

    def wake(self) -> None:
        """End a wait for events. Signal handlers and other threads may call this."""
        self._calls.defer(lambda: None)

    def _take_turn(self) -> None:
        """Wait for events, for a second at most, and handle them."""
        until = min(self._expire_at, self._resume_at if self._paused else inf)
        for key, _events in self._selector.select(max(0.0, until - monotonic())):
            handle, subject = key.data
            handle(subject)
        now = monotonic()
        if self._paused and now >= self._resume_at:
            self._resumed_at = now
            is_told = self._changes is not None and self._changes.is_listening
            self._resume_at = now + (LONG_PAUSE_SECONDS if is_told else PAUSE_SECONDS)
            paused, self._paused = self._paused, []
            self._pool.submit(self._step_all, paused)
        if now >= self._expire_at:
            self._expire_at = now + _TURN_SECONDS
            for client in [client for client in self._waiting if client.deadline <= now]:
                self._expire(client)
        while self._kept > MOST_KEPT:
            self._drop(max(self._waiting, key=lambda client: client.kept))
        if not self._is_stopping:
            has_room = len(self._clients) < self._limits.connections or bool(self._waiting)
            self._set_accepting(is_accepting=has_room)

    def _set_accepting(self, *, is_accepting: bool) -> None:
        if is_accepting == self._is_accepting:
            return
        self._is_accepting = is_accepting
        for listener in self._listeners:
            if is_accepting:
                self._selector.register(listener, EVENT_READ, (self._accept, listener))
            else:
                self._selector.unregister(listener)

    # A client from its first request to its last one

    def _accept(self, listener: socket.socket) -> None:
        """Accept a connection, unless another worker was faster."""
        try:
            connection = ClientConnection.accept_from(listener, int(self._limits.silence))
        except OSError as error:
            if error.errno in _NO_MORE_FILES:
                self._drop_oldest()
            elif not isinstance(error, BlockingIOError | ConnectionAbortedError):
                raise
            return
        if len(self._clients) >= self._limits.connections:
            self._drop_oldest()
        client = _Client(connection, listener.getsockname())
        self._clients.add(client)
        self._wait(client, self._limits.keep_alive)
        self._receive(client)

    def _receive(self, client: _Client) -> None:
        """Receive a part of a request, and begin it if that is enough."""
        part = client.connection.part
        with self._dropping_if_broken(client):
            client.connection.receive()
            if client.connection.part != part:
                is_head = client.connection.part is Part.HEAD
                client.deadline = monotonic() + (self._limits.head if is_head else self._limits.silence)
            self._begin_or_wait(client)

    def _begin_or_wait(self, client: _Client) -> None:
        """Begin the request that has come, or wait for the rest of it."""
        connection = client.connection
        if connection.has_request():
            client.lane = connection.lane()
            client.exchange = Exchange(connection, client.server, self._site, client.lane)
            connection.begin_request()
            self._enter(client)
        elif connection.has_ended:
            self._drop(client)
        else:
            self._count_kept(client)
            self._watch(client, EVENT_READ)

    # Lanes

    def _enter(self, client: _Client) -> None:
        """Take a step as soon as a thread of the client's lane is free."""
        self._stop_waiting(client)
        self._queues[client.lane].clients.append(client)
        self._start_steps(client.lane)

    def _start_steps(self, lane: Lane) -> None:
        queue = self._queues[lane]
        while queue.free and queue.clients:
            client = queue.clients.popleft()
            others_wait = lane in MOST_WAITING or (queue.clients and lane in _READS)
            if others_wait and client.connection.has_left():
                self._drop(client)
            else:
                queue.free -= 1
                self._pool.submit(self._step, client, lane)

    def _move(self, client: _Client, exchange: Exchange, lane: Lane) -> None:
        """Go on in another lane, or refuse the request if too many wait there already."""
        clients, most = self._queues[lane].clients, MOST_WAITING.get(lane, inf)
        if not exchange.has_begun and len(clients) >= most:
            for other in [other for other in clients if other.connection.has_left()]:
                clients.remove(other)
                self._drop(other)
        if exchange.has_begun or len(clients) < most:
            client.lane = lane
        else:
            exchange.refuse()
        self._enter(client)

    def _step(self, client: _Client, lane: Lane) -> None:
        """Take a step, in a thread of the lane."""
        client.heard = self._heard
        step = client.exchange.step() if client.exchange else Step.CLOSE
        self._calls.defer(self._end_step, client, lane, step)

    def _end_step(self, client: _Client, lane: Lane, step: Step) -> None:
        self._queues[lane].free += 1
        self._start_steps(lane)
        self._go_on(client, step)

    def _step_all(self, clients: list[_Client]) -> None:
        """Take a step for each of these clients, in a thread that belongs to no lane."""
        for client in clients:
            client.heard = self._heard
            if client.exchange is not None:
                self._calls.defer(self._go_on, client, client.exchange.step())

    # A client after a step

    def _go_on(self, client: _Client, step: Step) -> None:
        """Do what has to be done after a step."""
        match step:
            case Step.MOVE if client.exchange is not None and client.exchange.lane is not None:
                self._move(client, client.exchange, client.exchange.lane)
            case Step.SEND:
                self._wait(client, self._limits.silence)
                self._watch(client, EVENT_WRITE)
            case Step.PAUSE:
                self._watch(client, 0)
                self._paused.append(client)
                if client.heard != self._heard:  # its app may have looked before the change
                    self._resume_soon()
            case Step.REUSE:
                client.exchange = None
                self._wait(client, _LAST_REQUEST_SECONDS if self._is_stopping else self._limits.keep_alive)
                self._begin_or_wait(client)
            case _:
                self._leave(client)

    def _send(self, client: _Client) -> None:
        """Send what the client takes. If that is everything, the exchange goes on."""
        with self._dropping_if_broken(client):
            client.taken += client.connection.flush()
            if client.taken >= LEAST_TAKEN:
                client.taken = 0
                self._wait(client, self._limits.silence)
            if client.connection.unsent:
                return
            result = client.exchange.result if client.exchange else Step.CLOSE
            self._watch(client, 0)
            if result is None:
                self._enter(client)
            else:
                self._stop_waiting(client)
                self._go_on(client, result)

    def _leave(self, client: _Client) -> None:
        """Tell the client that nothing more comes, and receive what it still sends."""
        client.exchange, client.is_leaving = None, True
        self._watch(client, 0)
        with self._dropping_if_broken(client):
            client.connection.shutdown(socket.SHUT_WR)
            self._wait(client, _FAREWELL_SECONDS)
            self._watch(client, EVENT_READ)

    def _discard(self, client: _Client) -> None:
        with self._dropping_if_broken(client):
            client.discarded += client.connection.discard()
            if client.connection.has_ended or client.discarded > _FAREWELL_BYTES:
                self._drop(client)

    # Waiting for clients

    def _wait(self, client: _Client, seconds: float) -> None:
        """Wait for a client, as the last one of all that are waited for."""
        client.deadline = monotonic() + seconds
        self._waiting.pop(client, None)
        self._waiting[client] = None
        self._count_kept(client)

    def _count_kept(self, client: _Client) -> None:
        size = client.connection.size
        self._kept += size - client.kept
        client.kept = size

    def _stop_waiting(self, client: _Client) -> None:
        self._watch(client, 0)
        if client in self._waiting:
            del self._waiting[client]
            self._kept -= client.kept
            client.kept = 0

    def _watch(self, client: _Client, events: int) -> None:
        """Watch for these events of a connection, and for no others."""
        if events == client.events:
            return
        if client.events:
            self._selector.unregister(client.connection)
        if events:
            handle = self._send if events == EVENT_WRITE else self._discard if client.is_leaving else self._receive
            self._selector.register(client.connection, events, (handle, client))
        client.events = events

    def _expire(self, client: _Client) -> None:
        """Give up a client that has kept the service waiting for too long."""
        if client.exchange is None and not client.is_leaving and client.connection.part is not Part.NOTHING:
            with self._dropping_if_broken(client):
                client.connection.sendall(timeout_response())
                self._leave(client)
        else:
            self._drop(client)

    # Dropping clients

    def _drop_oldest(self) -> None:
        """Drop the client that has been waited for longest, if there is one."""
        oldest = next(iter(self._waiting), None)
        if oldest is not None:
            self._drop(oldest)

    def _drop(self, client: _Client) -> None:
        """Close the connection, and end its exchange."""
        self._stop_waiting(client)
        self._clients.discard(client)
        client.connection.close()
        exchange, client.exchange = client.exchange, None
        if exchange is not None and exchange.result is None:
            self._pool.submit(exchange.abandon)

    @contextmanager
    def _dropping_if_broken(self, client: _Client) -> Iterator[None]:
        """Drop the client if the connection turns out to be broken."""
        try:
            yield
        except OSError:
            self._drop(client)
