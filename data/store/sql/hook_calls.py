"""The table of calls of hooks: what was told, and what is to be told again."""

from typing import Final

from daifu.data.store.sql.write_queue import Subject

FIRST_PAUSE: Final = 60
"""Seconds after which a call that was taken may be taken again; they double each time."""

_FIND: Final = "SELECT version, due, attempts FROM hook_calls WHERE hook = ? AND subject = ?"
_TAKE: Final = """
INSERT INTO hook_calls (hook, subject, version, due, attempts) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (hook, subject) DO UPDATE
SET version = excluded.version, due = excluded.due, attempts = excluded.attempts
"""
_DONE: Final = "UPDATE hook_calls SET due = 0 WHERE hook = ? AND subject = ? AND version = ?"


class HookCalls(Subject):
    """What the addresses were told that follow the store. `hook` names one of them, `subject` what it is told of."""

    def take(self, hook: str, subject: str, version: int, now: int) -> int | None:
        """Take the call about this version; how often it has failed. None where it is done, or another process has it.

        It is taken again when it was not `done` after a pause that doubles each time, or with another version.
        """
        with self._sessions.acquire() as session:
            if not _is_due(session.connection.execute(_FIND, (hook, subject)).fetchone(), version, now):
                return None  # what is done costs no write
        with self._queue.transaction() as writing:
            row = writing.connection.execute(_FIND, (hook, subject)).fetchone()
            if not _is_due(row, version, now):
                return None
            failed = row[2] if row is not None and row[0] == version else 0
            pause = FIRST_PAUSE << failed
            writing.connection.execute(_TAKE, (hook, subject, version, now + pause, failed + 1))
            return failed

    def done(self, hook: str, subject: str, version: int) -> None:
        """Note that the call was made, or is given up."""
        with self._queue.transaction() as writing:
            writing.connection.execute(_DONE, (hook, subject, version))


def _is_due(row: tuple[int, int, int] | None, version: int, now: int) -> bool:
    """Whether a call may be taken, by its row; it is done where `due` is 0."""
    return row is None or row[0] != version or 0 < row[1] <= now
