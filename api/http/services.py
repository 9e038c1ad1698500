"""What the views of an app share: settings, store, rate limits, caches and the worker pool of this process."""

from dataclasses import dataclass, field
from functools import cached_property
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from flask import Flask, current_app

from daifu.api.http.rate_limit import RateLimit
from daifu.api.http.response_cache import ResponseCache
from daifu.api.settings import Settings
from daifu.data.store.store import Store

if TYPE_CHECKING:
    from daifu.data.analysis import AnalysisQueue
    from daifu.data.judging import WorkerPool

KEY: Final = "daifu"
MOST_EXPORTS: Final = 24
"""How many exports a process may have under way, however slowly their clients read. A server of PostgreSQL takes
a hundred connections by default."""

MOST_BULK_UPLOADS: Final = 8
"""How many uploads in bulk a process may have under way. Each may keep the text of two of the longest records."""


class StreamTiming(NamedTuple):
    """Seconds between two reads of the log for a listener, between two heartbeats, and until the stream ends."""

    poll: float = 0.5
    heartbeat: float = 15.0
    end: float = 300.0


@dataclass(frozen=True)
class Services:
    """The shared objects of an app."""

    settings: Settings
    store: Store
    by_token: RateLimit
    by_address: RateLimit
    passwords: RateLimit
    timing: StreamTiming
    _response_caches: dict[int, ResponseCache] = field(default_factory=dict)

    @property
    def response_cache(self) -> ResponseCache:
        """The bodies of answers. All are forgotten when a person is made anonymous, whichever process did that."""
        ended = self.store.people.times_names_ended()
        if ended not in self._response_caches:
            self._response_caches.clear()
        return self._response_caches.setdefault(ended, ResponseCache())

    @cached_property
    def exports(self) -> BoundedSemaphore:
        """Taken by each export under way, for it holds a connection to the store."""
        return BoundedSemaphore(MOST_EXPORTS)

    @cached_property
    def listeners(self) -> BoundedSemaphore:
        """Taken by each client that listens to server-sent events."""
        return BoundedSemaphore(self.settings.listeners)

    @cached_property
    def bulk_uploads(self) -> BoundedSemaphore:
        """Taken by each upload in bulk under way, for it keeps what it has read and not stored yet."""
        return BoundedSemaphore(MOST_BULK_UPLOADS)

    @cached_property
    def judge(self) -> "WorkerPool":
        """The process that judges large uploads. Few commands have any, so it is loaded for the first."""
        from daifu.data.judging import WorkerPool  # noqa: PLC0415

        return WorkerPool()

    @cached_property
    def analyses(self) -> "AnalysisQueue":
        """The queue of analyses, which is opened for the first request that needs it."""
        from daifu.data.analysis import AnalysisQueue  # noqa: PLC0415 - few commands need it

        return AnalysisQueue(self.store)


def attach_services(app: Flask, services: Services) -> None:
    """Set the shared objects of an app."""
    app.extensions[KEY] = services


def services() -> Services:
    """The shared objects of the app that answers this request."""
    return services_of(current_app)


def services_of(app: Flask) -> Services:
    """The shared objects of an app."""
    return cast("Services", app.extensions[KEY])
