"""The table of the faults."""

from tests.support.command_line import FAULTY, LEGAL
from tests.support.documents import document
from tests.support.tables import rows_of


def test_a_fault_of_an_action_tells_all_about_it() -> None:
    row = rows_of("faults", FAULTY)[0]
    assert (row["record"], row["deal"], row["action"], row["player"], row["player_id"]) == (1, 1, 6, 3, "Shimo")
    assert (row["code"], row["severity"], row["rule"]) == ("not_stronger", "illegal", "T-FOLLOW-1")
    assert row["resolution"] == "stands"
    assert row["message_en"] == "6 is not stronger than the 6 on the table"
    assert row["message_ja"] == "6は場の6より強くない"


def test_a_fault_of_a_whole_deal_has_neither_action_nor_player() -> None:
    [row] = rows_of("faults", document(deals=[{}]))
    assert (row["code"], row["severity"]) == ("deal_incomplete", "notice")
    assert (row["action"], row["player"], row["player_id"]) == (None, None, None)


def test_every_fault_of_one_action_has_a_row() -> None:
    rows = rows_of("faults", FAULTY)
    assert [(row["action"], row["code"]) for row in rows] == [
        (6, "not_stronger"),
        (8, "locked_by_pass"),
        (8, "not_stronger"),
    ]


def test_a_legal_record_has_no_rows() -> None:
    assert rows_of("faults", LEGAL) == []
