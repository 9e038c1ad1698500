"""What people write is read: their spelling, what they leave out, what they say happened."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from daifu.schemas.fu.errors import Reading
from daifu.schemas.fu.reader import read
from daifu.schemas.fu.records import MOST_NOTICES
from daifu.schemas.fu.writer import write
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.sources.conversion import decode_record
from tests.support.command_line import daifu, write_file
from tests.support.small_records import document, json_bytes

HANDS = {1: "S34568H9TJD2X", 2: "S7H345C3D9TKA", 3: "D345C8TKSTJQ", 4: "S9KA2H678D7C6"}

UNKNOWN = {"theater": ["?*14", "?*13", "?*13", "?*13"], "floor13": ["?*10"] * 4, "dalmuti": ["?*20"] * 4}


def read_lines(lines: str, rules: str = "akagiri", hands: dict[int, str] = HANDS) -> Reading:
    players = ", ".join(["A", "B", "Chika", "アキ"][: len(hands)])
    held = "\n".join(f"{number}| {hand}" for number, hand in hands.items())
    return read(f"fu/1\nrules {rules}\nplayers {players}\ndeal\n{held}\n{lines}\n")


def canonical(lines: str, rules: str = "akagiri", hands: dict[int, str] = HANDS) -> list[str]:
    reading = read_lines(lines, rules, hands)
    assert [error.message.en for error in reading.errors] == []
    assert reading.decoded is not None
    text = write(reading.decoded)
    assert read(text).values == reading.values
    return [line for line in text.splitlines() if line[:2].rstrip("!:").isdigit() and "|" not in line]


@pytest.mark.parametrize(
    ("written", "lines"),
    [
        ("1:♤4→♢9→♣10→♠K", ["1:S4 D9 CT SK"]),
        ("1: s4 d9 c10 SK", ["1:S4 D9 CT SK"]),
        ("1：Ｓ４、Ｄ９、Ｃ１０、ＳＫ", ["1:S4 D9 CT SK"]),
        ("1番 スペードの4 ダイヤ9 クラブ10 スペードのキング", ["1:S4 D9 CT SK"]),
        ("Aが♠4、Bが♦9、chが♣10、アキが♠K", ["1:S4 D9 CT SK"]),
        ("1: 4♠ 9♦ 10♣ k♠", ["1:S4 D9 CT SK"]),
        ("1:[♠3 ♠4 ♠5] パス p PASS", ["1:S345"]),
        ("1: 345 パス", ["1:S345"]),
        ("1: ♠4 9 10 キング", ["1:S4 D9 ST SK"]),
        ("2: 2枚の3 流れ 2: ♠7", ["2:HC3", "2:S7"]),
        ("2: 33", ["2:HC3"]),
        ("2: 3x2", ["2:HC3"]),
        ("2: ３ｘ２", ["2:HC3"]),
        ("1: jo 流れ ♠4", ["1:X", "1:S4"]),
        ("1: [] ♠4", ["1:S4"]),
        ("1: ♠3♠4♠5{ミス} {長考}", ["1:S345{ミス 長考}"]),
        ("2: ♥・♣3", ["2:HC3"]),
        ("1: 456 流れ", ["1:S456"]),
        ("1: 567 流れ", ["1:S56X"]),
    ],
)
def test_people_write_cards_passes_and_players_in_many_ways(written: str, lines: list[str]) -> None:
    assert canonical(written) == lines


@pytest.mark.parametrize(
    ("written", "code", "column", "read_as"),
    [
        ("1: ♠4 D1O", "letter_read", 8, "2 DT"),
        ("1：Ｓ４ Ｄ１Ｏ", "letter_read", 7, "2 DT"),
        ("1: [♠4 ♠1o]", "letter_read", 9, "1 S4 ST"),
    ],
)
def test_a_letter_in_place_of_a_digit_is_read_and_a_notice_says_so(
    written: str, code: str, column: int, read_as: str
) -> None:
    reading = read_lines(written)
    assert [(notice.code, notice.column) for notice in reading.notices] == [(code, column)]
    assert read_as in reading.values["deals"][0]["actions"]


def test_a_letter_in_place_of_a_digit_is_noticed_in_hands_and_gifts() -> None:
    hands = {1: "S1O♠4", 2: "D5", 3: "C6", 4: "C7"}
    reading = read_lines("x 1>2:♠1o", "theater", hands)
    assert [(notice.line, notice.column) for notice in reading.notices] == [(5, 5), (9, 8)]


def test_a_small_d_that_is_no_draw_is_read_as_diamonds_and_a_notice_says_so() -> None:
    reading = read_lines("1: ♠4 d5 ds7", "floor13", {1: "S4H3", 2: "D35", 3: "SD7"})
    assert [(notice.code, notice.column, notice.length) for notice in reading.notices] == [
        ("draw_or_diamond", 7, 2),
        ("draw_or_diamond", 10, 3),
    ]


def test_gifts_are_read_as_people_write_cards() -> None:
    reading = read_lines("x 2>1:♥3、♠4", "theater", {1: "S35", 2: "H3S4", 3: "C6", 4: "C7"})
    assert reading.values["deals"][0]["actions"] == ["2 give 1 H3 S4"]


@pytest.mark.parametrize("written", ["x DK2 2>C3", "x 1>3:♦K2 2>4:♣3"])
def test_a_gift_may_leave_out_who_gives_and_who_takes_where_the_rules_say_it(written: str) -> None:
    text = (
        "fu/1\nrules theater\nplayers A, B, C, D\ndeal\nplaces 3 4 2 1\n1| DK2\n2| C3\n3| H3\n4| C7\n" + written + "\n"
    )
    assert read(text).values["deals"][0]["actions"] == ["1 give 3 DK D2", "2 give 4 C3"]


def test_what_a_seven_gives_goes_to_the_only_player_whom_the_rules_allow() -> None:
    hands = {1: "S7H3C5", 2: "D9T", 3: "SDK"}
    assert read_lines("1: ♠7>♥3", "floor13", hands).values["deals"][0]["actions"][:2] == ["1 S7", "1 give 2 H3"]


@pytest.mark.parametrize(
    ("lines", "actions"),
    [
        ("1: ♠4 ♦9\n{休憩}\n1: ♠8", ["1 S4", "2 D9", "3 -", "4 -", "1 - # 休憩"]),
        ("1: ♠4 ♦9 .", ["1 S4", "2 D9"]),
        ("1: ｽﾍﾟｰﾄﾞ4 ﾀﾞｲﾔ9 ﾊﾟｽ .", ["1 S4", "2 D9", "3 -"]),
    ],
)
def test_nothing_that_is_written_is_lost(lines: str, actions: list[str]) -> None:
    assert read_lines(lines).values["deals"][0]["actions"][: len(actions)] == actions


def test_a_named_player_means_that_those_before_passed_and_a_notice_says_so() -> None:
    reading = read_lines("1: ♠4 4: ♠K")
    assert [(notice.code, notice.column) for notice in reading.notices] == [("passes_assumed", 7)]
    assert reading.values["deals"][0]["actions"][:4] == ["1 S4", "2 -", "3 -", "4 SK"]


def test_a_claim_that_the_table_bears_out_goes_and_another_one_stays_as_a_comment() -> None:
    true = read_lines("1: ♠8 8切り", "akagiri eight_stop=true")
    assert not true.notices
    assert true.values["deals"][0]["actions"] == ["1 S8"]
    false = read_lines("1: ♠4 8切り")
    assert [notice.code for notice in false.notices] == ["claim_differs"]
    assert false.values["deals"][0]["actions"][0] == "1 S4 # 8切り"


def test_a_revolution_is_said_where_the_options_ask_for_the_word() -> None:
    hands = {1: "SHDC4S3", 2: "S567", 3: "S89T"}
    reading = read_lines("1: ♠4♥4♦4♣4 革命", "akagiri revolution_default_declared=false", hands)
    assert reading.values["deals"][0]["actions"][:2] == ["1 S4 H4 D4 C4", "1 say revolution"]


def test_suits_that_make_no_difference_are_assumed_and_others_are_asked_for() -> None:
    hands = {1: "SH4D9", 2: "S5H6", 3: "S7H8"}
    free = read_lines("1: 4", "akagiri", hands)
    assert [(notice.code, notice.column) for notice in free.notices] == [("suits_assumed", 4)]
    locked = read_lines("1: 4 ♠5", "akagiri suit_lock=true", hands)
    assert [(error.code, error.column, error.suggestions) for error in locked.errors] == [
        ("suit_needed", 4, ("S4", "H4"))
    ]


def test_a_card_that_is_named_elsewhere_is_not_the_one_of_which_only_the_rank_stands() -> None:
    hands = {1: "SH4D9", 2: "S5H6", 3: "S7H8"}
    assert canonical("1: 4 ♠5\n2: H6\n3: S7 D9\n1: ♠4", "akagiri", hands)[0] == "1:H4 S5"


def test_reading_goes_on_behind_an_error() -> None:
    reading = read_lines("1:S4 QQ9\n1:S5\n9:H3")
    assert [(error.line, error.code, error.after_error) for error in reading.errors][-1] == (11, "unknown_player", True)


def test_hands_that_are_not_written_are_taken_as_unknown() -> None:
    reading = read("fu/1\nrules akagiri\nplayers A, B, C\ndeal\n1:S4 D9 CT\n")
    assert [notice.code for notice in reading.notices] == ["hands_assumed"]
    assert sorted(reading.values["deals"][0]["hands"]) == ["?*17", "?*18", "?*18"]


@pytest.mark.parametrize("hand", ["の", "[]", "S3 の ♠", "?x", "🃏🃏🃏", "\ud800"])
def test_hands_that_are_nonsense_are_refused_with_their_place(hand: str) -> None:
    found = read(f"fu/1\nrules akagiri\nplayers A, B, C\ndeal\n1| {hand}\n2| S4\n3| S5\n").errors
    assert found == [] or (found[0].line, found[0].column >= 3) == (5, True)


def test_a_large_x_between_two_numbers_is_no_count_since_it_might_be_a_joker() -> None:
    assert read_lines("2: 3X2").errors


def spelt(actions: list[str], hands: list[str] | None = None, rules: str = "theater", **deal: Any) -> bytes:  # noqa: ANN401
    deals = [{"hands": hands or UNKNOWN[rules], "actions": actions, "abandoned": True, **deal}]
    return json_bytes(document(rules=rules, deals=deals))


def read_json(data: bytes) -> tuple[dict[str, Any], list[str]]:
    """The first deal of the record as it is kept, and the English notices."""
    decoded, notices = decode_record(data)
    assert all(notice.ja for notice in notices)
    return msgspec.json.decode(decoded.text)["deals"][0], [notice.en for notice in notices]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("1 d3", "1 D3"),
        ("1 ♠3", "1 S3"),
        ("1 ♥️10", "1 HT"),
        ("1 3S", "1 S3"),
        ("１　Ｓ３", "1 S3"),
        ("1: s3, h3", "1 S3 H3"),
        ("1番 スペードの3", "1 S3"),
        ("1 S3H3", "1 S3 H3"),
        ("1 D1O", "1 DT"),
        ("1 joker", "1 X"),
        ("1 s3 x=h3", "1 S3 X=H3"),
        ("1 パス", "1 -"),
        ("1 ﾊﾟｽ", "1 -"),
        ("1 PASS void @20 # d3?", "1 - void @20 # d3?"),
        ("1 Give 2 d4", "1 give 2 D4"),
        ("1 渡す 2に♦4", "1 give 2 D4"),
        ("1 say 革命", "1 say revolution"),
        ("1 discard ♣5", "1 discard C5"),
    ],
)
def test_an_action_is_kept_as_records_write_it_and_a_notice_says_how_it_was_read(written: str, kept: str) -> None:
    deal, notices = read_json(spelt([written]))
    assert deal["actions"] == [kept]
    said, known = (text.partition("#")[0].strip() for text in (written, kept))
    assert notices == [f"/deals/0/actions/0: read {said!r} as {known}"]


def test_hands_and_a_stock_are_read_word_by_word() -> None:
    deal, notices = read_json(spelt([], ["♠3、h10 ？＊８", "?*10", "?*10", "?*10"], "floor13", stock="d4 C9"))
    assert (deal["hands"][0], deal["stock"]) == ("S3 HT ?*8", "D4 C9")
    assert notices == [
        "/deals/0/hands/0: read '♠3' as S3, 'h10' as HT, '？＊８' as ?*8",
        "/deals/0/stock: read 'd4' as D4",
    ]


def test_jesters_and_counts_of_numbers_are_read() -> None:
    assert read_json(spelt(["1 12×3 j"], rules="dalmuti"))[0]["actions"] == ["1 12 12 12 J"]


@pytest.mark.parametrize("written", ["1 33", "1 ♠", "1 S3 4", "1 革命", "1 S3 8切り", "5 d3", "1 S3 {memo}", "1 -- d3"])
def test_what_has_no_meaning_or_several_is_refused_at_its_place(written: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        decode_record(spelt(["1 -", written]))
    assert [problem.pointer for problem in refused.value.problems] == ["/deals/0/actions/1"]


@pytest.mark.parametrize("written", ["1 d", "1 d5", "1 ds4"])
def test_a_small_d_is_no_diamond_where_it_may_be_a_draw(written: str) -> None:
    with pytest.raises(RecordRefused, match="actions/0"):
        decode_record(spelt([written], rules="floor13"))


def test_nothing_is_read_loosely_where_the_record_is_refused_all_the_same() -> None:
    with pytest.raises(RecordRefused) as refused:
        decode_record(spelt(["1 d3", "1 Z9"]))
    assert "found 'd3': did you mean D3?" in refused.value.problems[0].expected.en


def test_a_record_that_is_well_spelt_is_kept_as_it_is() -> None:
    data = spelt(["1 S10 S3", "2 -"])
    assert read_json(data) == (msgspec.json.decode(data)["deals"][0], [])


def test_notices_of_many_places_are_counted() -> None:
    _, notices = read_json(spelt(["1 パス"] * (MOST_NOTICES + 5)))
    assert len(notices) == MOST_NOTICES + 1
    assert notices[-1] == "5 more places were read in this way"


def test_what_was_read_how_is_told_on_the_command_line(tmp_path: Path) -> None:
    path = write_file(tmp_path / "a.json", spelt(["1 d3"], ["D3 ?*13", "?*13", "?*13", "?*13"]))
    store = str(tmp_path / "a.db")
    for command in (["check"], ["show"], ["convert", "--to", "daifu"], ["import", "--db", store]):
        result = daifu(*command, path)
        assert (result.exit_code, "/deals/0/actions/0: read '1 d3' as 1 D3" in result.stderr) == (0, True), command
