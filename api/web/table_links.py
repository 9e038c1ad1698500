"""Signed links to the entry of one table's results: those who have one can enter these, and nothing else."""

from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer

from api.web.addresses import TABLES
from data.tournaments.state import TableId

_PURPOSE: Final = "table entry"


def table_link(key: bytes, tournament: int, at: TableId) -> str:
    """The path of the entry of a table; `key` is the signing key of the store."""
    return f"{TABLES}/{_serializer(key).dumps([tournament, *at])}"


def read_table_link(key: bytes, signature: str) -> tuple[int, TableId] | None:
    """The tournament and the table of a link; None where the store did not sign it."""
    try:
        tournament, *at = _serializer(key).loads(signature)
    except BadSignature:
        return None
    return tournament, TableId(*at)


def _serializer(key: bytes) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt=_PURPOSE)
