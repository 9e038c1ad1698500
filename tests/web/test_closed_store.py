"""A store that is not public tells strangers nothing: of every address they see a page to sign in, or 401."""

import re
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from daifu.api.settings import Settings
from daifu.api.web.assets import OF_EVERY_SITE
from daifu.api.web.links import evening_link, evening_subject, with_key
from daifu.data.evenings import open_evening
from daifu.data.store.errors import StoreBusy
from daifu.data.store.store import Store
from daifu.data.store.values import BY_LINK, MEMBERS, READER, SCOREKEEPER, Club, Look
from daifu.data.tournaments.settings import Settings as TournamentSettings
from tests.support.houses import add_club
from tests.support.pages import Browser, MakeService, small_picture
from tests.support.stores import ANN, judged_sitting
from tests.support.tournaments.store import BY_PLACE, make_cup

OPEN: Final = {
    **{f"/{name}": 200 for name in OF_EVERY_SITE},
    "/healthz": 200,
    "/readyz": 200,
    "/sign-in": 200,
    "/sign-out": 200,
    "/enter": 410,
    "/me": 401,  # which only takes a form
}
"""What strangers may see, and how it answers them."""
PARTS: Final = {
    "player": "Mu",
    "other": "Junko",
    "profile": "theater",
    "slug": "club",
    "kind": "entered",
    "plot": "places",
    "ending": "svg",
}
SECRETS: Final = ("Junko", "Shimo", "Natsu", "Friday night", "Cup")


@pytest.fixture
def full(store: Store) -> Store:
    """A store with a game, an evening, a tournament, house rules and a club."""
    store.add([judged_sitting()], ANN)
    event = {"name": "Friday night", "date": "2026-11-27", "opened": "2026-11-27T18:00:00+00:00"}
    open_evening(store, ANN, "dalmuti", {}, ["Haru", "Natsu", "Aki", "Fuyu"], event)
    make_cup(store, ["Mu", "Junko", "Shimo", "Aki"], TournamentSettings(scoring=BY_PLACE), rounds=2)
    add_club(store, ANN)
    store.club.write(Club("Friday court", "dalmuti", MEMBERS), ANN)
    return store


@pytest.fixture
def service(full: Store, make_service: MakeService) -> Flask:
    """The service on it, without limits."""
    assert full.club.find() is not None
    return make_service(Settings(rate=0, rate_address=0))


@pytest.fixture
def stranger(service: Flask) -> FlaskClient:
    return service.test_client()


@pytest.fixture
def by_link(full: Store) -> None:
    full.club.write(Club("Friday court", "dalmuti", BY_LINK), ANN)


def address_of(rule: Rule) -> str:
    """An address of a rule, with what there is in the store."""
    parts = {name: PARTS.get(name, 1) for name in rule.arguments}
    found = rule.build(parts)
    assert found is not None
    return found[1]


def assert_closed(client: FlaskClient, method: str, address: str) -> None:
    for accepted in ("text/html", "application/json", "*/*"):
        answer = client.open(address, method=method, headers={"Accept": accepted, "If-None-Match": "*"})
        assert answer.status_code == 401, (method, address, answer.status)
        told = f"{answer.headers}{answer.text}"
        assert not [secret for secret in (*SECRETS, "key=") if secret in told], (method, address)
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("reading", [MEMBERS, BY_LINK])
def test_of_every_address_strangers_see_only_the_way_in(service: Flask, full: Store, reading: str) -> None:
    full.club.write(Club("Friday court", "dalmuti", reading), ANN)
    client = service.test_client()
    walked = 0
    for rule in service.url_map.iter_rules():
        if rule.rule in OPEN or rule.endpoint == "asset":
            continue
        for method in sorted((rule.methods or set()) - {"OPTIONS"}):
            assert_closed(client, method, address_of(rule))
            walked += 1
    assert walked > 200


@pytest.mark.parametrize("tail", ["?format=csv", "?format=xlsx&lang=ja", "?key=1.abc", ".csv", ".png", "/"])
def test_no_ending_and_no_parameter_of_an_address_opens_it(service: Flask, stranger: FlaskClient, tail: str) -> None:
    for rule in service.url_map.iter_rules():
        if rule.rule not in OPEN and rule.endpoint != "asset":
            address = address_of(rule) + tail
            answer = stranger.get(address, headers={"Accept": "text/html"})
            assert answer.status_code == 401, address
            assert not [secret for secret in SECRETS if secret in answer.text], address


