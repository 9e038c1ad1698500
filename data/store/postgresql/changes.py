"""Listens for changes of tournaments, which PostgreSQL announces to every process that asked for it."""

from collections.abc import Callable
from contextlib import closing
from threading import Event, Thread
from typing import Any, Final

import psycopg
from psycopg import sql

RETRY_SECONDS: Final = 2.0
"""Seconds until the listener connects again after its connection was lost."""
_LOOK_SECONDS: Final = 0.5
"""Seconds between two looks at whether the listener is to end."""

RawConnection = psycopg.Connection[Any]

_CHANNEL: Final = "SELECT 'daifu_' || current_schema()"


class ChangeListener:
    """Calls a function from a thread of its own after each change of a tournament, whatever process made it.

    It has a connection of its own. While that is away, nothing is heard; when it is back, the function is called once
    for all that was missed.
    """

    def __init__(self, connect: Callable[[], RawConnection], call: Callable[[], None]) -> None:
        self._connect = connect
        self._call = call
        self._is_listening = False
        self._closing = Event()
        self._thread = Thread(target=self._run, name="changes of tournaments", daemon=True)
        self._thread.start()

    @property
    def is_listening(self) -> bool:
        """Whether changes are heard of at the moment."""
        return self._is_listening

    def close(self) -> None:
        """Hear of nothing any more, and wait until the connection is closed."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with closing(self._connect()) as raw:
                    self._listen(raw)
            except psycopg.Error:  # readers say in the log that the server is away; a standby does not notify
                self._is_listening = False
                self._closing.wait(RETRY_SECONDS)
        self._is_listening = False

    def _listen(self, raw: RawConnection) -> None:
        """Listen until the listener is closed. Raises `psycopg.Error` when the connection is lost."""
        [(channel,)] = raw.execute(_CHANNEL).fetchall()
        raw.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        self._is_listening = True
        self._call()
        while not self._closing.is_set():
            for _ in raw.notifies(timeout=_LOOK_SECONDS, stop_after=1):
                self._call()
