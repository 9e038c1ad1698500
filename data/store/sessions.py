"""Connections to a store: one for each thread that reads and one for whoever writes, and none that crosses a fork."""

import threading
from typing import Final
from weakref import WeakSet, finalize

from data.store.opening import Place, connect
from data.store.packing import Packing
from data.store.sqlite_errors import TRANSLATED


class Session:
    """A connection with what packs and unpacks for it; for one thread at a time.

    `numbers` are those under which the store keeps texts, as far as they are known here.
    """

    def __init__(self, place: Place) -> None:
        with TRANSLATED:
            self.connection = connect(place)
        self.packing = Packing(self.connection)
        self.numbers: dict[str, int] = {}
        finalize(self, self.connection.close).atexit = False

    def close(self) -> None:
        """Close the connection; what was not committed is gone."""
        self.connection.close()


class Sessions:
    """A session for each thread that asks, made when it first does, and closed when the thread is gone."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._own = threading.local()
        self._open: WeakSet[Session] = WeakSet()
        self._writer: Session | None = None

    def mine(self) -> Session:
        """The session of this thread."""
        session: Session | None = getattr(self._own, "session", None)
        if session is None:
            session = self._own.session = self._new()
        return session

    def writer(self) -> Session:
        """The session of whoever has the turn to write.

        What one thread has read and written stays with it for the next one, unless another process comes between.
        """
        if self._writer is None:
            self._writer = self._new()
        return self._writer

    def drop(self) -> None:
        """Close the session of this thread, if it has one, and that of whoever writes."""
        own: Session | None = getattr(self._own, "session", None)
        if own is not None:
            del self._own.session
        for session in (own, self._writer):
            if session is not None:
                session.close()
        self._writer = None

    def abandon(self) -> None:
        """Leave the sessions of another process alone for good: not even to close them is ours."""
        _ABANDONED.extend(self._open)

    def close(self) -> None:
        """Close all sessions; nobody may be using one."""
        for session in list(self._open):
            session.close()

    def _new(self) -> Session:
        session = Session(self.place)
        self._open.add(session)
        return session


_ABANDONED: Final[list[Session]] = []
"""As long as they are here, nothing closes them."""
