"""Signed links to the entry of results, for phones: those who have one can enter these results, and nothing else.

A link to a table of a tournament ends with its round, one to an evening after some hours.
"""

from typing import Final

import segno
from flask import request
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from markupsafe import Markup

from api.web.addresses import EVENINGS, TABLES
from data.tournaments.state import TableId

EVENING_SECONDS: Final = 12 * 3600
"""How long a link to an evening can be used after it was made."""

_TABLE: Final = "table entry"
_EVENING: Final = "evening entry"
_CODE_SCALE: Final = 3
_QUIET_ZONE: Final = 2


def table_link(key: bytes, tournament: int, at: TableId) -> str:
    """The path of the entry of a table; `key` is the signing key of the store."""
    return f"{TABLES}/{URLSafeSerializer(key, salt=_TABLE).dumps([tournament, *at])}"


def read_table_link(key: bytes, signature: str) -> tuple[int, TableId] | None:
    """The tournament and the table of a link; None where the store did not sign it."""
    try:
        tournament, *at = URLSafeSerializer(key, salt=_TABLE).loads(signature)
    except BadSignature:
        return None
    return tournament, TableId(*at)


def evening_link(key: bytes, record: int) -> str:
    """The path of the entry of an evening, from now on for some hours."""
    return f"{EVENINGS}/{URLSafeTimedSerializer(key, salt=_EVENING).dumps(record)}"


def read_evening_link(key: bytes, signature: str) -> int:
    """The record of a link. Raises `SignatureExpired` where its time is over, `BadSignature` where it is none."""
    record: int = URLSafeTimedSerializer(key, salt=_EVENING).loads(signature, max_age=EVENING_SECONDS)
    return record


def link_code(path: str) -> Markup:
    """The QR code, as SVG, of a path of this service."""
    drawn = segno.make(request.host_url.rstrip("/") + path, micro=False, error="m")
    return Markup(drawn.svg_inline(scale=_CODE_SCALE, border=_QUIET_ZONE, svgclass="code", lineclass=None))  # noqa: S704 - segno's own markup, of an address that we made
