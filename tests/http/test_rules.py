"""`/v1/rules` and `/v1/house-rules`: the rules of games, and house rules that are stored, checked and compared."""

from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from daifu.data.rulebooks.rules import known_faults, load_rulebook
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.house_document import HOUSE_BYTES, read_house
from tests.support.houses import CLUB, FRIDAYS, example
from tests.support.http_app import bearer_headers


@pytest.mark.parametrize("name", PROFILES)
def test_a_game_tells_its_rules_in_both_languages(client: FlaskClient, name: str) -> None:
    told = client.get(f"/v1/rules/{name}").get_json()["rules"]
    assert [(rule["id"], rule["text"]["en"], rule["text"]["ja"]) for rule in told] == [
        (rule.id, rule.text.en, rule.text.ja) for rule in load_rulebook(name).rules
    ]


@pytest.mark.parametrize("name", PROFILES)
def test_a_game_tells_its_options_with_their_types_and_defaults(client: FlaskClient, name: str) -> None:
    told = client.get(f"/v1/rules/{name}").get_json()["options"]
    assert [(option["name"], option["type"], option["default"], option["rule"]) for option in told] == [
        (option.name, option.kind, option.default, option.rule) for option in PROFILES[name].options
    ]


@pytest.mark.parametrize("name", PROFILES)
def test_a_game_tells_the_faults_that_it_knows(client: FlaskClient, name: str) -> None:
    told = client.get(f"/v1/rules/{name}").get_json()["faults"]
    assert [(fault["code"], fault["severity"], tuple(fault["rules"])) for fault in told] == [
        (fault.kind.code, fault.severity, fault.rules) for fault in known_faults(PROFILES[name])
    ]


def test_the_rules_of_two_games_are_two_versions(client: FlaskClient) -> None:
    assert client.get("/v1/rules/uecda").headers["ETag"] != client.get("/v1/rules/biga").headers["ETag"]


TOML = "application/toml"
KNOWN = {
    "press-club": "e1f4edaa034944bc",
    "friday": "78d93bb1bbe24856",
    "uecda": "0dffc84c1cfd18a5",
    "akagiri": "925aa0cfdc78af7f",
}
"""The first digits of the hashes of documents beside the project."""


def send(client: FlaskClient, headers: dict[str, str], text: str = CLUB) -> TestResponse:
    return client.post("/v1/house-rules", data=text.encode(), content_type=TOML, headers=headers)


@pytest.fixture
def stored(client: FlaskClient, scorekeeper: dict[str, str]) -> FlaskClient:
    """A service that has the club's rules and those of its table."""
    assert send(client, scorekeeper).status_code == 201
    assert client.post("/v1/house-rules", json=FRIDAYS, headers=scorekeeper).status_code == 201
    return client


