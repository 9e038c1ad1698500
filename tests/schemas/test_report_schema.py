"""The report as the contract describes it."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.games.catalogue import PROFILES
from schemas.http.report import ReportSchema
from schemas.pipeline import check_bytes
from tests.support.answers import wrong
from tests.support.any_record import any_record
from tests.support.documents import ORDER, document, one_deal, text
from tests.support.samples import FOLDER
from tests.support.strategies import GAMES

FEW = settings(max_examples=max(60, settings().max_examples))


def report(**fields: Any) -> Any:  # noqa: ANN401 - any JSON
    """A sound report with some fields as given."""
    return {**json.loads(check_bytes(text(one_deal(result=ORDER)))), **fields}


@pytest.mark.parametrize("name", [*PROFILES, "faulty"])
def test_the_report_on_a_sample_is_as_described(name: str) -> None:
    for line in (FOLDER / f"{name}.ndjson").read_bytes().splitlines()[:10]:
        assert wrong(json.loads(check_bytes(line)), ReportSchema) == []


@given(st.sampled_from(GAMES), st.integers(0, 2**32).map(Random))
@FEW
def test_so_is_the_report_on_any_record(name: str, rng: Random) -> None:
    assert wrong(json.loads(check_bytes(text(any_record(name, rng)))), ReportSchema) == []


def test_players_may_have_an_id_and_a_name() -> None:
    players = ["Mu", {"id": "j", "name": "Junko"}, "Shimo", "Aki"]
    assert wrong(json.loads(check_bytes(text(document(players=players)))), ReportSchema) == []


@pytest.mark.parametrize(
    "other",
    [
        {"format": "daifu-report/2"},
        {"legal": "yes"},
        {"players": [1]},
        {"players": [{"id": "j"}]},
        {"totals": ["1"]},
        {"ranks": [1.5]},
        {"winner": 1},
        {"deals": [{"order": [1]}]},
    ],
)
def test_what_is_not_as_described_is_noticed(other: Any) -> None:  # noqa: ANN401
    assert wrong(report(), ReportSchema) == []
    assert wrong(report(**other), ReportSchema) != []
