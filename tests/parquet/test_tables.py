"""The tables of records, deals, faults, seats and actions, and those of counters."""

import json
from datetime import UTC, date, datetime

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import counters_of
from daifu.schemas.parquet.records import TABLES
from daifu.schemas.parquet.statistics import PAIR_COUNTS, DealCounts, PairCounts, deal_counts_table, player_counts_table
from daifu.schemas.parquet.table import ExportedRecord
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import FAULTY_RECORD, LEGAL_RECORD, document, json_bytes, one_deal, theater_record
from tests.support.tables import AT, Row, rows_of, stored_version

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


PLAYER_TABLES = ("seats", "actions", "faults")
BIGA_SAMPLES = SAMPLES_FOLDER / "biga.ndjson"

TWO_RESULTS = [{"result": {"order": [3, 1, 2, 4]}}, {"result": {"order": [1, 3, 4, 2]}}]


def column(rows: list[Row], *names: str) -> list[tuple[object, ...]]:
    return [tuple(row[name] for name in names) for row in rows]


def test_players_come_in_the_order_of_the_seats() -> None:
    rows = rows_of("seats", one_deal(seats=[2, 4, 1, 3], result={"order": [1, 2, 3, 4]}))
    assert column(rows, "seat", "player", "player_id") == [
        (1, 2, "Junko"),
        (2, 4, "Aki"),
        (3, 1, "Mu"),
        (4, 3, "Shimo"),
    ]


def test_id_and_name_are_two_columns() -> None:
    players = ["Mu", {"id": "j1", "name": "Junko"}, {"id": "j2", "name": "Junko"}, "Aki"]
    rows = rows_of("seats", document(players=players))
    assert column(rows[1:3], "player_id", "player_name") == [("j1", "Junko"), ("j2", "Junko")]


def test_people_after_merges_are_a_column_of_every_table_about_players() -> None:
    record = ExportedRecord(stored_version(1), json_bytes(FAULTY_RECORD), {"Shimo": "Junko"})
    found = {name: {dict_row(name, row)["person_id"] for row in TABLES[name].rows(record)} for name in PLAYER_TABLES}
    assert found == {
        "seats": {"Mu", "Junko", "Aki"},
        "actions": {"Mu", "Junko", "Aki"},
        "faults": {"Junko", "Aki"},
    }


def test_a_record_has_its_people_after_merges_by_player_number() -> None:
    record = ExportedRecord(stored_version(1), json_bytes(FAULTY_RECORD), {"Shimo": "Junko"})
    [row] = TABLES["records"].rows(record)
    assert dict_row("records", row)["person_ids"] == ["Mu", "Junko", "Junko", "Aki"]


def dict_row(name: str, row: tuple[object, ...]) -> Row:
    return dict(zip((column.name for column in TABLES[name].columns), row, strict=True))


def test_a_player_who_sits_out_has_no_row() -> None:
    deal = {"seats": [1, 3, 4, 5], "result": {"order": [5, 4, 3, 1]}}
    rows = rows_of("seats", document(players=["A", "B", "C", "D", "E"], deals=[deal]))
    assert column(rows, "player", "place") == [(1, 4), (3, 3), (4, 2), (5, 1)]


def test_in_a_first_court_a_player_has_the_title_of_the_seat() -> None:
    rows = rows_of(
        "seats", document(rules="dalmuti", deals=[{"places": [2, 1, 4, 3], "result": {"order": [1, 2, 3, 4]}}])
    )
    assert column(rows, "player", "title_before") == [
        (2, "greater_dalmuti"),
        (1, "lesser_dalmuti"),
        (4, "lesser_peon"),
        (3, "greater_peon"),
    ]


def test_in_a_first_court_with_only_a_result_titles_are_unknown() -> None:
    rows = rows_of("seats", document(rules="dalmuti", deals=[{"result": {"order": [1, 2, 3, 4]}}]))
    assert column(rows, "place_before", "title_before") == [(None, None)] * 4


def test_titles_end_where_the_ranking_is_reset() -> None:
    rows = rows_of("seats", document(deals=[TWO_RESULTS[0], {**TWO_RESULTS[1], "places": None}]))
    assert column(rows[4:], "place_before", "title_before") == [(None, None)] * 4


def test_a_player_without_a_place_has_no_title_and_no_points() -> None:
    rows = rows_of("seats", one_deal(abandoned=True))
    assert column(rows, "place", "title", "points") == [(None, None, None)] * 4


def test_a_hand_that_was_not_written_is_null() -> None:
    assert column(rows_of("seats", document()), "hand", "unknown") == [(None, None)] * 4


def test_cards_left_are_those_at_the_end() -> None:
    rows = rows_of("seats", court("1 11 11", "2 9 9"))
    assert column(rows, "cards_left") == [(1,), (1,), (2,), (2,)]


def test_cards_left_are_null_where_the_actions_are_unknown() -> None:
    assert column(rows_of("seats", document()), "cards_left") == [(None,)] * 4


