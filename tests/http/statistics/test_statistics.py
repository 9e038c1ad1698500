"""`/v1/players/{player}/stats` and `/v1/stats/{profile}`: the statistics of a player and of a game."""

import csv
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.http_client import (
    COURT_PLAYERS,
    Headers,
    friday_event,
    problem_name,
    store_evening,
    store_record,
)

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


def test_figures_are_told_with_what_they_are_made_of(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234", "4321")
    told = stats(client)
    assert (told["player"], told["rules"]) == ({"id": "Haru", "name": "Haru"}, "dalmuti")
    first = told["figures"]["first"]
    assert (first["numerator"], first["denominator"], first["value"]) == (1, 2, 0.5)
    assert (first["low"], first["high"]) == (None, None)
    assert told["figures"]["deals"]["value"] == 2


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


def test_who_has_played_several_games_is_asked_which(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234")
    store_record(client, scorekeeper, players=list(COURT_PLAYERS))
    answer = client.get("/v1/players/Haru/stats")
    assert problem_name(answer) == "bad-request"
    assert answer.get_json()["known"] == ["dalmuti", "theater"]
    assert [error["parameter"] for error in answer.get_json()["errors"]] == ["rules"]
    assert stats(client, rules="theater")["rules"] == "theater"


def test_a_game_that_somebody_has_not_played_is_not_found(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234")
    assert problem_name(client.get("/v1/players/Haru/stats?rules=uecda")) == "not-found"


@pytest.mark.parametrize(
    "path", ["/v1/players/nobody/stats", "/v1/players/nobody/stats?rules=uecda", "/v1/stats/whist"]
)
def test_what_is_not_there_is_not_found(client: FlaskClient, scorekeeper: Headers, path: str) -> None:
    store_evening(client, scorekeeper, "1234")
    assert problem_name(client.get(path)) == "not-found"


@pytest.mark.parametrize("query", ["rules=whist", "players=1", "from=yesterday", "figure=first"])
def test_a_wrong_parameter_is_named(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/v1/players/Haru/stats?{query}")
    assert problem_name(answer) == "bad-request"
    assert [error["parameter"] for error in answer.get_json()["errors"]] == [query.partition("=")[0]]


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


def test_a_game_is_told_as_a_whole(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234", "4321", event=friday_event(3))
    told = client.get("/v1/stats/dalmuti").get_json()
    assert told["figures"]["deals"]["value"] == 2
    assert told["transitions"]["greater_dalmuti"]["greater_peon"]["value"] == 1
    part = client.get("/v1/stats/dalmuti?from=2026-07-04").get_json()
    assert part["figures"]["deals"]["value"] == 0


def test_a_game_that_nobody_has_played_has_no_figures_yet(client: FlaskClient) -> None:
    told = client.get("/v1/stats/biga").get_json()
    assert (told["figures"]["deals"]["value"], told["transitions"], told["hardest"]) == (0, {}, {})


def test_a_game_comes_as_csv(client: FlaskClient, scorekeeper: Headers) -> None:
    store_evening(client, scorekeeper, "1234", "4321")
    answer = client.get("/v1/stats/dalmuti", headers=AS_CSV)
    rows = {row["figure"] for row in csv.DictReader(answer.get_data().decode("utf-8-sig").splitlines())}
    assert {"deals", "turn.greater_dalmuti.greater_peon"} <= rows
