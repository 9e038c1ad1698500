"""The tables of the records, the deals and the faults."""

import json
from datetime import UTC, date, datetime

from tests.support.small_records import LEGAL_RECORD, document, one_deal
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


def test_a_record_has_its_house() -> None:
    house = {"id": "club", "version": 2, "base": "daifugo/1", "players": [2, 6], "hash": "0" * 64}
    deals = [{"result": {"order": [1, 2, 3, 4]}}]
    [row] = rows_of("records", document(rules="daifugo", house=house, deals=deals))
    assert [row[name] for name in ("house", "house_version", "house_hash")] == ["club", 2, "0" * 64]
    [row] = rows_of("records", document())
    assert [row[name] for name in ("house", "house_version", "house_hash")] == [None, None, None]


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


RESULTS = [{"result": {"order": [3, 1, 2, 4]}}, {"result": {"order": [1, 3, 4, 2], "points": [3, 0.5, -1, None]}}]


def test_the_ranking_that_a_deal_starts_from_is_that_of_the_one_before() -> None:
    first, second = rows_of("deals", document(deals=RESULTS))
    assert (first["places"], second["places"]) == ([], [3, 1, 2, 4])


def test_seats_are_there_where_only_the_rules_tell_them() -> None:
    first, second = rows_of(
        "deals", document(rules="dalmuti", deals=[*RESULTS[:1], {"result": {"order": [1, 2, 3, 4]}}])
    )
    assert first["seats"] == [1, 2, 3, 4]
    assert second["seats"] == [3, 1, 2, 4]


def test_a_deal_without_actions_is_decided_and_not_verified() -> None:
    [row] = rows_of("deals", document())
    assert (row["decided"], row["verified"], row["actions"], row["abandoned"]) == (True, False, 0, False)


def test_a_deal_that_breaks_off_is_verified_and_not_decided() -> None:
    [row] = rows_of("deals", LEGAL_RECORD)
    assert (row["decided"], row["verified"], row["actions"], row["abandoned"]) == (False, True, 6, True)
    assert (row["order"], row["unfinished"]) == ([], [1, 2, 3, 4])


def test_what_was_not_written_is_null() -> None:
    [row] = rows_of("deals", one_deal(abandoned=True))
    assert [row[name] for name in ("dealer", "first", "stock", "written_order", "written_points", "notes")] == [
        None
    ] * 6


def test_what_was_written_about_the_deal_is_there() -> None:
    deal = {
        "first": 2,
        "stock": "C9 D9",
        "hands": ["C4 S6", "D6 C7"],
        "actions": [],
        "notes": "late",
        "abandoned": True,
    }
    [row] = rows_of("deals", document(rules="floor13", players=["Ren", "Mei"], deals=[deal]))
    assert (row["first"], row["stock"], row["notes"], row["exchanged"]) == (2, ["C9", "D9"], "late", False)


def test_a_fault_of_a_whole_deal_has_neither_action_nor_player() -> None:
    [row] = rows_of("faults", document(deals=[{}]))
    assert (row["code"], row["severity"]) == ("deal_incomplete", "notice")
    assert (row["action"], row["player"], row["player_id"]) == (None, None, None)