def test_a_game_without_teams_has_none() -> None:
    assert column(rows_of("seats", theater_record("1 S5")), "team") == [(None,)] * 4


def test_a_team_has_all_its_players() -> None:
    rows = rows_of("seats", BIGA_SAMPLES.read_bytes().splitlines()[0])
    teams = {(row["deal"], row["player"]): row["team"] for row in rows}
    assert all(player in team for (_deal, player), team in teams.items())
    assert all(teams[deal, other] == team for (deal, _player), team in teams.items() for other in team)


def action(text: str, rules: str = "floor13") -> Row:
    """The row of an action of the second deal of a record."""
    played = {"hands": ["C4 S6", "D6 C7"], "actions": ["1 C4", text], "abandoned": True}
    record = document(rules=rules, players=["Ren", "Mei"], deals=[{"result": {"order": [1, 2]}}, played])
    return rows_of("actions", record)[1]


def test_what_a_joker_stands_for_is_told_beside_the_cards() -> None:
    row = action("2 D5 D6 X=D7")
    assert (row["cards"], row["stand_ins"]) == (["D5", "D6", "X"], ["D7"])


def test_an_action_without_marks_is_not_void_and_took_unknown_time() -> None:
    row = action("2 D6")
    assert (row["void"], row["milliseconds"], row["comment"]) == (False, None, None)


def test_marks_are_columns() -> None:
    row = action("2 D6 void @1500 # too early")
    assert (row["void"], row["milliseconds"], row["comment"]) == (True, 1500, "too early")


def test_sets_say_whether_they_led_or_followed_and_which_won_the_trick() -> None:
    rows = rows_of("actions", court("1 12", "2 9", "3 -", "4 -", "1 -", "2 8"))
    assert column([rows[0], rows[1], rows[5]], "trick", "led", "won") == [
        (1, True, False),
        (1, False, True),
        (2, True, False),
    ]


def test_passes_belong_to_a_trick_but_neither_lead_nor_follow() -> None:
    rows = rows_of("actions", court("1 12", "2 -"))
    assert column(rows[1:], "trick", "led", "won", "set_kind") == [(1, None, None, None)]


def test_actions_have_the_number_of_cards_before_them() -> None:
    rows = rows_of("actions", court("1 11 11", "2 9 9", "3 -", "4 -", "1 -"))
    assert column(rows, "hand_before") == [(3,), (3,), (2,), (2,), (1,)]


def test_a_pass_says_whether_the_hand_could_answer() -> None:
    rows = rows_of("actions", court("1 11 11", "2 -", "3 -"))
    assert column(rows, "could_answer") == [(None,), (True,), (False,)]


def test_a_pass_with_unknown_cards_leaves_open_whether_the_hand_could_answer() -> None:
    rows = rows_of("actions", theater_record("1 -"))
    assert column(rows[-1:], "verb", "could_answer") == [("pass", None)]


def test_void_and_ignored_actions_did_not_stand() -> None:
    rows = rows_of("actions", court("1 12 void", "1 12", "1 -"))
    assert column(rows, "stood", "set_kind", "could_answer") == [
        (False, None, None),
        (True, "single", None),
        (False, None, None),
    ]


def court(*actions: str) -> dict[str, object]:
    """A dalmuti record of four players with few cards; the first leads."""
    deal = {
        "hands": ["12 11 11", "9 9 8", "7 6", "5 4"],
        "hands_are": "exchanged",
        "actions": [*actions],
        "abandoned": True,
    }
    return document(rules="dalmuti", deals=[deal])


def test_no_time_at_all_is_a_time() -> None:
    assert action("2 D6 @0")["milliseconds"] == 0


def test_a_deal_without_actions_has_no_rows() -> None:
    assert rows_of("actions", document()) == []


DAY = date(2026, 7, 31)


@pytest.mark.parametrize("rules", PROFILES)
def test_every_counter_is_a_column(rules: str) -> None:
    for table, whose in ((player_counts_table(rules), "seat"), (deal_counts_table(rules), "table")):
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names)
        assert set(counters_of(rules, whose)) < set(names)


def test_what_was_not_counted_is_0() -> None:
    [row] = PAIR_COUNTS.rows(PairCounts("biga", "Aki", "Bo", {"deals": 3, "points": -7}))
    found = dict(zip([column.name for column in PAIR_COUNTS.columns], row, strict=True))
    assert found == {
        "rules": "biga",
        "player_id": "Aki",
        "other_id": "Bo",
        "deals": 3,
        "points": -7,
        **dict.fromkeys(("higher", "lower", "equal", "scored", "partners", "opponents"), 0),
    }


def test_a_count_that_no_column_can_hold_is_null() -> None:
    counts = {"deals": 2, "points": 10**20, "points_squared": 10**38}
    table = player_counts_table("uecda")
    [row] = table.rows(DealCounts("uecda", DAY, None, 5, "Aki", counts))
    found = dict(zip([column.name for column in table.columns], row, strict=True))
    assert (found["deals"], found["points"], found["points_squared"], found["first"]) == (2, 10**20, None, 0)
