"""Connections to PostgreSQL that are kept when they are closed, and used again for the store of another test.

For each new connection the server starts a process, which has to learn all tables of a store before its first
statement. That takes longer than most tests.
"""

import os
import re
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Self

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.sql import SQL, Identifier

from data.store.postgresql.connections import PooledConnection, RawConnection, StoreLocation, set_up
from tests.support.postgresql import SCHEMA

_OPTION: Final = re.compile(rf"-csearch_path=({SCHEMA}\w+)")
"""The only option in the address of a store of a test. Connections with others are not kept."""
_SEARCH: Final = SQL("SET search_path = {}")
_RESET: Final = "RESET ALL; DISCARD TEMP; UNLISTEN *; SELECT pg_advisory_unlock_all()"


class KeptConnection(PooledConnection):
    """A connection that is kept when it is closed, if nothing is under way and it is to a schema of a test."""

    server = ""

    @classmethod
    def connect(  # type: ignore[override]  # see its base
        cls,
        conninfo: str,
        *,
        log_failure: Callable[[psycopg.Error, float], None],
        **options: Any,  # noqa: ANN401 - what psycopg takes
    ) -> Self:
        """A kept connection to the server of this address, or a new one."""
        parts = conninfo_to_dict(conninfo)
        found = _OPTION.fullmatch(str(parts.pop("options", "")))
        server = f"{os.getpid()} {parts}" if found else ""
        while found and _SPARE[server]:
            raw: Self = _SPARE[server].pop()
            with suppress(psycopg.Error):  # it may have been cut
                raw.execute(_SEARCH.format(Identifier(found[1])), prepare=False)
                return raw
            raw.end()
        raw = super().connect(conninfo, log_failure=log_failure, **options)
        raw.server = server
        return raw

    def close(self) -> None:
        """Keep the connection, or end it."""
        if self.server and self.info.transaction_status == TransactionStatus.IDLE:
            with suppress(psycopg.Error):
                self.execute(_RESET, prepare=False)
                _SPARE[self.server].append(self)
                return
        self.end()

    def end(self) -> None:
        """Close the connection."""
        super().close()


_SPARE: Final[defaultdict[str, list[Any]]] = defaultdict(list)
"""The kept connections that nobody uses, by their process and server."""


def connect(place: StoreLocation) -> RawConnection:
    """What `connections.connect` does, with a connection that is kept."""
    raw = KeptConnection.connect(place.conninfo, log_failure=lambda _error, _began: None, autocommit=True)
    set_up(raw)
    return raw


def close_kept() -> None:
    """Close all connections that nobody uses."""
    for spare in _SPARE.values():
        while spare:
            spare.pop().end()
