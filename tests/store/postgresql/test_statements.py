"""Statements in SQLite's notation are translated for PostgreSQL."""

import pytest

from daifu.data.store.postgresql.schema import adapt_tables
from daifu.data.store.postgresql.statements import insert_rows, translate
from daifu.data.store.postgresql.store import Store
from tests.store.postgresql.conftest import Execute
from tests.support.stores import ANN, evening, judged_sitting


@pytest.mark.parametrize(
    ("statement", "translated"),
    [
        ("SELECT ? WHERE a = ?", "SELECT $1 WHERE a = $2"),
        ("SELECT ?2 WHERE a = ?1", "SELECT $2 WHERE a = $1"),
        ("SELECT 1 FROM a CROSS JOIN b ON a.id = b.id", "SELECT 1 FROM a JOIN b ON a.id = b.id"),
        ("SELECT 1 FROM a INDEXED BY by_day WHERE b = ?", "SELECT 1 FROM a WHERE b = $1"),
        ("SELECT 1 FROM a NOT INDEXED WHERE b = 1", "SELECT 1 FROM a WHERE b = 1"),
        ("SELECT 1 FROM main.a JOIN temp.b", "SELECT 1 FROM a JOIN pg_temp.b"),
    ],
)
def test_a_statement_is_translated(statement: str, translated: str) -> None:
    assert translate(statement) == translated


def test_rows_are_inserted_together() -> None:
    assert insert_rows("INSERT INTO a (b, c) VALUES (?, 1)", 3) == "INSERT INTO a (b, c) VALUES (?, 1), (?, 1), (?, 1)"


def test_a_table_has_the_types_of_postgresql() -> None:
    adapted = adapt_tables(
        "CREATE TABLE a (\n    b BLOB,\n    c REAL,\n    d INTEGER REFERENCES e\n) STRICT, WITHOUT ROWID;"
    )
    assert adapted == "CREATE TABLE a (\n    b BYTEA,\n    c DOUBLE PRECISION,\n    d BIGINT\n);"


def test_any_number_of_rows_is_inserted(store: Store, execute: Execute) -> None:
    with store.writing() as writing:
        rows = [(f"name {number}",) for number in range(150)]
        writing.connection.executemany("INSERT INTO counters (name) VALUES (?)", rows)
    assert execute("SELECT count(*), max(number) FROM counters") == [(150, 150)]


def test_texts_are_ordered_byte_by_byte(store: Store) -> None:
    with store.writing() as writing:
        texts = ["b", "B", "あ", "a", "Z"]
        writing.connection.executemany("INSERT INTO texts (text) VALUES (?)", [(text,) for text in texts])
        found = writing.connection.execute("SELECT text FROM texts ORDER BY text").fetchall()
    assert [text for (text,) in found] == sorted(texts)


def test_the_order_of_players_does_not_follow_the_places_of_their_rows(store: Store, execute: Execute) -> None:
    for players in (("Mu", "Junko", "Shimo", "Aki"), ("Mu", "Shimo", "Bo", "Cho")):
        evening(store, *players, table=players[1])
        store.statistics.catch_up()
    execute("ANALYZE player_totals")
    everybody = [player for player, _ in store.statistics.everybody("theater")]
    assert everybody == ["Mu", "Junko", "Shimo", "Aki", "Bo", "Cho"]


def test_the_latest_records_of_a_kind_are_found_without_sorting_all(store: Store, execute: Execute) -> None:
    store.add([judged_sitting()], ANN)
    for way in ("seqscan", "bitmapscan", "sort"):
        execute(f"SET enable_{way} = off")
    for kind in ("opening = ''", "rules = 1", "legal = 0", "tournament = 1", "date = 1"):
        plan = execute(f"EXPLAIN SELECT * FROM records WHERE {kind} AND withdrawn = 0 ORDER BY id DESC LIMIT 50")  # noqa: S608 - from above
        assert "Scan Backward using by_" in str(plan), kind
        assert "Sort" not in str(plan), kind
