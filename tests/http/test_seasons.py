"""`/v1/seasons`: seasons are made, changed and removed, and their tables are read."""

import csv

import pytest
from flask.testing import FlaskClient

from daifu.data.store.store import Store
from tests.store.test_seasons import FIRST, SECOND, play
from tests.support.stores import ANN, WHY

SEASONS = "/v1/seasons"
FRIDAYS = {"name": "Fridays", "from": "2026-01-01", "to": "2026-06-30", "event": "Friday", "rules": "theater"}


@pytest.fixture
def played(store: Store) -> None:
    """Two evenings of one event."""
    play(store, "2026-01-02", FIRST, SECOND)
    play(store, "2026-01-09", SECOND)


def test_a_season_is_stored_changed_and_removed(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    made = client.post(SEASONS, json=FRIDAYS, headers=scorekeeper)
    assert (made.status_code, made.headers["Location"]) == (201, f"{SEASONS}/1")
    assert FRIDAYS.items() <= made.get_json().items()
    assert client.get(SEASONS).get_json()["seasons"] == [client.get(f"{SEASONS}/1").get_json()] == [made.get_json()]
    changed = client.put(f"{SEASONS}/1", json={"name": "Always", "best": 3}, headers=scorekeeper).get_json()
    assert ("from" in changed, changed["name"], changed["best"], changed["least"]) == (False, "Always", 3, 1)
    assert client.delete(f"{SEASONS}/1", headers=scorekeeper).status_code == 204
    for method in (client.get, client.delete):
        assert method(f"{SEASONS}/1", headers=scorekeeper).status_code == 404
    assert client.put(f"{SEASONS}/1", json=FRIDAYS, headers=scorekeeper).status_code == 404
    assert client.get(f"{SEASONS}/1/table").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"from": "2026-07-01"}, "/from"),
        ({"best": 0}, "/best"),
        ({"rules": "chess"}, "/rules"),
        ({"event": ""}, "/event"),
        ({"name": None}, "/name"),
    ],
)
def test_what_is_no_season_is_refused_with_its_place(
    client: FlaskClient, scorekeeper: dict[str, str], wrong: dict[str, object], pointer: str
) -> None:
    answer = client.post(SEASONS, json=FRIDAYS | wrong, headers=scorekeeper)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, pointer)


def test_only_scorekeepers_make_seasons(client: FlaskClient, reader: dict[str, str]) -> None:
    assert client.post(SEASONS, json=FRIDAYS, headers=reader).status_code == 403
    assert client.post(SEASONS, json=FRIDAYS).status_code == 401


@pytest.mark.usefixtures("played")
def test_the_table_of_a_season_tells_places_points_and_every_evening(
    client: FlaskClient, scorekeeper: dict[str, str]
) -> None:
    address = client.post(SEASONS, json=FRIDAYS, headers=scorekeeper).headers["Location"]
    table = client.get(f"{address}/table").get_json()
    assert (table["rules"], table["fewer_points_lead"], len(table["evenings"])) == ("theater", False, 2)
    first = table["players"][0]
    assert first.pop("results")[1] == {
        "evening": 2,
        "place": 1,
        "points": 3,
        "deals": 1,
        "first_places": 1,
        "counts": True,
        "total": 8,
    }
    assert first == {
        "place": 1,
        "player": {"id": "B", "name": "B"},
        "points": 8,
        "evenings": 2,
        "evenings_won": 2,
        "deals": 3,
        "places": {"1": 2, "2": 1},
        "mean_place": pytest.approx(4 / 3),
    }


