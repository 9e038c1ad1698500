"""Texts that are refused: no JSON, too long, fields said twice. The golden outputs of refusals have most sentences."""

import json
import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.match import Record
from daifu.schemas.judgement import check_json
from daifu.schemas.record.decode import load_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.json_text import append_deal
from daifu.schemas.record.model import RawRecord
from tests.support.small_records import document, json_bytes, one_deal, refusal_pointers, refusal_problems
from tests.support.strategies import sittings

SOUND: Final = json_bytes(document())
MARK: Final = b"\xef\xbb\xbf"

NO_JSON: Final = (
    *(b"{'format': 1}", b"{format: 1}", SOUND + b"x", SOUND + b"\0", b"\0" + SOUND, b"// record\n" + SOUND, b"{,}"),
    *(b'{"a":1,}', b'{"a":01}', b'{"a":1.}', b'{"a":+1}', b'{"a":"\n"}', b'{"a":"\0"}', b'{"a":"\\x"}'),
)

field_names = re.compile(r'"\w+": ').finditer
read_value = json.JSONDecoder().raw_decode


def with_field(member: bytes) -> bytes:
    return SOUND[:-1] + b"," + member + b"}"


WRONG: Final[dict[str, tuple[list[bytes], str, str]]] = {
    "a record": ([b"", b" \n"], "expected a record, found nothing at all", "棋譜が必要ですが、"),
    "no second byte order mark": (
        [2 * MARK + SOUND],
        "expected UTF-8 without a byte order mark, found one",
        "BOMなしのUTF-8が必要ですが、BOMが付いています",
    ),
    "no other encoding": ([SOUND.decode().encode(one) for one in ("utf-16", "utf-16-le", "utf-32")], "expected ", ""),
    "JSON, with line and column": (
        [b'{"format": "daifu/1",\n "rules" "theater"}'],
        "expected JSON, found '\"theater\"}' at 2:10 (line:column)",
        "JSONが必要ですが、2:10（行:桁）に「",
    ),
    "a whole text": (
        [SOUND[:-1]],
        f"expected JSON, found the end of the text at 1:{len(SOUND)} (line:column)",
        "JSONが必要ですが、",
    ),
    "nothing that is almost JSON": ([*NO_JSON], "expected JSON, found ", "JSONが必要ですが、"),
    "one record": ([SOUND + SOUND], "expected one record, found another at 1:", "棋譜は1件だけのはずですが、"),
    "an object": (
        [b"null", b"[]", b'"daifu/1"', b"1", b"[{}]", b"true"],
        "expected an object, found ",
        "オブジェクトが必要ですが、",
    ),
    "few levels": (
        [opening * 100_000 for opening in (b"[", b'{"a":', b'{"format":[', b'{"deals":[{"actions":[')],
        "expected at most 16 levels of nesting, found far more",
        "入れ子は16段以下のはずですが、はるかに深くなっています",
    ),
    "64 MiB": (
        [SOUND + b" " * ((64 << 20) - len(SOUND) + 1)],
        "expected a record of at most 67108864 bytes",
        "棋譜は67108864バイト以下でなければなりません",
    ),
    "another form, of a huge text": (
        [with_field(b'"notes":1,"source":{"a":"' + b"a" * 2**24 + b'"}')],
        "expected another form, found a text too long to list its problems (more than 16777216 bytes)",
        "形式に合っていません（16777216バイトを超えるため、誤りの箇所は示せません）",
    ),
    "half a million values": (
        [with_field(b'"%b":{"a":[%b1]}' % (name, b"[]," * 250_000)) for name in (b"x", b"event")],
        "expected at most 500000 values, counted by commas and opening brackets, found more",
        "値は500000個以下のはずですが、それを超えています（コンマと開き括弧の数で数えます）",
    ),
}


@pytest.mark.parametrize(("texts", "english", "japanese"), WRONG.values(), ids=WRONG)
def test_a_text_is_refused_as_a_whole_where_it_is_not_this(texts: list[bytes], english: str, japanese: str) -> None:
    for text in texts:
        [(pointer, expected)] = refusal_problems(text)
        assert (pointer, expected.en[: len(english)]) == ("", english)
        assert expected.ja.startswith(japanese)


def test_a_byte_order_mark_before_the_text_is_left_out() -> None:
    assert check_json(MARK + SOUND) == check_json(SOUND)


