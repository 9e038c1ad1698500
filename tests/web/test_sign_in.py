"""Signing in by a token or by a link, what the cookie is, when a session ends, and the page of tokens."""

import time

import pytest
from flask import Flask

from daifu.api.settings import CLOSED, Settings
from daifu.api.web import session
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, SCOREKEEPER
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


def test_admins_see_all_tokens_without_their_secrets(store: Store, admin: Browser) -> None:
    secret = store.create_token("Haru", "reader").secret
    page = admin.open("/tokens")
    rows = [row.one("th").text for row in page.main.one("tbody").all("tr")]
    assert rows == ["a admin", "Haru"]
    assert secret not in page.text


def test_a_new_token_is_shown_once_and_signs_in(admin: Browser, browser: Browser) -> None:
    page = admin.send(admin.open("/tokens"), {"name": "Haru", "role": "scorekeeper"}, "/tokens")
    secret = page.main.one("code").text
    assert page.answer.headers["Cache-Control"] == "no-store"
    assert secret not in admin.open("/tokens").text
    assert browser.sign_in(secret).status == 200


@pytest.mark.parametrize("values", [{"name": " ", "role": "reader"}, {"name": "Haru", "role": "king"}])
def test_a_token_without_a_name_or_with_an_unknown_role_is_refused(
    store: Store, admin: Browser, values: dict[str, str]
) -> None:
    page = admin.send(admin.open("/tokens"), values, "/tokens")
    assert page.status == 422
    assert page.main.one("p", role="alert").text
    assert len(store.tokens()) == 1


def test_a_second_token_of_a_name_is_refused(store: Store, admin: Browser) -> None:
    page = admin.send(admin.open("/tokens"), {"name": "A ADMIN", "role": "reader"}, "/tokens")
    assert page.status == 409
    assert "a admin" in page.main.one("p", role="alert").text
    assert len(store.tokens()) == 1


def test_a_revoked_token_ends_its_sessions(store: Store, admin: Browser, scorekeeper: Browser) -> None:
    assert scorekeeper.open("/evenings/new").status == 200
    page = admin.open("/tokens")
    [form] = [form for form in page.main.all("form") if form["action"].endswith("/revoke")]
    admin.send(page, {}, form["action"])
    assert [token.role for token in store.tokens() if token.revoked_at] == ["scorekeeper"]
    assert scorekeeper.open("/evenings/new").status == 401


def test_nobody_revokes_the_token_that_they_use(store: Store, admin: Browser) -> None:
    page = admin.open("/tokens")
    assert not [form for form in page.main.all("form") if form["action"].endswith("/revoke")]
    [own] = store.tokens()
    fields = {"csrf_token": page.main.one("input", name="csrf_token")["value"]}
    assert admin.client.post(f"/tokens/{own.id}/revoke", data=fields).status_code == 409
    assert store.tokens()[0].revoked_at is None


@pytest.mark.parametrize("role", ["reader", "scorekeeper"])
def test_others_see_no_tokens(role: str, reader: Browser, scorekeeper: Browser) -> None:
    browser = {"reader": reader, "scorekeeper": scorekeeper}[role]
    assert browser.open("/tokens").status == 403
    assert not browser.open("/").all("a", href="/tokens")


def code_for(admin: Browser, name: str, role: str) -> str:
    """The path of the code that an admin makes for a device."""
    page = admin.send(admin.open("/tokens"), {"name": name, "role": role}, "/tokens")
    [link] = [one["href"] for one in page.main.all("a") if one["href"].startswith("/enter?")]
    assert page.main.all("svg", class_="code")
    return link


def test_a_code_signs_in_one_device_once(service: Flask, admin: Browser, browser: Browser, store: Store) -> None:
    link = code_for(admin, "Haru's phone", "scorekeeper")
    other = Browser(service.test_client())
    shown = [one.open(link) for one in (browser, other)]
    assert "see and enter results" in shown[0].main.text
    assert browser.send(shown[0], {}).all("a", href="/sign-out")
    assert other.send(shown[1], {}).status == 410
    assert other.open(link).status == 410
    assert not other.open("/").all("a", href="/sign-out")
    assert browser.open("/evenings/new").status == 200
    store.revoke(store.tokens()[-1].id)
    assert browser.open("/evenings/new").status == 401


def test_a_device_stays_signed_in_longer_than_an_evening(
    admin: Browser, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "SESSION_SECONDS", -1)
    browser.send(browser.open(code_for(admin, "Haru's phone", "reader")), {})
    assert browser.open("/").all("a", href="/sign-out")


def test_a_code_does_not_sign_in_after_a_day(admin: Browser, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    link = code_for(admin, "Haru's phone", "reader")
    monkeypatch.setattr(session, "CODE_SECONDS", -1)
    assert browser.open(link).status == 410


def test_whoever_opened_the_club_is_called_so_in_the_language_of_the_page(service: Flask, store: Store) -> None:
    first = Browser(service.test_client())
    first.sign_in(store.create_token("Who opened this club", ADMIN).secret)
    for address in ("/tokens", "/sign-out"):
        assert "会を開いた人" in first.open(f"{address}?lang=ja").main.text
        assert "Who opened this club" in first.open(f"{address}?lang=en").main.text