@pytest.mark.usefixtures("played")
def test_a_span_without_a_season_has_the_same_table(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    address = client.post(SEASONS, json=FRIDAYS, headers=scorekeeper).headers["Location"]
    query = {name: value for name, value in FRIDAYS.items() if name != "name"}
    span = client.get(f"{SEASONS}/table", query_string=query).get_json()
    assert span["players"] == client.get(f"{address}/table").get_json()["players"]
    one = client.get(f"{SEASONS}/table?from=2026-01-05&best=1").get_json()
    assert [line["evenings"] for line in one["players"]] == [1, 1, 1, 1]


@pytest.mark.usefixtures("played")
def test_a_spreadsheet_has_a_column_for_each_evening(client: FlaskClient) -> None:
    text = client.get(f"{SEASONS}/table?format=csv").get_data(as_text=True)
    head, first, *_ = csv.reader(text.removeprefix("\ufeff").splitlines())
    assert head[-3:] == ["mean_place", "2026-01-02", "2026-01-09"]
    assert first[:4] == ["1", "B", "B", "8"]


@pytest.mark.usefixtures("played")
def test_a_new_evening_changes_the_table_and_its_tag(client: FlaskClient, store: Store) -> None:
    before = client.get(f"{SEASONS}/table")
    assert client.get(f"{SEASONS}/table", headers={"If-None-Match": before.headers["ETag"]}).status_code == 304
    play(store, "2026-01-16", FIRST)
    assert len(client.get(f"{SEASONS}/table").get_json()["evenings"]) == 3


@pytest.mark.usefixtures("played")
def test_leaderboards_and_statistics_count_only_the_deals_of_a_span_an_event_or_a_season(
    client: FlaskClient, scorekeeper: dict[str, str], store: Store
) -> None:
    play(store, "2026-02-01", FIRST, event="Saturday")
    client.post(SEASONS, json={"name": "Second", "from": "2026-01-05", "event": "Friday"}, headers=scorekeeper)

    def deals(query: str) -> dict[str, int]:
        found = client.get(f"/v1/leaderboards/first?rules=theater{query}").get_json()["standings"]
        whole = client.get(f"/v1/stats/theater?{query.removeprefix('&')}").get_json()
        played = {one["player"]["id"]: one["deals"] for one in found}
        assert whole["figures"]["deals"]["numerator"] == max(played.values())
        return played

    assert deals("")["A"] == 4
    assert deals("&from=2026-01-03")["A"] == 2
    assert deals("&to=2026-01-02")["A"] == 2
    assert deals("&tournament=Saturday")["A"] == 1
    assert deals("&season=1")["A"] == 1
    assert deals("&season=1&from=2026-01-01")["A"] == 3
    assert client.get("/v1/leaderboards/first?rules=theater&season=9").status_code == 404


@pytest.mark.usefixtures("played")
def test_a_merged_person_is_ranked_by_the_deals_of_the_span_alone(client: FlaskClient, store: Store) -> None:
    play(store, "2026-02-01", {"Ann": 3, "B": 2, "C": 1, "D": 0})
    store.people.merge("Ann", "A", ANN, WHY)
    found = client.get("/v1/leaderboards/first?rules=theater&from=2026-01-09").get_json()["standings"]
    assert {one["player"]["id"]: one["deals"] for one in found} == {"A": 2, "B": 2, "C": 2, "D": 2}


@pytest.mark.usefixtures("played")
def test_what_a_span_changed_in_the_ratings_is_the_largest_gain_first(client: FlaskClient) -> None:
    before, after = (
        {one["player"]["id"]: one["mu"] for one in client.get(f"/v1/ratings{query}").get_json()[key]}
        for query, key in (("/changes?rules=theater&to=2026-01-02", "changes"), ("?rules=theater", "ratings"))
    )
    found = client.get("/v1/ratings/changes?rules=theater&from=2026-01-09").get_json()["changes"]
    assert found[0]["player"]["id"] == "B"
    assert {one["player"]["id"]: (one["before"], one["mu"]) for one in found} == {
        id: (before[id], after[id]) for id in after
    }
    assert all(one["change"] == pytest.approx(one["mu"] - one["before"]) for one in found)
    assert {one["played"] for one in found} == {1}
    first = client.get("/v1/ratings/changes?rules=theater&to=2026-01-02&limit=2").get_json()
    assert (first["changes"][0]["before"], len(first["changes"]), "next" in first) == (None, 2, True)
