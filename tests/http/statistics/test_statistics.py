"""Statistics of players, games and pairs, leaderboards, and points of any size, which all are exact."""

import csv
import sys
from typing import Any

import pytest
from flask.testing import FlaskClient

from daifu.schemas.record.limits import LARGEST_INTEGER
from tests.support.http_client import (
    COURT_PLAYERS,
    Headers,
    Json,
    court_evening,
    friday_event,
    post_record,
    problem_name,
    store_evening,
)
from tests.support.tables import XLSX, csv_cells, workbook_cells

AS_CSV = {"Accept": "text/csv"}


def stats(client: FlaskClient, player: str = "Haru", **query: str) -> dict[str, Any]:
    """The statistics of a player."""
    answer = client.get(f"/v1/players/{player}/stats", query_string=query)
    assert answer.status_code == 200, answer.get_json()
    told: dict[str, Any] = answer.get_json()
    return told


def value(client: FlaskClient, figure: str, player: str = "Haru", **query: str) -> float | None:
    found: float | None = stats(client, player, **query)["figures"][figure]["value"]
    return found


def test_filters_narrow_the_deals(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234", event=friday_event(3))
    store_evening(client, scorekeeper, "2134", event=friday_event(10))
    store_evening(
        client, scorekeeper, "51234", players=(*COURT_PLAYERS, "Yuki"), event={"name": "Cup", "date": "2026-08-01"}
    )
    assert value(client, "deals") == 3
    assert value(client, "deals", **{"from": "2026-07-04"}) == 2
    assert value(client, "deals", to="2026-07-03") == 1
    assert value(client, "deals", tournament="Friday court") == 2
    assert value(client, "deals", players="5") == 1
    assert value(client, "first", tournament="Cup", players="5") == 0


def test_a_game_that_somebody_has_not_played_is_not_found(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234")
    assert problem_name(client.get("/v1/players/Haru/stats?rules=uecda")) == "not-found"


def test_what_has_not_changed_is_not_sent_again(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234")
    known = {"If-None-Match": client.get("/v1/players/Haru/stats").headers["ETag"]}
    assert client.get("/v1/players/Haru/stats", headers=known).status_code == 304
    assert client.get("/v1/players/Haru/stats", headers={**known, **AS_CSV}).status_code == 200
    store_evening(client, scorekeeper, "1243")
    assert client.get("/v1/players/Haru/stats", headers=known).status_code == 200


def test_figures_come_as_csv_with_names_in_the_language_of_the_reader(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    store_evening(client, scorekeeper, "1234")
    english = client.get("/v1/players/Haru/stats", headers=AS_CSV)
    japanese = client.get("/v1/players/Haru/stats", headers={**AS_CSV, "Accept-Language": "ja"})
    assert english.content_type == "text/csv; charset=utf-8"
    rows = {row["figure"]: row for row in csv.DictReader(english.get_data().decode("utf-8-sig").splitlines())}
    assert (rows["first"]["name"], rows["first"]["numerator"], rows["first"]["value"]) == ("first places", "1", "1.0")
    assert "1位率" in japanese.get_data(as_text=True)
    assert "Accept-Language" in english.headers["Vary"]
    assert english.headers["ETag"] != japanese.headers["ETag"]


def test_a_game_that_nobody_has_played_has_no_figures_yet(client: FlaskClient) -> None:
    told = client.get("/v1/stats/biga").get_json()
    assert (told["figures"]["deals"]["value"], told["transitions"], told["hardest"]) == (0, {}, {})


@pytest.fixture
def court(client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A service with two evenings; Fuyu came to one of them, Yuki to the other."""
    store_evening(client, scorekeeper, "1234", "2134")
    store_evening(client, scorekeeper, "4321", players=(*COURT_PLAYERS[:3], "Yuki"))
    return client


def opponents(client: FlaskClient, player: str) -> dict[str, Any]:
    answer = client.get(f"/v1/players/{player}/opponents")
    assert answer.status_code == 200, answer.get_json()
    return {one["player"]["id"]: one["figures"] for one in answer.get_json()["opponents"]}


def test_everybody_is_told_of_whom_a_player_met_most_often_met_first(court: FlaskClient) -> None:
    met = opponents(court, "Haru")
    assert list(met) == ["Aki", "Natsu", "Fuyu", "Yuki"]
    assert [figures["deals"]["value"] for figures in met.values()] == [3, 3, 2, 1]


def test_how_it_went_is_seen_by_the_player_who_is_asked_about(court: FlaskClient) -> None:
    seen = court.get("/v1/players/Haru/against/Natsu").get_json()
    back = court.get("/v1/players/Natsu/against/Haru").get_json()
    assert (seen["player"]["id"], seen["other"]["id"]) == ("Haru", "Natsu")
    assert [told["figures"]["higher"]["numerator"] for told in (seen, back)] == [1, 2]
    assert seen["figures"]["points"]["value"] == -back["figures"]["points"]["value"]


def test_two_who_never_met_have_nothing_against_each_other(court: FlaskClient) -> None:
    told = court.get("/v1/players/Fuyu/against/Yuki").get_json()
    assert told["figures"]["deals"]["value"] == 0
    assert told["figures"]["higher"]["value"] is None


def test_nobody_plays_against_himself(court: FlaskClient, scorekeeper: Headers) -> None:
    body = {"player": "Yuki", "into": "Fuyu", "reason": "Yuki is a stage name"}
    assert court.post("/v1/players/merges", json=body, headers=scorekeeper).status_code == 201
    for one, other, person in (("Haru", "Haru", "Haru"), ("Fuyu", "Yuki", "Fuyu"), ("Yuki", "Yuki", "Fuyu")):
        answer = court.get(f"/v1/players/{one}/against/{other}")
        assert (answer.status_code, problem_name(answer)) == (404, "one-person")
        told = answer.get_json()
        assert (told["detail"], told["player"]) == (f"both are {person}", person)
        assert told["address"] == f"/v1/players/{person}"


@pytest.fixture
def leaders(client: FlaskClient, scorekeeper: Headers) -> FlaskClient:
    """A service on which Haru won twice and Natsu once; Yuki came once and lost."""
    store_evening(client, scorekeeper, "1234", "1324")
    store_evening(client, scorekeeper, "2134", players=(*COURT_PLAYERS[:3], "Yuki"))
    return client


def standings(client: FlaskClient, figure: str, **query: str) -> list[dict[str, Any]]:
    answer = client.get(f"/v1/leaderboards/{figure}", query_string={"rules": "dalmuti", **query})
    assert answer.status_code == 200, answer.get_json()
    found: list[dict[str, Any]] = answer.get_json()["standings"]
    return found


def order(client: FlaskClient, figure: str, **query: str) -> list[tuple[int, str]]:
    return [(one["place"], one["player"]["id"]) for one in standings(client, figure, **query)]


def test_the_best_value_stands_first(leaders: FlaskClient) -> None:
    assert order(leaders, "first")[:2] == [(1, "Haru"), (2, "Natsu")]


def test_a_game_that_nobody_has_played_has_an_empty_one(leaders: FlaskClient) -> None:
    assert standings(leaders, "first", rules="biga") == []


@pytest.mark.parametrize("figure", ["charm", "length.mean", "higher"])
def test_a_figure_that_players_do_not_have_is_not_found(leaders: FlaskClient, figure: str) -> None:
    assert problem_name(leaders.get(f"/v1/leaderboards/{figure}?rules=dalmuti")) == "not-found"


def test_a_workbook_has_the_cells_of_the_csv(leaders: FlaskClient) -> None:
    address = "/v1/leaderboards/first?rules=dalmuti"
    answer = leaders.get(address, headers={"Accept": XLSX})
    assert (answer.status_code, answer.mimetype) == (200, XLSX)
    assert answer.get_data().startswith(b"PK")
    assert workbook_cells(answer.get_data()) == csv_cells(
        leaders.get(address, headers={"Accept": "text/csv"}).get_data()
    )


def test_without_the_part_for_sheets_the_problem_says_what_to_install(
    leaders: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    monkeypatch.delitem(sys.modules, "daifu.schemas.sheets.workbook", raising=False)
    answer = leaders.get("/v1/leaderboards/deals?rules=dalmuti", headers={"Accept": XLSX})
    assert problem_name(answer) == "internal-error"
    assert "pip install 'daifu[sheets]'" in answer.get_json()["detail"]


FIRST, *_, LAST = COURT_PLAYERS
MANY = 2_100
"""Enough deals for a sum that does not fit into 64 bits."""
ADDRESSES = (
    "/v1/stats/dalmuti",
    f"/v1/players/{FIRST}/stats?rules=dalmuti",
    f"/v1/players/{LAST}/stats?rules=dalmuti",
    f"/v1/players/{FIRST}/opponents?rules=dalmuti",
    f"/v1/players/{FIRST}/against/{LAST}?rules=dalmuti",
    "/v1/leaderboards/points?rules=dalmuti",
    "/v1/leaderboards/points.mean?rules=dalmuti",
    "/v1/leaderboards/points.spread?rules=dalmuti",
)


def store_largest_sitting(client: FlaskClient, headers: Headers, deals: int) -> None:
    """Store an evening of `deals` deals in which the first player won the most points that a record can hold."""
    result = {"order": [1, 2, 3, 4], "points": [LARGEST_INTEGER, 0, 0, -LARGEST_INTEGER]}
    answer = post_record(client, headers, {**court_evening(), "deals": [{"result": result}] * deals})
    assert answer.status_code == 201, answer.get_json()


def get_json(client: FlaskClient, address: str) -> Json:
    answer = client.get(address)
    assert answer.status_code == 200, answer.get_json()
    found: Json = answer.get_json()
    return found


def formula_values(figures: dict[str, Any], figure: str) -> tuple[Any, ...]:
    """The parts of a figure and its value."""
    return tuple(figures[figure][name] for name in ("numerator", "denominator", "value"))


@pytest.mark.parametrize("deals", [1, 3, MANY])
def test_the_largest_points_are_told_exactly(client: FlaskClient, scorekeeper: Headers, deals: int) -> None:
    store_largest_sitting(client, scorekeeper, deals)
    figures = [get_json(client, f"/v1/players/{player}/stats?rules=dalmuti")["figures"] for player in (FIRST, LAST)]
    assert [formula_values(of_player, "points") for of_player in figures] == [
        (deals * LARGEST_INTEGER, 1, deals * LARGEST_INTEGER),
        (-deals * LARGEST_INTEGER, 1, -deals * LARGEST_INTEGER),
    ]
    assert [formula_values(of_player, "points.mean") for of_player in figures] == [
        (deals * LARGEST_INTEGER, deals, LARGEST_INTEGER),
        (-deals * LARGEST_INTEGER, deals, -LARGEST_INTEGER),
    ]
    between = get_json(client, f"/v1/players/{LAST}/against/{FIRST}?rules=dalmuti")["figures"]
    assert formula_values(between, "points") == (-2 * deals * LARGEST_INTEGER, 1, -2 * deals * LARGEST_INTEGER)


@pytest.mark.parametrize("accept", ["application/json", "text/csv"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_tells_numbers_where_points_are_large(
    client: FlaskClient, scorekeeper: Headers, address: str, accept: str
) -> None:
    store_largest_sitting(client, scorekeeper, 3)
    answer = client.get(address, headers={"Accept": accept})
    assert answer.status_code == 200
    assert not {"nan", "inf", "-inf"} & {*answer.text.lower().replace(",", " ").replace(":", " ").split()}


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 2**70])
def test_what_has_a_number_beyond_all_is_not_there(client: FlaskClient, scorekeeper: Headers, number: int) -> None:
    headers = {**scorekeeper, "If-Match": '"1"'}
    reason = {"reason": "none"}
    answers = [
        client.get(f"/v1/records/{number}"),
        client.get(f"/v1/records/{number}/report"),
        client.get(f"/v1/records/{number}/revisions"),
        client.get(f"/v1/records/{number}/revisions/{number}"),
        client.get(f"/v1/tournaments/{number}"),
        client.put(f"/v1/records/{number}", json=court_evening("1234"), headers=headers, query_string=reason),
        client.delete(f"/v1/records/{number}", headers=headers, query_string=reason),
        client.delete(f"/v1/players/merges/{number}", headers=scorekeeper, query_string=reason),
        client.put(f"/v1/tournaments/{number}/landing/{number}", headers=headers, query_string=reason),
    ]
    assert [answer.status_code for answer in answers] == [404] * len(answers)
