"""Connections to a store: as many as there are readers at a time and one for whoever writes; none crosses a fork."""

from collections.abc import Callable
from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Final
from weakref import WeakSet, finalize

from data.store.opening import Place, connect
from data.store.packing import Packing
from data.store.sqlite_errors import TRANSLATED
from data.store.tournaments.known import Known

if TYPE_CHECKING:
    from data.store.people.called import Called
    from data.store.statistics.kept import Kept

_STATE: Final = "PRAGMA data_version"

_NUMBERS: Final = count()
"""Each session of a process has another one."""


class Session:
    """A connection with what packs and unpacks for it; for one thread at a time.

    `numbers` are those under which the store keeps texts, as far as they are known here; `kept` is what is known of the
    summaries, `called` what players are known to go by, `known` are the states of tournaments, as far as any session
    that shares them has seen them.
    """

    def __init__(self, place: Place, known: Known | None = None) -> None:
        with TRANSLATED:
            self.connection = connect(place)
        self.number = next(_NUMBERS)
        self.packing = Packing(self.connection)
        self.numbers: dict[str, int] = {}
        self.kept: Kept | None = None
        self.called: Called | None = None
        self.known = known or Known()
        finalize(self, self.connection.close).atexit = False

    def state(self) -> tuple[int, int]:
        """What stays the same as long as nobody else writes; another session has another one."""
        return self.number, self.connection.execute(_STATE).fetchone()[0]

    def close(self) -> None:
        """Close the connection; what was not committed is gone."""
        self.connection.close()


class Sessions:
    """Sessions that are lent to whoever asks, and one for whoever writes.

    What came back last is lent first: what it holds of the store and of the dictionary is still at hand.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self._known = Known()
        self._idle: list[Session] = []
        self._open: WeakSet[Session] = WeakSet()
        self._writer: Session | None = None

    def lent(self) -> "_Loan":
        """A session for as long as the block lasts."""
        return _Loan(self._idle, self._new)

    def writer(self) -> Session:
        """The session of whoever has the turn to write.

        What one thread has read and written stays with it for the next one, unless another process comes between.
        """
        if self._writer is None:
            self._writer = self._new()
        return self._writer

    def drop(self) -> None:
        """Close the sessions that nobody is using, and that of whoever writes."""
        while self._idle:
            self._idle.pop().close()
        if self._writer is not None:
            self._writer.close()
        self._writer = None

    def abandon(self) -> None:
        """Leave the sessions of another process alone for good: not even to close them is ours."""
        _ABANDONED.extend(self._open)

    def close(self) -> None:
        """Close all sessions; nobody may be using one."""
        for session in list(self._open):
            session.close()

    def _new(self) -> Session:
        session = Session(self.place, self._known)
        self._open.add(session)
        return session


class _Loan:
    """A block in which a session is lent; a new one if all are in use."""

    def __init__(self, idle: list[Session], new: Callable[[], Session]) -> None:
        self._idle = idle
        self._new = new

    def __enter__(self) -> Session:
        try:
            self._session = self._idle.pop()
        except IndexError:
            self._session = self._new()
        return self._session

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._idle.append(self._session)


_ABANDONED: Final[list[Session]] = []
"""As long as they are here, nothing closes them."""
