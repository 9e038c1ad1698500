"""The secrets of tokens, of which a store keeps only hashes, so that all stores have to hash alike; and its key."""

import hashlib
import secrets
from typing import Final

SECRET_PREFIX: Final = "daifu_"
"""Each secret begins with it, so that people, and tools that search for leaked secrets, recognise it."""
SECRET_BYTES: Final = 32
SIGNING_KEY_BYTES: Final = 32


def new_secret() -> str:
    """A new random secret."""
    return SECRET_PREFIX + secrets.token_urlsafe(SECRET_BYTES)


def secret_hash(secret: str) -> bytes:
    """The SHA-256 of a secret. A secret is too long to be guessed, so that it needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def new_signing_key() -> bytes:
    """A new random key by which a service signs sessions and links."""
    return secrets.token_bytes(SIGNING_KEY_BYTES)
