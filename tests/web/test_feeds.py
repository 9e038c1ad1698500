"""What other programs follow: the feed of new games and tournaments, and the calendar of days of play."""

import json
from xml.etree import ElementTree as ET

from flask.testing import FlaskClient

from daifu.data.store.store import Store
from daifu.data.tournaments.settings import Settings
from daifu.schemas.judgement import judge_json
from tests.support.small_records import document
from tests.support.stores import ANN
from tests.support.tournaments.store import BY_PLACE, make_cup

ATOM = "{http://www.w3.org/2005/Atom}"
NAMES = ["Mu <&>", "Jun", "Shimo", "Aki"]


def store_evening(store: Store, **event: object) -> None:
    deals = [{"result": {"order": [2, 1, 3, 4]}}]
    text = json.dumps(document(rules="dalmuti", players=NAMES, deals=deals, event=event))
    store.add([judge_json(text.encode())], ANN)


def entries(client: FlaskClient, address: str = "/feed.atom") -> list[ET.Element]:
    answer = client.get(address)
    assert answer.mimetype == "application/atom+xml"
    return ET.fromstring(answer.text).findall(f"{ATOM}entry")  # noqa: S314 - made by the service itself


def calendar(client: FlaskClient) -> list[str]:
    answer = client.get("/calendar.ics")
    assert answer.mimetype == "text/calendar"
    assert all(len(line.encode()) <= 75 for line in answer.text.split("\r\n"))
    return answer.text.replace("\r\n ", "").split("\r\n")


def shown(element: ET.Element, tag: str) -> str:
    """The text in a part of an entry, without the signs that keep the direction of names."""
    return element.findtext(f"{ATOM}{tag}", "").replace("\u2068", "").replace("\u2069", "")


def test_an_entry_tells_who_won_the_evening(client: FlaskClient, store: Store) -> None:
    store_evening(store, name="Friday court", date="2025-04-04")
    [entry] = entries(client)
    assert shown(entry, "title") == "Friday court · The Great Dalmuti · 2025-04-04"
    assert shown(entry, "summary").splitlines()[0].startswith("1. Jun ")
    assert shown(entry, "id") == "http://club.example/games/1"


def test_a_feed_is_whole_whatever_signs_names_have(client: FlaskClient, store: Store) -> None:
    store_evening(store, name="Friday\x07\uffff ]]>")
    [entry] = entries(client)
    assert "Mu <&>" in shown(entry, "summary")
    assert shown(entry, "title").startswith("Friday\ufffd\ufffd ]]>")


def test_a_feed_speaks_the_language_that_is_asked_for(client: FlaskClient, store: Store) -> None:
    store_evening(store)
    [entry] = entries(client, "/feed.atom?lang=ja")
    assert shown(entry, "summary").startswith("1位 Jun ")


def test_tournaments_are_in_the_feed(client: FlaskClient, store: Store) -> None:
    make_cup(store, NAMES, Settings(scoring=BY_PLACE))
    assert shown(entries(client)[0], "summary") == "The tournament is running."


def test_a_feed_of_an_empty_store_has_no_entries(client: FlaskClient) -> None:
    assert entries(client) == []


def test_a_day_of_an_event_is_in_the_calendar_once(client: FlaskClient, store: Store) -> None:
    for table in (1, 2):
        store_evening(store, name="Friday; court, 4", date="2025-04-04", table=table)
    store_evening(store, name="Friday; court, 4", date="2025-04-11")
    lines = [line for line in calendar(client) if line.startswith(("DTSTART", "SUMMARY"))]
    summary = "SUMMARY:\u2068Friday\\; court\\, 4\u2069"
    assert lines == ["DTSTART;VALUE=DATE:20250411", summary, "DTSTART;VALUE=DATE:20250404", summary]


def test_an_evening_with_a_time_begins_then(client: FlaskClient, store: Store) -> None:
    store_evening(store, date="2025-04-04T19:30:00")
    assert "DTSTART:20250404T193000" in calendar(client)


def test_games_without_a_day_are_not_in_the_calendar(client: FlaskClient, store: Store) -> None:
    store_evening(store)
    assert "BEGIN:VEVENT" not in calendar(client)
