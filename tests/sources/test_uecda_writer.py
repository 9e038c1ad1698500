"""Records of other sources are written as server logs."""

from io import StringIO

import pytest

from daifu.schemas.foreign_log import WritingError
from daifu.schemas.record.model import RawRecord
from daifu.schemas.uecda.writer import write_server_log
from tests.support.small_records import unsettled_record


def read(text: str) -> RawRecord:
    return unsettled_record(StringIO(text, newline="\n"))


def record_from_elsewhere() -> RawRecord:
    """A record of another source than a log."""
    return {
        "format": "daifu/1",
        "rules": "uecda",
        "options": {"six_reverse": True},
        "players": ["A", "B", "C", {"id": "d", "name": "D"}, "E"],
        "deals": [
            {
                "hands": ["S3 H3", "H4", "D5", "C6", "X"],
                "actions": ["1 H3 S3 @500 # quick", "2 -", "3 -", "4 -", "5 -", "2 H4", "3 D5", "4 C6"],
                "result": {"order": [1, 2, 3, 4, 5]},
            },
            {"hands": ["S3", "H4", "D5", "C6", "X"], "actions": ["1 S3", "5 X"], "result": {"order": [5, 1, 2, 3, 4]}},
        ],
    }


def test_a_record_from_another_source_is_written_as_a_log_of_the_same_games() -> None:
    log = write_server_log(record_from_elsewhere())
    assert "%00000%play%  0S3H3EE 1EE 2EE 3EE 4EE 1H4EE 2D5EE 3C6EE\n" in log
    assert read(log)["options"] == {"jack_back": False, "six_reverse": True}
    again = read(log)["deals"][1]
    assert again["places"] == [1, 2, 3, 4, 5]
    assert again["actions"] == ["1 S3", "5 X"]
    assert again["result"] == {"order": [5, 1, 2, 3, 4], "points": [4, 3, 2, 1, 5]}


def test_places_that_are_not_written_follow_from_the_replay_of_the_deal_before() -> None:
    """The first deal breaks off, whatever its result says: there is no ranking after it."""
    record = record_from_elsewhere()
    del record["deals"][0]["actions"][5:]
    assert read(write_server_log(record))["deals"][1]["places"] is None
    record["deals"][1]["places"] = [1, 2, 3, 4, 5]
    assert read(write_server_log(record))["deals"][1]["places"] == [1, 2, 3, 4, 5]


def test_points_that_are_not_written_follow_from_the_order() -> None:
    assert "%00001%points% 9 7 5 3 6\n" in write_server_log(record_from_elsewhere())


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("actions", "1 S3 void"),
        ("actions", "1 say flip"),
        ("actions", "1 draw"),
        ("actions", "2 H4 H9 X"),
        ("hands", "? S3"),
    ],
)
def test_a_value_that_a_log_cannot_hold_is_refused_with_its_place(place: str, text: str) -> None:
    record = record_from_elsewhere()
    record["deals"][1][place][0] = text  # type: ignore[literal-required]
    with pytest.raises(WritingError, match="deal 2") as caught:
        write_server_log(record)
    assert "2回目" in caught.value.message.ja


def test_a_gift_after_the_first_play_cannot_be_written() -> None:
    record = record_from_elsewhere()
    record["deals"][0]["actions"].insert(1, "2 give 1 H4")
    with pytest.raises(WritingError, match="action 2"):
        write_server_log(record)


def test_a_gift_that_was_taken_back_cannot_be_written() -> None:
    record = record_from_elsewhere()
    record["deals"][1]["actions"].insert(0, "5 give 1 X void")
    with pytest.raises(WritingError, match="deal 2: action 1"):
        write_server_log(record)


def test_a_deal_without_a_full_order_cannot_be_written() -> None:
    record = record_from_elsewhere()
    record["deals"][0]["result"] = {"order": [1, 2]}
    with pytest.raises(WritingError, match=r"result\.order"):
        write_server_log(record)


def test_a_deal_without_actions_cannot_be_written() -> None:
    record = record_from_elsewhere()
    del record["deals"][0]["actions"]
    with pytest.raises(WritingError, match="every play"):
        write_server_log(record)


def test_an_abandoned_deal_cannot_be_written() -> None:
    record = record_from_elsewhere()
    record["deals"][0]["abandoned"] = True
    with pytest.raises(WritingError, match="abandoned"):
        write_server_log(record)


def test_hands_after_the_exchange_cannot_be_written() -> None:
    record = record_from_elsewhere()
    record["deals"][0]["hands_are"] = "exchanged"
    with pytest.raises(WritingError, match="as dealt"):
        write_server_log(record)


def test_another_profile_or_another_number_of_players_cannot_be_written() -> None:
    with pytest.raises(WritingError, match="five players"):
        write_server_log({**record_from_elsewhere(), "rules": "theater"})
    with pytest.raises(WritingError, match="five players"):
        write_server_log({**record_from_elsewhere(), "players": ["A", "B", "C", "D"]})


def test_a_record_whose_faulty_plays_stand_cannot_be_written() -> None:
    with pytest.raises(WritingError, match="illegal_play"):
        write_server_log({**record_from_elsewhere(), "options": {"illegal_play": "stands"}})


def test_a_record_without_a_faulty_play_is_written_whatever_becomes_of_faulty_plays() -> None:
    record = record_from_elsewhere()
    record["deals"][1]["actions"] = ["1 S3", "2 H4"]
    assert write_server_log({**record, "options": {"illegal_play": "stands", "six_reverse": True}}) == (
        write_server_log(record)
    )


@pytest.mark.parametrize("name", ["", "Ume no Hana", " Ume", "Ume\nTake"])
def test_a_name_with_a_space_cannot_be_written(name: str) -> None:
    with pytest.raises(WritingError, match="player name"):
        write_server_log({**record_from_elsewhere(), "players": [name, "B", "C", "D", "E"]})
