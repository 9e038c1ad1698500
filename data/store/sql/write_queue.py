"""The queue of writers: one thread of one process writes at a time, and waiting uploads share a commit."""

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from daifu.data.store.errors import StoreBusy, StoreDamaged, StoreUnusable
from daifu.data.store.sql.compression import PackedRecord
from daifu.data.store.sql.connection import Row
from daifu.data.store.sql.sessions import SessionPool
from daifu.data.store.sql.tokens import require_valid_token, require_valid_tokens
from daifu.data.store.sql.transactions import Transaction, transaction
from daifu.data.store.values import Author, UploadOutcome

SMALL_UPLOAD: Final = 8
"""The most records of an upload that is committed together with others."""
MOST_TOGETHER: Final = 100
"""The most small uploads that are."""


@dataclass(slots=True, eq=False)
class _QueuedUpload:
    """The records of one caller, with their outcomes or the error that the caller gets.

    `called` is set when these are known, or when the caller `leads`: then they have to commit all that is waiting.
    """

    packed_records: Sequence[PackedRecord]
    author: Author
    called: threading.Event = field(default_factory=threading.Event)
    leads: bool = False
    taken: bool = False
    outcomes: list[UploadOutcome] = field(default_factory=list)
    refusal: Exception | None = field(default_factory=StoreBusy)


class WriteQueue:
    """Lets one thread of the process write at a time, and commits uploads together that wait together.

    A commit takes as long as the disk needs, and longer only where much is in it. So one caller, the leader, commits
    their upload together with the small ones that came during the last commit, wakes their callers, and passes the lead
    to the first upload that waits. Parts of large uploads are committed one by one, so that a small one never waits for
    all of them.
    """

    def __init__(self, sessions: SessionPool) -> None:
        self._sessions = sessions
        self._turn = threading.Lock()
        self._queue = threading.Lock()
        self._led = False
        self.waiting: deque[_QueuedUpload] = deque()

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Write inside the block; everything is on disk when the block has ended. Raises `StoreUnusable`."""
        with self._turn, self._sessions.turn(), self._transaction() as writing:
            yield writing

    def add(self, packed: Sequence[PackedRecord], author: Author) -> list[UploadOutcome]:
        """Store the records of one caller; they are on disk when this returns. Raises `StoreUnusable`."""
        upload = _QueuedUpload(packed, author)
        self._join(upload)
        try:
            if not upload.leads:
                upload.called.wait()
            if upload.leads:
                self._lead(upload)
        finally:
            self._leave(upload)
        if upload.refusal is not None:
            raise upload.refusal
        return upload.outcomes

    def _join(self, upload: _QueuedUpload) -> None:
        """Put an upload into the queue. Where there is no leader, it becomes the leader."""
        with self._queue:
            self.waiting.append(upload)
            upload.leads, self._led = not self._led, True

    def _leave(self, upload: _QueuedUpload) -> None:
        """Release an upload's place in the queue. If it was the leader, wake the next one."""
        with self._queue:
            if not upload.taken:
                self.waiting.remove(upload)
            if upload.leads:
                following = self.waiting[0] if self.waiting else None
                self._led = following is not None
                if following:
                    following.leads = True
                    following.called.set()

    def _lead(self, own: _QueuedUpload) -> None:
        """Commit an upload and the small ones that wait as soon as nobody else writes, and wake their callers."""
        taken: list[_QueuedUpload] = []
        with self._turn:
            try:
                with self._sessions.turn():
                    taken = self._take(own)
                    self._settle(taken)
            finally:
                for upload in taken:
                    upload.called.set()

    def _take(self, own: _QueuedUpload) -> list[_QueuedUpload]:
        with self._queue:
            small = [one for one in self.waiting if len(one.packed_records) <= SMALL_UPLOAD and one is not own]
            taken = [own, *small[:MOST_TOGETHER]]
            for upload in taken:
                upload.taken = True
                self.waiting.remove(upload)
        return taken

    def _settle(self, uploads: list[_QueuedUpload]) -> None:
        """Commit uploads together; if that fails by the fault of one of them, commit each alone.

        Damage may lie in the records of one upload, too. Any other `StoreUnusable` is the same for all.
        """
        try:
            self._commit(uploads)
        except Exception as error:  # noqa: BLE001 - each caller gets the error of their own upload
            if len(uploads) == 1 or (isinstance(error, StoreUnusable) and not isinstance(error, StoreDamaged)):
                for upload in uploads:
                    upload.refusal = error
            else:
                for upload in uploads:
                    self._settle([upload])

    def _commit(self, uploads: list[_QueuedUpload]) -> None:
        from daifu.data.store.sql.uploads import look_up_uploads, store_upload  # noqa: PLC0415 - readers need none of it

        with self._transaction() as writing:
            writing.ask_for_beginning()
            require_valid_tokens(writing.connection, [upload.author for upload in uploads])
            look_up_uploads(writing, [packed for upload in uploads for packed in upload.packed_records])
            for upload in uploads:
                upload.outcomes = [store_upload(writing, packed, upload.author) for packed in upload.packed_records]
        for upload in uploads:
            upload.refusal = None

    @contextmanager
    def _transaction(self) -> Iterator[Transaction]:
        from daifu.data.store.sql.statistics.deltas import append_deltas  # noqa: PLC0415
        from daifu.data.store.sql.uploads import index_players  # noqa: PLC0415 - readers need none of it

        with self._sessions.errors, transaction(self._sessions.writer()) as writing:
            yield writing
            index_players(writing)
            append_deltas(writing)


class Subject:
    """A part of what a store offers: it reads through the sessions, and writes through the queue."""

    def __init__(self, sessions: SessionPool, queue: WriteQueue) -> None:
        self._sessions = sessions
        self._queue = queue

    def _row(self, statement: str, values: Sequence[Any] = ()) -> Any:  # noqa: ANN401 - a row or None
        """The first row of a statement that reads; None where there is none."""
        with self._sessions.acquire() as session:
            return session.connection.execute(statement, values).fetchone()

    def _rows(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """All rows of a statement that reads."""
        with self._sessions.acquire() as session:
            return session.connection.execute(statement, values).fetchall()

    @contextmanager
    def _writing(self, author: Author) -> Iterator[Transaction]:
        """Write inside the block in the name of an author. Raises `TokenRevoked` and `StoreUnusable`."""
        with self._queue.transaction() as writing:
            require_valid_token(writing.connection, author)
            yield writing
