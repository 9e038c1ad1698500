"""The table of phones that are told where somebody sits in a tournament."""

from typing import Final

from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.values import PushSubscription, current_time, seats_of

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
