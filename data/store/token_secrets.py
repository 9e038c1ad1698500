"""The secrets of tokens, of which a store keeps only hashes, so that all stores have to hash alike; and its key."""

import hashlib
import secrets
import unicodedata
from typing import Final

SECRET_PREFIX: Final = "daifu_"
"""Each secret begins with it, so that people, and tools that search for leaked secrets, recognise it."""
SECRET_BYTES: Final = 32
SIGNING_KEY_BYTES: Final = 32
SALT_BYTES: Final = 16


def new_secret() -> str:
    """A new random secret."""
    return SECRET_PREFIX + secrets.token_urlsafe(SECRET_BYTES)


def secret_hash(secret: str) -> bytes:
    """The SHA-256 of a secret. A secret is too long to be guessed, so that it needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def new_signing_key() -> bytes:
    """A new random key by which a service signs sessions and links."""
    return secrets.token_bytes(SIGNING_KEY_BYTES)


def password_hash(password: str, salt: bytes | None = None) -> bytes:
    """Salt and scrypt hash of a password that people chose; takes 16 MiB and some 50 ms, so that guessing is slow.

    Without a salt there is a new one. Keyboards write one password in several forms, which count as one (NFKC).
    """
    salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    text = unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
    return salt + hashlib.scrypt(text, salt=salt, n=1 << 14, r=8, p=1)


def is_password(password: str, known: bytes) -> bool:
    """Whether this is the password of the salt and hash."""
    return secrets.compare_digest(password_hash(password, known[:SALT_BYTES]), known)
