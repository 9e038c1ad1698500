"""What a table is, whatever its rows are made from."""

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, Protocol, TypeVar

from replay.text import Text
from schemas.parquet.columns import Column, Row


class Measured(Protocol):
    """What rows are made from; `size` is the length of the text that it was read from, in bytes."""

    @property
    def size(self) -> int:
        """How long that text was; 0 where there was none."""
        ...


Source = TypeVar("Source", bound=Measured)


class Table(NamedTuple, Generic[Source]):
    """A table: its name, what a row is, its columns, and what makes the rows of a source."""

    name: str
    text: Text
    columns: tuple[Column, ...]
    rows: Callable[[Source], Iterator[Row]]
