"""Records in JSON whose cards and actions are spelt as people write them: read where that has one meaning, and told."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from daifu.schemas.fu.records import MOST_NOTICES
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.sources.conversion import decode_record
from tests.support.command_line import daifu, write_file
from tests.support.small_records import document, json_bytes

UNKNOWN = {"theater": ["?*14", "?*13", "?*13", "?*13"], "floor13": ["?*10"] * 4, "dalmuti": ["?*20"] * 4}


def spelt(actions: list[str], hands: list[str] | None = None, rules: str = "theater", **deal: Any) -> bytes:  # noqa: ANN401
    deals = [{"hands": hands or UNKNOWN[rules], "actions": actions, "abandoned": True, **deal}]
    return json_bytes(document(rules=rules, deals=deals))


def read(data: bytes) -> tuple[dict[str, Any], list[str]]:
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
    deal, notices = read(spelt([written]))
    assert deal["actions"] == [kept]
    said, known = (text.partition("#")[0].strip() for text in (written, kept))
    assert notices == [f"/deals/0/actions/0: read {said!r} as {known}"]


def test_hands_and_a_stock_are_read_word_by_word() -> None:
    deal, notices = read(spelt([], ["♠3、h10 ？＊８", "?*10", "?*10", "?*10"], "floor13", stock="d4 C9"))
    assert (deal["hands"][0], deal["stock"]) == ("S3 HT ?*8", "D4 C9")
    assert notices == [
        "/deals/0/hands/0: read '♠3' as S3, 'h10' as HT, '？＊８' as ?*8",
        "/deals/0/stock: read 'd4' as D4",
    ]


def test_jesters_and_counts_of_numbers_are_read() -> None:
    assert read(spelt(["1 12×3 j"], rules="dalmuti"))[0]["actions"] == ["1 12 12 12 J"]


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
    assert read(data) == (msgspec.json.decode(data)["deals"][0], [])


def test_notices_of_many_places_are_counted() -> None:
    _, notices = read(spelt(["1 パス"] * (MOST_NOTICES + 5)))
    assert len(notices) == MOST_NOTICES + 1
    assert notices[-1] == "5 more places were read in this way"


def test_what_was_read_how_is_told_on_the_command_line(tmp_path: Path) -> None:
    path = write_file(tmp_path / "a.json", spelt(["1 d3"], ["D3 ?*13", "?*13", "?*13", "?*13"]))
    store = str(tmp_path / "a.db")
    for command in (["check"], ["show"], ["convert", "--to", "daifu"], ["import", "--db", store]):
        result = daifu(*command, path)
        assert (result.exit_code, "/deals/0/actions/0: read '1 d3' as 1 D3" in result.stderr) == (0, True), command
