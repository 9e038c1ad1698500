"""Server logs are read into records and written from them."""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.schemas.foreign_log import LogError, Tail, WritingError
from daifu.schemas.record.model import RawRecord
from daifu.schemas.uecda.importer import ServerLog
from daifu.schemas.uecda.writer import write_server_log
from tests.support.small_records import unsettled_record

HEAD = """\
%-----%hostname% tatami
%-----%TIME_START% 2031/02/03 04:05:06
%-----%palyer_name% Ume Take Ume Matsu Kiku
%-----%RULE_KAKUMEI% YES
%-----%RULE_KINSOKU% NO
%-----%RULE_5TOBI% NO
%-----%RULE_11BACK% YES
%-----%RULE_SEKIGAE_NUM% 3
"""
FIRST = """\
%00000%mibun% 22222
%00000%seat% 42013
%00000%palyer_cards% S3 H4J3 D5D6 C7 S8\x20
%00000%change_cards% NULL
%00000%play%  2D5EE 0EE 1L6EE
%00000%result% 24130
%00000%points% 1 3 5 2 4
"""
SECOND = """\
%00001%mibun% 42031
%00001%seat% 42013
%00001%palyer_cards% S3 H4 D5D6 C7 S8J3\x20
%00001%change_cards%  02S3S4EE 34C7EE 20D5EE 43J3EE
%00001%play%  4LxH3H4EE
%00001%result% 01234
%00001%points% 6 7 8 4 5
"""
FOOT = """\
%-----%TIME_END% 2031/02/03 04:05:09
%-----%TOTAL_POINT% 6 7 8 4 5
"""
OLD_GAME = """\
%00000%mibun% 22222
%00000%seat% 01234
%00000%palyer_cards% S3 H4 D5 C7 S8\x20
%00000%play%  2D5EE
%00000%result% 24130
"""


def read(text: str) -> RawRecord:
    return unsettled_record(StringIO(text, newline="\n"))


def log_error_of(text: str) -> LogError:
    with pytest.raises(LogError) as caught:
        read(text)
    return caught.value


def test_the_ids_of_players_with_the_same_name_have_their_digits() -> None:
    assert read(HEAD + FIRST)["players"] == [
        {"id": "Ume#0", "name": "Ume"},
        {"id": "Take", "name": "Take"},
        {"id": "Ume#2", "name": "Ume"},
        {"id": "Matsu", "name": "Matsu"},
        {"id": "Kiku", "name": "Kiku"},
    ]


def test_ids_are_different_even_if_a_name_looks_like_a_made_up_id() -> None:
    players = read(HEAD.replace("Ume Take Ume Matsu", "Ume Ume#0 Ume Matsu") + FIRST)["players"]
    assert len({player["id"] for player in players if isinstance(player, dict)}) == 5


def test_the_switchable_rules_of_the_header_become_options() -> None:
    assert read(HEAD + FIRST)["options"] == {"jack_back": True}
    assert read(HEAD.replace("11BACK% YES", "6REVERS% NO") + FIRST)["options"] == {"six_reverse": False}


@pytest.mark.parametrize("flag", ["RULE_KAKUMEI", "RULE_8GIRI", "RULE_SEKIGAE", "RULE_SOMETHING_NEW"])
def test_a_log_played_without_a_rule_is_refused_and_the_rule_named(flag: str) -> None:
    error = log_error_of(f"%-----%{flag}% NO\n" + HEAD + FIRST)
    assert error.line == 1
    assert flag in error.message.en
    assert flag in error.message.ja


def test_the_start_of_the_match_is_the_date_of_the_event() -> None:
    assert read(HEAD + FIRST)["event"] == {"date": "2031-02-03T04:05:06"}


def test_a_game_is_read_as_a_deal() -> None:
    assert read(HEAD + FIRST)["deals"] == [
        {
            "seats": [5, 3, 1, 2, 4],
            "places": None,
            "hands": ["S3", "H4 X", "D5 D6", "C7", "S8"],
            "actions": ["3 D5", "1 -", "2 X=H6"],
            "result": {"order": [3, 5, 2, 4, 1], "points": [1, 3, 5, 2, 4]},
        }
    ]


