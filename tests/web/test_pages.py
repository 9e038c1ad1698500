"""Every kind of page: its frame, its headers, its languages, and how harmless what others wrote is in it."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from functools import cache, partial
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Environment

from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.api.web.responses import CONTENT_SECURITY_POLICY
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, SCOREKEEPER, SeasonTerms
from daifu.data.tournaments.changes import Result
from daifu.data.tournaments.settings import Settings as TournamentSettings
from tests.support.pages import Browser, Element, Page
from tests.support.running_service import run_at_once
from tests.support.stores import ANN, judged_sitting
from tests.support.tournaments.store import BY_PLACE, make_cup

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
LATIN_WORDS = re.compile(r"[A-Za-z]{4,} [a-z]{2,} [a-z]{2,}")
"""Three words in a row, as no name in the samples has them."""

WITHOUT_GAMES = (
    "/",
    "/games",
    "/search?q=haru",
    "/upload",
    "/sheets",
    "/write",
    "/sign-in",
    "/sign-out",
    "/enter",
    "/evenings",
    "/evenings/new",
    "/seasons",
    "/seasons/new",
    "/house-rules",
    "/house-rules/new?start=parlour",
    "/house-rules/new/dalmuti",
    "/house-rules/compare?one=official&other=uecda",
    "/tokens",
    "/data",
    "/club",
    "/nothing",
)
"""Addresses of each kind of page that needs no game."""


def addresses_of(game: int) -> tuple[str, ...]:
    """Addresses of each kind of page of a game."""
    page = f"/games/{game}"
    deal = f"{page}/deals/1"
    return (
        page,
        f"{page}/report",
        f"{page}/revisions",
        f"{page}/other-rules?rules=akagiri",
        f"{page}/explanations",
        f"{page}/evening",
        deal,
        f"{deal}/positions/2",
        f"{deal}/columns",
        f"{deal}/analysis",
    )


@pytest.fixture
def game(store: Store) -> int:
    """A game with the usual names."""
    [outcome] = store.add([judged_sitting()], ANN)
    return outcome.id


OF_PEOPLE_AND_RULES = (
    "/players",
    "/players?q=nobody",
    "/players/Mu",
    "/players/Mu?rules=biga",
    "/players/Mu/analysis",
    "/players/Mu/changes",
    "/players/Mu/anonymous",
    "/players/Mu/moves",
    "/people/same",
    "/games/1/notes",
    "/games/1/withdraw",
    "/people/merge?player=Mu&into=Junko",
    "/rules",
    "/rules/theater",
    "/rules/theater/statistics",
    "/rules/theater/ratings?least=1",
    "/rules/theater/leaderboard?least=1",
)
OF_A_SEASON = ("/seasons/1", "/seasons/1/edit", "/seasons/1/report")
CUP_NAMES = ("Mu", "Junko", "Shimo", "Aki")
OF_A_TOURNAMENT = (
    "/tournaments",
    "/tournaments/1",
    "/tournaments/1/entrants/2",
    "/tournaments/1/rounds/1/1",
    "/tournaments/1/rounds/1/1/seats",
    "/tournaments/1/rounds/1/1/sheets",
    "/tournaments/1/my-table",
    "/tournaments/1/my-table/2",
    "/tournaments/1/head-to-head",
    "/tournaments/1/referee",
    "/tournaments/1/log",
    "/tournaments/1/paper",
    "/tournaments/1/name-cards",
    "/tournaments/1/certificates",
    "/tournaments/1/report",
    "/tournaments/1/wall?screen=1",
    "/tournaments/1/wall?screen=2",
    "/tournaments/1/wall?screen=3",
    "/tournaments/1/clock",
    "/tournaments/1/draw",
    "/tournaments/new",
    "/tournaments/1/desk",
    "/tournaments/1/people",
    "/tournaments/1/settings",
    "/tournaments/1/changes",
    "/tournaments/1/rounds/1/1/tables/1",
)
EVERY_KIND = (*WITHOUT_GAMES, *addresses_of(1), *OF_PEOPLE_AND_RULES, *OF_A_SEASON, *OF_A_TOURNAMENT)


@pytest.fixture(scope="module")
def one_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with one game, one season and one tournament, for tests that only read."""
    with closing(open_store(tmp_path_factory.mktemp("one") / "test.db")) as store:
        store.add([judged_sitting()], ANN)
        store.seasons.add(SeasonTerms("2026"), ANN)
        cup = make_cup(store, CUP_NAMES, TournamentSettings(scoring=BY_PLACE), rounds=2)
        store.tournaments.append(cup, [Result(stage=1, round=1, table=1, places=(1, 2, 3, 4))], ANN, expected=None)
        yield store