@pytest.mark.parametrize(
    "address", ["/nothing", "/v1/nothing", "/games/99", "/docs/nothing.js", "/assets", "//games", "/games/1/"]
)
def test_addresses_that_lead_nowhere_tell_nothing_either(stranger: FlaskClient, address: str) -> None:
    assert_closed(stranger, "GET", address)


def test_a_number_of_thousands_of_digits_leads_nowhere(stranger: FlaskClient) -> None:
    for address in ("/games/{}", "/v1/records/{}", "/games/{}?key=no"):
        assert stranger.get(address.format("9" * 5_000)).status_code in {401, 404}


def test_what_is_open_says_nothing_of_what_is_in_the_store(stranger: FlaskClient) -> None:
    for address, status in OPEN.items():
        answer = stranger.get(address, headers={"Accept": "text/html"})
        assert answer.status_code == status
        told = answer.get_data().decode("utf-8", "replace")
        assert not [secret for secret in SECRETS if secret in told]


def test_the_way_in_shows_no_links_into_the_store(service: Flask) -> None:
    page = Browser(service.test_client()).open("/games/1")
    assert page.status == 401
    assert page.one("h1").text == "Sign in to see results"
    assert page.one("input", name="next")["value"] == "/games/1"
    assert {link["href"] for link in page.all("a")} <= {"#main", "/", "/sign-in?next=%2Fgames%2F1", "/games/1?lang=ja"}


def test_a_token_opens_everything_that_members_read(service: Flask, full: Store, stranger: FlaskClient) -> None:
    secret = full.create_token("Bo", READER).secret
    headers = {"Authorization": f"Bearer {secret}"}
    for address in ("/v1/records/1", "/metrics", "/openapi.yaml", "/feed.atom"):
        answer = stranger.get(address, headers=headers)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"].startswith("private")
    reader = Browser(service.test_client())
    reader.sign_in(secret)
    assert reader.open("/games/1").status == 200
    full.revoke(full.tokens()[-1].id)
    assert stranger.get("/v1/records/1", headers=headers).status_code == 401
    assert reader.open("/games/1").status == 401


def test_a_tag_that_a_stranger_knows_opens_nothing(full: Store, stranger: FlaskClient) -> None:
    headers = {"Authorization": f"Bearer {full.create_token('Bo', READER).secret}"}
    tag = stranger.get("/v1/records/1", headers=headers).headers["ETag"]
    assert stranger.get("/v1/records/1", headers={"If-None-Match": tag}).status_code == 401


def test_the_link_of_an_evening_opens_that_evening_alone(full: Store, stranger: FlaskClient) -> None:
    keeper = full.create_token("Bo", SCOREKEEPER).token.id
    link = evening_link(full, keeper, 2)
    assert stranger.get("/games/2").status_code == 401
    assert stranger.get(link).status_code == 200
    assert [stranger.get(address).status_code for address in ("/games/2", "/games/1", "/games")] == [200, 401, 401]
    assert stranger.post("/games/2/evening/players").status_code == 401
    assert stranger.get(f"{link}x").status_code == 401
    full.end_signed(evening_subject(2))
    assert stranger.get("/games/2").status_code == 401


@pytest.mark.usefixtures("by_link")
def test_a_link_that_is_handed_on_opens_one_game_with_its_pictures(service: Flask, stranger: FlaskClient) -> None:
    with service.test_request_context():
        page, picture = with_key("/games/1?legal=1"), with_key("/games/1/deals/1/positions/1.svg")
    bot = service.test_client(use_cookies=False)
    assert bot.get(page.replace("legal=1&", "")).status_code == 200
    assert bot.get(picture).status_code == 200
    assert bot.get(picture).headers["X-Robots-Tag"] == "noindex"
    assert stranger.get("/games/1/deals/1").status_code == 401
    assert stranger.get(with_key_of(service, "/games/1")).status_code == 200
    assert stranger.get("/games/1/deals/1").status_code == 200
    assert stranger.post("/games/1/evening/players").status_code == 401
    assert stranger.get("/games/2").status_code == 401
    assert stranger.get(page.replace("games/1", "games/2")).status_code == 401


@pytest.mark.usefixtures("by_link")
def test_a_link_that_is_handed_on_shows_no_pictures_of_people(
    service: Flask, full: Store, admin: Browser, stranger: FlaskClient
) -> None:
    full.people.set_look("Mu", Look(), small_picture("PNG"), ANN)
    assert "/players/Mu/picture" in str(admin.client.get("/tournaments/1/rounds/1/1", base_url=admin.url).data)
    shown = stranger.get(with_key_of(service, "/tournaments/1/rounds/1/1"))
    assert (shown.status_code, b"/picture" in shown.data) == (200, False)


