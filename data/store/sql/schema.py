"""The tables of a store with their columns, and its indexes, as `daifu.data.store.sql.tables` has them.

Those of a store are compared with them when it is opened. Extra tables are not looked at. A store that was made by a
version between releases may lack a column, although it has taken every step of the migrations.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sql.compression import add_bundled_dictionary
from daifu.data.store.sql.connection import Connection
from daifu.data.store.sql.tables import FIRST_TABLES, LATER_TABLES
from daifu.data.store.token_secrets import new_signing_key
from daifu.replay.counters import COUNTING_VERSION, JUDGING_VERSION
from daifu.replay.text import Text, joined

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
_ALL_COUNTED: Final = "INSERT INTO statistics_progress (version, record) VALUES (?, NULL)"
_ALL_JUDGED: Final = "INSERT INTO judging_progress (version, record) VALUES (?, NULL)"
_SET_SIGNING_KEY: Final = "INSERT INTO signing_key (key) VALUES (?)"


def begin_store(connection: Connection) -> None:
    """Write what a new store begins with: a dictionary, its key, and that nothing is left to be counted or judged."""
    add_bundled_dictionary(connection)
    connection.execute(_ALL_COUNTED, (COUNTING_VERSION,))
    connection.execute(_ALL_JUDGED, (JUDGING_VERSION,))
    connection.execute(_SET_SIGNING_KEY, (new_signing_key(),))


def require_schema(name: str, columns: Mapping[str, Collection[str]], indexes: Collection[str]) -> None:
    """Check that a store has all tables, columns and indexes; `columns` are those that it has, by its tables.

    Raises `StoreDamaged`, with what is missing and what to do.
    """
    missing = [Text(f"the table {name}", f"表{name}") for name in TABLES if name not in columns]
    for table in TABLES.values():
        missing += [
            Text(f"the column {column} of {table.name}", f"{table.name}の列{column}")
            for column in table.columns
            if table.name in columns and column not in columns[table.name]
        ]
    missing += [Text(f"the index {index}", f"索引{index}") for index in INDEXES if index not in indexes]
    if not missing:
        return
    en, ja = joined(missing)
    raise StoreDamaged(
        Text(
            f"{name} has not the tables of this version: {en} {'is' if len(missing) == 1 else 'are'} missing. If "
            "another version of daifu made it so, export its records with that version and import them with this one. "
            "If it is damaged, daifu copy --salvage makes a store of what can be read",
            f"{name}の表がこの版のものと違います（ないもの：{ja}）。別の版のdaifuで作ったものなら、その版で棋譜を書き出し、この版で"
            "取り込んでください。壊れたのであれば、daifu copy --salvageで、読めるものから保存先を作れます",
        )
    )


def not_migrated(name: str) -> Text:
    """A store could not go through the migrations."""
    return Text(
        f"{name} was made by a version of daifu whose tables this version does not know; export its records with "
        "that version and import them with this one, or let daifu copy --salvage make a store of what can be read",
        f"{name}は、この版の知らない表を持つ版のdaifuで作られています。その版で棋譜を書き出してこの版で取り込むか、"
        "daifu copy --salvageで、読めるものから保存先を作ってください",
    )


def needs_migration(name: str) -> Text:
    """A store of an earlier version cannot be used by a command that only reads."""
    return Text(
        f"{name} is of an earlier version and has to be opened for writing once: daifu token list --db {name} does it",
        f"{name}は古い版のものです。一度、書き込める状態で開いてください（daifu token list --db {name}で開けます）",
    )
