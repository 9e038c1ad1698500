"""The tables of the seats and the actions."""

from daifu.schemas.parquet.records import TABLES
from daifu.schemas.parquet.table import ExportedRecord
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import FAULTY_RECORD, document, json_bytes, one_deal, theater_record
from tests.support.tables import Row, rows_of, stored_version

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
