"""The page of tokens: who may see it, a secret that is shown once, and tokens that are revoked."""

import pytest
from flask import Flask

from daifu.api.web import session
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN
from tests.support.pages import Browser


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
