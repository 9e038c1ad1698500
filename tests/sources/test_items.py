"""Files are cut into records: one on each line, or JSON documents one behind the other, or as a list."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.schemas.sources.items import AUTO, Item, SourceProblem, split_file
from daifu.schemas.sources.streams import Lines
from tests.support.small_records import document, json_bytes

RECORD = json_bytes(document())
BAD_LINES = [b"{}", b'{"a": 1}', b"{oops}", b'{"format": "daifu/1", "rules": "theater"', b'{"players": ["Mu"']


def items(text: bytes, file: str = "games.json") -> list[bytes]:
    found = list(split_file(file, Lines(io.BytesIO(text)), AUTO))
    assert not [one for one in found if isinstance(one, SourceProblem)]
    return [one.data.strip() for one in found if isinstance(one, Item)]


@pytest.mark.parametrize("second", BAD_LINES)
@pytest.mark.parametrize("first", BAD_LINES)
def test_bad_lines_at_the_start_are_lines_like_those_behind_them(first: bytes, second: bytes) -> None:
    text = b"\n".join([first, second, RECORD, RECORD])
    assert items(text) == [first, second, RECORD, RECORD]


@pytest.mark.parametrize(
    "text",
    [
        b'{\n "format": "daifu/1"}',
        b'{"format": "daifu/1",\n "rules": "theater"}',
        b'{"players": [\n{"id": "a", "name": "A"}]}',
        b'{"event": {"name": "x"},\n "rules": "theater"}',
        b'{"format":\n"daifu/1"}',
        b'{"format": "daifu/1"\n, "rules": "theater"}',
        b'{"format": oops,\n "rules": "theater"}',
        b"{\n{}",
    ],
)
def test_a_record_over_several_lines_is_one_item(text: bytes) -> None:
    assert items(text) == [text]


@pytest.mark.parametrize("file", ["games.ndjson", "games.jsonl", "games.ndjson.gz"])
def test_a_file_named_for_its_lines_is_read_by_lines(file: str) -> None:
    assert items(b'{"format":\n[\n' + RECORD, file) == [b'{"format":', b"[", RECORD]


def record(number: int) -> dict[str, Any]:
    return document(event={"round": number})


def entries(text: bytes, file: str = "games.json", longest: int = 1 << 20) -> list[Item | SourceProblem]:
    found = list(split_file(file, Lines(io.BytesIO(text), longest=longest), AUTO))
    assert all(isinstance(one, Item | SourceProblem) for one in found)
    return [one for one in found if isinstance(one, Item | SourceProblem)]


def rounds(text: bytes, file: str = "games.json") -> list[Any]:
    """The round of each record, `refused` for what is no JSON, and the sentence of each problem."""
    return [_round(one) for one in entries(text, file)]


def _round(one: Item | SourceProblem) -> Any:  # noqa: ANN401 - a number or a sentence
    if isinstance(one, SourceProblem):
        return one.expected.en
    try:
        return json.loads(one.data)["event"]["round"]
    except (ValueError, KeyError, TypeError):
        return "refused"


def pretty(number: int) -> bytes:
    return json.dumps(record(number), indent=2).encode() + b"\n"


ONE, TWO, THREE = (json_bytes(record(number)) for number in (1, 2, 3))


@pytest.mark.parametrize("file", ["games.json", "games.ndjson", "-"])
@pytest.mark.parametrize(
    "text",
    [
        pretty(1) + pretty(2) + pretty(3),
        ONE + TWO + b"\n" + THREE,
        ONE + b" \t " + TWO + THREE,
        b"[" + ONE + b"," + TWO + b", " + THREE + b"]\n",
        b"[\n" + ONE + b",\n" + TWO + b",\n" + THREE + b"\n]\n",
        b"[" + pretty(1) + b"," + pretty(2) + b",\n" + pretty(3) + b"]",
        json.dumps([record(1), record(2), record(3)], indent=1).encode(),
        ONE + b"\n" + pretty(2) + THREE,
        pretty(1) + TWO + b"\n" + THREE,
        pretty(1).strip() + pretty(2).strip() + pretty(3).strip(),
        pretty(1) + b"\xef\xbb\xbf" + pretty(2) + b"\n\n" + pretty(3),
    ],
)
def test_each_document_is_a_record(text: bytes, file: str) -> None:
    assert rounds(text, file) == [1, 2, 3]


def test_a_record_says_the_line_on_which_it_begins() -> None:
    text = b"\n" + pretty(1) + b"\n" + pretty(2)
    lines = text.split(b"\n")
    assert [one.line for one in entries(text)] == [number for number, line in enumerate(lines, 1) if line == b"{"]


def test_a_broken_document_loses_only_itself() -> None:
    broken = pretty(2).replace(b"}", b"")
    assert rounds(pretty(1) + broken + pretty(3)) == [1, "refused", 3]


@pytest.mark.parametrize("lines", range(2, 20))
def test_a_document_that_was_cut_anywhere_loses_only_itself(lines: int) -> None:
    cut = b"".join(pretty(2).splitlines(keepends=True)[:lines])
    assert rounds(pretty(1) + cut + pretty(3)) == [1, "refused", 3]


def test_what_is_no_object_is_refused_once() -> None:
    assert rounds(pretty(1) + b"oops\n}\n]\n" + pretty(2)) == [1, "refused", 2]


def test_a_closing_bracket_too_much_does_not_reach_the_next_document() -> None:
    assert rounds(pretty(1).strip() + b"}\n" + pretty(2)) == [1, "refused", 2]


def test_a_list_that_does_not_end_is_named_after_its_records() -> None:
    assert rounds(b"[\n" + ONE + b",\n" + TWO + b"\n") == [
        1,
        2,
        "expected the end of the list of records (]), found the end of the text",
    ]


def test_a_list_of_something_else_is_no_list_of_records() -> None:
    assert rounds(ONE + b"\n[1, 2]\n" + TWO, "games.ndjson") == [1, "refused", 2]


def test_a_brace_alone_on_a_line_is_refused_by_itself_where_a_record_follows() -> None:
    assert rounds(ONE + b"\n{\n" + TWO + b"\n", "games.ndjson") == [1, "refused", 2]


def test_brackets_in_texts_are_no_brackets() -> None:
    text = json.dumps({**record(1), "notes": '}{ "]}\\" [{'}, indent=1).encode()
    assert rounds(text + pretty(2)) == [1, 2]
    assert rounds(json.dumps({**record(1), "notes": "} {"}).encode() + b"\n" + TWO, "games.ndjson") == [1, 2]


def test_a_document_that_is_too_long_does_not_hide_those_behind_it() -> None:
    long = json.dumps({**record(1), "notes": ["x" * 50] * 30}, indent=1).encode() + b"\n"
    found = entries(long + pretty(2), longest=1_000)
    assert [_round(one) for one in found] == ["expected a record of at most 1000 B, found a longer one", 2]
    assert [one.line for one in found] == [1, long.count(b"\n") + 1]


def test_a_line_that_is_too_long_ends_its_document() -> None:
    text = b'{\n "notes": "' + b"x" * 3_000 + b'",\n "deals": []\n}\n' + pretty(2)
    assert rounds_of_limited(text) == ["expected a record of at most 1000 B, found a longer one", "refused", 2]


def rounds_of_limited(text: bytes) -> list[Any]:
    return [_round(one) for one in entries(text, longest=1_000)]


@given(
    st.lists(
        st.tuples(
            st.dictionaries(st.text(max_size=5), st.recursive(st.text() | st.integers(), st.lists, max_leaves=5)),
            st.sampled_from([None, 0, 1]),
        ),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from(["", " ", "\n", "\n\n"]),
)
def test_any_objects_come_out_as_they_went_in(objects: list[tuple[dict[str, Any], int | None]], between: str) -> None:
    text = between.join(json.dumps(value, indent=indent, ensure_ascii=False) for value, indent in objects)
    lines = [one.data for one in entries(text.encode(errors="replace")) if isinstance(one, Item)]
    assert [json.loads(line) for line in lines] == [
        json.loads(json.dumps(value, ensure_ascii=False).encode(errors="replace")) for value, _ in objects
    ]