def with_key_of(service: Flask, path: str) -> str:
    """The path with its key, as a page of the service shows it."""
    with service.test_request_context():
        return with_key(path)


@pytest.mark.usefixtures("by_link")
def test_an_admin_ends_all_links_that_were_handed_on(service: Flask, admin: Browser, stranger: FlaskClient) -> None:
    link = with_key_of(service, "/tournaments/1")
    assert stranger.get(link).status_code == 200
    admin.send(admin.open("/club"), {}, "/club/links/end")
    assert stranger.get(link).status_code == 401
    assert stranger.get(with_key_of(service, "/tournaments/1")).status_code == 200


def followed(member: Browser) -> list[str]:
    """The addresses of feed and calendar that somebody sees who is signed in."""
    return [link["href"] for link in member.open("/games").main.all("a") if link["href"].startswith(("/feed", "/cal"))]


@pytest.mark.parametrize("reading", [MEMBERS, BY_LINK])
def test_programs_follow_feed_and_calendar_of_a_closed_club_by_a_key_of_a_member(
    service: Flask, full: Store, reading: str
) -> None:
    full.club.write(Club("Friday court", "dalmuti", reading), ANN)
    made = full.create_token("Bo", READER)
    member = Browser(service.test_client())
    member.sign_in(made.secret)
    program = service.test_client()
    addresses = followed(member)
    assert len(addresses) == 2
    for address in addresses:
        answer = program.get(address)
        assert answer.status_code == 200
        assert "Friday night" in answer.text
        assert ("?key=" in answer.text) == (reading == BY_LINK)
        assert answer.headers["Cache-Control"].startswith("private")
        assert program.get(f"{address}x").status_code == 401
        assert program.get(address.replace("key=", "key=9")).status_code == 401
    assert program.get("/games").status_code == 401
    full.revoke(made.token.id)
    assert {program.get(address).status_code for address in addresses} == {401}


@pytest.mark.usefixtures("by_link")
def test_links_in_a_feed_open_what_they_name_until_an_admin_ends_them(service: Flask, admin: Browser) -> None:
    program = service.test_client()
    feed, _ = followed(admin)
    links = re.findall(r'<link href="http://localhost(/[^"]+key=[^"]+)"/>', program.get(feed).text)
    assert [service.test_client().get(link).status_code for link in links] == [200] * 3
    admin.send(admin.open("/club"), {}, "/club/links/end")
    assert program.get(feed).status_code == 401
    assert [service.test_client().get(link).status_code for link in links] == [401] * 3
    again = re.findall(r'<link href="http://localhost(/[^"]+key=[^"]+)"/>', program.get(followed(admin)[0]).text)
    assert [service.test_client().get(link).status_code for link in again] == [200] * 3


def test_a_stream_of_events_ends_when_the_club_closes(service: Flask, full: Store) -> None:
    full.club.write(Club("Friday court"), ANN)
    headers = {"Authorization": f"Bearer {full.create_token('Bo', READER).secret}"}
    member, stranger = (
        iter(service.test_client().get("/v1/tournaments/1/events?after=0", headers=one, buffered=False).response)
        for one in (headers, {})
    )
    assert [b"listening" in next(one) for one in (member, stranger)] == [True, True]
    full.club.write(Club("Friday court", reading=MEMBERS), ANN)
    assert b"Junko" in next(member)
    assert list(stranger) == []


def test_in_a_public_store_addresses_need_no_key(service: Flask, full: Store) -> None:
    full.club.write(Club("Friday court"), ANN)
    assert with_key_of(service, "/games/1") == "/games/1"


@pytest.mark.parametrize("accepted", ["text/html", "application/json"])
def test_where_nobody_knows_who_may_read_an_error_says_so_and_shows_nothing(
    full: Store, stranger: FlaskClient, monkeypatch: pytest.MonkeyPatch, accepted: str
) -> None:
    def find() -> Club:
        raise StoreBusy

    table = full.club
    monkeypatch.setattr(type(full), "club", property(lambda _store: table))
    monkeypatch.setattr(table, "find", find)
    answer = stranger.get("/games/1", headers={"Accept": accepted})
    assert answer.status_code == 503
    assert "/games?" not in answer.text
    assert not [secret for secret in SECRETS if secret in answer.text]
