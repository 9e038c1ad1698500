"""The tables of the club: what it says of itself, its password, and the names of people who need not have played."""

from collections.abc import Collection
from typing import Final

from daifu.data.store.sql.sessions import SessionPool
from daifu.data.store.sql.tokens import create_token, require_valid_token, revoke_token, valid_token
from daifu.data.store.sql.write_queue import WriteQueue
from daifu.data.store.token_secrets import is_password, password_hash
from daifu.data.store.values import SCOREKEEPER, Author, Club, Token
from daifu.replay.text import fold_name

_ROW: Final = "SELECT name, rules, reading, password, token FROM club WHERE id = 1"
_WRITE: Final = """
INSERT INTO club (id, name, rules, reading) VALUES (1, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, rules = excluded.rules, reading = excluded.reading
"""
_SET_PASSWORD: Final = "UPDATE club SET password = ?, token = ? WHERE id = 1"
_PASSWORD: Final = "SELECT password, token FROM club WHERE id = 1 AND password IS NOT NULL"
_NAMES: Final = "SELECT name FROM club_people ORDER BY id"
_FORGET_ALL: Final = "DELETE FROM club_people"
_NAME: Final = "INSERT INTO club_people (folded, name) VALUES (?, ?) ON CONFLICT (folded) DO NOTHING"


class ClubTable:
    """The club of a store. What each method does is said in `daifu.data.store.interface.ClubTable`."""

    def __init__(self, sessions: SessionPool, queue: WriteQueue) -> None:
        self._sessions = sessions
        self._queue = queue

    def find(self) -> Club | None:
        """What the club says of itself."""
        with self._sessions.acquire() as session:
            row = session.connection.execute(_ROW).fetchone()
        if row is None:
            return None
        name, rules, reading, password, _ = row
        return Club(name, rules, reading, password is not None)

    def write(self, club: Club, author: Author) -> None:
        """Write what the club says of itself."""
        with self._queue.transaction() as writing:
            require_valid_token(writing.connection, author)
            writing.connection.execute(_WRITE, club[:3])

    def set_password(self, password: str | None, author: Author) -> None:
        """Set the password, or take it away."""
        hashed = None if password is None else password_hash(password)
        with self._queue.transaction() as writing:
            require_valid_token(writing.connection, author)
            name, *_, before = writing.connection.execute(_ROW).fetchone()
            if before is not None:
                revoke_token(writing, before)
            token = hashed and create_token(writing, f"{name} (password)", SCOREKEEPER).token.id
            writing.connection.execute(_SET_PASSWORD, (hashed, token))

    def token_of(self, password: str) -> Token | None:
        """The token of those who know the password."""
        with self._sessions.acquire() as session:
            row = session.connection.execute(_PASSWORD).fetchone()
        if row is None or not is_password(password, row[0]):
            return None
        with self._sessions.acquire() as session:
            return valid_token(session, row[1])

    def names(self) -> list[str]:
        """The names that were typed in."""
        with self._sessions.acquire() as session:
            return [name for (name,) in session.connection.execute(_NAMES)]

    def set_names(self, names: Collection[str], author: Author) -> None:
        """Keep these names in place of those before."""
        with self._queue.transaction() as writing:
            require_valid_token(writing.connection, author)
            writing.connection.execute(_FORGET_ALL)
            writing.connection.executemany(_NAME, [(fold_name(name), name) for name in names])
