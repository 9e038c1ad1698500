"""The table of tokens: their roles, and the hashes of their secrets; and the key by which services sign sessions."""

from collections.abc import Iterable
from typing import Final

from daifu.data.store.errors import NoSuchToken, TokenNameTaken, TokenRevoked
from daifu.data.store.sql.columns import MAX_INTEGER, from_timestamp
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.sessions import Session
from daifu.data.store.sql.transactions import Transaction
from daifu.data.store.token_secrets import new_secret, secret_hash
from daifu.data.store.values import Author, NewToken, Token, current_time
from daifu.replay.text import fold_name

_COLUMNS: Final = "SELECT id, name, role, made_at, revoked_at, expires_at FROM tokens"
_CREATE: Final = "INSERT INTO tokens (hash, name, role, made_at, expires_at) VALUES (?, ?, ?, ?, ?) RETURNING id"
_IS_VALID: Final = "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)"
_DAY_SECONDS: Final = 24 * 60 * 60
_SIGNING_KEY: Final = "SELECT key FROM signing_key"
_END: Final = """
INSERT INTO endings (subject, times, at) VALUES (?, 1, ?)
ON CONFLICT (subject) DO UPDATE SET times = endings.times + 1, at = excluded.at RETURNING times
"""
NAMES_ENDED: Final = "names"
"""Under which the store counts how often texts that processes may remember were written anew."""
LOOKS_CHANGED: Final = "looks"
"""The same for how people look on pages."""
_TIMES_ENDED: Final = "SELECT times FROM endings WHERE subject = ?"
_VALID_NAMES: Final = f"SELECT id, name FROM tokens WHERE {_IS_VALID} ORDER BY id"  # noqa: S608 - a condition
_VALID: Final = f"SELECT 1 FROM tokens WHERE id = ? AND {_IS_VALID}"  # noqa: S608 - likewise
_REVOKE: Final = "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL"


def create_token(writing: Transaction, name: str, role: str, days: int | None = None) -> NewToken:
    """Make a token with a new secret. Raises `TokenNameTaken`, also where only case or width differ."""
    for number, other in writing.connection.execute(_VALID_NAMES, (writing.at,)).fetchall():
        if fold_name(other) == fold_name(name):
            raise TokenNameTaken(number, other)
    secret = new_secret()
    expires_at = None if days is None else writing.at + days * _DAY_SECONDS
    number = writing.insert(_CREATE, (secret_hash(secret), name, role, writing.at, expires_at))
    return NewToken(_token_from_row((number, name, role, writing.at, None, expires_at)), secret)


def find_token(session: Session, secret: str) -> Token | None:
    """The token with this secret; None where there is none, or where it is not valid any more."""
    row = session.connection.execute(
        f"{_COLUMNS} WHERE hash = ? AND {_IS_VALID}", (secret_hash(secret), _now())
    ).fetchone()
    return None if row is None else _token_from_row(row)


def valid_token(session: Session, number: int) -> Token | None:
    """The token with this number; None where there is none, or where it is not valid any more."""
    if number > MAX_INTEGER:
        return None
    row = session.connection.execute(f"{_COLUMNS} WHERE id = ? AND {_IS_VALID}", (number, _now())).fetchone()
    return None if row is None else _token_from_row(row)


def signing_key(session: Session) -> bytes:
    """The key by which services sign sessions and links."""
    key: bytes = session.connection.execute(_SIGNING_KEY).fetchone()[0]
    return key


def end_signed(writing: Transaction, subject: str) -> int:
    """Note that what services signed under this subject has ended; how often it has now."""
    times: int = writing.connection.execute(_END, (subject, writing.at)).fetchone()[0]
    return times


def times_ended(session: Session, subject: str) -> int:
    """How often what services signed under this subject was ended."""
    row = session.connection.execute(_TIMES_ENDED, (subject,)).fetchone()
    return 0 if row is None else row[0]


def list_tokens(session: Session) -> list[Token]:
    """All tokens, in the order of their creation."""
    return [_token_from_row(row) for row in session.connection.execute(f"{_COLUMNS} ORDER BY id")]


def require_valid_token(connection: Connection, author: Author) -> None:
    """Check that the token of an author, if they have one, is valid. Raises `TokenRevoked`."""
    if author.token is not None and connection.execute(_VALID, (author.token, _now())).fetchone() is None:
        raise TokenRevoked


def require_valid_tokens(connection: Connection, authors: Iterable[Author]) -> None:
    """The same for several authors, whose tokens are looked up together."""
    tokens = {author.token for author in authors if author.token is not None}
    found = [connection.execute(_VALID, (token, _now())) for token in tokens]
    if any(one.fetchone() is None for one in found):
        raise TokenRevoked


def revoke_token(writing: Transaction, number: int) -> Token:
    """Revoke a token. Raises `NoSuchToken`."""
    if number > MAX_INTEGER:
        raise NoSuchToken
    writing.connection.execute(_REVOKE, (writing.at, number))
    row = writing.connection.execute(f"{_COLUMNS} WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise NoSuchToken
    return _token_from_row(row)


def _now() -> int:
    return int(current_time().timestamp())


def _token_from_row(row: tuple[int, str, str, int, int | None, int | None]) -> Token:
    number, name, role, made_at, *ends = row
    revoked_at, expires_at = (None if end is None else from_timestamp(end) for end in ends)
    return Token(number, name, role, from_timestamp(made_at), revoked_at, expires_at)
