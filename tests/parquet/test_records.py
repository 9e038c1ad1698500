"""The table of the records."""

import json
from datetime import UTC, date, datetime

from tests.support.documents import document
from tests.support.tables import AT, rows_of

EVENT = {"name": "Friday court", "round": 3, "date": "2026-07-31", "table": "A"}


def test_a_row_has_what_lists_show() -> None:
    record = document(event=EVENT, deals=[{"result": {"order": [1, 2, 3, 4]}}, {"result": {"order": [2, 1, 3, 4]}}])
    [row] = rows_of("records", record)
    assert (row["record"], row["rules"], row["day"]) == (1, "theater", date(2026, 7, 31))
    assert (row["tournament"], row["round"]) == ("Friday court", "3")
    assert (row["deals"], row["actions"], row["legal"], row["faults"]) == (2, 0, True, 0)


def test_a_row_has_what_the_store_knows() -> None:
    [row] = rows_of("records", document())
    assert (row["revision"], row["withdrawn"]) == (1, False)
    assert row["stored_at"] == AT
    assert row["stored_at"].utcoffset() == datetime(2026, 1, 1, tzinfo=UTC).utcoffset()


def test_players_are_known_by_id_and_by_name() -> None:
    players = ["Mu", {"id": "j1", "name": "Junko"}, {"id": "j2", "name": "Junko"}, "Aki"]
    [row] = rows_of("records", document(players=players))
    assert row["player_ids"] == ["Mu", "j1", "j2", "Aki"]
    assert row["player_names"] == ["Mu", "Junko", "Junko", "Aki"]


def test_the_event_and_the_options_are_there_as_json() -> None:
    [row] = rows_of("records", document(event=EVENT, options={"jokers": 2}))
    assert json.loads(row["event"]) == EVENT
    assert json.loads(row["options"]) == {"jokers": 2}


def test_without_an_event_there_is_neither_a_day_nor_a_tournament() -> None:
    [row] = rows_of("records", document())
    assert [row[name] for name in ("day", "tournament", "round", "event", "notes")] == [None] * 5
    assert row["options"] == "{}"


def test_a_month_is_no_day() -> None:
    [row] = rows_of("records", document(event={"date": "2026-07"}))
    assert row["day"] is None


def test_totals_and_ranks_are_null_where_nobody_knows_them() -> None:
    [known] = rows_of("records", document(rules="dalmuti"))
    assert (known["totals"], known["ranks"]) == ([3.0, 2.0, 1.0, 0.0], [1, 2, 3, 4])
    [unknown] = rows_of("records", document())
    assert (unknown["totals"], unknown["ranks"]) == ([None] * 4, [None] * 4)
