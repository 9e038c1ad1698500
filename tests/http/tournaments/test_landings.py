"""Records that become results of a tournament, when they are sent, corrected and withdrawn, and those that cannot."""

import json
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.http_client import (
    BULK,
    FIRST_RECORD,
    RECORDS,
    Headers,
    HttpScorekeeper,
    Json,
    delete_record,
    if_match,
    ndjson,
    problem_name,
    put_correction,
    round_change,
    sheet,
)
from tests.support.playouts import dalmuti_sitting

NAMES: Final = ["Haru", "Natsu", "Aki", "Fuyu"]


def record(seed: int = 3, *, deals: int = 2, **event: Any) -> Json:  # noqa: ANN401 - whatever an event holds
    """A record that names the tournament."""
    return {
        **dalmuti_sitting(seed, deals),
        "players": NAMES,
        "event": {"name": "Winter cup", "round": 1, "table": 1, **event},
    }


class Keeper(HttpScorekeeper):
    """A scorekeeper who sends records too."""

    def told(self, answer: TestResponse) -> Json:
        """What is told in the answer to a record."""
        assert answer.status_code in {200, 201}, answer.get_json()
        told: Json = answer.get_json()
        self.refresh_version()
        return told

    def post(self, body: Json, **query: str) -> Json:
        return self.told(self.client.post(RECORDS, json=body, headers=self.headers, query_string=query))

    def lands(self, body: Json, **query: str) -> Json:
        """What becomes of a record in the tournament."""
        [landing] = self.post(body, **query)["landings"]
        found: Json = landing
        return found

    def post_in_bulk(self, *records: Json) -> list[Json]:
        """What is told of each of several records that are sent together."""
        kind = "application/x-ndjson"
        answer = self.client.post(BULK, data=ndjson(records), headers=self.headers, content_type=kind)
        *lines, last = map(json.loads, answer.get_data().splitlines())
        assert last["done"]
        return lines

    def correct(self, body: Json, revision: int = 1) -> Json:
        return self.told(
            put_correction(self.client, self.headers, FIRST_RECORD, body, revision=revision, reason="misheard")
        )

    def withdraw(self) -> Json:
        return self.told(delete_record(self.client, self.headers, FIRST_RECORD, revision=1))

    def import_first(self, **query: str) -> TestResponse:
        """Let the first record land as it is."""
        return self.client.put(f"{self.address}/landing/1", headers=self.headers, query_string=query)

    def ignore_first(self, **query: str) -> TestResponse:
        return self.client.delete(f"{self.address}/landing/1", headers=self.headers, query_string=query)

    @property
    def revisions(self) -> list[int]:
        """The revisions that gave the results of the table."""
        [table] = self.reads()["stages"][0]["rounds"][0]["tables"]
        return [result["by"]["revision"] for result in table["results"]]

    @property
    def order(self) -> list[tuple[str, int]]:
        return [(line["name"], line["points"]) for line in self.reads("/standings")["lines"]]

    @property
    def pending(self) -> list[str]:
        """The codes of the reasons why records wait."""
        return [one["code"] for one in self.reads("/landing")["problems"]]


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> Keeper:
    """A tournament of four whose only round has been drawn; a table plays two deals in it."""
    found = Keeper(client, scorekeeper, settings={"deals": 2})
    found.enter(*NAMES)
    found.open_stage()
    found.seats([1, 2, 3, 4])
    return found


def test_what_hinders_a_record_is_told_when_it_is_sent(keeper: Keeper) -> None:
    landing = keeper.lands(record(table=2))
    assert (landing["problem"]["code"], landing["version"]) == ("table_too_many", keeper.version)
    assert landing["missing"] == []
    assert keeper.pending == ["table_too_many"]


def test_so_it_is_of_each_that_is_sent_in_bulk(keeper: Keeper) -> None:
    first, second, third = keeper.post_in_bulk(record(table=2), record(4), record(5, name="Another cup"))
    assert [one["problem"]["code"] for one in first["landings"]] == ["table_too_many"]
    assert [one["problem"] for one in second["landings"]] == [None]
    assert "landings" not in third


def test_so_it_is_of_a_correction(keeper: Keeper) -> None:
    keeper.lands(record())
    [landing] = keeper.correct(record(table=2))["landings"]
    assert landing["problem"]["code"] == "table_too_many"
    assert keeper.revisions == [1, 1]


def test_so_it_is_when_it_is_only_asked(keeper: Keeper) -> None:
    told = keeper.post(record(table=2), dry_run="true")
    [landing] = told["landings"]
    assert (told["status"], landing["record"], landing["problem"]["code"]) == ("judged", None, "table_too_many")
    assert landing["problem"]["message"].keys() == {"en", "ja"}
    assert (keeper.pending, keeper.client.get(RECORDS).get_json()["records"]) == ([], [])


