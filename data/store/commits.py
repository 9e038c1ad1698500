"""Commits: one thread of one process writes at a time, and uploads that wait for the disk go together."""

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from data.store.asked import Author, Outcome
from data.store.gate import Gate
from data.store.packing import Parcel
from data.store.refusals import StoreBusy, StoreDamaged, StoreReadOnly, StoreUnusable
from data.store.sessions import Sessions
from data.store.sqlite_errors import TRANSLATED
from data.store.statistics.waiting import keep
from data.store.transactions import Transaction, transaction
from data.store.uploads import add


@dataclass(slots=True, eq=False)
class _Upload:
    """Records of one caller, and what became of them; `refusal` is what he is told as long as nothing has.

    He is `called` when that is known, or when it is he who `leads`: who has to commit what is waiting.
    """

    parcels: Sequence[Parcel]
    author: Author
    called: threading.Event = field(default_factory=threading.Event)
    leads: bool = False
    taken: bool = False
    outcomes: list[Outcome] = field(default_factory=list)
    refusal: Exception | None = field(default_factory=StoreBusy)


class Commits:
    """The turn to write, which one thread of the process has at a time.

    A commit lasts as long as the disk takes, whatever is in it. So whoever leads takes along all uploads that came
    while the last commit was on its way, calls those who brought them, and leaves the lead to the first who came since.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._turn = threading.Lock()
        self._gate = Gate(sessions.place.path)
        self._queue = threading.Lock()
        self._led = False
        self.waiting: deque[_Upload] = deque()

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Write inside the block; all of it is on disk when the block has ended. Raises `StoreUnusable`."""
        with self._turn, self._alone(), self._transaction() as writing:
            yield writing

    def add(self, parcels: Sequence[Parcel], author: Author) -> list[Outcome]:
        """Store uploads; they are on disk when their outcomes are returned. Raises `StoreUnusable`."""
        upload = _Upload(parcels, author)
        self._join(upload)
        try:
            if not upload.leads:
                upload.called.wait()
            if upload.leads:
                self._lead()
        finally:
            self._leave(upload)
        if upload.refusal is not None:
            raise upload.refusal
        return upload.outcomes

    def close(self) -> None:
        """Let go of what is kept open for the next commit."""
        self._gate.close()

    def _join(self, upload: _Upload) -> None:
        """Let an upload wait with the others; where nobody leads, it does."""
        with self._queue:
            self.waiting.append(upload)
            upload.leads, self._led = not self._led, True

    def _leave(self, upload: _Upload) -> None:
        """Let an upload go, be it done or broken off; where it led, the next one does."""
        with self._queue:
            if not upload.taken:
                self.waiting.remove(upload)
            if upload.leads:
                following = self.waiting[0] if self.waiting else None
                self._led = following is not None
                if following:
                    following.leads = True
                    following.called.set()

    def _lead(self) -> None:
        """Commit all that is waiting when nobody else writes any more, and call those who brought it."""
        taken: list[_Upload] = []
        with self._turn:
            try:
                with self._alone():
                    taken = self._take()
                    self._settle(taken)
            finally:
                for upload in taken:
                    upload.called.set()

    def _take(self) -> list[_Upload]:
        with self._queue:
            taken = list(self.waiting)
            self.waiting.clear()
            for upload in taken:
                upload.taken = True
        return taken

    def _settle(self, uploads: list[_Upload]) -> None:
        """Commit uploads together; an error that one of them brought about leaves the others alone.

        So does damage that one of them comes upon. What else the machine does not allow, it allows none of them.
        """
        try:
            self._commit(uploads)
        except Exception as error:  # noqa: BLE001 - every caller is to get what his upload came to
            if len(uploads) == 1 or (isinstance(error, StoreUnusable) and not isinstance(error, StoreDamaged)):
                for upload in uploads:
                    upload.refusal = error
            else:
                for upload in uploads:
                    self._settle([upload])

    def _commit(self, uploads: list[_Upload]) -> None:
        with self._transaction() as writing:
            for upload in uploads:
                upload.outcomes = [add(writing, parcel, upload.author) for parcel in upload.parcels]
        for upload in uploads:
            upload.refusal = None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process writes inside the block. Raises `StoreUnusable`."""
        if self._sessions.place.read_only:
            raise StoreReadOnly
        with self._gate.passed():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[Transaction]:
        with TRANSLATED, transaction(self._sessions.writer()) as writing:
            yield writing
            keep(writing)