@pytest.fixture(scope="module")
def one_game(one_store: Store) -> Flask:
    """A service of it."""
    app = create_service(Settings(rate_address=0), one_store)
    app.testing = True
    return app


@pytest.fixture
def visitor(one_game: Flask) -> Browser:
    """A browser of it."""
    return Browser(one_game.test_client())


@pytest.fixture(scope="module")
def english(one_game: Flask) -> dict[str, Page]:
    """A page of each kind as a visitor sees it, by its address."""
    return {address: Browser(one_game.test_client()).open(address) for address in EVERY_KIND}


@pytest.fixture(scope="module")
def japanese(one_game: Flask) -> dict[str, Page]:
    """The same pages in Japanese."""
    return {address: Browser(one_game.test_client(), "ja").open(address) for address in EVERY_KIND}


def failing(pages: Mapping[str, Page], is_right: Callable[[Page], bool]) -> list[str]:
    """The addresses of the pages of which this does not hold."""
    return [address for address, page in pages.items() if not is_right(page)]


def loads(page: Page) -> list[str]:
    """The addresses of what a page loads."""
    return [one["href"] for one in page.all("link")] + [one["src"] for one in page.all("script")]


def test_a_template_is_compiled_once_by_all_threads_that_ask_for_it_at_first(
    service: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, others = [], Barrier(2)
    compile_template = Environment.compile

    def compile_slowly(env: Environment, source: str, name: str, *args: Any) -> Any:  # noqa: ANN401 - as jinja has it
        names.append(name)
        with suppress(BrokenBarrierError):
            others.wait(0.1)
        return compile_template(env, source, name, *args)

    monkeypatch.setattr(Environment, "compile", compile_slowly)
    monkeypatch.setattr(service.jinja_env, "bytecode_cache", None)  # tests share it
    run_at_once(*[partial(service.jinja_env.get_template, "error.html")] * 2)
    assert names == ["error.html"]


def test_no_page_allows_anything_inline_or_from_elsewhere(english: dict[str, Page]) -> None:
    def is_strict(page: Page) -> bool:
        headers, elements = page.answer.headers, page.elements
        return (
            headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
            and headers["X-Content-Type-Options"] == "nosniff"
            and not any(one.tag == "style" or "style" in one.attributes for one in elements)
            and not any(name.startswith("on") for one in elements for name in one.attributes)
            and not any(one.tag == "script" and "src" not in one.attributes for one in elements)
        )

    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert failing(english, is_strict) == []


def test_what_a_page_loads_is_there(visitor: Browser, english: dict[str, Page]) -> None:
    needed = {address for page in english.values() for address in loads(page)}
    assert {address: visitor.client.get(address).status_code for address in needed} == dict.fromkeys(needed, 200)


def test_a_link_to_any_page_is_shown_with_a_title_a_description_and_a_picture(english: dict[str, Page]) -> None:
    def is_told(page: Page) -> bool:
        metas = page.all("meta")
        shown = {
            one.attributes.get("property", one.attributes.get("name")): one.attributes.get("content") for one in metas
        }
        return all(shown.get(name) for name in ("og:title", "description", "og:image"))

    assert failing(english, is_told) == ["/nothing"]  # an error is nothing to send


def test_every_page_is_in_the_language_of_the_browser(japanese: dict[str, Page]) -> None:
    def is_japanese(page: Page) -> bool:
        return (
            page.one("html")["lang"] == page.answer.headers["Content-Language"] == "ja"
            and JAPANESE.search(page.all("title")[0].text) is not None
        )

    assert failing(japanese, is_japanese) == []
    words = {address: LATIN_WORDS.findall(page.text) for address, page in japanese.items()}
    assert {address: found for address, found in words.items() if found} == {}


def test_an_english_page_has_no_japanese_but_the_name_of_the_language(english: dict[str, Page]) -> None:
    words = {
        address: JAPANESE.findall(page.text.replace("日本語", "").replace("大譜", ""))
        for address, page in english.items()
    }
    assert {address: found for address, found in words.items() if found} == {}


def test_every_page_has_one_heading_of_the_first_rank_and_labels_for_its_fields(english: dict[str, Page]) -> None:
    def is_labelled(field: Element) -> bool:
        is_in_label = field.parent is not None and field.parent.tag == "label"
        return is_in_label or "aria-label" in field.attributes or field.attributes.get("type") == "hidden"

    def can_be_read(page: Page) -> bool:
        fields = [one for one in page.elements if one.tag in {"input", "select", "textarea"}]
        return len(page.all("h1")) == 1 and all(map(is_labelled, fields))

    assert failing(english, can_be_read) == []


def test_every_form_that_changes_something_has_a_token(visitor: Browser, one_store: Store) -> None:
    visitor.sign_in(one_store.create_token("Keeper", ADMIN).secret)
    forms = [(address, form) for address in EVERY_KIND for form in visitor.open(address).all("form", method="post")]
    assert len(forms) > len(EVERY_KIND) / 2
    assert [address for address, form in forms if not form.one("input", name="csrf_token")["value"]] == []


def test_every_page_is_small(visitor: Browser, english: dict[str, Page]) -> None:
    headers = {**visitor.headers, "Accept-Encoding": "gzip"}
    size = cache(lambda address: len(visitor.client.get(address, headers=headers).data))
    sizes = {address: sum(map(size, [address, *loads(page)])) for address, page in english.items()}
    assert {address: found for address, found in sizes.items() if found >= 30_000} == {}


def test_the_language_of_the_address_is_remembered(browser: Browser) -> None:
    assert browser.open("/games?lang=ja&rules=theater").one("html")["lang"] == "ja"
    assert browser.open("/").one("html")["lang"] == "ja"


def test_the_other_language_is_a_link_to_the_same_address(browser: Browser) -> None:
    page = browser.open("/games?rules=theater&from=2025-01-01")
    [link] = page.all("a", hreflang="ja")
    assert link["href"] == "/games?rules=theater&from=2025-01-01&lang=ja"
    assert browser.open(link["href"]).one("a", hreflang="en")["href"].endswith("from=2025-01-01&lang=en")


@pytest.mark.parametrize("language", ["xx", "", "EN"])
def test_an_unknown_language_is_ignored(browser: Browser, language: str) -> None:
    assert browser.open(f"/?lang={language}").one("html")["lang"] == "en"


def test_a_parameter_that_an_address_does_not_take_is_refused(browser: Browser) -> None:
    page = browser.open("/games?colour=red")
    assert page.status == 400
    assert "colour" in page.main.text


def test_every_page_refuses_a_parameter_that_it_does_not_take(visitor: Browser) -> None:
    found = {
        address: visitor.open(f"{address}{'&' if '?' in address else '?'}colour=red")
        for address in EVERY_KIND
        if address != "/nothing"
    }
    open_to_all = {address: page for address, page in found.items() if page.status not in {401, 404}}
    assert len(open_to_all) > len(EVERY_KIND) / 2
    assert failing(open_to_all, lambda page: page.status == 400 and "colour" in page.main.text) == []


def test_what_has_not_changed_is_not_sent_again(browser: Browser, game: int) -> None:
    for address in ("/", *addresses_of(game)):
        etag = browser.client.get(address, headers=browser.headers).headers["ETag"]
        answer = browser.client.get(address, headers={**browser.headers, "If-None-Match": etag})
        assert (answer.status_code, answer.data) == (304, b"")


def test_a_page_in_another_language_is_another_version(browser: Browser, game: int) -> None:
    for address in ("/", *addresses_of(game)):
        etag = browser.client.get(address, headers=browser.headers).headers["ETag"]
        headers = {**browser.headers, "If-None-Match": etag, "Accept-Language": "ja"}
        assert browser.client.get(address, headers=headers).status_code == 200


def test_a_page_shows_who_is_signed_in_also_after_it_was_cached(
    browser: Browser, scorekeeper: Browser, game: int
) -> None:
    for address in addresses_of(game):
        assert browser.open(address).all("a", href="/sign-out") == []
        assert len(scorekeeper.open(address).all("a", href="/sign-out")) == 1
        assert browser.open(address).all("a", href="/sign-out") == []


def test_assets_are_kept_for_ever_under_an_address_that_changes_with_them(browser: Browser) -> None:
    style = browser.open("/").one("link", rel="stylesheet")["href"]
    assert "immutable" in browser.client.get(style).headers["Cache-Control"]
    other = style.replace(style.split("/")[2], "0123456789ab")
    assert "immutable" not in browser.client.get(other).headers["Cache-Control"]
    assert browser.client.get(style.replace("style.css", "nothing.css")).status_code == 404


def test_a_program_gets_a_problem_and_a_browser_a_page(client: FlaskClient, browser: Browser) -> None:
    assert client.get("/nothing").content_type == "application/problem+json"
    assert browser.open("/nothing").answer.content_type == "text/html; charset=utf-8"


def test_the_api_answers_a_browser_like_everybody(browser: Browser) -> None:
    answer = browser.client.get("/v1/records/99", headers=browser.headers)
    assert answer.content_type == "application/problem+json"


def test_the_documentation_of_the_api_is_still_there(browser: Browser) -> None:
    assert browser.open("/").all("a", href="/docs")
    assert browser.client.get("/docs").status_code == 200


DANGEROUS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 1234 * 1001 }}",
    "\u202eevil\u2066",
    "</bdi>",
)


