"""The record as the contract describes it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from openapi_schema_validator import OAS31Validator

from replay.games.catalogue import PROFILES
from schemas.http.record import DEAL_REFERENCE, EXAMPLE, REFERENCE, components
from schemas.pipeline import check
from schemas.problems import RecordRefused
from schemas.record import load_record
from tests.support.documents import Document, document, one_deal, text, without
from tests.support.nearly_records import documents
from tests.support.samples import FOLDER

LONG = settings(max_examples=max(150, settings().max_examples))


def wrong(value: object, reference: Any = REFERENCE) -> list[str]:  # noqa: ANN401 - any JSON
    """What the schema of the contract has against a document."""
    schema = {**reference, "components": {"schemas": components()}}
    OAS31Validator.check_schema(schema)
    return [error.json_path for error in OAS31Validator(schema).iter_errors(value)]


@pytest.mark.parametrize("name", [*PROFILES, "faulty"])
def test_every_sample_is_of_the_shape(name: str) -> None:
    for line in (FOLDER / f"{name}.ndjson").read_bytes().splitlines():
        assert wrong(json.loads(line)) == []


@given(documents())
@LONG
def test_whatever_is_a_record_is_of_the_shape(value: Document) -> None:
    try:
        load_record(text(value))
    except RecordRefused:
        return
    assert wrong(json.loads(text(value))) == []


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (without("players"), "$"),
        (document(rules="poker"), "$.rules"),
        (document(players=["Mu", " "]), "$.players[1]"),
        (document(players=["Mu", "Ju\n"]), "$.players[1]"),
        (document(players=[{"id": "a"}]), "$.players[0]"),
        (document(winner="Mu"), "$"),
        (one_deal(actions="1 D3"), "$.deals[0].actions"),
        (one_deal(seats=[]), "$.deals[0].seats"),
        (one_deal(result={"order": [0]}), "$.deals[0].result.order[0]"),
        (one_deal(result={"points": ["2"]}), "$.deals[0].result.points[0]"),
        (document(deals=[]), "$.deals"),
    ],
)
def test_what_is_of_another_shape_is_not(value: Document, where: str) -> None:
    assert wrong(value) == [where]


def test_a_deal_can_be_described_by_itself() -> None:
    assert wrong({"result": {"order": [1, 2]}}, DEAL_REFERENCE) == []
    assert wrong({"hand": []}, DEAL_REFERENCE) == ["$"]


def test_every_field_is_explained() -> None:
    for schema in components().values():
        assert all(field["description"] for field in schema["properties"].values())


def test_the_example_is_a_record_in_which_nothing_is_wrong() -> None:
    assert wrong(EXAMPLE) == []
    assert check(text(EXAMPLE)).legal
