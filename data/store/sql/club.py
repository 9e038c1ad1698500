"""The tables of the club: what it says of itself, its passwords, and the names of people who need not have played."""

from collections.abc import Collection
from typing import Final

from daifu.data.store.sql.columns import from_timestamp
from daifu.data.store.sql.tokens import create_token, revoke_token, valid_token
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.sql.write_queue import Subject
from daifu.data.store.token_secrets import is_password, password_hash
from daifu.data.store.values import READER, SCOREKEEPER, Author, Club, ClubChange, Token
from daifu.replay.text import fold_name

_ROW: Final = "SELECT name, rules, reading, password, reading_password FROM club WHERE id = 1"
_WRITE: Final = """
INSERT INTO club (id, name, rules, reading) VALUES (1, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, rules = excluded.rules, reading = excluded.reading
"""
_TOKENS: Final = "SELECT name, token, reading_token FROM club WHERE id = 1"
_SET_PASSWORD: Final = {
    SCOREKEEPER: "UPDATE club SET password = ?, token = ? WHERE id = 1",
    READER: "UPDATE club SET reading_password = ?, reading_token = ? WHERE id = 1",
}
_CALLED: Final = {SCOREKEEPER: "password", READER: "password to read"}
_PASSWORDS: Final = "SELECT password, token, reading_password, reading_token FROM club WHERE id = 1"
_NAMES: Final = "SELECT name FROM club_people ORDER BY id"
_FORGET_ALL: Final = "DELETE FROM club_people"
_NAME: Final = "INSERT INTO club_people (folded, name) VALUES (?, ?) ON CONFLICT (folded) DO NOTHING"
_NOTE: Final = "INSERT INTO club_changes (at, author, field, value) VALUES (?, ?, ?, ?)"
_CHANGES: Final = "SELECT at, author, field, value FROM club_changes ORDER BY id DESC LIMIT ?"


class ClubTable(Subject):
    """What the club of a store says of itself, its passwords, and the names of its people who need not have played.

    Each change raises `TokenRevoked`.
    """

    def find(self) -> Club | None:
        """What the club says of itself; None where nobody said anything yet."""
        row = self._row(_ROW)
        if row is None:
            return None
        name, rules, reading, *passwords = row
        return Club(name, rules, reading, *(one is not None for one in passwords))

    def write(self, club: Club, author: Author) -> None:
        """Write what the club says of itself, but for its passwords."""
        with self._writing(author) as writing:
            before = writing.connection.execute(_ROW).fetchone() or (None, None, None)
            told = (club.name, club.rules, club.reading)
            writing.connection.execute(_WRITE, told)
            for field, old, new in zip(("name", "rules", "reading"), before, told, strict=False):
                if old != new:
                    _note(writing, author, field, new)

    def set_password(self, password: str | None, author: Author, role: str = SCOREKEEPER) -> None:
        """Set the password of a club that has a name, or take it away: that which enters results, or of a reader.

        Those who signed in with the one before are signed out.

        Raises `TokenNameTaken`.
        """
        hashed = None if password is None else password_hash(password)
        with self._writing(author) as writing:
            name, *tokens = writing.connection.execute(_TOKENS).fetchone()
            before = tokens[role == READER]
            if before is not None:
                revoke_token(writing, before)
            token = hashed and create_token(writing, f"{name} ({_CALLED[role]})", role).token.id
            writing.connection.execute(_SET_PASSWORD[role], (hashed, token))
            if hashed is not None or before is not None:
                field = "password" if role == SCOREKEEPER else "reading_password"
                _note(writing, author, field, None if hashed is None else "set")

    def token_of(self, password: str) -> Token | None:
        """The token of those who know the password, who may enter results, or only read; None for any other."""
        row = self._row(_PASSWORDS)
        passwords = ((row[0], row[1]), (row[2], row[3])) if row else ()
        for hashed, token in passwords:
            if hashed is not None and is_password(password, hashed):
                with self._sessions.acquire() as session:
                    return valid_token(session, token)
        return None

    def names(self) -> list[str]:
        """The names that were typed in, in their order."""
        return [name for (name,) in self._rows(_NAMES)]

    def set_names(self, names: Collection[str], author: Author) -> None:
        """Keep these names in place of those before. Of names that differ in case or width only, the first counts."""
        with self._writing(author) as writing:
            execute = writing.connection.execute
            before = execute(_NAMES).fetchall()
            execute(_FORGET_ALL)
            writing.connection.executemany(_NAME, [(fold_name(name), name) for name in names])
            after = execute(_NAMES).fetchall()
            if after != before:
                _note(writing, author, "people", str(len(after)))

    def changes(self, limit: int = 100) -> list[ClubChange]:
        """The latest changes of what the club says of itself, the last one first."""
        rows = self._rows(_CHANGES, (limit,))
        return [ClubChange(from_timestamp(at), *rest) for at, *rest in rows]


def _note(writing: Transaction, author: Author, field: str, value: str | None) -> None:
    writing.connection.execute(_NOTE, (writing.at, author.name, field, value))
