"""The tables of a store with their columns, and its indexes, as `daifu.data.store.sql.tables` has them."""

import re
from typing import Final, NamedTuple

from daifu.data.store.sql.tables import FIRST_TABLES, LATER_TABLES

_TABLE: Final = re.compile(r"TABLE (\w+) \(\n(.*?)\n\) STRICT", re.DOTALL)
_INDEX: Final = re.compile(r"^CREATE INDEX (\w+)", re.MULTILINE)
_COLUMN: Final = re.compile(r"^    ([a-z]\w*) ", re.MULTILINE)


class Table(NamedTuple):
    """A table and its columns, and the column by which rows that are only added are ordered."""

    name: str
    columns: tuple[str, ...]
    key: str = ""

    @property
    def select(self) -> str:
        """The statement that reads all rows."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"  # noqa: S608 - names of tables and columns

    @property
    def select_ordered(self) -> str:
        """The same by id, where the table has one: a row may refer to an earlier one."""
        return f"{self.select} ORDER BY id" if self.columns[0] == "id" else self.select

    @property
    def insert(self) -> str:
        """The statement that adds a row."""
        places = ", ".join("?" for _ in self.columns)
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({places})"  # noqa: S608 - likewise

    @property
    def upsert(self) -> str:
        """The statement that adds a row, or writes the one with the same id anew."""
        updates = ", ".join(f"{column} = excluded.{column}" for column in self.columns[1:])
        return f"{self.insert} ON CONFLICT (id) DO UPDATE SET {updates}"


_STATEMENTS: Final = FIRST_TABLES + LATER_TABLES
TABLES: Final = {name: Table(name, tuple(_COLUMN.findall(body))) for name, body in _TABLE.findall(_STATEMENTS)}
"""All tables of a store by name, each behind those that it refers to."""
INDEXES: Final = tuple(_INDEX.findall(_STATEMENTS))
"""The names of all indexes that are made by themselves."""
