"""Who may do what: tokens with a role, of whose secrets the store keeps nothing but a hash."""

import hashlib
import secrets
from typing import Final

from data.store.asked import Minted, Token
from data.store.reading import moment
from data.store.refusals import NoSuchToken
from data.store.sessions import Session
from data.store.sqlite_errors import LARGEST
from data.store.transactions import Transaction

PREFIX: Final = "daifu_"
"""A secret begins with it, so that people and searches for leaked secrets know what it is."""
SECRET_BYTES: Final = 32

_COLUMNS: Final = "SELECT id, name, role, made_at, revoked_at FROM tokens"
_MINT: Final = "INSERT INTO tokens (hash, name, role, made_at) VALUES (?, ?, ?, ?)"
_REVOKE: Final = "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL"


def mint(writing: Transaction, name: str, role: str) -> Minted:
    """Make a token with a new secret."""
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    number = writing.insert(_MINT, (_hash(secret), name, role, writing.at))
    return Minted(Token(number, name, role, moment(writing.at), None), secret)


def token_of(session: Session, secret: str) -> Token | None:
    """The token with this secret; None where there is none, or none any more."""
    row = session.connection.execute(f"{_COLUMNS} WHERE hash = ? AND revoked_at IS NULL", (_hash(secret),)).fetchone()
    return None if row is None else _token(row)


def tokens(session: Session) -> list[Token]:
    """All tokens, in the order in which they were made."""
    return [_token(row) for row in session.connection.execute(f"{_COLUMNS} ORDER BY id")]


def revoke(writing: Transaction, number: int) -> Token:
    """Let nobody in with this token any more. Raises `NoSuchToken`."""
    if number > LARGEST:
        raise NoSuchToken
    writing.connection.execute(_REVOKE, (writing.at, number))
    row = writing.connection.execute(f"{_COLUMNS} WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise NoSuchToken
    return _token(row)


def _hash(secret: str) -> bytes:
    """What is kept of a secret. It is too long to be guessed, so that no slow hash is needed to protect it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def _token(row: tuple[int, str, str, int, int | None]) -> Token:
    number, name, role, made_at, revoked_at = row
    return Token(number, name, role, moment(made_at), None if revoked_at is None else moment(revoked_at))
