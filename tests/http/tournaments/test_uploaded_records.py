"""The answer to an upload says what became of the record in its tournament, also when it is sent again."""

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import (
    PLAYER_NAMES,
    RECORDS,
    Headers,
    HttpScorekeeper,
    Json,
    correct_first_record,
    if_match,
    import_outcome,
    pending_problem_codes,
    post_for_tournament,
    post_in_bulk,
    result_revisions,
    round_change,
    sheet,
    tournament_record,
)

HINDERED = [
    ({"table": 2}, "table_too_many"),
    ({"round": 2}, "no_such_round"),
    ({"table": None}, "not_named"),
    ({"players": ["Haru", "Natsu", "Aki", "Rain"]}, "wrong_player"),
]
"""Records that cannot become results, and why."""


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> HttpScorekeeper:
    """A tournament of four whose only round has been drawn; a table plays two deals in it."""
    found = HttpScorekeeper(client, scorekeeper, settings={"deals": 2})
    found.enter(*PLAYER_NAMES)
    found.open_stage()
    found.seats([1, 2, 3, 4])
    return found


@pytest.mark.parametrize(("fields", "code"), HINDERED)
def test_what_hinders_a_record_is_told_when_it_is_sent(keeper: HttpScorekeeper, fields: Json, code: str) -> None:
    landing = import_outcome(keeper, tournament_record(**fields))
    assert (landing["problem"]["code"], landing["version"], landing["missing"]) == (code, keeper.version, [])
    assert pending_problem_codes(keeper) == [code]


@pytest.mark.parametrize(("fields", "code"), HINDERED)
def test_so_it_is_of_each_that_is_sent_in_bulk(keeper: HttpScorekeeper, fields: Json, code: str) -> None:
    first, second, third = post_in_bulk(
        keeper, tournament_record(**fields), tournament_record(4), tournament_record(5, name=None)
    )
    assert [one["problem"]["code"] for one in first["landings"]] == [code]
    assert [one["problem"] for one in second["landings"]] == [None]
    assert "landings" not in third


@pytest.mark.parametrize(("fields", "code"), HINDERED)
def test_so_it_is_of_a_correction(keeper: HttpScorekeeper, fields: Json, code: str) -> None:
    import_outcome(keeper, tournament_record())
    [landing] = correct_first_record(keeper, tournament_record(**fields))["landings"]
    assert landing["problem"]["code"] == code
    assert result_revisions(keeper) == [1, 1]


@pytest.mark.parametrize(("fields", "code"), HINDERED)
def test_so_it_is_when_it_is_only_asked(keeper: HttpScorekeeper, fields: Json, code: str) -> None:
    told = post_for_tournament(keeper, tournament_record(**fields), dry_run="true")
    [landing] = told["landings"]
    assert (told["status"], landing["record"], landing["problem"]["code"]) == ("judged", None, code)
    assert landing["problem"]["message"].keys() == {"en", "ja"}
    assert (pending_problem_codes(keeper), keeper.client.get(RECORDS).get_json()["records"]) == ([], [])


def test_what_would_land_is_told_without_anything_being_changed(keeper: HttpScorekeeper) -> None:
    before = keeper.version
    [landing] = post_for_tournament(keeper, tournament_record(deals=1), dry_run="true")["landings"]
    assert landing == {"tournament": 1, "record": None, "version": before, "problem": None, "missing": [2]}
    assert keeper.version == before


def test_what_has_landed_would_land_and_what_has_grown_too(keeper: HttpScorekeeper) -> None:
    import_outcome(keeper, tournament_record(deals=1))
    [same] = post_for_tournament(keeper, tournament_record(deals=1), dry_run="true")["landings"]
    assert (same["record"], same["problem"], same["missing"]) == (1, None, [2])
    whole = tournament_record()
    whole["deals"][0] = tournament_record(deals=1)["deals"][0]
    [grown] = post_for_tournament(keeper, whole, dry_run="true")["landings"]
    assert (grown["record"], grown["problem"], grown["missing"]) == (1, None, [])