def test_the_exchange_comes_before_the_plays_and_points_are_those_of_the_game() -> None:
    deal = read(HEAD + FIRST + SECOND)["deals"][1]
    assert deal["places"] == [3, 5, 2, 4, 1]
    assert deal["actions"] == ["1 give 3 S3 S4", "4 give 5 C7", "3 give 1 D5", "5 give 4 X", "5 X=H- H3 H4"]
    assert deal["result"]["points"] == [5, 4, 3, 2, 1]


def test_a_log_is_written_again_as_it_was_read() -> None:
    log = HEAD + FIRST + SECOND + FOOT
    assert write_server_log(read(log)) == log


def test_a_log_is_written_with_its_own_line_ends() -> None:
    log = (HEAD + FIRST + SECOND + FOOT).replace("\n", "\r\n")
    assert write_server_log(read(log)) == log


def test_an_old_log_without_exchange_and_points_is_written_without_them() -> None:
    record = read(HEAD + OLD_GAME)
    assert "points" not in record["deals"][0]["result"]
    assert write_server_log(record) == HEAD + OLD_GAME


def test_gifts_found_later_are_not_written_into_an_old_log() -> None:
    record = read(HEAD + OLD_GAME)
    record["deals"][0]["actions"].insert(0, "1 give 3 S3")
    assert write_server_log(record) == HEAD + OLD_GAME


def test_a_log_that_begins_later_has_no_points_for_its_first_game() -> None:
    log = HEAD + SECOND.replace("%00001%", "%00700%")
    record = read(log)
    assert "points" not in record["deals"][0]["result"]
    assert write_server_log(record) == log


