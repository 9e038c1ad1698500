"""Names of fields that stand twice in an object, told by the number of colons in the text."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.replay.match import Record
from daifu.schemas.record.decode import load_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.model import RawRecord
from tests.support.strategies import sittings

field_names = re.compile(r'"\w+": ').finditer
read_value = json.JSONDecoder().raw_decode


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
