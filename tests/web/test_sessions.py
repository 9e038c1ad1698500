"""Signing in by a token or by a link, what the cookie is, and when a session ends."""

import time

import pytest
from flask import Flask

from daifu.api.settings import CLOSED, Settings
from daifu.api.web import session
from daifu.data.store.store import Store
from daifu.data.store.values import SCOREKEEPER
from tests.support.pages import Browser, MakeService, Page

COOKIE = "daifu_session"


def is_signed_in(browser: Browser) -> bool:
    links = browser.open("/").all("a", href="/sign-out")
    return len(links) == 1


def session_cookie(page: Page) -> str:
    [cookie] = [value for value in page.answer.history[-1].headers.getlist("Set-Cookie") if value.startswith(COOKIE)]
    return cookie


@pytest.fixture
def other_browser(make_service: MakeService) -> Browser:
    """The browser of somebody else."""
    return Browser(make_service(Settings()).test_client())


@pytest.fixture
def secret(store: Store) -> str:
    return store.create_token("Haru", SCOREKEEPER).secret


def test_a_copy_of_the_cookie_opens_nothing_after_signing_out(
    browser: Browser, other_browser: Browser, secret: str
) -> None:
    browser.sign_in(secret)
    cookie = browser.client.get_cookie(COOKIE)
    assert cookie is not None
    other_browser.client.set_cookie(COOKIE, cookie.value)
    assert is_signed_in(other_browser)
    browser.send(browser.open("/sign-out"), {})
    assert not is_signed_in(other_browser)


def test_signing_out_ends_no_other_session_of_the_token(browser: Browser, other_browser: Browser, secret: str) -> None:
    browser.sign_in(secret)
    other_browser.sign_in(secret)
    browser.send(browser.open("/sign-out"), {})
    assert is_signed_in(other_browser)


def test_a_token_signs_in(browser: Browser, secret: str) -> None:
    page = browser.sign_in(secret)
    assert page.one("a", href="/sign-out").text == "Sign out"


def test_a_secret_may_have_spaces_around_it(browser: Browser, secret: str) -> None:
    browser.sign_in(f" {secret}\n")
    assert is_signed_in(browser)


def test_an_unknown_token_does_not_sign_in(browser: Browser) -> None:
    page = browser.sign_in("daifu_wrong")
    assert page.status == 401
    assert page.one("p", role="alert").text == "This key is unknown, or is not in force any more."
    assert not is_signed_in(browser)


def test_signing_in_leads_back_to_the_page_that_asked_for_it(browser: Browser, secret: str) -> None:
    page = browser.send(browser.open("/sign-in?next=/enter%3Flink%3D1"), {"secret": secret})
    assert page.address == "/enter"


@pytest.mark.parametrize(
    "target", ["https://evil.example", "//evil.example", "/\\evil.example", "evil", "/\tx", "\\\\evil.example"]
)
def test_signing_in_leads_to_no_other_host(browser: Browser, secret: str, target: str) -> None:
    sign_in = browser.open("/sign-in")
    page = browser.send(sign_in, {"secret": secret, "next": target})
    assert page.address == "/"


def test_the_cookie_is_kept_from_scripts_and_other_sites(browser: Browser, secret: str) -> None:
    cookie = session_cookie(browser.sign_in(secret))
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Secure" not in cookie


def test_over_tls_the_cookie_is_sent_only_over_tls(service: Flask, secret: str) -> None:
    browser = Browser(service.test_client(), url="https://localhost")
    assert "Secure" in session_cookie(browser.sign_in(secret))


def test_the_cookie_does_not_have_the_secret(browser: Browser, secret: str, service: Flask) -> None:
    browser.sign_in(secret)
    cookie = browser.client.get_cookie(COOKIE)
    assert cookie is not None
    with service.test_request_context():
        [signer] = [service.session_interface.get_signing_serializer(service)]  # type: ignore[attr-defined]
    assert secret not in str(signer.loads(cookie.value))


