"""Whether a file is one record, or has one on each line."""

import io

import pytest

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
