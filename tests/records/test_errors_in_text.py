"""Problems in the text itself: text that is not JSON, and duplicate fields."""

import pytest

from daifu.schemas.judgement import check_json
from daifu.schemas.record.decode import load_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.json_text import append_deal
from tests.support.small_records import document, json_bytes, one_deal, problem, refusal_pointers, refusal_problems

SOUND = json_bytes(document())


def with_field(member: bytes) -> bytes:
    return SOUND[:-1] + b"," + member + b"}"


@pytest.mark.parametrize("data", [b"", b" \n"])
def test_an_empty_text_is_refused(data: bytes) -> None:
    assert refusal_problems(data) == [
        problem("", "expected a record, found nothing at all", "棋譜が必要ですが、何も書かれていません")
    ]


def test_a_byte_order_mark_before_the_text_is_left_out() -> None:
    assert check_json(b"\xef\xbb\xbf" + SOUND) == check_json(SOUND)


def test_a_second_byte_order_mark_is_refused() -> None:
    assert refusal_problems(2 * b"\xef\xbb\xbf" + SOUND) == [
        problem(
            "",
            "expected UTF-8 without a byte order mark, found one",
            "BOMなしのUTF-8が必要ですが、BOMが付いています",
        )
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_another_encoding_is_refused(encoding: str) -> None:
    assert refusal_pointers(SOUND.decode().encode(encoding)) == [""]


@pytest.mark.parametrize("bad", [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x82\xa0"])
def test_bytes_that_are_not_utf8_are_refused_with_their_place(bad: bytes) -> None:
    data = with_field(b'"notes":"' + bad + b'"')
    place = data.index(bad)
    [(pointer, expected)] = refusal_problems(data)
    assert pointer == ""
    assert expected.en.startswith(f"expected UTF-8, found 0x{bad[0]:02x} at byte {place}")
    assert expected.ja.startswith(f"UTF-8が必要ですが、{place}バイト目に0x{bad[0]:02x}があります")


def test_malformed_json_is_refused_with_its_line_and_column() -> None:
    assert refusal_problems(b'{"format": "daifu/1",\n "rules" "theater"}') == [
        problem(
            "",
            "expected JSON, found '\"theater\"}' at 2:10 (line:column)",
            'JSONが必要ですが、2:10（行:桁）に「"theater"}」があります',
        )
    ]


def test_truncated_json_is_refused() -> None:
    assert refusal_problems(SOUND[:-1]) == [
        problem(
            "",
            f"expected JSON, found the end of the text at 1:{len(SOUND)} (line:column)",
            f"JSONが必要ですが、1:{len(SOUND)}（行:桁）に文書の終わりがあります",
        )
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"{'format': 1}",
        b"{format: 1}",
        SOUND + b"x",
        SOUND + b"\0",
        b"\0" + SOUND,
        b"// record\n" + SOUND,
        b"{,}",
        b'{"a":1,}',
        b'{"a":01}',
        b'{"a":1.}',
        b'{"a":+1}',
        b'{"a":"\n"}',
        b'{"a":"\0"}',
        b'{"a":"\\x"}',
    ],
)
def test_text_that_is_almost_json_is_refused(data: bytes) -> None:
    [(pointer, expected)] = refusal_problems(data)
    assert pointer == ""
    assert expected.en.startswith("expected JSON, found ")
    assert expected.ja.startswith("JSONが必要ですが、")


def test_another_record_behind_the_first_is_named() -> None:
    [(pointer, expected)] = refusal_problems(SOUND + SOUND)
    assert pointer == ""
    assert expected.en.startswith("expected one record, found another at 1:")
    assert expected.ja.startswith("棋譜は1件だけのはずですが、")


@pytest.mark.parametrize("data", [b"null", b"[]", b'"daifu/1"', b"1", b"[{}]", b"true"])
def test_a_record_is_an_object(data: bytes) -> None:
    [(pointer, expected)] = refusal_problems(data)
    assert pointer == ""
    assert expected.en.startswith("expected an object, found ")
    assert expected.ja.startswith("オブジェクトが必要ですが、")


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'{"format":[', b'{"deals":[{"actions":['])
def test_nesting_that_is_too_deep_is_refused(opening: bytes) -> None:
    assert refusal_problems(opening * 100_000) == [
        problem(
            "",
            "expected at most 16 levels of nesting, found far more",
            "入れ子は16段以下のはずですが、はるかに深くなっています",
        )
    ]


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
    assert refusal_problems(data) == [
        problem(
            pointer,
            "expected this field once, found it twice",
            "この項目は1回だけのはずですが、2回あります",
        )
    ]


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


def test_a_text_may_have_64_mebibytes() -> None:
    most = 64 * 1024 * 1024
    assert len(load_record(SOUND + b" " * (most - len(SOUND))).deals) == 1
    assert refusal_problems(SOUND + b" " * (most - len(SOUND) + 1)) == [
        problem(
            "",
            "expected a record of at most 67108864 bytes",
            "棋譜は67108864バイト以下でなければなりません",
        )
    ]


def test_the_problems_of_a_huge_text_are_not_listed() -> None:
    assert refusal_problems(with_field(b'"notes":1,"source":{"a":"' + b"a" * 2**24 + b'"}')) == [
        problem(
            "",
            "expected another form, found a text too long to list its problems (more than 16777216 bytes)",
            "形式に合っていません（16777216バイトを超えるため、誤りの箇所は示せません）",
        )
    ]


@pytest.mark.parametrize("name", [b"x", b"event"])
def test_a_text_may_have_half_a_million_values(name: bytes) -> None:
    assert refusal_problems(with_field(b'"%b":{"a":[%b1]}' % (name, b"[]," * 250_000))) == [
        problem(
            "",
            "expected at most 500000 values, counted by commas and opening brackets, found more",
            "値は500000個以下のはずですが、それを超えています（コンマと開き括弧の数で数えます）",
        )
    ]
    assert load_record(with_field(b'"event":{"a":[%b1]}' % (b"[]," * 240_000))).deals


def test_the_problems_of_a_long_text_are_listed() -> None:
    assert refusal_pointers(with_field(b'"x":[' + b"[]," * 240_000 + b"1]")) == ["/x"]


def test_a_deal_added_to_a_record_must_be_json() -> None:
    assert len(load_record(append_deal(SOUND, b" {} ")).deals) == 2
    for deal in (b"{}}", b"{},{}", b"", b'{"notes":"\xff"}', b"[" * 100_000, b"{'a':1}"):
        with pytest.raises(RecordRefused):
            append_deal(SOUND, deal)