def test_house_rules_are_stored_and_read(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    answer = send(client, scorekeeper)
    assert (answer.status_code, answer.headers["Location"]) == (201, "/v1/house-rules/club/1")
    told = client.get("/v1/house-rules/club/1").get_json()
    assert told == answer.get_json()
    assert told["record"]["house"] == {
        "id": "club",
        "version": 1,
        "base": "daifugo/1",
        "players": [3, 6],
        "hash": told["hash"],
    }
    assert told["record"]["options"] == {"jokers": {"count": 2}, "revolution": True, "eight_cut": True}
    assert told["expanded"]["eight_cut"]["rank"] == 8


def test_options_of_another_game_are_kept_in_the_same_way(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    document = {**FRIDAYS, "id": "ours", "base": "biga/1", "players": [5, 5], "rules": {"sequence_max": 7}}
    del document["extends"]
    assert client.post("/v1/house-rules", json=document, headers=scorekeeper).status_code == 201
    told = client.get("/v1/house-rules/ours/2").get_json()
    assert told["record"] == {"options": {"sequence_max": 7}}
    assert told["expanded"]["egg_on_double_sequence"] is False
    assert client.get("/v1/house-rules").get_json()["house_rules"][0]["game"] == "biga"
    assert "7" in client.get("/v1/house-rules/ours/2/sheet").text
    assert client.post("/v1/house-rules/check", json=document).get_json()["conflicts"] == []
    send(client, scorekeeper)
    assert client.get("/v1/house-rules/ours/2/compare?with=club@1").status_code == 422


def test_a_version_has_its_hash_as_its_tag(stored: FlaskClient) -> None:
    answer = stored.get("/v1/house-rules/club/1")
    tag = f'"{answer.get_json()["hash"]}"'
    assert answer.headers["ETag"] == tag
    assert stored.get("/v1/house-rules/club/1", headers={"If-None-Match": tag}).status_code == 304


def test_a_version_is_read_in_toml_as_it_was_written(stored: FlaskClient) -> None:
    answer = stored.get("/v1/house-rules/club/1", headers={"Accept": TOML})
    assert (answer.mimetype, answer.get_data(as_text=True)) == (TOML, CLUB)
    written = stored.get("/v1/house-rules/fridays/2", headers={"Accept": TOML}).data
    assert msgspec.to_builtins(read_house(written, is_toml=True)) == {**FRIDAYS, "names": {}}


def test_the_latest_version_names_the_others(stored: FlaskClient, scorekeeper: dict[str, str]) -> None:
    send(stored, scorekeeper, CLUB.replace("version = 1", "version = 2"))
    told = stored.get("/v1/house-rules/club").get_json()
    assert told["version"] == 2
    assert [one["version"] for one in told["versions"]] == [2, 1]
    listed = stored.get("/v1/house-rules").get_json()["house_rules"]
    assert [(one["id"], one["version"], one["rules"]) for one in listed] == [("club", 2, 3), ("fridays", 2, 3)]


def test_the_list_comes_in_pages(stored: FlaskClient) -> None:
    first = stored.get("/v1/house-rules?limit=1")
    [following] = [link for link in first.headers["Link"].split(", ") if 'rel="next"' in link]
    second = stored.get(following[1 : following.index(">")])
    assert [one["id"] for one in second.get_json()["house_rules"]] == ["club"]
    assert "next" not in second.headers["Link"]


def test_a_version_that_is_there_is_a_conflict(stored: FlaskClient, scorekeeper: dict[str, str]) -> None:
    answer = send(stored, scorekeeper)
    assert (answer.status_code, answer.get_json()["latest"]) == (409, 1)
    assert answer.get_json()["type"] == "urn:daifu:problem:house-version-taken"


def test_only_its_owner_and_admins_go_on_with_house_rules(
    stored: FlaskClient, store: Store, admin: dict[str, str], reader: dict[str, str]
) -> None:
    other = bearer_headers(store.create_token("Bo", SCOREKEEPER).secret)
    second = CLUB.replace("version = 1", "version = 2")
    assert [send(stored, headers, second).status_code for headers in ({}, reader, other, admin)] == [401, 403, 403, 201]
    address = "/v1/house-rules/club/2"
    assert [stored.delete(address, headers=headers).status_code for headers in (other, admin)] == [403, 204]


def test_a_withdrawn_version_is_read_by_its_version_alone(stored: FlaskClient, scorekeeper: dict[str, str]) -> None:
    assert stored.delete("/v1/house-rules/club/1", headers=scorekeeper).status_code == 204
    assert stored.get("/v1/house-rules/club/1").status_code == 200
    assert stored.get("/v1/house-rules/club").status_code == 404
    assert [one["id"] for one in stored.get("/v1/house-rules").get_json()["house_rules"]] == ["fridays"]


def test_what_is_no_house_is_refused_at_its_places(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    answer = send(client, scorekeeper, CLUB.replace("eight_cut  = {}", "eigth_cut  = {}").replace("[3, 6]", "[6, 3]"))
    assert answer.status_code == 422
    assert [flaw["pointer"] for flaw in answer.get_json()["errors"]] == ["/players", "/rules/eigth_cut"]


TOO_LONG = "x" * (HOUSE_BYTES + 1)
HUGE_NUMBER = "a = " + "9" * 5_000
DEEP_NAME = "a." * 30_000 + "a = 1"


@pytest.mark.parametrize(("body", "status"), [(TOO_LONG, 413), (HUGE_NUMBER, 422), (DEEP_NAME, 422), ("a =", 422)])
def test_what_is_too_long_or_no_toml_is_refused(client: FlaskClient, body: str, status: int) -> None:
    assert client.post("/v1/house-rules/check", data=body, content_type=TOML).status_code == status


def check(client: FlaskClient, rules: dict[str, Any], **changes: object) -> dict[str, Any]:
    document = {**FRIDAYS, "extends": None, "players": [3, 6], "rules": rules, **changes}
    answer = client.post("/v1/house-rules/check", json={name: one for name, one in document.items() if one is not None})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.get_json()
    return found


def test_what_excludes_itself_is_told_with_what_resolves_it(client: FlaskClient) -> None:
    found = check(client, {"four_stop": True})
    [conflict] = found["conflicts"]
    assert (conflict["kind"], conflict["rules"][0], found["playouts"]) == ("needs", "four_stop", False)
    assert {"rule": "eight_cut", "parameter": "", "value": True}.items() <= conflict["choices"][0].items()
    assert check(client, {"four_stop": True, "eight_cut": True})["conflicts"] == []


def test_what_is_seldom_meant_is_a_warning(client: FlaskClient) -> None:
    found = check(client, {"decks": True})
    assert (found["conflicts"], [one["kind"] for one in found["warnings"]]) == ([], ["warning"])


def test_house_rules_that_are_not_played_out_say_why(client: FlaskClient) -> None:
    assert check(client, {"eight_cut": True})["playouts"]
    found = check(client, {"five_skip": True})
    assert not found["playouts"]
    assert "five_skip" in found["no_playouts"]["en"]


def test_a_checked_house_may_extend_one_that_is_stored(stored: FlaskClient) -> None:
    found = check(stored, {}, extends="club@1")
    assert found["hash"] == stored.get("/v1/house-rules/club/1").get_json()["hash"]


def test_two_versions_are_compared(stored: FlaskClient) -> None:
    found = stored.get("/v1/house-rules/fridays/2/compare?with=club@1").get_json()
    assert (found["here"], found["there"], found["same"]) == ("fridays@2", "club@1", False)
    assert [one["rule"] for one in found["only_here"]] == ["jack_back"]
    assert [one["rule"] for one in found["only_there"]] == ["eight_cut"]
    [jokers] = found["otherwise"]
    assert [(one["parameter"], one["here"], one["there"]) for one in jokers["parameters"]] == [("count", 1, 2)]
    assert stored.get("/v1/house-rules/fridays/2/compare?with=fridays@2").get_json()["same"]


def test_the_sheet_is_a_page_in_either_language(stored: FlaskClient) -> None:
    address = "/v1/house-rules/club/1/sheet"
    japanese = stored.get(f"{address}?lang=ja")
    assert (japanese.mimetype, japanese.headers["Content-Language"]) == ("text/html", "ja")
    assert "8流し" in japanese.get_data(as_text=True)
    assert stored.get(address).headers["Content-Language"] == "en"


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/v1/house-rules/nobody", 404),
        ("/v1/house-rules/club/7", 404),
        ("/v1/house-rules/Club/1", 404),
        ("/v1/house-rules/club/7/sheet", 404),
        ("/v1/house-rules/club/1/sheet?lang=fr", 400),
        ("/v1/house-rules/club/1/compare", 400),
        ("/v1/house-rules/club/1/compare?with=club", 400),
        ("/v1/house-rules/club/1/compare?with=nobody@1", 404),
    ],
)
def test_what_is_not_there_is_said(stored: FlaskClient, address: str, status: int) -> None:
    assert stored.get(address).status_code == status


@pytest.mark.skipif(not example("friday").is_file(), reason="the documents are not beside the project")
def test_known_documents_have_their_hashes(client: FlaskClient, scorekeeper: dict[str, str]) -> None:
    for name, digits in KNOWN.items():
        found = send(client, scorekeeper, example(name).read_text()).get_json()
        assert found["hash"].startswith(digits)
        answer = client.post("/v1/house-rules/check", data=example(name).read_bytes(), content_type=TOML)
        assert (answer.get_json()["hash"], answer.get_json()["conflicts"]) == (found["hash"], [])


def test_results_are_told_by_house(stored: FlaskClient, scorekeeper: dict[str, str]) -> None:
    fields = stored.get("/v1/house-rules/club/1").get_json()["record"]
    record = {
        "format": "daifu/1",
        "rules": "daifugo",
        **fields,
        "players": ["Mu", "Junko", "Shimo"],
        "deals": [{"result": {"order": [2, 1, 3]}}],
    }
    for one in (record, {**record, "house": {**fields["house"], "id": "other"}, "event": {"table": 2}}):
        assert stored.post("/v1/records", json=one, headers=scorekeeper).status_code == 201
    for name, deals in (("daifugo", 2), ("daifugo_club", 1), ("daifugo_nobody", 0)):
        told = stored.get(f"/v1/stats/{name}").get_json()
        assert (told["rules"], told["figures"]["deals"]["numerator"]) == (name, deals)
    assert stored.get("/v1/stats/akagiri_club").status_code == 404
    ranking = stored.get("/v1/leaderboards/first?rules=daifugo_club").get_json()
    assert (ranking["rules"], ranking["standings"][0]["player"]["id"]) == ("daifugo_club", "Junko")
    assert stored.get("/v1/ratings?rules=daifugo_club").get_json()["rules"] == "daifugo_club"
    for part in ("stats", "ratings", "form", "opponents"):
        assert stored.get(f"/v1/players/Mu/{part}?rules=daifugo_club").status_code == 200
    assert stored.get("/v1/stats/daifugo_club/records").status_code == 200
    listed = stored.get("/v1/records?rules=daifugo_other").get_json()["records"]
    assert [one["id"] for one in listed] == [2]
    assert stored.get("/v1/ratings?rules=daifugo_Club").status_code == 400
