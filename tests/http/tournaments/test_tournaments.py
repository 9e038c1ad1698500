"""Tournaments by HTTP: created, changed and read."""

import pytest
from flask.testing import FlaskClient

from daifu.data.store.store import Store
from daifu.data.tournaments.standings.tie_breaks import draw_lot
from tests.support.http_client import (
    TOURNAMENTS,
    Headers,
    HttpScorekeeper,
    Json,
    if_match,
    penalty,
    play_one_round,
    problem_name,
    round_change,
    sheet,
    version_of,
)


def test_a_tournament_is_created_under_an_address(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.post(TOURNAMENTS, json={"name": "Winter cup", "rules": "dalmuti"}, headers=scorekeeper)
    assert answer.status_code == 201
    assert version_of(answer) == 1
    assert client.get(answer.headers["Location"]).get_json() == answer.get_json()


def test_only_a_scorekeeper_creates_a_tournament(client: FlaskClient, reader: Headers) -> None:
    answer = client.post(TOURNAMENTS, json={"name": "Winter cup", "rules": "dalmuti"}, headers=reader)
    assert (answer.status_code, problem_name(answer)) == (403, "not-allowed")


def test_an_unknown_game_is_refused_with_a_code(client: FlaskClient, scorekeeper: Headers) -> None:
    answer = client.post(TOURNAMENTS, json={"name": "Winter cup", "rules": "chess"}, headers=scorekeeper)
    assert (answer.status_code, problem_name(answer)) == (409, "impossible-change")
    assert answer.get_json()["code"] == "unknown_rules"


def test_a_name_belongs_to_one_tournament(client: FlaskClient, scorekeeper: Headers) -> None:
    first = HttpScorekeeper(client, scorekeeper)
    answer = client.post(TOURNAMENTS, json={"name": "Winter cup", "rules": "uecda"}, headers=scorekeeper)
    assert (answer.status_code, problem_name(answer)) == (409, "name-taken")
    assert answer.get_json()["address"] == first.address


def test_what_has_another_shape_is_told_with_its_place_in_both_languages(
    client: FlaskClient, scorekeeper: Headers
) -> None:
    body = {"name": "Winter cup", "rules": "dalmuti", "settings": {"drop_worst": "one"}}
    for language, sentence in (
        ("en", "expected a whole number from 0 to 1000, found 'one'"),
        ("ja", "0〜1000の整数が必要ですが、「one」となっています"),
    ):
        answer = client.post(TOURNAMENTS, json=body, headers={**scorekeeper, "Accept-Language": language})
        assert (answer.status_code, problem_name(answer)) == (422, "unreadable")
        assert answer.get_json()["errors"] == [{"pointer": "/settings/drop_worst", "detail": sentence}]


def test_what_is_no_json_is_unreadable(client: FlaskClient, scorekeeper: Headers) -> None:
    for body in (b"", b"{", b'{"name": "\xff"}', b"[" * 100_000):
        answer = client.post(TOURNAMENTS, data=body, content_type="application/json", headers=scorekeeper)
        assert (answer.status_code, problem_name(answer)) == (422, "unreadable")


def test_the_list_has_the_newest_first_and_leads_on(client: FlaskClient, scorekeeper: Headers) -> None:
    for name in ("A", "B", "C"):
        HttpScorekeeper(client, scorekeeper, name=name)
    first = client.get(TOURNAMENTS, query_string={"limit": 2})
    assert [one["name"] for one in first.get_json()["tournaments"]] == ["C", "B"]
    [leads_on] = [link for link in first.headers["Link"].split(", ") if 'rel="next"' in link]
    second = client.get(leads_on[1 : leads_on.index(">")])
    assert [one["name"] for one in second.get_json()["tournaments"]] == ["A"]
    assert "next" not in second.headers["Link"]


def test_a_change_leads_to_the_next_version(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    answer = keeper.attempt({"change": "entered", "name": "Haru"})
    assert answer.get_json() == {"version": 2, "made": 1, "consequences": [], "missing": []}
    assert version_of(answer) == 2
    assert [one["name"] for one in keeper.reads()["entrants"]] == ["Haru"]


def test_of_a_list_all_changes_are_made_or_none(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    answer = keeper.attempt({"change": "entered", "name": "Haru"}, {"change": "entered", "name": "Haru"})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "player_entered")
    assert [one["pointer"] for one in answer.get_json()["errors"]] == ["/1"]
    assert keeper.reads()["entrants"] == []


def test_a_refusal_says_why_in_both_languages(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.headers = {**scorekeeper, "Accept-Language": "ja"}
    told = keeper.attempt(round_change("round_closed", 1)).get_json()
    assert told["detail"] == "第1ステージはありません"
    assert told["details"] == {"stage": 1}


def test_a_change_on_an_older_version_names_both(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    keeper.enter("Haru")
    answer = keeper.attempt({"change": "entered", "name": "Natsu"}, version=1)
    assert (answer.status_code, problem_name(answer)) == (412, "precondition-failed")
    told = answer.get_json()
    assert (told["given"], told["current"]) == (1, 2)


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


def test_a_change_has_to_say_on_what_it_was_made(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = HttpScorekeeper(client, scorekeeper)
    answer = client.post(f"{keeper.address}/changes", json={"change": "finished"}, headers=scorekeeper)
    assert (answer.status_code, problem_name(answer)) == (428, "precondition-required")


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


def test_who_has_the_present_version_is_told_nothing_new(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    for what in (
        "",
        "/standings",
        "/standings/1",
        "/head-to-head",
        "/teams",
        "/faults",
        "/missing",
        "/log",
        "/landing",
    ):
        answer = client.get(f"{keeper.address}{what}")
        known = {"If-None-Match": answer.headers["ETag"]}
        assert version_of(answer) == keeper.version, what
        assert client.get(f"{keeper.address}{what}", headers=known).status_code == 304, what


def test_a_tournament_can_be_read_as_it_was(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    assert keeper.reads(version=2)["entrants"][0]["name"] == "Haru"
    assert keeper.reads(version=1)["entrants"] == []
    assert client.get(keeper.address, query_string={"version": 99}).status_code == 404


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


def test_a_dry_run_tells_what_a_change_would_do_and_does_not_do_it(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    told = keeper.attempt(penalty(1, 1, 1), dry_run="true").get_json()
    assert (told["version"], told["made"]) == (keeper.version, 0)
    places = {one["entrant"]: (one["before"]["place"], one["after"]["place"]) for one in told["consequences"]}
    assert places[1] == (1, 2)
    assert places[2] == (2, 1)
    assert keeper.reads()["version"] == keeper.version


def test_a_dry_run_looks_behind_a_closed_round(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    keeper.make(round_change("round_closed", 1))
    correction = sheet(1, 1, places=[4, 3, 2, 1])
    assert keeper.attempt(correction).get_json()["code"] == "round_closed"
    told = keeper.attempt(correction, dry_run="true").get_json()
    assert {one["entrant"]: one["after"]["place"] for one in told["consequences"]} == {1: 4, 2: 3, 3: 2, 4: 1}
    keeper.make(round_change("round_reopened", 1), correction, round_change("round_closed", 1))
    after = {one["entrant"]: one["after"] for one in told["consequences"]}
    assert {line["entrant"]: line for line in keeper.reads("/standings")["lines"]} == after


def test_nobody_writes_what_a_record_says(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    by = {"by": "record", "id": 1, "revision": 1, "players": ["Haru", "Natsu", "Aki", "Fuyu"]}
    answer = keeper.attempt(sheet(1, 1, places=[1, 2, 3, 4], by=by))
    assert (answer.status_code, problem_name(answer)) == (409, "only-by-landing")


def test_the_log_tells_who_changed_what_and_why(client: FlaskClient, scorekeeper: Headers) -> None:
    keeper = play_one_round(client, scorekeeper)
    keeper.make(sheet(1, 1, places=[2, 1, 3, 4]), reason="the sheet was misread")
    [entry] = keeper.reads("/log", after=keeper.version - 1)["entries"]
    assert (entry["number"], entry["author"], entry["reason"]) == (keeper.version, "Haru", "the sheet was misread")
    assert entry["change"]["places"] == [2, 1, 3, 4]
    assert (entry["before"]["places"], entry["after"]["places"]) == ([1, 2, 3, 4], [2, 1, 3, 4])


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


def test_a_store_that_is_closed_to_strangers_tells_them_nothing(client: FlaskClient, store: Store) -> None:
    assert store.tournaments.page().tournaments == []
    assert client.get("/v1/tournaments").get_json() == {"tournaments": []}


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
