"""What becomes of records in a tournament is told at once, when they are sent and when they are sent again."""

import pytest
from flask.testing import FlaskClient

from tests.support.calling import RECORDS
from tests.support.landings import NAMES, corrects, hinders, in_bulk, lands, posts, record, revisions
from tests.support.scorekeeping import Json, Scorekeeper, of_round, sheet
from tests.support.uploads import Headers, matching

HINDERED = [
    ({"table": 2}, "table_too_many"),
    ({"round": 2}, "no_such_round"),
    ({"table": None}, "not_named"),
    ({"players": ["Haru", "Natsu", "Aki", "Rain"]}, "wrong_player"),
]
"""Records that cannot land, and why."""


@pytest.fixture
def keeper(client: FlaskClient, scorekeeper: Headers) -> Scorekeeper:
    """A tournament of four whose only round has been drawn; a table plays two deals in it."""
    found = Scorekeeper(client, scorekeeper, settings={"deals": 2})
    found.enters(*NAMES)
    found.opens()
    found.seats([1, 2, 3, 4])
    return found


@pytest.mark.parametrize(("fields", "code"), HINDERED)
def test_what_hinders_a_record_is_told_when_it_is_sent(keeper: Scorekeeper, fields: Json, code: str) -> None:
    landing = lands(keeper, record(**fields))
    assert (landing["problem"]["code"], landing["version"], landing["missing"]) == (code, keeper.version, [])
    assert hinders(keeper) == [code]


@pytest.mark.parametrize(("fields", "code"), HINDERED)
def test_so_it_is_of_each_that_is_sent_in_bulk(keeper: Scorekeeper, fields: Json, code: str) -> None:
    first, second, third = in_bulk(keeper, record(**fields), record(4), record(5, name=None))
    assert [one["problem"]["code"] for one in first["landings"]] == [code]
    assert [one["problem"] for one in second["landings"]] == [None]
    assert "landings" not in third


@pytest.mark.parametrize(("fields", "code"), HINDERED)
def test_so_it_is_of_a_correction(keeper: Scorekeeper, fields: Json, code: str) -> None:
    lands(keeper, record())
    [landing] = corrects(keeper, record(**fields))["landings"]
    assert landing["problem"]["code"] == code
    assert revisions(keeper) == [1, 1]


@pytest.mark.parametrize(("fields", "code"), HINDERED)
def test_so_it_is_when_it_is_only_asked(keeper: Scorekeeper, fields: Json, code: str) -> None:
    told = posts(keeper, record(**fields), dry_run="true")
    [landing] = told["landings"]
    assert (told["status"], landing["record"], landing["problem"]["code"]) == ("judged", None, code)
    assert landing["problem"]["message"].keys() == {"en", "ja"}
    assert (hinders(keeper), keeper.client.get(RECORDS).get_json()["records"]) == ([], [])


def test_what_would_land_is_told_without_anything_being_changed(keeper: Scorekeeper) -> None:
    before = keeper.version
    [landing] = posts(keeper, record(deals=1), dry_run="true")["landings"]
    assert landing == {"tournament": 1, "record": None, "version": before, "problem": None, "missing": [2]}
    assert keeper.version == before


def test_what_has_landed_would_land_and_what_has_grown_too(keeper: Scorekeeper) -> None:
    lands(keeper, record(deals=1))
    [same] = posts(keeper, record(deals=1), dry_run="true")["landings"]
    assert (same["record"], same["problem"], same["missing"]) == (1, None, [2])
    whole = record()
    whole["deals"][0] = record(deals=1)["deals"][0]
    [grown] = posts(keeper, whole, dry_run="true")["landings"]
    assert (grown["record"], grown["problem"], grown["missing"]) == (1, None, [])


def test_a_deal_that_is_missing_is_told_with_the_one_that_comes(keeper: Scorekeeper) -> None:
    assert lands(keeper, record(deals=1))["missing"] == [2]
    assert keeper.reads("/missing")["missing"] == [{"stage": 1, "round": 1, "table": 1, "deals": [2]}]
    answer = keeper.tries(of_round("round_closed", 1))
    assert (answer.get_json()["code"], answer.get_json()["details"]) == ("deal_missing", {"table": 1, "deals": "2"})