def test_so_it_is_when_it_is_sent_again(keeper: Keeper) -> None:
    body = record(table=2)
    assert [keeper.lands(body)["problem"]["code"] for _ in range(2)] == ["table_too_many"] * 2
    [line] = keeper.post_in_bulk(body)
    assert (line["status"], [one["problem"]["code"] for one in line["landings"]]) == ("exists", ["table_too_many"])
    asked = keeper.lands(body, dry_run="true")
    assert (asked["record"], asked["problem"]["code"]) == (1, "table_too_many")


def test_what_has_landed_would_land_and_what_has_grown_too(keeper: Keeper) -> None:
    keeper.lands(record(deals=1))
    same = keeper.lands(record(deals=1), dry_run="true")
    assert (same["record"], same["problem"], same["missing"]) == (1, None, [2])
    whole = record()
    whole["deals"][0] = record(deals=1)["deals"][0]
    grown = keeper.lands(whole, dry_run="true")
    assert (grown["record"], grown["problem"], grown["missing"]) == (1, None, [])


def test_a_deal_that_is_missing_is_told_with_the_one_that_comes(keeper: Keeper) -> None:
    assert keeper.lands(record(deals=1))["missing"] == [2]
    assert keeper.reads("/missing")["missing"] == [{"stage": 1, "round": 1, "table": 1, "deals": [2]}]
    answer = keeper.attempt(round_change("round_closed", 1))
    assert (answer.get_json()["code"], answer.get_json()["details"]) == ("deal_missing", {"table": 1, "deals": "2"})


def test_so_it_is_with_sheets(keeper: Keeper) -> None:
    told = keeper.make(sheet(1, 1, places=[1, 2, 3, 4]))
    assert told["missing"] == [{"stage": 1, "round": 1, "table": 1, "deals": [2]}]
    assert keeper.make(sheet(1, 1, deal=2, places=[1, 2, 3, 4]))["missing"] == []
    assert keeper.make(round_change("round_closed", 1))["missing"] == []


def test_a_deal_that_is_added_to_a_record_comes_along(keeper: Keeper) -> None:
    keeper.lands(record(deals=1))
    body = {"result": record()["deals"][1]["result"]}
    answer = keeper.client.post(f"{FIRST_RECORD}/deals", json=body, headers=if_match(keeper.headers, 1))
    [landing] = keeper.told(answer)["landings"]
    assert (landing["problem"], landing["missing"]) == (None, [])


def test_a_sheet_for_somebody_who_has_gone_is_told(keeper: Keeper) -> None:
    keeper.make(round_change("withdrawn", 1, entrant=4))
    assert keeper.attempt(sheet(1, 1, places=[1, 2, 3, 4])).get_json()["code"] == "withdrawn"
    assert keeper.lands(record())["problem"]["code"] == "withdrawn"


def test_a_record_that_has_landed_is_told_to_have_when_it_is_sent_again(keeper: Keeper) -> None:
    before = keeper.lands(record())
    keeper.make(round_change("round_closed", 1))
    assert keeper.lands(record()) == {**before, "version": keeper.version}
    assert keeper.pending == []


def test_an_event_that_nearly_has_the_name_of_the_tournament_is_told(keeper: Keeper) -> None:
    body = record(name="WINTER cup ")
    dry_run = keeper.post(body, dry_run="true")
    told = keeper.post(body)
    [line, exact] = keeper.post_in_bulk(body, record())
    assert dry_run["notices"] == told["notices"] == line["notices"]
    [notice] = told["notices"]
    assert notice["en"].startswith('the event looks like tournament 1, "Winter cup"; not in its results')
    assert "大会1「Winter cup」と似ていますが" in notice["ja"]
    assert "landings" not in told
    assert "notices" not in exact


def test_so_is_a_correction_that_nearly_names_it(keeper: Keeper) -> None:
    keeper.post(record(name="Another cup"))
    near = keeper.correct(record(name="Winter  cup"))
    exact = keeper.correct(record(), revision=2)
    [notice] = near["notices"]
    assert notice["en"].startswith('the event looks like tournament 1, "Winter cup"; not in its results')
    assert "notices" not in exact


def test_the_tournament_sees_the_new_revision_of_a_record(keeper: Keeper) -> None:
    keeper.lands(record())
    then = keeper.order
    told = keeper.correct(record(4))
    assert [(one["problem"], one["version"]) for one in told["landings"]] == [(None, keeper.version)]
    assert keeper.revisions == [2, 2]
    totals = dict(zip(NAMES, told["report"]["totals"], strict=True))
    assert keeper.order == sorted(totals.items(), key=lambda one: -one[1]) != then
    last = keeper.reads("/log", after=keeper.version - 1)["entries"][0]
    assert (last["author"], last["reason"], last["change"]["by"]["revision"]) == ("Haru", "misheard", 2)