@pytest.mark.parametrize("name", DANGEROUS)
def test_a_name_is_only_text_wherever_it_is_shown(browser: Browser, store: Store, name: str) -> None:
    event = {"name": name, "table": name, "round": name}
    [outcome] = store.add([judged_sitting(players=[name, "b", "c", "d"], event=event, notes=name)], ANN)
    for address in (*addresses_of(outcome.id), "/", "/games", f"/search?q={name[:3]}"):
        page = browser.open(address)
        assert page.status == 200
        assert page.all("img") == []
        assert [one for one in page.all("script") if "src" not in one.attributes] == []
        assert "1235234" not in page.main.text
        for one in page.main.elements:
            if name in [part for part in one.content if isinstance(part, str)]:
                assert one.tag in {"bdi", "input", "p"}


def test_a_name_does_not_turn_the_direction_of_a_sentence(browser: Browser, store: Store) -> None:
    [outcome] = store.add([judged_sitting(players=["\u202eab", "b", "c", "d"])], ANN)
    html = browser.client.get(f"/games/{outcome.id}/deals/1/positions/1", headers=browser.headers).get_data(
        as_text=True
    )
    for before in re.findall(r"(.{8})\u202eab", html, re.DOTALL):
        assert before.endswith(("<bdi>", "\u2068")), before