def test_a_deal_that_is_added_to_a_record_comes_along(keeper: Scorekeeper) -> None:
    lands(keeper, record(deals=1))
    deal = record()["deals"][1]
    headers = matching(keeper.headers, 1)
    answer = keeper.client.post(f"{RECORDS}/1/deals", json={"result": deal["result"]}, headers=headers)
    assert answer.status_code == 201, answer.get_json()
    [landing] = answer.get_json()["landings"]
    assert (landing["problem"], landing["missing"]) == (None, [])


def test_so_it_is_with_sheets(keeper: Scorekeeper) -> None:
    told = keeper.makes(sheet(1, 1, places=[1, 2, 3, 4]))
    assert told["missing"] == [{"stage": 1, "round": 1, "table": 1, "deals": [2]}]
    assert keeper.makes(sheet(1, 1, deal=2, places=[1, 2, 3, 4]))["missing"] == []
    assert keeper.makes(of_round("round_closed", 1))["missing"] == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (sheet(1, 2, places=[1, 2, 3, 4]), "table_too_many"),
        (sheet(2, 1, places=[1, 2, 3, 4]), "no_such_round"),
        (sheet(1, 1, deal=3, places=[1, 2, 3, 4]), "deal_too_many"),
        (sheet(1, 1, places=[1, 2, 3]), "wrong_count"),
        (sheet(1, 1, places=[1, 1, 2, 4]), "places_unsound"),
        (sheet(1, 1, places=[1, 2, 3, None]), "points_unknown"),
        (of_round("result", 1, table=1, deal=1), "nothing_given"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told_and_nothing_is_entered(
    keeper: Scorekeeper, change: Json, code: str
) -> None:
    answer = keeper.tries(change)
    assert (answer.status_code, answer.get_json()["code"]) == (409, code)
    assert (answer.get_json()["given"], answer.get_json()["current"]) == (keeper.version, keeper.version)
    assert keeper.reads()["version"] == keeper.version


def test_a_sheet_for_somebody_who_has_gone_is_told(keeper: Scorekeeper) -> None:
    keeper.makes(of_round("withdrawn", 1, entrant=4))
    assert keeper.tries(sheet(1, 1, places=[1, 2, 3, 4])).get_json()["code"] == "withdrawn"
    assert lands(keeper, record())["problem"]["code"] == "withdrawn"


def test_a_record_that_is_sent_again_lands_after_the_entrants_were_corrected(keeper: Scorekeeper) -> None:
    body = record(players=["Haru", "Natsu", "Aki", "Rain"])
    assert lands(keeper, body)["problem"]["code"] == "wrong_player"
    keeper.makes({"change": "renamed", "entrant": 4, "name": "Fuyu", "players": ["Rain"]})
    told = posts(keeper, body)
    assert (told["status"], [one["problem"] for one in told["landings"]]) == ("exists", [None])
    assert (hinders(keeper), revisions(keeper)) == ([], [1, 1])


def test_a_record_that_is_sent_again_is_told_what_hinders_it_still(keeper: Scorekeeper) -> None:
    body = record(table=2)
    assert [lands(keeper, body)["problem"]["code"] for _ in range(2)] == ["table_too_many"] * 2
    [line] = in_bulk(keeper, body)
    assert (line["status"], [one["problem"]["code"] for one in line["landings"]]) == ("exists", ["table_too_many"])
    [asked] = posts(keeper, body, dry_run="true")["landings"]
    assert (asked["record"], asked["problem"]["code"]) == (1, "table_too_many")


def test_a_record_that_has_landed_is_told_to_have_when_it_is_sent_again(keeper: Scorekeeper) -> None:
    before = lands(keeper, record())
    keeper.makes(of_round("round_closed", 1))
    assert lands(keeper, record()) == {**before, "version": keeper.version}
    assert hinders(keeper) == []