@pytest.mark.parametrize("withdrawn", [False, True])
def test_what_would_change_in_a_closed_round_is_told_before_it_is_reopened_for_it(
    keeper: Keeper, *, withdrawn: bool
) -> None:
    keeper.lands(record())
    keeper.make(round_change("round_closed", 1))
    then = keeper.order
    [landing] = (keeper.withdraw() if withdrawn else keeper.correct(record(4)))["landings"]
    problem = landing["problem"]
    assert (problem["code"], problem["revision"], problem["version"]) == ("round_closed", 2, keeper.version)
    assert (keeper.revisions, keeper.order, keeper.pending) == ([1, 1], then, ["round_closed"])
    refused = keeper.import_first()
    assert (refused.status_code, refused.get_json()["code"]) == (409, "round_closed")
    assert refused.get_json()["current"] == keeper.version
    foreseen = keeper.import_first(dry_run="true").get_json()
    assert (foreseen["version"], foreseen["made"]) == (keeper.version, 0)
    after = {one["entrant"]: one["after"] for one in foreseen["consequences"] if one["round"] == 1}
    assert after
    keeper.make(round_change("round_reopened", 1))
    assert keeper.import_first().get_json()["made"] == 2
    now = {line["entrant"]: line for line in keeper.reads("/standings")["lines"]}
    assert after == (dict.fromkeys((1, 2, 3, 4)) if withdrawn else {entrant: now[entrant] for entrant in after})
    assert (keeper.revisions, keeper.pending) == ([] if withdrawn else [2, 2], [])


@pytest.mark.parametrize(
    ("fields", "status", "code"), [({"table": 2}, 409, "table_too_many"), ({"name": "B"}, 409, "other_tournament")]
)
def test_what_cannot_land_at_all_is_told_also_when_it_is_only_asked(
    keeper: Keeper, fields: Json, status: int, code: str
) -> None:
    keeper.post(record(**fields))
    answer = keeper.import_first(dry_run="true")
    assert (answer.status_code, answer.get_json()["code"]) == (status, code)


def test_a_record_that_is_restored_brings_its_results_back(keeper: Keeper) -> None:
    keeper.lands(record())
    keeper.withdraw()
    [landing] = keeper.correct(record(), revision=2)["landings"]
    assert landing["problem"] is None
    assert keeper.revisions == [3, 3]


def test_a_record_that_is_withdrawn_before_it_landed_is_told_to_be(keeper: Keeper) -> None:
    keeper.lands(record(table=2))
    keeper.withdraw()
    answer = keeper.import_first()
    assert (answer.status_code, problem_name(answer)) == (410, "withdrawn")
    assert keeper.post(record(table=2))["withdrawn"]


def test_a_record_replaces_a_sheet_only_by_hand_and_with_the_reason(keeper: Keeper) -> None:
    order = record()["deals"][0]["result"]["order"]
    keeper.make(sheet(1, 1, places=[order.index(seat) + 1 for seat in (2, 1, 3, 4)]))
    assert keeper.lands(record(deals=1))["problem"]["code"] == "contradicted"
    assert keeper.import_first(reason="misread").status_code == 200
    assert (keeper.revisions, keeper.pending) == ([1], [])
    assert keeper.reads("/log", after=keeper.version)["entries"][-1]["reason"] == "misread"


def test_the_log_says_once_who_dismissed_a_record_and_why(keeper: Keeper) -> None:
    keeper.lands(record(table=2))
    assert [keeper.ignore_first(reason="a friendly game").status_code for _ in range(2)] == [204, 204]
    assert (keeper.pending, keeper.reads("/landing")["unlanded"]) == ([], [1])
    [entry] = [one for one in keeper.reads("/log")["entries"] if one["change"]["change"] == "record_ignored"]
    assert (entry["change"]["record"], entry["author"], entry["reason"]) == (1, "Haru", "a friendly game")


def test_a_record_is_not_dismissed_by_a_change_of_the_list(keeper: Keeper) -> None:
    keeper.lands(record(table=2))
    answer = keeper.attempt({"change": "record_ignored", "record": 1})
    assert (answer.status_code, problem_name(answer)) == (409, "only-by-landing")


def test_a_record_lands_once_nothing_hinders_it(keeper: Keeper) -> None:
    keeper.make(sheet(1, 1, places=[1, 2, 3, 4]))
    assert keeper.lands(record())["problem"] is not None
    keeper.make(round_change("result_removed", 1, table=1, deal=1))
    answer = keeper.client.post(f"{keeper.address}/landing", json={"records": [1]}, headers=keeper.headers)
    assert [one["problem"] for one in answer.get_json()["landings"]] == [None]
    assert keeper.reads("/missing")["missing"] == []
