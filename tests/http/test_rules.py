"""`/v1/rules`: the games and their rules, as the command line and the pages have them."""

import pytest
from flask.testing import FlaskClient

from daifu.data.rulebooks.rules import known_faults, load_rulebook
from daifu.replay.games.catalogue import PROFILES


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
