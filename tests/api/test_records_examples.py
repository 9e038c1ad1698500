"""The examples of the contract are what the service really answers."""

from typing import Any

from flask.testing import FlaskClient

from api.http import examples
from tests.support.uploads import Headers, matching, sent

OF_THE_STORE = ("id", "address", "stored_at", "at", "author")


def bare(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The same without what a store makes up: numbers, times and names."""
    if isinstance(value, list):
        return [bare(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {name: bare(part) for name, part in value.items() if name not in OF_THE_STORE or part is None}


def test_the_sitting_of_the_examples_goes_the_way_that_they_show(client: FlaskClient, scorekeeper: Headers) -> None:
    judged = sent(client, scorekeeper, examples.RECORD, dry_run="true").get_json()
    uploaded = sent(client, scorekeeper, examples.RECORD)
    address = uploaded.headers["Location"]
    shown = {
        "": examples.RECORD,
        "/report": examples.REPORT,
        "/deals/2": examples.DEAL_OF_RECORD,
        "/deals/1/positions/7": examples.POSITION,
    }
    assert bare(judged) == bare(examples.ONLY_JUDGED)
    assert bare(uploaded.get_json()) == bare(examples.UPLOADED)
    assert {part: client.get(address + part).get_json() for part in shown} == shown
    assert bare(client.get("/v1/records").get_json()) == bare(examples.PAGE)
    assert client.get("/v1/records/export").get_data(as_text=True) == examples.LINES
    added = client.post(f"{address}/deals", json=examples.DEAL, headers=matching(scorekeeper, 1))
    assert bare(added.get_json()) == bare(examples.ADDED_DEAL)
    assert bare(client.get(f"{address}/revisions").get_json()) == bare(examples.REVISIONS)


def test_so_does_a_correction_to_the_same_end(client: FlaskClient, scorekeeper: Headers) -> None:
    address = sent(client, scorekeeper, examples.RECORD).headers["Location"]
    longer = {**examples.RECORD, "deals": [*examples.RECORD["deals"], examples.DEAL]}
    answer = client.put(f"{address}?reason=x", json=longer, headers=matching(scorekeeper, 1))
    assert bare(answer.get_json()) == bare(examples.CORRECTED)