def test_a_cookie_that_was_changed_signs_nobody_in(browser: Browser, secret: str) -> None:
    browser.sign_in(secret)
    cookie = browser.client.get_cookie(COOKIE)
    assert cookie is not None
    browser.client.set_cookie(COOKIE, cookie.value[:-3] + "abc")
    assert not is_signed_in(browser)


def test_every_process_of_a_service_knows_the_session(browser: Browser, secret: str, make_service: MakeService) -> None:
    browser.sign_in(secret)
    cookie = browser.client.get_cookie(COOKIE)
    assert cookie is not None
    other = Browser(make_service(Settings()).test_client())
    other.client.set_cookie(COOKIE, cookie.value)
    assert is_signed_in(other)


def test_signing_out_ends_the_session(browser: Browser, secret: str) -> None:
    browser.sign_in(secret)
    browser.send(browser.open("/sign-out"), {})
    assert not is_signed_in(browser)


def test_revoking_the_token_ends_the_session(browser: Browser, store: Store) -> None:
    minted = store.create_token("Haru", SCOREKEEPER)
    browser.sign_in(minted.secret)
    store.revoke(minted.token.id)
    assert not is_signed_in(browser)


def test_a_session_ends_after_twelve_hours_of_use(
    browser: Browser, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.sign_in(secret)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 12 * 3600 - 60)
    assert is_signed_in(browser)
    monkeypatch.setattr(time, "time", lambda: now + 12 * 3600 + 60)
    assert not is_signed_in(browser)


def link_for(store: Store) -> str:
    return session.sign_in_path(store.signing_key(), store.create_token("Natsu", SCOREKEEPER).token)


def test_a_link_signs_in_when_its_button_is_pressed(browser: Browser, store: Store) -> None:
    page = browser.open(link_for(store))
    assert not is_signed_in(browser)
    browser.send(page, {})
    assert is_signed_in(browser)


def test_a_link_does_not_sign_in_after_fifteen_minutes(
    browser: Browser, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = link_for(store)
    monkeypatch.setattr(session, "LINK_SECONDS", -1)
    page = browser.open(link)
    assert page.status == 410
    assert page.main.all("form") == []


def test_a_link_of_another_store_does_not_sign_in(browser: Browser, store: Store) -> None:
    link = session.sign_in_path(b"another key", store.create_token("Natsu", SCOREKEEPER).token)
    assert browser.open(link).status == 410


def test_a_link_does_not_sign_in_once_its_token_is_revoked(browser: Browser, store: Store) -> None:
    token = store.create_token("Natsu", SCOREKEEPER).token
    link = session.sign_in_path(store.signing_key(), token)
    store.revoke(token.id)
    assert browser.open(link).status == 410


def test_a_form_without_its_token_is_refused(browser: Browser, secret: str) -> None:
    answer = browser.client.post("/sign-in", data={"secret": secret}, headers=browser.headers)
    assert answer.status_code == 400
    assert "open its page again" in answer.get_data(as_text=True)
    assert not is_signed_in(browser)


def test_a_form_of_another_session_is_refused(browser: Browser, service: Flask, secret: str) -> None:
    foreign = Browser(service.test_client()).open("/sign-in")
    browser.open("/sign-in")
    assert browser.send(foreign, {"secret": secret}).status == 400


def test_where_reading_needs_a_token_the_pages_need_one_too(make_service: MakeService, secret: str) -> None:
    browser = Browser(make_service(Settings(reading=CLOSED)).test_client())
    refused = browser.open("/")
    assert refused.status == 401
    assert refused.one("input", name="next")["value"] == "/"
    assert browser.sign_in(secret).status == 200


def test_the_api_takes_no_session(scorekeeper: Browser) -> None:
    answer = scorekeeper.client.post("/v1/records", json={})
    assert answer.status_code == 401
