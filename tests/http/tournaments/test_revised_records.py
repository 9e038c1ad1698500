"""Records with results in a tournament are corrected, withdrawn and restored, also when their round is closed."""

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import (
    PLAYER_NAMES,
    Headers,
    HttpScorekeeper,
    Json,
    correct_first_record,
    import_first_record,
    import_outcome,
    pending_problem_codes,
    post_for_tournament,
    problem_name,
    result_revisions,
    round_change,
    standing_order,
    tournament_record,
    withdraw_first_record,
)


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A tournament of four whose only round has been drawn; a table plays two deals in it."""
    found = HttpScorekeeper(client, scorekeeper, settings={"deals": 2})
    found.enter(*PLAYER_NAMES)
    found.open_stage()
    found.seats([1, 2, 3, 4])
    return found


def test_the_tournament_sees_the_new_revision_of_a_record(keeper: HttpScorekeeper) -> None:
    import_outcome(keeper, tournament_record())
    then = standing_order(keeper)
    told = correct_first_record(keeper, tournament_record(4))
    assert [(one["problem"], one["version"]) for one in told["landings"]] == [(None, keeper.version)]
    assert result_revisions(keeper) == [2, 2]
    totals = dict(zip(PLAYER_NAMES, told["report"]["totals"], strict=True))
    assert standing_order(keeper) == sorted(totals.items(), key=lambda one: -one[1]) != then
    last = keeper.reads("/log", after=keeper.version - 1)["entries"][0]
    assert (last["author"], last["reason"], last["change"]["by"]["revision"]) == ("Haru", "misheard", 2)


def test_in_a_closed_round_a_correction_is_told_to_wait(keeper: HttpScorekeeper) -> None:
    import_outcome(keeper, tournament_record())
    keeper.make(round_change("round_closed", 1))
    then = standing_order(keeper)
    [landing] = correct_first_record(keeper, tournament_record(4))["landings"]
    assert landing["problem"]["code"] == "round_closed"
    assert (landing["problem"]["revision"], landing["problem"]["version"]) == (2, keeper.version)
    assert (result_revisions(keeper), standing_order(keeper), pending_problem_codes(keeper)) == (
        [1, 1],
        then,
        ["round_closed"],
    )


def test_what_it_would_change_there_is_told_before_the_round_is_reopened_for_it(keeper: HttpScorekeeper) -> None:
    import_outcome(keeper, tournament_record())
    keeper.make(round_change("round_closed", 1))
    correct_first_record(keeper, tournament_record(4))
    refused = import_first_record(keeper)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "round_closed")
    assert refused.get_json()["current"] == keeper.version
    foreseen = import_first_record(keeper, dry_run="true").get_json()
    assert (foreseen["version"], foreseen["made"]) == (keeper.version, 0)
    assert foreseen["consequences"]
    keeper.make(round_change("round_reopened", 1))
    assert import_first_record(keeper).get_json()["made"] == 2
    now = {line["entrant"]: line for line in keeper.reads("/standings")["lines"]}
    after = {one["entrant"]: one["after"] for one in foreseen["consequences"]}
    assert {entrant: now[entrant] for entrant in after} == after
    assert (result_revisions(keeper), pending_problem_codes(keeper)) == ([2, 2], [])


@pytest.mark.parametrize(
    ("fields", "status", "code"), [({"table": 2}, 409, "table_too_many"), ({"name": "B"}, 409, "other_tournament")]
)
def test_what_cannot_land_at_all_is_told_also_when_it_is_only_asked(
    keeper: HttpScorekeeper, fields: Json, status: int, code: str
) -> None:
    post_for_tournament(keeper, tournament_record(**fields))
    answer = import_first_record(keeper, dry_run="true")
    assert (answer.status_code, answer.get_json()["code"]) == (status, code)


def test_a_record_that_is_withdrawn_takes_its_results_along(keeper: HttpScorekeeper) -> None:
    import_outcome(keeper, tournament_record())
    answer = withdraw_first_record(keeper)
    assert answer.status_code == 200
    assert answer.get_json()["revision"] == 2
    [landing] = answer.get_json()["landings"]
    assert (landing["problem"], landing["version"], landing["missing"]) == (None, keeper.version, [1, 2])
    assert keeper.reads("/missing")["missing"][0]["deals"] == [1, 2]
    assert keeper.reads("/standings", stage=1, round=0)["lines"][0]["points"] == 0


def test_from_a_closed_round_nothing_is_withdrawn_and_that_is_told(keeper: HttpScorekeeper) -> None:
    import_outcome(keeper, tournament_record())
    keeper.make(round_change("round_closed", 1))
    then = standing_order(keeper)
    [landing] = withdraw_first_record(keeper).get_json()["landings"]
    assert landing["problem"]["code"] == "round_closed"
    assert (standing_order(keeper), pending_problem_codes(keeper)) == (then, ["round_closed"])
    told = import_first_record(keeper, dry_run="true").get_json()["consequences"]
    assert {(one["round"], one["entrant"]) for one in told if one["after"] is None} == {
        (1, one) for one in (1, 2, 3, 4)
    }
    keeper.make(round_change("round_reopened", 1))
    assert import_first_record(keeper).get_json()["made"] == 2
    assert pending_problem_codes(keeper) == []


def test_a_record_that_is_restored_brings_its_results_back(keeper: HttpScorekeeper) -> None:
    import_outcome(keeper, tournament_record())
    withdraw_first_record(keeper)
    [landing] = correct_first_record(keeper, tournament_record(), revision=2)["landings"]
    assert landing["problem"] is None
    assert result_revisions(keeper) == [3, 3]


def test_a_record_that_is_withdrawn_before_it_landed_is_told_to_be(keeper: HttpScorekeeper) -> None:
    import_outcome(keeper, tournament_record(table=2))
    withdraw_first_record(keeper)
    answer = import_first_record(keeper)
    assert (answer.status_code, problem_name(answer)) == (410, "withdrawn")
    assert post_for_tournament(keeper, tournament_record(table=2))["withdrawn"]