def test_a_search_says_what_was_not_found(browser: Browser) -> None:
    page = browser.open("/search?q=%3Cscript%3E")
    assert "Nothing was found." in page.main.text
    assert page.main.one("input", name="q")["value"] == "<script>"


def test_search_finds_players_and_games(watcher: Browser) -> None:
    assert "/players/Haru" in [link["href"] for link in watcher.open("/search?q=har").main.all("a")]
    assert "/games/7" in [link["href"] for link in watcher.open("/search?q=7").main.all("a")]


def test_an_error_page_tells_scorekeepers_what_to_do_about_a_withdrawn_game(
    browser: Browser, store: Store, game: int
) -> None:
    store.withdraw(game, ANN, expected=1)
    browser.sign_in(store.create_token("Keeper", SCOREKEEPER).secret)
    page = browser.open(f"/games/{game}")
    assert page.status == 410
    assert f"/games/{game}/revisions" in [link["href"] for link in page.main.all("a")]
    assert browser.open(f"/games/{game}/revisions").status == 200
    assert browser.open(f"/games/{game}?revision=1").status == 200


def test_an_error_page_leads_back_to_where_the_reader_was_on_this_service_alone(browser: Browser) -> None:
    def leads_back(before: str) -> bool:
        page = browser.client.get("/nothing", headers={**browser.headers, "Referer": before}).get_data(as_text=True)
        return f'href="{before}"' in page

    assert leads_back("http://localhost/games?player=Haru")
    assert not leads_back("http://elsewhere.example/games")
    assert not leads_back("http://localhost/nothing")
