"""Translates the errors of PostgreSQL into those of the store: the only module that knows their codes."""

from types import TracebackType
from typing import Final

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from daifu.data.store.errors import (
    StoreBusy,
    StoreDamaged,
    StoreForbidden,
    StoreFull,
    StoreMissing,
    StoreReadOnly,
    StoreUnreachable,
    StoreUnusable,
)

_BY_CODE: Final[dict[str, type[StoreUnusable]]] = {
    "25006": StoreReadOnly,  # read_only_sql_transaction: a standby, or a database set so
    "42501": StoreReadOnly,  # insufficient_privilege, where something is written
    "40001": StoreBusy,  # serialization_failure: on a standby, a conflict with recovery
    "40P01": StoreBusy,  # deadlock_detected
    "55P03": StoreBusy,  # lock_not_available
    "57014": StoreBusy,  # query_canceled, by a timeout of statements
    "25P03": StoreBusy,  # idle_in_transaction_session_timeout
    "25P04": StoreBusy,  # transaction_timeout
    "53000": StoreBusy,  # insufficient_resources
    "53200": StoreBusy,  # out_of_memory
    "53100": StoreFull,  # disk_full
    "3D000": StoreMissing,  # invalid_catalog_name: there is no such database
    "53300": StoreUnreachable,  # too_many_connections
    "57P01": StoreUnreachable,  # admin_shutdown
    "57P02": StoreUnreachable,  # crash_shutdown
    "57P03": StoreUnreachable,  # cannot_connect_now
    "57P05": StoreUnreachable,  # idle_session_timeout
    "58000": StoreDamaged,  # system_error
    "58030": StoreDamaged,  # io_error
    "58P01": StoreDamaged,  # undefined_file
    "42P01": StoreDamaged,  # undefined_table
    "42703": StoreDamaged,  # undefined_column
    "XX001": StoreDamaged,  # data_corrupted
    "XX002": StoreDamaged,  # index_corrupted
}
_BY_CLASS: Final[dict[str, type[StoreUnusable]]] = {"08": StoreUnreachable, "28": StoreUnreachable}
"""By the first two characters of a code: connections that fail, and logins that are refused."""


def store_error(error: psycopg.Error) -> StoreUnusable | None:
    """The error of the store for an error of PostgreSQL; None where the program itself is at fault."""
    if error.sqlstate is not None:
        refusal = _BY_CODE.get(error.sqlstate) or _BY_CLASS.get(error.sqlstate[:2])
        return None if refusal is None else refusal()
    match error:
        case TooManyRequests():
            return StoreBusy()
        case PoolTimeout() | PoolClosed() | psycopg.OperationalError() | psycopg.InterfaceError():
            return StoreUnreachable()
        case _:
            return None


def message_of(error: psycopg.Error) -> str:
    """What an error of PostgreSQL says, in one line."""
    return " ".join(str(error).split())


class _Translation:
    """A context manager without state, so that one instance serves all threads."""

    def __init__(self, *, reads: bool = False) -> None:
        self._reads = reads

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._reads and isinstance(error, psycopg.errors.InsufficientPrivilege):
            raise StoreForbidden from error
        if isinstance(error, psycopg.Error) and (refusal := store_error(error)):
            raise refusal from error


TRANSLATED_ERRORS: Final = _Translation()
"""`with TRANSLATED_ERRORS:` raises errors of the store in place of those of PostgreSQL."""
ERRORS_OF_READERS: Final = _Translation(reads=True)
"""The same around statements that only read, which tells rights to read from rights to write."""