def test_a_deal_that_is_missing_is_told_with_the_one_that_comes(keeper: HttpScorekeeper) -> None:
    assert import_outcome(keeper, tournament_record(deals=1))["missing"] == [2]
    assert keeper.reads("/missing")["missing"] == [{"stage": 1, "round": 1, "table": 1, "deals": [2]}]
    answer = keeper.attempt(round_change("round_closed", 1))
    assert (answer.get_json()["code"], answer.get_json()["details"]) == ("deal_missing", {"table": 1, "deals": "2"})


def test_a_deal_that_is_added_to_a_record_comes_along(keeper: HttpScorekeeper) -> None:
    import_outcome(keeper, tournament_record(deals=1))
    deal = tournament_record()["deals"][1]
    headers = if_match(keeper.headers, 1)
    answer = keeper.client.post(f"{RECORDS}/1/deals", json={"result": deal["result"]}, headers=headers)
    assert answer.status_code == 201, answer.get_json()
    [landing] = answer.get_json()["landings"]
    assert (landing["problem"], landing["missing"]) == (None, [])


def test_so_it_is_with_sheets(keeper: HttpScorekeeper) -> None:
    told = keeper.make(sheet(1, 1, places=[1, 2, 3, 4]))
    assert told["missing"] == [{"stage": 1, "round": 1, "table": 1, "deals": [2]}]
    assert keeper.make(sheet(1, 1, deal=2, places=[1, 2, 3, 4]))["missing"] == []
    assert keeper.make(round_change("round_closed", 1))["missing"] == []


def test_a_sheet_for_somebody_who_has_gone_is_told(keeper: HttpScorekeeper) -> None:
    keeper.make(round_change("withdrawn", 1, entrant=4))
    assert keeper.attempt(sheet(1, 1, places=[1, 2, 3, 4])).get_json()["code"] == "withdrawn"
    assert import_outcome(keeper, tournament_record())["problem"]["code"] == "withdrawn"


def test_a_record_that_is_sent_again_is_told_what_hinders_it_still(keeper: HttpScorekeeper) -> None:
    body = tournament_record(table=2)
    assert [import_outcome(keeper, body)["problem"]["code"] for _ in range(2)] == ["table_too_many"] * 2
    [line] = post_in_bulk(keeper, body)
    assert (line["status"], [one["problem"]["code"] for one in line["landings"]]) == ("exists", ["table_too_many"])
    [asked] = post_for_tournament(keeper, body, dry_run="true")["landings"]
    assert (asked["record"], asked["problem"]["code"]) == (1, "table_too_many")


def test_a_record_that_has_landed_is_told_to_have_when_it_is_sent_again(keeper: HttpScorekeeper) -> None:
    before = import_outcome(keeper, tournament_record())
    keeper.make(round_change("round_closed", 1))
    assert import_outcome(keeper, tournament_record()) == {**before, "version": keeper.version}
    assert pending_problem_codes(keeper) == []


def test_an_event_that_nearly_has_the_name_of_the_tournament_is_told(keeper: HttpScorekeeper) -> None:
    body = tournament_record(name="WINTER cup ")
    dry_run = post_for_tournament(keeper, body, dry_run="true")
    told = post_for_tournament(keeper, body)
    [line, exact] = post_in_bulk(keeper, body, tournament_record())
    assert dry_run["notices"] == told["notices"] == line["notices"]
    [notice] = told["notices"]
    assert notice["en"].startswith('the event looks like tournament 1, "Winter cup"; not in its results')
    assert "大会1「Winter cup」と似ていますが" in notice["ja"]
    assert "landings" not in told
    assert "notices" not in exact


def test_so_is_a_correction_that_nearly_names_it(keeper: HttpScorekeeper) -> None:
    post_for_tournament(keeper, tournament_record(name="Another cup"))
    near = correct_first_record(keeper, tournament_record(name="Winter  cup"))
    exact = correct_first_record(keeper, tournament_record(), revision=2)
    [notice] = near["notices"]
    assert notice["en"].startswith('the event looks like tournament 1, "Winter cup"; not in its results')
    assert "notices" not in exact
