"""What is withdrawn is for scorekeepers: no address of the API and no page shows it to anybody else."""

import json
import re
from collections.abc import Iterator

import msgspec
import pytest
from flask import Flask

from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.data.store.store import Store
from daifu.data.store.values import READER, SCOREKEEPER
from daifu.replay.analysis.deals import METHOD, effort_of
from daifu.schemas.analysis import deal_analyses
from daifu.schemas.judgement import judge_json
from daifu.schemas.parquet.records import EXPORTED_TABLES
from daifu.schemas.record.decode import load_raw_record
from tests.support.http_app import bearer_headers
from tests.support.pages import Browser
from tests.support.small_records import LOST
from tests.support.stores import ANN

NAMES = [f"Xyzzy {number}" for number in range(len(LOST["players"]))]
RECORD = {
    **LOST,
    "players": [{"id": f"p{number}", "name": name} for number, name in enumerate(NAMES)],
    "event": {"name": "Plugh", "date": "2026-07-31"},
}
SECRETS = re.compile("Xyzzy|Plugh")
PARTS = {
    "player": "p0",
    "other": "p1",
    "profile": "akagiri",
    "figure": "first",
    "plot": "course",
    "at": "0",
    "ending": "svg",
}
QUERIES = (
    "",
    "?revision=1",
    "?withdrawn=true",
    "?withdrawn=true&player=p0",
    "?q=p",
    "?cursor=5",
    "?legal=true&revision=1",
)


@pytest.fixture
def app(store: Store) -> Flask:
    """The service on a store with one record, which was analysed and then withdrawn."""
    [outcome] = store.add([judge_json(json.dumps(RECORD).encode())], ANN)
    analysis = list(deal_analyses(load_raw_record(RECORD), positions=10, effort=effort_of(10)))
    store.analyses.keep(outcome.id, 1, METHOD, msgspec.json.encode(analysis))
    store.withdraw(outcome.id, ANN, expected=1, reason="Plugh asked for it")
    app = create_service(Settings(rate=0, rate_address=0), store)
    app.testing = True
    return app


def addresses(app: Flask) -> Iterator[str]:
    """Every address that is read, of the API and of the pages, with several queries."""
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            for table in EXPORTED_TABLES if "table" in rule.arguments else [""]:
                parts = {**dict.fromkeys(rule.arguments, "1"), **PARTS, "table": table}
                path = re.sub(r"<(?:[^<>]*:)?(\w+)>", r"{\1}", rule.rule).format_map(parts)
                yield from (f"{path}{query}" for query in QUERIES)


def showing(app: Flask, headers: dict[str, str]) -> set[str]:
    """The addresses that show anything of the record."""
    client = app.test_client()
    shown = set()
    for address in addresses(app):
        answer = client.get(address, headers={**headers, "Last-Event-ID": "1"}, buffered=False)
        if answer.mimetype != "text/event-stream" and SECRETS.search(answer.get_data().decode(errors="replace")):
            shown.add(address)
        answer.close()
    return shown


def test_nothing_withdrawn_is_shown_to_anybody(app: Flask) -> None:
    assert showing(app, {}) == set()


def test_nothing_withdrawn_is_shown_to_readers(app: Flask, store: Store) -> None:
    headers = bearer_headers(store.create_token("Reader", READER).secret)
    assert showing(app, headers) == set()


def test_scorekeepers_see_it_where_they_can_restore_it(app: Flask, store: Store) -> None:
    headers = bearer_headers(store.create_token("Keeper", SCOREKEEPER).secret)
    shown = showing(app, headers)
    assert {
        "/v1/records?withdrawn=true",
        "/v1/records/export?withdrawn=true",
        "/v1/records/1/revisions",
        "/v1/records/1/revisions/1",
    } <= shown
    assert all("withdrawn=true" in address or "/revisions" in address for address in shown)


def test_the_answer_for_others_is_that_of_a_withdrawn_record(app: Flask) -> None:
    client = app.test_client()
    parts = ("", "/report", "/revisions", "/revisions/1", "/revisions/1/report", "/analysis?revision=1")
    assert {client.get(f"/v1/records/1{part}").status_code for part in parts} == {410}
    pages = ("", "?revision=1", "/revisions", "/deals/1?revision=1", "/deals/1/analysis?revision=1")
    assert {client.get(f"/games/1{page}").status_code for page in pages} == {410}
    assert client.get("/v1/records?withdrawn=true").status_code == 401


def test_a_signed_in_scorekeeper_reads_the_history_and_the_revisions(app: Flask, store: Store) -> None:
    browser = Browser(app.test_client())
    browser.sign_in(store.create_token("Keeper", SCOREKEEPER).secret)
    for page in ("/games/1/revisions", "/games/1?revision=1", "/games?withdrawn=true"):
        assert SECRETS.search(browser.open(page).text), page
