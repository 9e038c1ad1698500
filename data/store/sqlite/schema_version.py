"""Which steps of the migrations a store has taken, read without sqlite-utils.

Importing sqlite-utils imports pandas where that is installed, which takes longer than most commands. A store that is
up to date is opened without it.
"""

import sqlite3
from typing import Final

STEPS: Final = (
    "001_records",
    "002_tokens",
    "003_together",
    "004_tournaments",
    "005_statistics",
    "006_people",
    "007_careers",
    "008_ordinary_names",
    "009_delta_log",
)
"""The names of all steps in `data.store.sqlite.migrations`."""

_HAS_STEPS: Final = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlite_migrations'"
_TAKEN: Final = "SELECT name FROM _sqlite_migrations WHERE migration_set = 'daifu' ORDER BY rowid"


def is_up_to_date(connection: sqlite3.Connection) -> bool:
    """Whether the store has taken every step of this version, and no other."""
    if connection.execute(_HAS_STEPS).fetchone() is None:
        return False
    return tuple(name for (name,) in connection.execute(_TAKEN)) == STEPS
