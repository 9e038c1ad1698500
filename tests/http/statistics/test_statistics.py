"""`/v1/players/{player}/stats` and `/v1/stats/{profile}`: the statistics of a player and of a game."""

import csv
from typing import Any

from flask.testing import FlaskClient

from tests.support.http_client import (
    COURT_PLAYERS,
    Headers,
    friday_event,
    problem_name,
    store_evening,
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
