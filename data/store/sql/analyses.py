"""The tables of analyses: those that were ordered, as jobs, and for a revision of a record the latest one."""

from collections.abc import Callable, Generator, Sequence
from contextlib import nullcontext
from typing import Final

from daifu.data.store.errors import NoSuchRecord, RecordWithdrawn
from daifu.data.store.jobs import ENDED, Job, JobState, QueueFull, TakenJob
from daifu.data.store.sql.columns import MAX_INTEGER
from daifu.data.store.sql.statistics.recount import counted_ahead, current_delta, long_text, retract_record
from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.values import Author, StoredAnalysis, current_time

MAX_WAITING: Final = 1_000
"""The most jobs of one token that wait at once."""
MAX_WAITING_IN_ALL: Final = 5_000
"""The most jobs of all that wait at once."""
MAX_ATTEMPTS: Final = 3
"""How often a job may end with its worker before it has failed: what it needs may be too much for the machine."""
KEPT_SECONDS: Final = 86_400
"""Seconds after its order for which a job is still shown that failed or was cancelled."""

_OF_REVISION: Final = "record = ? AND revision = ? AND method = ?"
_FIND_JOB: Final = f"SELECT state, done, deals, cancelled_by FROM analysis_jobs WHERE {_OF_REVISION}"  # noqa: S608
# Of all that wait, how many, how many of this share and their last turn, and the turn that is next.
_TURNS: Final = """
SELECT count(*), count(*) FILTER (WHERE share = ?1), max(turn) FILTER (WHERE share = ?1), min(turn)
FROM analysis_jobs WHERE method = ?2 AND state = 'waiting'
"""
CLEAR: Final = f"DELETE FROM analysis_jobs WHERE {_OF_REVISION}"  # noqa: S608
_ORDER: Final = """
INSERT INTO analysis_jobs (record, revision, method, at, share, turn, state, attempts)
VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0)
"""
_CANCEL: Final = f"""
UPDATE analysis_jobs SET state = 'cancelled', cancelled_by = ? WHERE {_OF_REVISION} AND state IN ('waiting', 'running')
"""  # noqa: S608
_WAITS: Final = "SELECT 1 FROM analysis_jobs WHERE method = ? AND state = 'waiting' LIMIT 1"
_TAKE: Final = """
UPDATE analysis_jobs SET state = 'running', worker = ?1, done = 0, deals = NULL
WHERE id = (SELECT id FROM analysis_jobs WHERE method = ?2 AND state = 'waiting' ORDER BY turn, id LIMIT 1)
RETURNING id, worker, record, revision
"""
# A job that was cancelled stays so, whatever its worker notes; its progress is still shown.
_NOTE: Final = """
UPDATE analysis_jobs SET state = CASE state WHEN 'running' THEN ? ELSE state END, done = ?, deals = ?
WHERE id = ? AND worker = ?
"""
_KEEP_DEAL: Final = "INSERT INTO analysed_deals (job, deal, dictionary, packed) VALUES (?, ?, ?, ?)"
_DEAL: Final = f"""
SELECT dictionary, packed FROM analysed_deals JOIN analysis_jobs ON id = job
WHERE {_OF_REVISION} AND state = 'running' AND deal = ?
"""  # noqa: S608
FORGET_DEALS: Final = """
DELETE FROM analysed_deals WHERE job NOT IN (SELECT id FROM analysis_jobs WHERE state = 'running')
"""
_COUNTS: Final = "SELECT state, count(*) FROM analysis_jobs GROUP BY state"
_IS_RUNNING: Final = "SELECT 1 FROM analysis_jobs WHERE id = ? AND worker = ? AND state = 'running'"
_TAKEN: Final = "SELECT id, worker, attempts FROM analysis_jobs WHERE method = ? AND state = 'running'"
_RESTORE: Final = """
UPDATE analysis_jobs SET state = ?, attempts = attempts + 1
WHERE id = ? AND worker = ? AND attempts = ? AND state = 'running'
"""
_LONG_ENDED: Final = "state IN ('failed', 'cancelled') AND at < ?"
_HAS_LONG_ENDED: Final = f"SELECT 1 FROM analysis_jobs WHERE {_LONG_ENDED} LIMIT 1"  # noqa: S608
_FORGET: Final = f"DELETE FROM analysis_jobs WHERE {_LONG_ENDED}"  # noqa: S608