@pytest.mark.parametrize("cut", [SECOND.index("%00001%points%") - 1, len(SECOND) // 2, 3])
def test_a_truncated_log_keeps_its_whole_games_and_its_tail(cut: int) -> None:
    log = ServerLog(StringIO(HEAD + FIRST + SECOND[:cut], newline="\n"))
    assert len(list(log.deals())) == 1
    assert log.tail == Tail(HEAD.count("\n") + FIRST.count("\n") + 1, SECOND[:cut])


@pytest.mark.parametrize("lost", [1, 5, len("%00001%points% 6 7 8 4 5")])
def test_a_game_with_its_result_is_whole_without_its_points_line(lost: int) -> None:
    log = ServerLog(StringIO(HEAD + FIRST + SECOND[:-lost], newline="\n"))
    last = list(log.deals())[1]
    assert last["result"] == {"order": [1, 2, 3, 4, 5]}
    assert log.tail == Tail((HEAD + FIRST + SECOND).count("\n"), SECOND[SECOND.index("%00001%points%") : -lost])


@pytest.mark.parametrize("kept", [99, len(SECOND) - 5, SECOND.index("%00001%points%")])
def test_a_truncated_log_is_written_again_with_its_tail(kept: int) -> None:
    log = HEAD + FIRST + SECOND[:kept]
    assert write_server_log(read(log)) == log


@pytest.mark.parametrize("games", [FIRST + SECOND, FIRST[: FIRST.index("%00000%points%")], FIRST + FOOT])
def test_nul_bytes_after_the_last_whole_game_are_counted_and_written_again(games: str) -> None:
    log = HEAD + games
    record = read(log + "\0" * 300)
    assert (record["source"]["padding"], record["source"]["tail_line"]) == (300, log.count("\n") + 1)
    assert "tail" not in record["source"]
    assert write_server_log(record) == log + "\0" * 300


@pytest.mark.parametrize("padding", [-1, 10**12, "\0"])
def test_padding_is_a_number_up_to_the_size_of_a_file(padding: object) -> None:
    record = read(HEAD + FIRST + "\0")
    with pytest.raises(WritingError, match="padding"):
        write_server_log({**record, "source": {**record["source"], "padding": padding}})


def test_a_log_without_a_whole_game_is_refused() -> None:
    assert "first game" in log_error_of(HEAD + FIRST[:99]).message.en


def test_a_log_whose_header_names_no_players_is_refused() -> None:
    assert log_error_of(FIRST).line == 1


@pytest.mark.parametrize(
    ("line", "whole", "broken"),
    [
        (9, "mibun% 22222", "mibun% 01233"),
        (10, "seat% 42013", "seat% 4201"),
        (11, "C7 S8 ", "C7 S8"),
        (11, "C7 S8 ", "C7 Z8 "),
        (11, "C7 S8 ", "C7  "),
        (12, "NULL", "NUL"),
        (13, "play%  2D5", "play% 2D5"),
        (13, "0EE", "0E"),
        (13, "0EE", "7EE"),
        (14, "result% 24130", "result% 2413X"),
        (15, "points% 1 3 5", "points% 1 03 5"),
        (15, "points% 1 3 5", "points% 1 3"),
        (15, "points% 1 3 5", "points% 1 3 " + "5" * 5_000),
        (14, "%00000%result%", "%00001%result%"),
    ],
)
def test_a_malformed_line_is_refused_with_its_number(line: int, whole: str, broken: str) -> None:
    error = log_error_of(HEAD + FIRST.replace(whole, broken) + SECOND)
    assert error.line == line
    assert f"{line}行目" in error.message.ja


def test_a_broken_game_in_the_middle_is_not_a_tail() -> None:
    first_four_lines = "".join(FIRST.splitlines(keepends=True)[:4])
    assert log_error_of(HEAD + first_four_lines + SECOND).line == 13


def test_lines_after_the_footer_are_refused() -> None:
    assert "footer" in log_error_of(HEAD + FIRST + FOOT + SECOND).message.en


def test_a_game_number_with_too_many_digits_is_refused() -> None:
    assert log_error_of(HEAD + FIRST.replace("%00000%", "%" + "9" * 5_000 + "%")).line == 9


def test_a_header_that_contradicts_the_record_is_not_written() -> None:
    record = read(HEAD + FIRST)
    with pytest.raises(WritingError, match="other players or options"):
        write_server_log({**record, "options": {"jack_back": False}})


def test_a_damaged_source_is_refused() -> None:
    record = read(HEAD + FIRST)
    with pytest.raises(WritingError, match=r"server logs writes it: /head: expected a list, found 5") as error:
        write_server_log({**record, "source": {"format": "uecda-log", "head": 5}})
    assert error.value.message.ja == "sourceがサーバーログのものではない（/head：配列が必要ですが、5となっています）"
    with pytest.raises(WritingError, match=r"source\.head: line 1"):
        write_server_log({**record, "source": {"format": "uecda-log", "head": ["palyer_name A B C D E"]}})


@given(st.integers(min_value=0), st.sampled_from(sorted({*HEAD, *FIRST, *SECOND, "\r", "é", "٣", "\u2028"})))
def test_a_log_with_one_changed_character_is_refused_or_written_again_as_it_is(place: int, character: str) -> None:
    log = HEAD + FIRST + SECOND + FOOT
    at = place % len(log)
    changed = log[:at] + character + log[at + 1 :]
    try:
        record = read(changed)
    except LogError:
        return
    assert write_server_log(record) == changed


def test_a_log_of_any_length_is_read_game_by_game() -> None:
    def endless() -> list[str]:
        taken.append(1)
        return [line.replace("%00000%", f"%{len(taken) - 1:05}%") for line in FIRST.splitlines(keepends=True)]

    taken: list[int] = []
    games = (line for _ in iter(int, 1) for line in endless())
    log = ServerLog(line for part in (StringIO(HEAD, newline="\n"), games) for line in part)
    deals = log.deals()
    assert next(deals)["result"]["order"] == next(deals)["result"]["order"]
    assert len(taken) <= 3


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
