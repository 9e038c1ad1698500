"""A club has a name, an evening of today comes first on its page, and its password signs in."""

from datetime import UTC, datetime

import pytest
from flask import Flask

from daifu.api.http import rate_limit
from daifu.data.evenings import open_evening
from daifu.data.people import known_names
from daifu.data.store.store import Store
from daifu.data.store.values import MEMBERS, PUBLIC, Club
from tests.support.pages import Browser, Element
from tests.support.stores import ANN

SETTINGS = {"name": "Friday court", "rules": "dalmuti", "people": "Haru\n\n Natsu ", "reading": MEMBERS}


@pytest.fixture
def court(store: Store) -> None:
    """The club has a name."""
    store.club.write(Club("Friday court", "dalmuti", PUBLIC), ANN)


def play_tonight(store: Store, day: str) -> int:
    """The evening that was opened on a day."""
    event = {"name": "Court", "date": day, "opened": f"{day}T18:00:00+00:00"}
    return open_evening(store, ANN, "dalmuti", {}, ["Haru", "Natsu", "Aki", "Fuyu"], event).id


def filled_buttons(browser: Browser) -> list[Element]:
    """The links of the first page that stand out."""
    links = browser.open("/").one("main").all("a", class_="button")
    return [one for one in links if not one.has({"class_": "plain"})]


def test_a_new_store_asks_its_admin_for_the_club(admin: Browser, store: Store) -> None:
    page = admin.send(admin.open("/"), SETTINGS, "/club")
    assert page.one("h1").text == "Friday court"
    assert page.one("title").text == "Tonight – \u2068Friday court\u2069"
    assert store.club.find() == Club("Friday court", "dalmuti", MEMBERS)
    assert known_names(store) == ["Haru", "Natsu"]


def test_the_settings_tell_what_was_changed_and_by_whom(admin: Browser) -> None:
    admin.send(admin.open("/club"), SETTINGS, "/club")
    others = {**SETTINGS, "reading": "public", "rules": "", "password": "seven jokers"}
    admin.send(admin.open("/club"), others, "/club")
    told = [one.text for one in admin.open("/club").main.one("details").all("li")]
    assert [
        one.partition(" – ")[2].replace("\u2068", "").replace("\u2069", "").removesuffix(" ( a admin )") for one in told
    ] == [
        "a new password of the club",
        "who may see results: everybody",
        "usually played: this and that",
        "names of people: 2",
        "who may see results: members only: nothing is shown before they sign in",
        "usually played: The Great Dalmuti",
        "the name is Friday court",
    ]
    assert "会のパスワードを変更" in admin.open("/club?lang=ja").main.text


def test_others_are_not_asked(scorekeeper: Browser, browser: Browser) -> None:
    for reader in (scorekeeper, browser):
        assert reader.open("/").one("h1").text == "Games of the Daifugo family"


@pytest.mark.usefixtures("court")
def test_where_nothing_is_played_the_one_filled_button_starts_the_usual_game(scorekeeper: Browser) -> None:
    [button] = filled_buttons(scorekeeper)
    assert (button.text, button["href"]) == ("Start tonight", "/evenings/new?rules=dalmuti")


@pytest.mark.usefixtures("court")
def test_tonight_comes_first_with_the_next_deal(scorekeeper: Browser, browser: Browser, store: Store) -> None:
    evening = play_tonight(store, datetime.now(UTC).date().isoformat())
    [button] = filled_buttons(scorekeeper)
    assert (button.text, button["href"]) == ("Enter deal 1", f"/games/{evening}/evening")
    assert browser.open("/").one("section", **{"aria-labelledby": "tonight"}).text.startswith("Tonight: Court")


@pytest.mark.usefixtures("court")
def test_an_evening_of_last_week_is_not_tonight(browser: Browser, store: Store) -> None:
    play_tonight(store, "2026-01-02")
    assert not browser.open("/").all("h2", id="tonight")


def test_wrong_settings_are_shown_again(admin: Browser, store: Store) -> None:
    page = admin.send(admin.open("/club"), {**SETTINGS, "password": "short"}, "/club")
    assert page.status == 422
    assert page.one("div", role="alert").text == "A password has at least 8 letters."
    assert page.one("input", name="name")["value"] == "Friday court"
    assert store.club.find() is None


@pytest.mark.usefixtures("court")
def test_the_password_of_the_club_signs_in(browser: Browser, store: Store) -> None:
    store.club.set_password("seven jokers", ANN)
    assert browser.sign_in("six jokers").status == 401
    assert browser.sign_in("seven jokers").all("a", href="/sign-out")
    store.club.set_password("eight jokers", ANN)
    assert not browser.open("/").all("a", href="/sign-out")


@pytest.mark.usefixtures("court")
def test_another_password_signs_in_only_to_read(admin: Browser, browser: Browser) -> None:
    page = admin.open("/club")
    one = admin.send(page, {**SETTINGS, "password": "seven jokers", "reading_password": "seven jokers"}, "/club")
    assert (one.status, one.one("div", role="alert").text.partition(":")[0]) == (
        422,
        "Please choose another password for those who only read",
    )
    admin.send(
        page,
        {**SETTINGS, "reading": "members", "password": "seven jokers", "reading_password": "eight jokers"},
        "/club",
    )
    assert (
        admin.send(
            admin.open("/club"), {**SETTINGS, "reading": "members", "reading_password": "seven jokers"}, "/club"
        ).status
        == 422
    )
    browser.sign_in("eight jokers")
    assert (browser.open("/games").status, browser.open("/evenings/new").status) == (200, 403)
    admin.send(admin.open("/club"), {**SETTINGS, "reading": "members", "no_reading_password": "on"}, "/club")
    assert browser.open("/games").status == 401


@pytest.mark.usefixtures("court")
def test_passwords_cannot_be_guessed_fast(service: Flask, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "monotonic_ns", lambda: 0)  # a slow machine gives back a try meanwhile
    store.club.set_password("seven jokers", ANN)
    guesser = Browser(service.test_client())
    assert [guesser.sign_in("six jokers").status for _ in range(11)] == [401] * 10 + [429]
    assert guesser.sign_in("seven jokers").status == 429


@pytest.mark.usefixtures("court")
def test_the_first_evening_begins_with_the_people_of_the_club_as_they_were_typed(
    scorekeeper: Browser, store: Store
) -> None:
    store.club.set_names(["Natsu", "Haru", "Aki", "Fuyu"], ANN)
    page = scorekeeper.open("/evenings/new?rules=dalmuti")
    assert [one["value"] for one in page.all("input", name="player")][:5] == ["Natsu", "Haru", "Aki", "Fuyu", ""]
    play_tonight(store, "2026-01-02")
    page = scorekeeper.open("/evenings/new?rules=dalmuti")
    assert page.all("input", name="player")[0]["value"] == ""
