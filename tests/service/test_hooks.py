"""Hooks: addresses that are told of evenings and of rounds, signed, tried again, and never inside a network."""

import base64
import hmac
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from daifu.api.hooks import MOST_ATTEMPTS, connect_publicly, tell_hooks
from daifu.api.http.access import Keys
from daifu.api.settings import Settings
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import BY_LINK, Author, Club
from daifu.data.tournaments.changes import Result, RoundClosed
from daifu.data.tournaments.settings import Settings as TournamentSettings
from daifu.schemas.judgement import judge_json
from tests.support.running_service import Receiver
from tests.support.small_records import document
from tests.support.stores import ANN
from tests.support.tournaments.store import BY_PLACE, make_cup

NAMES = ["Mu", "Jun*ko", "Shimo", "Aki"]
NOW = datetime.now(UTC)
LATER = NOW + timedelta(hours=1)
KEY = "of the tests"
PLAIN = Settings(hooks="https://club.example/hook?key=1", hook_secret=KEY, public_url="https://daifu.example")
DISCORD = Settings(hooks="https://discord.com/api/webhooks/1/x", public_url="https://daifu.example")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver(204).running() as found:
        yield found
        assert {*found.asked} <= {("club.example", 443), ("discord.com", 443)}


def bodies(receiver: Receiver) -> list[Any]:
    return [json.loads(body) for _, _, body in receiver.calls]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "daifu.db")
    yield opened
    opened.close()


def store_evening(store: Store, day: datetime = NOW, deals: int = 1) -> None:
    event = {"name": "Friday", "date": day.date().isoformat()}
    played = [{"result": {"order": [2, 1, 3, 4]}}] * deals
    text = json.dumps(document(rules="dalmuti", players=NAMES, deals=played, event=event))
    store.add([judge_json(text.encode())], ANN)


def test_a_hook_is_told_of_an_evening_with_its_totals(store: Store, receiver: Receiver) -> None:
    store_evening(store)
    tell_hooks(store, PLAIN, LATER, receiver.connect)
    [(path, _, _)], [body] = receiver.calls, bodies(receiver)
    assert path == "/hook?key=1"
    assert (body["type"], body["data"]["ranks"]) == ("record.changed", [2, 1, 3, 4])
    assert body["data"]["address"] == "https://daifu.example/games/1"


def test_the_link_that_a_hook_sends_has_the_key_of_a_club_that_shows_only_what_it_hands_on(
    store: Store, receiver: Receiver
) -> None:
    store_evening(store)
    store.club.write(Club("Friday court", reading=BY_LINK), ANN)
    tell_hooks(store, PLAIN, LATER, receiver.connect)
    [body] = bodies(receiver)
    assert body["data"]["address"] == f"https://daifu.example{Keys(store).added_to('/games/1')}"
    assert "/games/1?key=" in body["data"]["address"]


def test_a_hook_is_told_once_of_each_revision(store: Store, receiver: Receiver) -> None:
    store_evening(store)
    for _ in range(2):
        tell_hooks(store, PLAIN, LATER, receiver.connect)
    store_evening(store, deals=2)
    tell_hooks(store, PLAIN, LATER, receiver.connect)
    assert [body["data"]["revision"] for body in bodies(receiver)] == [1, 2]


def test_an_evening_is_not_told_while_it_goes_on(store: Store, receiver: Receiver) -> None:
    store_evening(store)
    tell_hooks(store, PLAIN, NOW + timedelta(minutes=1), receiver.connect)
    assert receiver.calls == []


def test_past_seasons_that_are_imported_are_not_told(store: Store, receiver: Receiver) -> None:
    store_evening(store, NOW - timedelta(days=30))
    tell_hooks(store, PLAIN, LATER, receiver.connect)
    assert receiver.calls == []


def test_what_is_sent_is_signed(store: Store, receiver: Receiver) -> None:
    store_evening(store)
    tell_hooks(store, PLAIN, LATER, receiver.connect)
    [(_, headers, body)] = receiver.calls
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.digest(KEY.encode(), signed, "sha256")).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"


def test_discord_gets_a_message_that_mentions_nobody(
    store: Store, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAIFU_LANG", "en")
    store_evening(store)
    tell_hooks(store, DISCORD, LATER, receiver.connect)
    [body] = bodies(receiver)
    assert body["allowed_mentions"] == {"parse": []}
    assert "\n1. Jun\\*ko " in body["content"]
    assert body["content"].endswith("\nhttps://daifu.example/games/1")


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_call_that_failed_is_made_again_after_a_pause(store: Store, receiver: Receiver, status: int) -> None:
    store_evening(store)
    receiver.status = status
    tell_hooks(store, PLAIN, LATER, receiver.connect)
    receiver.status = 204
    tell_hooks(store, PLAIN, LATER + timedelta(seconds=30), receiver.connect)
    assert len(receiver.calls) == 1
    tell_hooks(store, PLAIN, LATER + timedelta(seconds=61), receiver.connect)
    tell_hooks(store, PLAIN, LATER + timedelta(days=1), receiver.connect)
    assert len(receiver.calls) == 2


def test_a_call_is_given_up_in_the_end(store: Store, receiver: Receiver) -> None:
    store_evening(store)
    receiver.status = 500
    for hours in range(70):
        tell_hooks(store, PLAIN, LATER + timedelta(hours=hours), receiver.connect)
    assert len(receiver.calls) == MOST_ATTEMPTS


def test_a_hook_is_told_of_rounds_and_of_the_end(store: Store, receiver: Receiver) -> None:
    cup = make_cup(store, NAMES, TournamentSettings(scoring=BY_PLACE))
    result = Result(stage=1, round=1, table=1, places=(1, 2, 3, 4))
    store.tournaments.append(cup, [result, RoundClosed(stage=1, round=1)], Author(), expected=None)
    for _ in range(2):
        tell_hooks(store, PLAIN, NOW, receiver.connect)
    assert [(body["type"], body["data"]["round"]) for body in bodies(receiver)] == [("tournament.changed", 1)]


def test_a_hook_has_secrets_of_its_own_one_of_which_may_be_on_its_way_out(store: Store, receiver: Receiver) -> None:
    store_evening(store)
    tell_hooks(store, replace(PLAIN, hooks=f"{PLAIN.hooks}#new,old"), LATER, receiver.connect)
    [(path, headers, body)] = receiver.calls
    assert path == "/hook?key=1"
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = [base64.b64encode(hmac.digest(key, signed, "sha256")).decode() for key in (b"new", b"old")]
    assert headers["webhook-signature"] == f"v1,{expected[0]} v1,{expected[1]}"
    tell_hooks(store, replace(PLAIN, hooks=f"{PLAIN.hooks}#new"), LATER, receiver.connect)
    assert len(receiver.calls) == 1


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "224.0.0.1"),
        *("::1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "2002:a00:1::", "::10.0.0.1", "ff02::1"),
    ],
)
def test_no_address_inside_a_network_is_called(host: str) -> None:
    with pytest.raises(PermissionError, match="is not a public address"):
        connect_publicly(host, 443)