class Jobs(Subject):
    """Analyses that were ordered, each from its order until it is kept: one of a revision for a version of the method.

    A job belongs to the worker that has taken it, which is known by its number. When it was cancelled or given to
    another one, what the former notes of it changes nothing.
    """

    def find(self, record: int, revision: int, method: str) -> Job | None:
        """The job of a revision; None where there is none, also where it is done."""
        key = min(record, MAX_INTEGER), min(revision, MAX_INTEGER)
        row = self._row(_FIND_JOB, (*key, method))
        return None if row is None else Job(record, revision, JobState(row[0]), *row[1:])

    def order(self, record: int, revision: int, method: str, author: Author) -> None:
        """Let the job of a revision wait, unless it waits or runs already. Raises `QueueFull`.

        Its turn is after the last job of the same token (or name, without one), or that of the job that is next of all.
        """
        key = record, revision, method
        share = str(author.token or author.name)
        with self._queue.transaction() as writing:
            execute = writing.connection.execute
            found = execute(_FIND_JOB, key).fetchone()
            if found is not None and found[0] not in ENDED:
                return
            waiting, own, last_own, first = execute(_TURNS, (share, method)).fetchall()[0]
            if own >= MAX_WAITING or waiting >= MAX_WAITING_IN_ALL:
                raise QueueFull
            execute(CLEAR, key)
            execute(_ORDER, (*key, writing.at, share, last_own + 1 if own else first or 0))

    def cancel(self, record: int, revision: int, method: str, author: str) -> None:
        """Cancel the job of a revision, if it waits or runs."""
        with self._queue.transaction() as writing:
            writing.connection.execute(_CANCEL, (author, record, revision, method))

    def take(self, method: str, worker: int) -> TakenJob | None:
        """The job whose turn it is, which runs from now on under the number of a worker; None where none waits."""
        with self._sessions.acquire() as session:
            if session.connection.execute(_WAITS, (method,)).fetchone() is None:
                return None  # a worker that has nothing to do does not write
        with self._queue.transaction() as writing:
            writing.connection.execute(FORGET_DEALS)
            taken = writing.connection.execute(_TAKE, (worker, method)).fetchall()
        return TakenJob(*taken[0]) if taken else None

    def note(
        self,
        job: TakenJob,
        state: JobState,
        done: int | None = None,
        deals: int | None = None,
        analysed: Sequence[bytes] = (),
    ) -> None:
        """Note how many of the deals of a job are done, and its state, unless it was cancelled.

        `analysed` are the analyses of the last ones of them, in the format `daifu-analysis/1`.
        """
        with self._sessions.acquire() as session:
            packed = [session.compressor.compress(one) for one in analysed]
        with self._queue.transaction() as writing:
            execute = writing.connection.execute
            if packed and execute(_IS_RUNNING, (job.id, job.worker)).fetchone() is not None:
                first = (done or 0) - len(packed) + 1
                writing.connection.executemany(
                    _KEEP_DEAL, [(job.id, number, *one) for number, one in enumerate(packed, first)]
                )
            execute(_NOTE, (state, done, deals, job.id, job.worker))

    def deal(self, record: int, revision: int, method: str, deal: int) -> bytes | None:
        """The analysis of a deal of a job that runs, once it was noted; None before, and when the job has ended."""
        key = min(record, MAX_INTEGER), min(revision, MAX_INTEGER)
        with self._sessions.acquire() as session:
            row = session.connection.execute(_DEAL, (*key, method, min(deal, MAX_INTEGER))).fetchone()
            return None if row is None else session.compressor.decompress(*row)

    def counts(self) -> dict[str, int]:
        """How many jobs have each state, of those that the store knows."""
        return dict(self._rows(_COUNTS))

    def is_running(self, job: TakenJob) -> bool:
        """Whether its worker is to go on with a job."""
        return self._row(_IS_RUNNING, (job.id, job.worker)) is not None

    def restore_lost(self, method: str, is_lost: Callable[[int], bool]) -> None:
        """Let the jobs of lost workers wait again, and forget those that failed or were cancelled long ago.

        A job that has lost three workers has failed.
        """
        long_ago = int(current_time().timestamp()) - KEPT_SECONDS
        with self._sessions.acquire() as session:
            taken = session.connection.execute(_TAKEN, (method,)).fetchall()
            is_to_forget = session.connection.execute(_HAS_LONG_ENDED, (long_ago,)).fetchone() is not None
        lost = [
            (JobState.WAITING if attempts + 1 < MAX_ATTEMPTS else JobState.FAILED, job, worker, attempts)
            for job, worker, attempts in taken
            if is_lost(worker)
        ]
        if lost or is_to_forget:
            with self._queue.transaction() as writing:
                writing.connection.executemany(_RESTORE, lost)
                writing.connection.execute(_FORGET, (long_ago,))


