"""Records match the schema of the contract."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from openapi_schema_validator import OAS31Validator

from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.http.json_schema import DEAL_REFERENCE, EXAMPLE, REFERENCE, record_components, record_schema
from daifu.schemas.judgement import check_record
from daifu.schemas.record.decode import decode_json, decode_raw, load_record
from daifu.schemas.record.errors import RecordRefused
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import Document, document, document_without, json_bytes, one_deal
from tests.support.strategies import record_documents

LONG = settings(max_examples=max(40, settings().max_examples))


def shape_errors(value: object, reference: Any = REFERENCE) -> list[str]:  # noqa: ANN401 - any JSON
    """The errors that the schema of the contract finds in a document."""
    schema = {**reference, "components": {"schemas": record_components()}}
    OAS31Validator.check_schema(schema)
    return [error.json_path for error in OAS31Validator(schema).iter_errors(value)]


@pytest.mark.parametrize("name", [*PROFILES, "faulty"])
def test_every_sample_matches_the_schema(name: str) -> None:
    for line in (SAMPLES_FOLDER / f"{name}.ndjson").read_bytes().splitlines():
        assert shape_errors(json.loads(line)) == []


def test_the_schema_by_itself_is_one_that_editors_read_and_names_every_field() -> None:
    schema = record_schema()
    OAS31Validator.check_schema(schema)
    found = OAS31Validator(schema)
    assert list(found.iter_errors({**EXAMPLE, "$schema": "https://club.example/schemas/daifu-1.json"})) == []
    assert [error.json_path for error in found.iter_errors(document(winner="Mu"))] == ["$"]
    assert [error.json_path for error in found.iter_errors(one_deal(seats=[]))] == ["$.deals[0].seats"]


def test_the_address_of_a_schema_is_read_and_is_no_part_of_the_record() -> None:
    plain = decode_json(json_bytes(document()))
    named = {"$schema": "https://club.example/schemas/daifu-1.json", **document()}
    for decoded in (decode_json(json_bytes(named)), decode_raw(named)):
        assert (decoded.text, decoded.shape) == (plain.text, plain.shape)
    with pytest.raises(RecordRefused, match="schema"):
        load_record(json_bytes(document(**{"$schema": 7})))


@given(record_documents())
@LONG
def test_every_record_matches_the_schema(value: Document) -> None:
    try:
        load_record(json_bytes(value))
    except RecordRefused:
        return
    assert shape_errors(json.loads(json_bytes(value))) == []


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (document_without("players"), "$"),
        (document(rules="poker"), "$.rules"),
        (document(players=["Mu", " "]), "$.players[1]"),
        (document(players=["Mu", "Ju\nly"]), "$.players[1]"),
        (document(players=[{"id": "a"}]), "$.players[0]"),
        (document(winner="Mu"), "$"),
        (one_deal(actions="1 D3"), "$.deals[0].actions"),
        (one_deal(seats=[]), "$.deals[0].seats"),
        (one_deal(result={"order": [0]}), "$.deals[0].result.order[0]"),
        (one_deal(result={"points": ["2"]}), "$.deals[0].result.points[0]"),
        (document(deals=[]), "$.deals"),
    ],
)
def test_a_document_of_another_shape_does_not_match_the_schema(value: Document, where: str) -> None:
    assert shape_errors(value) == [where]


def test_a_deal_can_be_described_by_itself() -> None:
    assert shape_errors({"result": {"order": [1, 2]}}, DEAL_REFERENCE) == []
    assert shape_errors({"hand": []}, DEAL_REFERENCE) == ["$"]


def test_every_field_has_a_description() -> None:
    for schema in record_components().values():
        assert all(field["description"] for field in schema["properties"].values())


def test_the_example_is_a_legal_record() -> None:
    assert shape_errors(EXAMPLE) == []
    assert check_record(json_bytes(EXAMPLE)).legal