@pytest.mark.parametrize("bad", [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x82\xa0"])
def test_bytes_that_are_not_utf8_are_refused_with_their_place(bad: bytes) -> None:
    data = with_field(b'"notes":"' + bad + b'"')
    [(pointer, expected)] = refusal_problems(data)
    assert pointer == ""
    assert expected.en.startswith(f"expected UTF-8, found 0x{bad[0]:02x} at byte {data.index(bad)}")


@pytest.mark.parametrize(
    "number", [b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-1e400", b"1" + b"0" * 400, b"1" * 5000]
)
@pytest.mark.parametrize("member", [b'"event":{"fee":%s}', b'"source":{"a":[%s]}', b'"options":{"jokers":%s}'])
def test_numbers_out_of_range_are_refused_with_their_place(member: bytes, number: bytes) -> None:
    [place, *_] = refusal_pointers(with_field(member % number))
    assert place in {"/event/fee", "/source/a/0", "/options/jokers"}


@pytest.mark.parametrize("number", [b"NaN", b"-Infinity", b"1e400", b"1" * 400])
def test_points_out_of_range_are_refused_with_their_place(number: bytes) -> None:
    data = json_bytes(one_deal(result={"points": [0, 0, 0, 77]})).replace(b"77", number)
    assert refusal_pointers(data) == ["/deals/0/result/points/3"]


@pytest.mark.parametrize(
    ("member", "pointer"),
    [
        (rb'"notes":"\ud800"', "/notes"),
        (rb'"notes":"\udc00\ud800"', "/notes"),
        (rb'"event":{"name":"\ud800x"}', "/event/name"),
        (rb'"event":{"\ud800":1}', "/event"),
        (rb'"\ud800":1', r"/\ud800"),
    ],
)
def test_a_lone_surrogate_is_refused_in_a_sentence_that_can_be_printed(member: bytes, pointer: str) -> None:
    [(found, expected)] = refusal_problems(with_field(member))
    assert found == pointer
    assert r"\ud800" in expected.en or r"\udc00" in expected.en
    assert (expected.en + expected.ja + found).encode()


def test_a_lone_surrogate_in_a_comment_is_refused() -> None:
    data = json_bytes(one_deal(hands=[""] * 4, actions=["1 - # COMMENT"])).replace(b"COMMENT", rb"\ud800")
    assert refusal_pointers(data) == ["/deals/0/actions/0"]


@pytest.mark.parametrize("escape", [rb"\u0000", rb"a\u0000b"])
def test_a_nul_is_refused_in_every_text(escape: bytes) -> None:
    assert refusal_pointers(with_field(b'"notes":"' + escape + b'"')) == ["/notes"]
    assert refusal_pointers(SOUND.replace(b"Shimo", escape)) == ["/players/2"]
    assert refusal_pointers(json_bytes(one_deal(hands=[""] * 4, actions=["1 - # X"])).replace(b"X", escape)) == [
        "/deals/0/actions/0"
    ]


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        (with_field(b'"rules":"theater"'), "/rules"),
        (with_field(b'"deals":[{}]'), "/deals"),
        (with_field(rb'"\u0072ules":"theater"'), "/rules"),
        (with_field(b'"event":{"name":"a:b","name":"c"}'), "/event/name"),
        (with_field(rb'"event":{"name":"a\u003ab","name":"c"}'), "/event/name"),
        (with_field(b'"source":{"a":[{"b":1,"b":1}]}'), "/source/a/0/b"),
        (SOUND.replace(b'"Shimo"', b'{"id":"a","name":"b","id":"c"}'), "/players/2/id"),
        (json_bytes(document(deals=[{}, "X"])).replace(b'"X"', b'{"notes":"","notes":""}'), "/deals/1/notes"),
        (json_bytes(one_deal(result="X")).replace(b'"X"', b'{"order":[1],"order":[2]}'), "/deals/0/result/order"),
        (with_field(rb'"event":{"name":"\\\\u003a","name":"c"}'), "/event/name"),
    ],
)
def test_a_field_that_is_written_twice_is_refused(data: bytes, pointer: str) -> None:
    [(found, expected)] = refusal_problems(data)
    assert (found, expected.en) == (pointer, "expected this field once, found it twice")


@pytest.mark.parametrize(
    "data",
    [
        with_field(b'"notes":"a:b::"'),
        with_field(rb'"notes":"\u003a \u003A \u0039"'),
        with_field(rb'"notes":"\\u003a \\\u003a\u003a \\\\u003a"'),
        with_field(b'"event":{"name":"a:b","a:c":[{"x":{}},":"],"date":"2007-07-16T20:00"}'),
        SOUND.replace(b"Shimo", b"S:himo"),
        SOUND.replace(b'"Shimo"', b'{"id":":","name":"::"}'),
        json_bytes(one_deal(hands=[""] * 4, actions=["1 - # at 20:15: a pass"], notes=":")),
    ],
)
def test_colons_in_strings_are_not_taken_for_fields(data: bytes) -> None:
    assert len(load_record(data).deals) == 1


def test_a_text_may_have_64_mebibytes_and_half_a_million_values() -> None:
    assert len(load_record(SOUND + b" " * ((64 << 20) - len(SOUND))).deals) == 1
    assert load_record(with_field(b'"event":{"a":[%b1]}' % (b"[]," * 240_000))).deals


def test_the_problems_of_a_long_text_are_listed() -> None:
    assert refusal_pointers(with_field(b'"x":[' + b"[]," * 240_000 + b"1]")) == ["/x"]


def test_a_deal_added_to_a_record_must_be_json() -> None:
    assert len(load_record(append_deal(SOUND, b" {} ")).deals) == 2
    for deal in (b"{}}", b"{},{}", b"", b'{"notes":"\xff"}', b"[" * 100_000, b"{'a':1}"):
        with pytest.raises(RecordRefused):
            append_deal(SOUND, deal)


def with_colons(raw: RawRecord, comment: str) -> str:
    """The JSON text of a record whose event, and whose every action, has a colon in its text."""
    deals = [
        {**deal, "actions": [f"{action} # {comment}" for action in deal["actions"]]} if "actions" in deal else deal
        for deal in raw["deals"]
    ]
    return json.dumps({**raw, "event": {"name": "a:b"}, "deals": deals})


@given(sittings(), st.sampled_from(["no colon", "20:15"]), st.data())
def test_any_field_that_is_written_twice_is_refused(raw: RawRecord, comment: str, data: st.DataObject) -> None:
    text = with_colons(raw, comment)
    name = data.draw(st.sampled_from([*field_names(text)]))
    _, end = read_value(text, name.end())
    with pytest.raises(RecordRefused) as refusal:
        load_record(f"{text[:end]}, {text[name.start() : end]}{text[end:]}".encode())
    assert refusal.value.problems[0].expected.en == "expected this field once, found it twice"


@given(sittings(), st.sampled_from(["no colon", "20:15", "\\"]))
def test_a_record_with_colons_in_its_texts_is_read(raw: RawRecord, comment: str) -> None:
    assert isinstance(load_record(with_colons(raw, comment).encode()), Record)
