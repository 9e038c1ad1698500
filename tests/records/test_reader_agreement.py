"""The fast decoder refuses a record if and only if the validator finds a problem."""

import json

import pytest
from hypothesis import example, given, settings

from daifu.replay.match import Record, replay
from daifu.schemas.record.decode import load_raw_record, load_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.record.validate import find_problems, find_problems_in_text
from daifu.schemas.report import report_json
from tests.support.small_records import Document, document, json_bytes
from tests.support.strategies import record_documents, record_texts

LONG = settings(max_examples=max(40, settings().max_examples))
"""Decoder and validator must agree on every text, so these properties take more examples than others."""


def accepted(data: bytes) -> Record | None:
    try:
        return load_record(data)
    except RecordRefused as refusal:
        if not refusal.problems:
            raise
        return None


@given(record_documents())
@LONG
@example(document(event={"date": "2007-07-16T20:00"}))
@example(document(deals=[{"places": [1, 2, 3, 3]}]))
def test_a_document_is_accepted_if_and_only_if_no_problem_is_found(value: Document) -> None:
    data = json_bytes(value)
    assert (accepted(data) is not None) == (not find_problems_in_text(data))


@given(record_texts())
@LONG
def test_a_text_is_accepted_if_and_only_if_no_problem_is_found(data: bytes) -> None:
    assert (accepted(data) is not None) == (not find_problems_in_text(data))


@given(record_documents())
@LONG
def test_plain_values_are_accepted_if_and_only_if_no_problem_is_found(value: Document) -> None:
    reasons = find_problems(value)
    if not reasons:
        assert len(load_raw_record(value).deals) == len(value["deals"])
        return
    with pytest.raises(RecordRefused) as refusal:
        load_raw_record(value)
    assert list(refusal.value.problems) == reasons


@given(record_documents())
@LONG
def test_an_accepted_record_can_be_replayed_and_reported(value: Document) -> None:
    record = accepted(json_bytes(value))
    if record is not None:
        assert len(json.loads(report_json(replay(record)))["deals"]) == len(value["deals"])


@given(record_texts())
@LONG
def test_every_problem_can_be_printed_in_both_languages(data: bytes) -> None:
    for pointer, expected in find_problems_in_text(data):
        assert pointer == "" or pointer.startswith("/")
        assert (pointer + expected.en + expected.ja).encode().isascii() is False
