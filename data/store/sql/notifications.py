"""The tables of those who are told of news: what hooks were told, and the phones that are told where somebody sits."""

from typing import Final

from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.values import PushSubscription, current_time, seats_of

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


MOST_PHONES: Final = 10
"""The most phones that are told where one entrant sits."""

_ALL: Final = """
SELECT tournament, entrant, endpoint, key, secret, language FROM push_subscriptions ORDER BY tournament, entrant, at
"""
_ADD: Final = """
INSERT INTO push_subscriptions (tournament, entrant, endpoint, key, secret, language, at) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (tournament, entrant, endpoint) DO UPDATE
SET key = excluded.key, secret = excluded.secret, language = excluded.language, at = excluded.at
"""
_DROP_OLD: Final = """
DELETE FROM push_subscriptions WHERE tournament = ?1 AND entrant = ?2 AND endpoint NOT IN (
    SELECT endpoint FROM push_subscriptions WHERE tournament = ?1 AND entrant = ?2 ORDER BY at DESC, endpoint LIMIT ?3
)
"""
_REMOVE: Final = "DELETE FROM push_subscriptions WHERE tournament = ? AND entrant = ? AND endpoint = ?"
_FORGET_CALLS: Final = "DELETE FROM hook_calls WHERE subject = ? AND hook = ?"
_END: Final = "DELETE FROM push_subscriptions WHERE tournament = ?"
_FORGET_ALL_CALLS: Final = "DELETE FROM hook_calls WHERE subject = ?"


class PushSubscriptions(Subject):
    """The phones that are told where somebody sits in a tournament, once that is drawn."""

    def add(self, phone: PushSubscription) -> None:
        """Keep a phone. Of the phones of an entrant only the latest stay."""
        with self._queue.transaction() as writing:
            writing.connection.execute(_ADD, (*phone, int(current_time().timestamp())))
            writing.connection.execute(_DROP_OLD, (phone.tournament, phone.entrant, MOST_PHONES))

    def all(self) -> list[PushSubscription]:
        """All phones, by tournament and entrant."""
        return [PushSubscription(*row) for row in self._rows(_ALL)]

    def remove(self, phone: PushSubscription) -> None:
        """Tell a phone nothing more of this entrant."""
        with self._queue.transaction() as writing:
            writing.connection.execute(_REMOVE, phone[:3])
            writing.connection.execute(_FORGET_CALLS, (phone.subject, phone.hook))

    def end(self, tournament: int) -> None:
        """Forget all phones of a tournament."""
        with self._queue.transaction() as writing:
            writing.connection.execute(_END, (tournament,))
            writing.connection.execute(_FORGET_ALL_CALLS, (seats_of(tournament),))
