"""Connections to a store: one a thread, and none that crosses a fork."""

import threading
from typing import Final
from weakref import WeakSet, finalize

from data.store.opening import Place, connect
from data.store.packing import Packing
from data.store.sqlite_errors import TRANSLATED


class Session:
    """A connection with what packs and unpacks for it; for one thread at a time."""

    def __init__(self, place: Place) -> None:
        with TRANSLATED:
            self.connection = connect(place)
        self.packing = Packing(self.connection)
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

    def mine(self) -> Session:
        """The session of this thread."""
        session: Session | None = getattr(self._own, "session", None)
        if session is None:
            session = self._own.session = Session(self.place)
            self._open.add(session)
        return session

    def drop(self) -> None:
        """Close the session of this thread, if it has one."""
        session: Session | None = getattr(self._own, "session", None)
        if session is not None:
            del self._own.session
            session.close()

    def abandon(self) -> None:
        """Leave the sessions of another process alone for good: not even to close them is ours."""
        _ABANDONED.extend(self._open)

    def close(self) -> None:
        """Close all sessions; nobody may be using one."""
        for session in list(self._open):
            session.close()


_ABANDONED: Final[list[Session]] = []
"""As long as they are here, nothing closes them."""
