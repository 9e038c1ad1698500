"""Tournaments by HTTP: created, changed and read."""

import pytest
from flask.testing import FlaskClient

from daifu.data.tournaments.standings import draw_lot
from tests.support.http_client import (
    TOURNAMENTS,
    Headers,
    HttpScorekeeper,
    Json,
    if_match,
    play_one_round,
    problem_name,
    round_change,
    version_of,
)


def test_a_tournament_is_created_under_an_address(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.post(TOURNAMENTS, json={"name": "Winter cup", "rules": "dalmuti"}, headers=scorekeeper)
    assert answer.status_code == 201
    assert version_of(answer) == 1
    assert client.get(answer.headers["Location"]).get_json() == answer.get_json()


def test_what_is_no_json_is_unreadable(client: FlaskClient, scorekeeper: Headers) -> None:
    for body in (b"", b"{", b'{"name": "\xff"}', b"[" * 100_000):
        answer = client.post(TOURNAMENTS, data=body, content_type="application/json", headers=scorekeeper)
        assert (answer.status_code, problem_name(answer)) == (422, "unreadable")


def test_a_change_leads_to_the_next_version(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    answer = keeper.attempt({"change": "entered", "name": "Haru"})
    assert answer.get_json() == {"version": 2, "made": 1, "consequences": [], "missing": []}
    assert version_of(answer) == 2
    assert [one["name"] for one in keeper.reads()["entrants"]] == ["Haru"]


def test_what_is_impossible_on_the_present_version_names_that_as_both(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    HttpScorekeeper(client, scorekeeper, name="League")
    keeper = HttpScorekeeper(client, scorekeeper)
    renaming = {"change": "settings_changed", "name": "League"}
    for change, code in ((round_change("round_closed", 1), "impossible-change"), (renaming, "name-taken")):
        answer = keeper.attempt(change)
        assert (answer.status_code, problem_name(answer)) == (409, code)
        assert (answer.get_json()["given"], answer.get_json()["current"]) == (keeper.version, keeper.version)


def test_of_two_scorekeepers_who_write_at_once_none_loses_anything(
    client: FlaskClient, scorekeeper: Headers, admin: Headers
) -> None:
    one = HttpScorekeeper(client, scorekeeper)
    headers = if_match(admin, one.version)
    one.enter("Haru")
    other = {"change": "entered", "name": "Natsu"}
    late = client.post(f"{one.address}/changes", json=other, headers=headers)
    current = late.get_json()["current"]
    again = client.post(f"{one.address}/changes", json=other, headers=if_match(admin, current))
    assert again.status_code == 200
    assert [entrant["name"] for entrant in one.reads()["entrants"]] == ["Haru", "Natsu"]


def test_what_is_not_there_is_not_found(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    for address in (
        "/v1/tournaments/99",
        "/v1/tournaments/99/standings",
        "/v1/tournaments/99/log",
        "/v1/tournaments/99/events",
        "/v1/tournaments/99/landing",
        f"{keeper.address}/standings?stage=2",
        f"{keeper.address}/standings?stage=1&round=2",
        f"{keeper.address}/head-to-head?round=2",
        f"{keeper.address}/teams?stage=9",
        f"{keeper.address}/standings/5",
    ):
        assert client.get(address).status_code == 404, address


def test_the_pages_of_the_log_are_the_whole_log(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    address, pages = f"{keeper.address}/log?limit=3", []
    while address:
        answer = client.get(address)
        pages.append(answer.get_json()["entries"])
        links = [link for link in answer.headers["Link"].split(", ") if 'rel="next"' in link]
        address = links[0][1 : links[0].index(">")] if links else ""
    assert [len(page) for page in pages] == [3, 3, 2]
    assert [entry for page in pages for entry in page] == keeper.reads("/log")["entries"]


def test_every_impossible_change_of_a_list_is_told_with_its_place(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.enter("Haru")
    taken, free = ({"change": "entered", "name": name} for name in ("Haru", "Natsu"))
    answer = keeper.attempt(free, taken, {**free, "name": "Aki"}, {"change": "stage_removed", "stage": 4})
    assert [error["pointer"] for error in answer.get_json()["errors"]] == ["/1", "/3"]
    assert keeper.reads()["entrants"][1:] == []


def test_every_wrong_change_of_a_list_is_named(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    changes = [{"change": "entered", "name": ""}, {"change": "entered", "name": "Mio"}, {"change": "waltz"}]
    answer = keeper.attempt(*changes)
    assert (answer.status_code, problem_name(answer)) == (422, "unreadable")
    assert [one["pointer"] for one in answer.get_json()["errors"]] == ["/0/name", "/2/change"]


def test_a_lot_is_drawn_by_its_seed_whatever_the_order_of_the_names(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.make(*({"change": "entered", "name": name} for name in ("Mio", "Ren", "Sora", "Umi")))
    for order in ([1, 2, 3, 4], [4, 2, 1, 3]):
        keeper.make({"change": "lot_drawn", "entrants": order, "seed": 7})
    lots = [entry["change"]["entrants"] for entry in keeper.reads("/log")["entries"][-2:]]
    assert lots == [list(draw_lot([1, 2, 3, 4], 7))] * 2


NO_POINTS = "this game gives no points of its own"
BY_PLACE = {"scoring": {"by": "place", "worth": [[4, 2, 1, 0]]}}


@pytest.mark.parametrize(
    ("fields", "notices"),
    [
        ({"rules": "theater"}, [NO_POINTS]),
        ({"rules": "theater", "settings": BY_PLACE}, []),
        ({"rules": "theater", "options": {"title_points": {"daifugo": 2}}}, []),
        ({"rules": "dalmuti"}, []),
    ],
)
def test_a_game_without_points_is_noted_unless_places_or_titles_count(
    client: FlaskClient, scorekeeper: Headers, fields: Json, notices: list[str]
) -> None:
    keeper = HttpScorekeeper(client, scorekeeper, **fields)
    assert [notice["en"].partition(",")[0] for notice in keeper.reads()["notices"]] == notices
