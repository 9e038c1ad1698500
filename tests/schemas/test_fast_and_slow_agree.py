"""The fast reader and the slow one accept the same records: what one refuses, the other explains."""

import json

import pytest
from hypothesis import example, given, settings

from replay.match import replay
from replay.record import Record
from schemas.problems import RecordRefused
from schemas.record import load_record, read_record
from schemas.report import report_json
from schemas.shape.explain import explain, explain_text
from tests.support.documents import Document, document, text
from tests.support.nearly_records import documents, texts

LONG = settings(max_examples=max(150, settings().max_examples))
"""The readers must agree on anything that can be written, so these properties are never run short."""


def accepted(data: bytes) -> Record | None:
    try:
        return load_record(data)
    except RecordRefused as refusal:
        if not refusal.problems:
            raise
        return None


@given(documents())
@LONG
@example(document(event={"date": "2007-07-16T20:00"}))
@example(document(deals=[{"places": [1, 2, 3, 3]}]))
def test_a_document_is_accepted_if_there_is_nothing_to_explain(value: Document) -> None:
    data = text(value)
    assert (accepted(data) is not None) == (not explain_text(data))


@given(texts())
@LONG
def test_a_text_is_accepted_if_there_is_nothing_to_explain(data: bytes) -> None:
    assert (accepted(data) is not None) == (not explain_text(data))


@given(documents())
@LONG
def test_plain_values_are_accepted_if_there_is_nothing_to_explain(value: Document) -> None:
    reasons = explain(value)
    if not reasons:
        assert len(read_record(value).deals) == len(value["deals"])
        return
    with pytest.raises(RecordRefused) as refusal:
        read_record(value)
    assert list(refusal.value.problems) == reasons


@given(documents())
@LONG
def test_what_is_accepted_can_be_replayed_and_reported(value: Document) -> None:
    record = accepted(text(value))
    if record is not None:
        assert len(json.loads(report_json(replay(record)))["deals"]) == len(value["deals"])


@given(texts())
@LONG
def test_every_reason_can_be_printed_in_both_languages(data: bytes) -> None:
    for pointer, expected in explain_text(data):
        assert pointer == "" or pointer.startswith("/")
        assert (pointer + expected.en + expected.ja).encode().isascii() is False