_FIND: Final = "SELECT dictionary, packed FROM analyses WHERE record = ? AND revision = ? AND method = ?"
_ALL: Final = "SELECT record, revision, method, dictionary, packed FROM analyses ORDER BY record, revision"
_KEEP: Final = """
INSERT INTO analyses (record, revision, method, dictionary, packed) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (record, revision) DO UPDATE SET
    method = excluded.method, dictionary = excluded.dictionary, packed = excluded.packed
"""
_HAS_TEXT: Final = """
SELECT packed IS NOT NULL, number = records.revision
FROM revisions CROSS JOIN records ON id = record WHERE record = ? AND number = ?
"""


class Analyses(Subject):
    """Analyses of records: for a revision, the bytes of its latest analysis, and the method by which it was made.

    An analysis belongs to its revision: when the record is corrected, the new revision has none. It can be made again
    at any time, because it follows from the revision and the method.
    """

    def find(self, record: int, revision: int, method: str) -> bytes | None:
        """The analysis of a revision by this version of the method; None where there is none."""
        key = min(record, MAX_INTEGER), min(revision, MAX_INTEGER)
        with self._sessions.acquire() as session:
            row = session.connection.execute(_FIND, (*key, method)).fetchone()
            return None if row is None else session.compressor.decompress(*row)

    def keep(self, record: int, revision: int, method: str, analysis: bytes) -> None:
        """Store the analysis of a revision in place of an earlier one. Its job is done then, and is forgotten.

        It is a JSON list of deals in the format `daifu-analysis/1`. Statistics count the analysis of the present
        revision by the present version of the method, and no other.

        Raises `NoSuchRecord`, also where there is no such revision, and `RecordWithdrawn` where that revision withdrew
        the record.
        """
        with self._sessions.acquire() as session:
            packed = session.compressor.compress(analysis)
            found = long_text(session, record)
        with counted_ahead(*found) if found else nullcontext(), self._queue.transaction() as writing:
            key = (record, revision)
            state = writing.connection.execute(_HAS_TEXT, key).fetchone() if max(key) <= MAX_INTEGER else None
            if state is None:
                raise NoSuchRecord
            has_text, is_present = state
            if not has_text:
                raise RecordWithdrawn(revision)
            if is_present:  # the record is retracted and counted again, together with its analysis
                retract_record(writing, record)
            writing.connection.execute(_KEEP, (*key, method, *packed))
            if is_present and (delta := current_delta(writing.session, record)):
                writing.deltas.append(delta)
            writing.connection.execute(CLEAR, (*key, method))
            writing.connection.execute(FORGET_DEALS)

    def each(self) -> Generator[StoredAnalysis, None, None]:
        """All analyses by record and revision, in the state of the store at the moment of the first one."""
        with self._sessions.separate() as session, session.snapshot():
            for record, revision, method, *packed in session.stream(_ALL):
                yield StoredAnalysis(record, revision, method, session.compressor.decompress(*packed))
