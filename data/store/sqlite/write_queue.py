"""The queue of writers: one thread of one process writes at a time, and waiting uploads share a commit."""

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from data.store.errors import StoreBusy, StoreDamaged, StoreReadOnly, StoreUnusable
from data.store.sqlite.compression import PackedRecord
from data.store.sqlite.connections import SessionPool
from data.store.sqlite.errors import TRANSLATED_ERRORS
from data.store.sqlite.records.uploads import store_upload
from data.store.sqlite.statistics.pending import append_deltas
from data.store.sqlite.transactions import Transaction, transaction
from data.store.sqlite.write_lock import WriteLock
from data.store.values import Author, UploadOutcome


@dataclass(slots=True, eq=False)
class _QueuedUpload:
    """Records of one caller, and what became of them; `refusal` is what he is told as long as nothing has.

    He is `called` when that is known, or when it is he who `leads`: who has to commit what is waiting.
    """

    packed_records: Sequence[PackedRecord]
    author: Author
    called: threading.Event = field(default_factory=threading.Event)
    leads: bool = False
    taken: bool = False
    outcomes: list[UploadOutcome] = field(default_factory=list)
    refusal: Exception | None = field(default_factory=StoreBusy)


class WriteQueue:
    """The turn to write, which one thread of the process has at a time.

    A commit lasts as long as the disk takes, whatever is in it. So whoever leads takes along all uploads that came
    while the last commit was on its way, calls those who brought them, and leaves the lead to the first who came since.
    """

    def __init__(self, sessions: SessionPool) -> None:
        self._sessions = sessions
        self._turn = threading.Lock()
        self._gate = WriteLock(sessions.place.path)
        self._queue = threading.Lock()
        self._led = False
        self.waiting: deque[_QueuedUpload] = deque()

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Write inside the block; all of it is on disk when the block has ended. Raises `StoreUnusable`."""
        with self._turn, self._alone(), self._transaction() as writing:
            yield writing

    def add(self, parcels: Sequence[PackedRecord], author: Author) -> list[UploadOutcome]:
        """Store uploads; they are on disk when their outcomes are returned. Raises `StoreUnusable`."""
        upload = _QueuedUpload(parcels, author)
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

    def _join(self, upload: _QueuedUpload) -> None:
        """Let an upload wait with the others; where nobody leads, it does."""
        with self._queue:
            self.waiting.append(upload)
            upload.leads, self._led = not self._led, True

    def _leave(self, upload: _QueuedUpload) -> None:
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
        taken: list[_QueuedUpload] = []
        with self._turn:
            try:
                with self._alone():
                    taken = self._take()
                    self._settle(taken)
            finally:
                for upload in taken:
                    upload.called.set()

    def _take(self) -> list[_QueuedUpload]:
        with self._queue:
            taken = list(self.waiting)
            self.waiting.clear()
            for upload in taken:
                upload.taken = True
        return taken

    def _settle(self, uploads: list[_QueuedUpload]) -> None:
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

    def _commit(self, uploads: list[_QueuedUpload]) -> None:
        with self._transaction() as writing:
            for upload in uploads:
                upload.outcomes = [store_upload(writing, parcel, upload.author) for parcel in upload.packed_records]
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
        with TRANSLATED_ERRORS, transaction(self._sessions.writer()) as writing:
            yield writing
            append_deltas(writing)
