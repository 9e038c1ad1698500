"""Records that become results of tournaments, and those that cannot."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import Headers, HttpScorekeeper, Json, problem_name, round_change, sheet
from tests.support.playouts import dalmuti_sitting

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A tournament of four whose only round has been drawn."""
    found = HttpScorekeeper(client, scorekeeper, settings={"penalties": {"illegal": -1}})
    found.enter(*NAMES)
    found.open_stage()
    found.seats([1, 2, 3, 4])
    return found


def table_record(table: Any = 1, players: list[str] | None = None) -> Json:  # noqa: ANN401 - whatever an event holds
    """A record that names the tournament."""
    event = {"name": "Winter cup", "round": 1, "table": table}
    return {**dalmuti_sitting(3), "players": players or NAMES, "event": event}


def post_for_table(keeper: HttpScorekeeper, **fields: Any) -> Json:  # noqa: ANN401 - of the record
    """What is told of a record that is sent."""
    answer = keeper.client.post("/v1/records", json=table_record(**fields), headers=keeper.headers)
    assert answer.status_code == 201, answer.get_json()
    told: Json = answer.get_json()
    keeper.refresh_version()
    return told


def pending_codes(keeper: HttpScorekeeper) -> list[str]:
    """The codes of the reasons why records wait."""
    return [one["code"] for one in keeper.reads("/landing")["problems"]]


def test_a_record_lands_where_its_event_says(keeper: HttpScorekeeper) -> None:
    told = post_for_table(keeper)
    [landing] = told["landings"]
    assert (landing["tournament"], landing["problem"], landing["version"]) == (1, None, keeper.version)
    places = {line["name"]: line["place"] for line in keeper.reads("/standings")["lines"]}
    order = told["report"]["deals"][0]["order"]
    assert places == {NAMES[player - 1]: place for place, player in enumerate(order, 1)}


def test_a_record_does_not_silently_replace_a_sheet(keeper: HttpScorekeeper) -> None:
    order = table_record()["deals"][0]["result"]["order"]
    wrong = [order.index(seat) + 1 for seat in (2, 1, 3, 4)]
    keeper.make(sheet(1, 1, places=wrong))
    [landing] = post_for_table(keeper)["landings"]
    assert landing["problem"]["code"] == "contradicted"
    answer = keeper.client.put(
        f"{keeper.address}/landing/1", headers=keeper.headers, query_string={"reason": "misread"}
    )
    assert answer.status_code == 200
    assert [line["name"] for line in keeper.reads("/standings")["lines"]] == [NAMES[one - 1] for one in order]
    assert pending_codes(keeper) == []
    assert keeper.reads("/log", after=keeper.version)["entries"][-1]["reason"] == "misread"


def test_what_hinders_a_record_can_be_dismissed(keeper: HttpScorekeeper) -> None:
    post_for_table(keeper, table=2)
    address = f"{keeper.address}/landing/1"
    assert [keeper.client.delete(address, headers=keeper.headers).status_code for _ in range(2)] == [204, 204]
    assert pending_codes(keeper) == []
    assert keeper.reads("/landing")["unlanded"] == [1]


def test_the_log_says_who_dismissed_a_record_and_why(keeper: HttpScorekeeper) -> None:
    post_for_table(keeper, table=2)
    for _ in range(2):
        keeper.client.delete(
            f"{keeper.address}/landing/1", headers=keeper.headers, query_string={"reason": "a friendly game"}
        )
    ignored = [one for one in keeper.reads("/log")["entries"] if one["change"]["change"] == "record_ignored"]
    [entry] = ignored
    assert (entry["change"]["record"], entry["reason"]) == (1, "a friendly game")
    assert entry["author"]


def test_only_a_record_that_waited_can_be_dismissed(keeper: HttpScorekeeper) -> None:
    answer = keeper.client.delete(f"{keeper.address}/landing/1", headers=keeper.headers)
    assert (answer.status_code, problem_name(answer)) == (404, "not-found")


def test_a_record_is_not_dismissed_by_a_change_of_the_list(keeper: HttpScorekeeper) -> None:
    post_for_table(keeper, table=2)
    answer = keeper.attempt({"change": "record_ignored", "record": 1})
    assert (answer.status_code, problem_name(answer)) == (409, "only-by-landing")


def test_a_record_lands_once_nothing_hinders_it(keeper: HttpScorekeeper) -> None:
    keeper.make(round_change("result", 1, table=1, deal=1, places=[1, 2, 3, 4]), round_change("round_closed", 1))
    [landing] = post_for_table(keeper)["landings"]
    assert landing["problem"] is not None
    keeper.make(round_change("round_reopened", 1), round_change("result_removed", 1, table=1, deal=1))
    body = {"records": [1]}
    answer = keeper.client.post(f"{keeper.address}/landing", json=body, headers=keeper.headers)
    assert [one["problem"] for one in answer.get_json()["landings"]] == [None]
    assert keeper.reads("/missing")["missing"] == []


def test_a_record_that_is_not_there_cannot_land(keeper: HttpScorekeeper) -> None:
    answer = keeper.client.put(f"{keeper.address}/landing/9", headers=keeper.headers)
    assert (answer.status_code, problem_name(answer)) == (404, "not-found")
    wrong: list[Json] = [{"records": []}, {"records": ["1"]}, {}]
    for body in wrong:
        assert keeper.client.post(f"{keeper.address}/landing", json=body, headers=keeper.headers).status_code == 422


def test_a_fault_waits_for_a_decision(keeper: HttpScorekeeper) -> None:
    faulty = table_record()
    actions = faulty["deals"][0]["actions"]
    lead = next(place for place, action in enumerate(actions) if action.split()[1].isdigit())
    offender = next(seat for seat in "1234" if seat not in {actions[lead][0], actions[lead + 1][0]})
    actions.insert(lead + 1, f"{offender} -")
    keeper.client.post("/v1/records", json=faulty, headers=keeper.headers)
    keeper.refresh_version()
    [fault] = keeper.reads("/faults")["faults"]
    assert (fault["code"], fault["entrant"], fault["action"]) == ("out_of_turn", int(offender), lead + 1)
    named = {name: fault[name] for name in ("table", "deal", "action", "seat", "code")}
    keeper.make(round_change("fault_decided", 1, decision="upheld", **named))
    assert keeper.reads("/faults")["faults"] == []
    assert keeper.reads(f"/standings/{offender}")["account"]["faults"][0]["cost"] == -1
