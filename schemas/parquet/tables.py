"""The tables that records are exported as."""

from typing import Final

from replay.text import Text
from schemas.parquet import actions, deals, faults, records, seats
from schemas.parquet.table import Table
from schemas.parquet.taken import Taken

RecordTable = Table[Taken]
"""A table whose rows are made from records."""

TABLES: Final[dict[str, RecordTable]] = {
    table.name: table
    for table in (
        Table("records", Text("A row for each record.", "棋譜1件につき1行。"), records.COLUMNS, records.rows),
        Table("deals", Text("A row for each deal.", "1回につき1行。"), deals.COLUMNS, deals.rows),
        Table(
            "seats",
            Text("A row for each player who sits in a deal.", "回ごとに、参加者1人につき1行。"),
            seats.COLUMNS,
            seats.rows,
        ),
        Table("actions", Text("A row for each action.", "行動1つにつき1行。"), actions.COLUMNS, actions.rows),
        Table(
            "faults", Text("A row for each fault that was found.", "問題点1つにつき1行。"), faults.COLUMNS, faults.rows
        ),
    )
}
"""By their names."""
