"""What the shared statements need of a connection. One of `sqlite3` has it as it is."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

Row = tuple[Any, ...]


class Cursor(Protocol):
    """The result of a statement."""

    def fetchone(self) -> Any:  # noqa: ANN401 - a row or None
        """The next row; None at the end."""
        ...

    def fetchall(self) -> list[Any]:
        """All further rows."""
        ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection, which runs statements in SQLite's notation."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Cursor:
        """Run a statement with values for its placeholders."""
        ...

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run a statement with each of these rows of values. They may be inserted together."""
        ...
